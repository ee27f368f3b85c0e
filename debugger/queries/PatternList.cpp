//===- PatternList.cpp - The patterns that passes have to try -------------===//

#include "queries/PatternList.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>
#include <map>

namespace mlir::trackdbg {
namespace {

/// How often a pattern was tried on ops of one name.
struct Attempts {
  uint64_t tried = 0, applied = 0;
};

class PatternLister {
public:
  explicit PatternLister(const Lineage &lineage)
      : lineage(lineage), definitions(lineage.definitions()) {}

  PatternList run() {
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      count(lineage.action(id));
    PatternList list;
    for (auto &[owner, attempts] : owners)
      addRows(list, owner, attempts);
    return list;
  }

private:
  /// Of one pass, by the pattern's name and the name of the op.
  using OfOwner =
      std::map<std::pair<llvm::StringRef, llvm::StringRef>, Attempts>;

  void count(const ActionInfo &action) {
    ActionKindInfo kind = definitions.actionKind(action.kind);
    // What has no pattern is listed too, if it has some that it did not try.
    uint32_t own = definitions.canonicalActionKind(action.kind);
    if (!definitions.patternsOf(own).empty())
      owners.try_emplace(own);
    if (!kind.isPattern())
      return;
    uint32_t owner = ownerOf(action.parent);
    if (owner == 0)
      return;
    llvm::StringRef root =
        action.rootOp ? lineage.opName(action.rootOp) : llvm::StringRef();
    Attempts &attempts = owners[owner][{kind.name, root}];
    ++attempts.tried;
    attempts.applied += action.result == trace::ActionResult::Success;
  }

  /// The kind of the innermost pass or transform op at an action or around it;
  /// 0 where there is none.
  uint32_t ownerOf(ActionId id) {
    // Deeper nesting is a broken trace.
    constexpr unsigned kMaxNesting = 256;
    for (unsigned depth = 0; id != 0 && depth < kMaxNesting; ++depth) {
      ActionInfo action = lineage.action(id);
      ActionKindInfo kind = definitions.actionKind(action.kind);
      if (kind.isPass() || kind.tag == "transform-op")
        return definitions.canonicalActionKind(action.kind);
      id = action.parent;
    }
    return 0;
  }

  void addRows(PatternList &list, uint32_t owner, OfOwner &attempts) {
    std::string pass = definitions.actionKind(owner).passWord().str();
    size_t first = list.rows.size();
    for (const PassPattern &pattern : definitions.patternsOf(owner)) {
      PatternRow row;
      row.pass = pass;
      row.name = pattern.name.str();
      row.root = pattern.root;
      row.benefit = pattern.benefit;
      row.functions = pattern.functions;
      list.rows.push_back(std::move(row));
    }
    for (const auto &[key, each] : attempts)
      add(list, first, pass, key.first, key.second, each);
  }

  /// To the pattern of that name that is for the op's name or, where none is,
  /// to the one for ops of several names.
  static void add(PatternList &list, size_t first, const std::string &pass,
                  llvm::StringRef name, llvm::StringRef root,
                  const Attempts &attempts) {
    PatternRow *found = nullptr;
    for (PatternRow &row : llvm::drop_begin(list.rows, first))
      if (row.name == name &&
          (row.root == root || (!found && row.root.empty())))
        found = &row;
    if (!found) {
      list.rows.emplace_back();
      found = &list.rows.back();
      found->pass = pass;
      found->name = name.str();
      found->isUnlisted = true;
    }
    found->tried += attempts.tried;
    found->applied += attempts.applied;
  }

  const Lineage &lineage;
  const Definitions &definitions;
  llvm::MapVector<uint32_t, OfOwner> owners;
};

} // namespace

llvm::Expected<PatternList> patternList(const Lineage &lineage,
                                        const PatternFilter &filter) {
  PatternList list = PatternLister(lineage).run();
  llvm::StringRef name = filter.name;
  if (!name.empty()) {
    bool isPass = llvm::any_of(
        list.rows, [&](const PatternRow &row) { return row.pass == name; });
    llvm::erase_if(list.rows, [&](const PatternRow &row) {
      return isPass ? row.pass != name : row.root != name;
    });
    if (list.rows.empty())
      return llvm::createStringError(
          fmt::format("no pass '{0}' has patterns, and no pattern is for ops "
                      "'{0}' alone; 'info patterns' lists all",
                      filter.name));
  }
  if (filter.isWasted)
    llvm::erase_if(list.rows, [](const PatternRow &row) {
      return row.tried == 0 || row.applied != 0;
    });
  return list;
}

} // namespace mlir::trackdbg
