//===- PassVisits.cpp - The passes that ran over an op --------------------===//

#include "queries/PassVisits.h"

#include "graph/Holders.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::trackdbg {

using Did = PassVisit::Did;

llvm::StringRef toString(Did did) {
  switch (did) {
  case Did::Nothing:
    return "nothing";
  case Did::Made:
    return "made";
  case Did::Moved:
    return "moved";
  case Did::Modified:
    return "modified";
  case Did::Ended:
    return "ended";
  }
  return "nothing";
}

namespace {
class VisitQuery {
public:
  VisitQuery(const Lineage &lineage, OpId id)
      : lineage(lineage), op(lineage.op(id)) {
    around.insert(id);
    around.insert_range(holdersOf(lineage, id));
    noteDeeds();
    for (const ReportedDiagnostic &each : lineage.diagnostics())
      if (isAbout(each))
        if (ActionId pass = lineage.passOf(each.action))
          said[pass].push_back(&each);
  }

  std::vector<PassVisit> run() const {
    std::vector<PassVisit> visits;
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      if (isVisit(id))
        visits.push_back(describe(id));
    return visits;
  }

private:
  bool isAbout(const ReportedDiagnostic &diagnostic) const {
    return diagnostic.op == op.id ||
           (diagnostic.op == 0 && diagnostic.location != 0 &&
            diagnostic.location == op.location);
  }

  /// What was done last and weighs most.
  void noteDeeds() {
    auto note = [&](ActionId action, Did did) {
      if (ActionId pass = lineage.passOf(action))
        deeds[pass] = did;
    };
    note(op.birthAction, Did::Made);
    lineage.forEachNote(op.id, [&](const Note &each) {
      note(each.action,
           each.kind == NoteKind::Moved ? Did::Moved : Did::Modified);
    });
    note(op.endAction, Did::Ended);
  }

  bool isVisit(ActionId id) const {
    if (lineage.passOf(id) != id || isAdaptor(lineage.actionKind(id).name))
      return false;
    if (deeds.contains(id))
      return true;
    // A pass that began behind the birth has a greater number.
    bool isThere = op.id < lineage.firstOpOf(id) &&
                   (op.endAction == 0 || id <= op.endAction);
    return isThere && around.contains(lineage.rootOf(id));
  }

  PassVisit describe(ActionId id) const {
    PassVisit visit;
    visit.pass = describeAction(lineage, id);
    visit.did = deeds.lookup(id);
    if (auto found = said.find(id); found != said.end())
      for (const ReportedDiagnostic *each : found->second)
        visit.said.push_back(describeDiagnostic(lineage, *each));
    return visit;
  }

  const Lineage &lineage;
  OpInfo op;
  llvm::DenseSet<OpId> around; ///< It, and all that hold it.
  llvm::DenseMap<ActionId, Did> deeds;
  llvm::DenseMap<ActionId, std::vector<const ReportedDiagnostic *>> said;
};
} // namespace

std::vector<PassVisit> passesOver(const Lineage &lineage, OpId op) {
  return VisitQuery(lineage, op).run();
}

} // namespace mlir::trackdbg
