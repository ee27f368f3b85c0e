//===- PassVisits.cpp - The passes that ran over an op --------------------===//

#include "queries/PassVisits.h"

#include "graph/Holders.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

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
/// What passes did with one op.
class VisitsOfOp {
public:
  VisitsOfOp(const Lineage &lineage, OpId id)
      : lineage(lineage), op(lineage.op(id)) {
    around.insert(id);
    around.insert_range(holdersOf(lineage, id));
    noteDeeds();
  }

  /// None where the pass did not run over it.
  std::optional<Did> by(ActionId pass) const {
    if (auto deed = deeds.find(pass); deed != deeds.end())
      return deed->second;
    // A pass that began behind the birth has a greater number.
    bool isThere = op.id < lineage.firstOpOf(pass) &&
                   (op.endAction == 0 || pass <= op.endAction);
    if (isThere && around.contains(lineage.rootOf(pass)))
      return Did::Nothing;
    return std::nullopt;
  }

private:
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

  const Lineage &lineage;
  OpInfo op;
  llvm::DenseSet<OpId> around; ///< It, and all that hold it.
  llvm::DenseMap<ActionId, Did> deeds;
};

class VisitQuery {
public:
  VisitQuery(const Lineage &lineage, const VisitsQuestion &question)
      : lineage(lineage), question(question) {
    for (const ReportedDiagnostic &each : lineage.diagnostics())
      if (ActionId pass = lineage.passOf(each.action))
        said[pass].push_back(&each);
  }

  std::vector<PassVisit> run() {
    std::vector<ActionId> passes;
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      if (lineage.passOf(id) == id && !isAdaptor(lineage.actionKind(id).name) &&
          !question.leftOut.contains(id))
        passes.push_back(id);
    for (OpId op : question.ops) {
      if (isCancelled())
        break;
      VisitsOfOp visits(lineage, op);
      for (ActionId pass : passes)
        if (std::optional<Did> did = visits.by(pass))
          add(op, pass, *did);
    }
    std::vector<PassVisit> answer;
    for (auto &[key, row] : rows)
      answer.push_back(describe(key.second, row));
    llvm::stable_sort(answer, [](const PassVisit &a, const PassVisit &b) {
      return a.pass.number < b.pass.number;
    });
    return answer;
  }

private:
  struct Row {
    std::set<ActionId> runs;
    llvm::DenseSet<OpId> ops;
    llvm::SetVector<const ReportedDiagnostic *> said;
  };

  void add(OpId op, ActionId pass, Did did) {
    uint32_t which = question.folds ? lineage.definitions().canonicalActionKind(
                                          lineage.action(pass).kind)
                                    : pass;
    Row &row = rows[{which, did}];
    row.runs.insert(pass);
    row.ops.insert(op);
    auto found = said.find(pass);
    if (found == said.end())
      return;
    OpInfo info = lineage.op(op);
    for (const ReportedDiagnostic *each : found->second)
      if (each->op == op || (each->op == 0 && each->location != 0 &&
                             each->location == info.location))
        row.said.insert(each);
  }

  PassVisit describe(Did did, const Row &row) const {
    PassVisit visit;
    visit.pass = describeAction(lineage, *row.runs.begin());
    visit.did = did;
    visit.ops = row.ops.size();
    visit.runs = row.runs.size();
    visit.last = *row.runs.rbegin();
    for (const ReportedDiagnostic *each : row.said)
      visit.said.push_back(describeDiagnostic(lineage, *each));
    return visit;
  }

  const Lineage &lineage;
  const VisitsQuestion &question;
  std::map<std::pair<uint32_t, Did>, Row> rows;
  llvm::DenseMap<ActionId, std::vector<const ReportedDiagnostic *>> said;
};
} // namespace

std::vector<PassVisit> passesOver(const Lineage &lineage,
                                  const VisitsQuestion &question) {
  return VisitQuery(lineage, question).run();
}

} // namespace mlir::trackdbg
