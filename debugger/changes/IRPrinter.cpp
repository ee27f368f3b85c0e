//===- IRPrinter.cpp - The IR of a replay as text -------------------------===//

#include "changes/IRPrinter.h"

#include "changes/IRNames.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

using namespace trace;
using Item = Template::Item;

/// What an op's text begins with, where its name can go without the dialect
/// that the region around it names.
static llvm::StringRef withoutDialect(llvm::StringRef text,
                                      llvm::StringRef name,
                                      llvm::StringRef dialect) {
  if (dialect.empty() || name.count('.') != 1 || !text.starts_with(name) ||
      name.split('.').first != dialect)
    return text;
  return text.drop_front(dialect.size() + 1);
}

//===----------------------------------------------------------------------===//
// All of an op
//===----------------------------------------------------------------------===//

namespace {
class Printer {
public:
  Printer(const IRState &state, OpId root) : state(state), names(state, root) {
    enter(root, /*indent=*/0, "builtin");
  }

  RebuiltIR run() {
    while (!open.empty() && !isCancelled())
      step();
    breakLine();
    return {std::move(text), std::move(ties)};
  }

private:
  /// An op whose text is not finished.
  struct Open {
    OpId op;
    uint32_t indent;
    llvm::StringRef dialect; ///< That the region around it leaves out.
    size_t item = 0;         ///< The next one of its template.
    // In a region: the block and the op that come next.
    bool isInRegion = false;
    bool isInside = false; ///< It is a part of another op's text.
    BlockId block = 0;
    OpId next = 0;
    uint32_t flags = 0;
  };

  void breakLine() {
    text += '\n';
    ++line;
  }
  void put(llvm::StringRef piece) {
    line += piece.count('\n');
    text += piece;
  }
  void enter(OpId op, uint32_t indent, llvm::StringRef dialect) {
    text.append(indent, ' ');
    ties.push_back({line, indent, op});
    text += names.resultsOf(op);
    open.push_back({op, indent, dialect});
  }

  void step() {
    Open &top = open.back();
    if (top.isInRegion)
      return stepInRegion(top);
    const Template &form = state.templateOf(state.op(top.op).form);
    if (form.items.empty())
      put(state.nameOf(top.op));
    if (top.item >= form.items.size()) {
      bool endsLine = open.size() != 1 && !top.isInside;
      open.pop_back();
      if (endsLine)
        breakLine();
      return;
    }
    const Item &item = form.items[top.item++];
    if (item.kind == Item::Kind::Region)
      return beginRegion(top, item);
    if (item.kind == Item::Kind::Inside)
      return enterInside(top, item);
    if (item.kind == Item::Kind::Text)
      return put(top.item == 1 ? withoutDialect(item.text, state.nameOf(top.op),
                                                top.dialect)
                               : item.text);
    if (item.kind == Item::Kind::NewLine) {
      breakLine();
      text.append(top.indent + std::min<uint32_t>(item.first, 1 << 10), ' ');
      return;
    }
    text += textOf(state.op(top.op), top.op, item);
  }
  std::string textOf(const IRState::Op &op, OpId id, const Item &item) {
    switch (item.kind) {
    case Item::Kind::Operand:
      return item.first < op.operandCount ? names.nameOf(op.uses[item.first])
                                          : IRNames::kUnknown;
    case Item::Kind::Result:
      return names.resultName(id, item.first);
    case Item::Kind::Argument:
      return names.argumentName(
          item.first < op.regions.size() ? op.regions[item.first].first : 0,
          item.second);
    case Item::Kind::Successor:
      return names.nameOfBlock(successorOf(op, item.first));
    default:
      return IRNames::kUnknown;
    }
  }
  BlockId successorOf(const IRState::Op &op, uint32_t index) const {
    size_t at = size_t(op.operandCount) + index;
    return at < op.uses.size() ? state.blockAt(op.uses[at]) : 0;
  }

  //===--------------------------------------------------------------------===//
  // Regions
  //===--------------------------------------------------------------------===//

  void beginRegion(Open &top, const Item &item) {
    put("{");
    breakLine();
    const IRState::Op &op = state.op(top.op);
    top.isInRegion = true;
    top.flags = item.second;
    top.next = 0;
    top.block =
        item.first < op.regions.size() ? op.regions[item.first].first : 0;
    if (top.block == 0)
      return;
    findPredecessors(top.block);
    const IRState::Block &entry = state.block(top.block);
    bool hasLabel =
        ((top.flags & op_template::kEmptyBlock) && entry.first == 0) ||
        ((top.flags & op_template::kEntryArguments) &&
         state.string(entry.types).contains('\0'));
    beginBlock(top, hasLabel);
  }
  void beginBlock(Open &top, bool hasLabel) {
    if (hasLabel)
      printLabel(top.block, top.indent);
    top.next = state.block(top.block).first;
  }
  void stepInRegion(Open &top) {
    if (top.next == 0 && top.block != 0)
      top.block = state.block(top.block).next;
    else if (OpId op = top.next) {
      top.next = state.op(op).next;
      return enterInRegion(top, op);
    }
    if (top.block != 0)
      return beginBlock(top, /*hasLabel=*/true);
    top.isInRegion = false;
    text.append(top.indent, ' ');
    put("}");
  }
  void enterInRegion(Open &top, OpId op) {
    bool isLeftOut = !(top.flags & op_template::kTerminators) &&
                     top.next == 0 && state.isTerminator(op);
    if (isLeftOut || !seen.insert(op).second)
      return;
    // `top` may move.
    enter(op, top.indent + 2,
          state.templateOf(state.op(top.op).form).defaultDialect);
  }

  void enterInside(Open &top, const Item &item) {
    const IRState::Op &op = state.op(top.op);
    BlockId block =
        item.first < op.regions.size() ? op.regions[item.first].first : 0;
    OpId inside = state.block(block).first;
    // A template comes from anywhere.
    constexpr uint32_t kMost = 1000;
    for (uint32_t i = std::min(item.second, kMost); i != 0 && inside != 0; --i)
      inside = state.op(inside).next;
    if (inside == 0 || !seen.insert(inside).second)
      return;
    uint32_t indent = top.indent;
    llvm::StringRef dialect = top.dialect;
    open.push_back({inside, indent, dialect});
    open.back().isInside = true;
  }

  /// Of the blocks from `first` on: who branches to each.
  void findPredecessors(BlockId first) {
    if (state.block(first).next == 0 && !mayBranchToItself(first))
      return;
    for (BlockId block = first; block != 0; block = state.block(block).next)
      predecessors.erase(block);
    for (BlockId block = first; block != 0; block = state.block(block).next)
      for (OpId id = state.block(block).last; id != 0;
           id = state.op(id).previous) {
        const IRState::Op &op = state.op(id);
        for (size_t i = op.operandCount; i < op.uses.size(); ++i)
          if (BlockId successor = state.blockAt(op.uses[i]))
            predecessors[successor].push_back(block);
      }
  }
  bool mayBranchToItself(BlockId block) const {
    OpId last = state.block(block).last;
    return last != 0 &&
           state.op(last).uses.size() > state.op(last).operandCount;
  }

  void printLabel(BlockId id, uint32_t indent) {
    const IRState::Block &block = state.block(id);
    text.append(indent, ' ');
    text += names.nameOfBlock(id);
    llvm::StringRef types = state.string(block.types);
    uint32_t number = 0;
    while (types.contains('\0')) {
      auto [type, rest] = types.split('\0');
      text += number == 0 ? "(" : ", ";
      text += names.argumentName(id, number++) + ": ";
      put(type);
      types = rest;
    }
    text += number == 0 ? ":" : "):";
    printPredecessors(id);
    breakLine();
  }
  void printPredecessors(BlockId id) {
    auto known = predecessors.find(id);
    if (known == predecessors.end() || known->second.empty()) {
      if (state.block(id).previous != 0)
        text += "  // no predecessors";
      return;
    }
    std::vector<BlockId> &all = known->second;
    llvm::stable_sort(all, [&](BlockId lhs, BlockId rhs) {
      return names.orderOf(lhs) < names.orderOf(rhs);
    });
    text += all.size() == 1 ? std::string("  // pred: ")
                            : "  // " + std::to_string(all.size()) + " preds: ";
    for (size_t i = 0; i != all.size(); ++i)
      text += (i == 0 ? "" : ", ") + names.nameOfBlock(all[i]);
  }

  const IRState &state;
  IRNames names;
  std::string text;
  std::vector<Tie> ties;
  uint32_t line = 1;
  std::vector<Open> open;
  llvm::DenseSet<OpId> seen;
  llvm::DenseMap<BlockId, std::vector<BlockId>> predecessors;
};
} // namespace

RebuiltIR printIR(const IRState &state, OpId root) {
  return Printer(state, root).run();
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

std::string printOneOp(const IRState &state, OpId id, llvm::StringRef results,
                       llvm::function_ref<std::string(uint64_t)> nameOf,
                       llvm::function_ref<std::string(uint32_t)> nameOfArgument,
                       llvm::function_ref<std::string(BlockId)> nameOfBlock) {
  const IRState::Op &op = state.op(id);
  const Template &form = state.templateOf(op.form);
  std::string text = results.str();
  if (form.items.empty())
    text += state.nameOf(id);
  for (const Item &item : form.items)
    switch (item.kind) {
    case Item::Kind::Text:
      text += item.text;
      break;
    case Item::Kind::Region:
      text += "{...}";
      break;
    case Item::Kind::Inside:
      text += "...";
      break;
    case Item::Kind::NewLine:
      text += ' ';
      break;
    case Item::Kind::Operand:
      text += nameOf(item.first < op.operandCount ? op.uses[item.first] : 0);
      break;
    case Item::Kind::Result:
      text += nameOf(resultRef(op.address, item.first));
      break;
    case Item::Kind::Argument:
      text += nameOfArgument(item.second);
      break;
    case Item::Kind::Successor: {
      size_t at = size_t(op.operandCount) + item.first;
      text += nameOfBlock(at < op.uses.size() ? state.blockAt(op.uses[at]) : 0);
      break;
    }
    case Item::Kind::Unknown:
      text += nameOf(0);
      break;
    }
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

} // namespace mlir::trackdbg
