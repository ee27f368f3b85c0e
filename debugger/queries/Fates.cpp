//===- Fates.cpp - How many ops were made, and how they ended -------------===//

#include "queries/Fates.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace mlir::trackdbg {

llvm::StringRef toString(FateKey key) {
  switch (key) {
  case FateKey::Op:
    return "op";
  case FateKey::Pass:
    return "pass";
  case FateKey::Pattern:
    return "pattern";
  case FateKey::NativeLine:
    return "native-line";
  }
  return "op";
}

llvm::Expected<FateKey> parseFateKey(llvm::StringRef text) {
  for (FateKey key :
       {FateKey::Op, FateKey::Pass, FateKey::Pattern, FateKey::NativeLine})
    if (text == toString(key))
      return key;
  return llvm::createStringError(fmt::format(
      "invalid value \"{}\" for --by: expected op, pass, pattern or "
      "native-line",
      text.str()));
}

namespace {
class FateCounter {
public:
  FateCounter(const Lineage &lineage, FateKey by,
              llvm::function_ref<llvm::StringRef(OpId)> lineOf)
      : lineage(lineage), definitions(lineage.definitions()), lineOf(lineOf) {
    table.by = by;
  }

  FateTable run() {
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id)
      count(lineage.op(id));
    std::vector<uint32_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), 0);
    llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
      return table.by == FateKey::Pass
                 ? firstWork[a] < firstWork[b]
                 : size(table.rows[a]) > size(table.rows[b]);
    });
    FateTable sorted{table.by, {}, table.total};
    for (uint32_t row : order)
      sorted.rows.push_back(std::move(table.rows[row]));
    return sorted;
  }

private:
  static uint64_t size(const FateRow &row) {
    return std::max(row.created,
                    row.replaced + row.merged + row.erased + row.unseen);
  }
  void count(const OpInfo &op) {
    FateRow &birth = rowFor(op, op.birthAction);
    ++birth.created;
    ++table.total.created;
    birth.alive += op.isAlive();
    table.total.alive += op.isAlive();
    if (op.isAlive())
      return;
    addEnd(table.total, op.ended);
    addEnd(rowFor(op, op.endAction), op.ended);
  }
  static void addEnd(FateRow &row, Ended ended) {
    switch (ended) {
    case Ended::Alive:
      return;
    case Ended::Replaced:
      ++row.replaced;
      return;
    case Ended::Merged:
      ++row.merged;
      return;
    case Ended::Erased:
      ++row.erased;
      return;
    case Ended::Unseen:
      ++row.unseen;
      return;
    }
  }

  FateRow &rowFor(const OpInfo &op, ActionId action) {
    uint32_t key = keyFor(op, action);
    auto [known, isNew] = rowByKey.try_emplace(key, table.rows.size());
    if (isNew) {
      table.rows.emplace_back();
      table.rows.back().name = nameOf(key);
      table.rows.back().isPattern = table.by == FateKey::Pattern &&
                                    definitions.actionKind(key).isPattern();
      firstWork.push_back(action);
    }
    firstWork[known->second] = std::min(firstWork[known->second], action);
    return table.rows[known->second];
  }
  uint32_t keyFor(const OpInfo &op, ActionId action) {
    if (table.by == FateKey::Op)
      return op.nameId;
    if (table.by == FateKey::NativeLine)
      return keyOfLine(lineOf(op.id));
    if (table.by == FateKey::Pass)
      action = lineage.passOf(action);
    else
      action = patternAround(action);
    return definitions.canonicalActionKind(lineage.action(action).kind);
  }
  /// The nearest pattern at or around an action; itself where there is none.
  ActionId patternAround(ActionId action) const {
    ActionId pass = lineage.passOf(action);
    for (ActionId id = action; id > pass; id = lineage.action(id).parent)
      if (lineage.actionKind(id).isPattern())
        return id;
    return action;
  }
  uint32_t keyOfLine(llvm::StringRef line) {
    auto [known, isNew] = keyByLine.try_emplace(line, lines.size());
    if (isNew)
      lines.push_back(known->first());
    return known->second;
  }
  std::string nameOf(uint32_t key) const {
    if (table.by == FateKey::Op)
      return definitions.string(key).str();
    if (table.by == FateKey::NativeLine)
      return lines[key].str();
    ActionKindInfo kind = definitions.actionKind(key);
    if (kind.isPattern() && kind.name.empty())
      return "a pattern without a name";
    if (!kind.isPass())
      return kind.title().str();
    std::string name = kind.passWord().str();
    return table.by == FateKey::Pass ? name : "pass " + name;
  }

  const Lineage &lineage;
  const Definitions &definitions;
  llvm::function_ref<llvm::StringRef(OpId)> lineOf;
  llvm::StringMap<uint32_t> keyByLine;
  std::vector<llvm::StringRef> lines; ///< By key.
  FateTable table;
  llvm::DenseMap<uint32_t, uint32_t> rowByKey;
  std::vector<ActionId> firstWork; ///< By row.
};
} // namespace

FateTable fates(const Lineage &lineage, FateKey by,
                llvm::function_ref<llvm::StringRef(OpId)> lineOf) {
  return FateCounter(lineage, by, lineOf).run();
}

} // namespace mlir::trackdbg
