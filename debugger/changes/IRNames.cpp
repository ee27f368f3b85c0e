//===- IRNames.cpp - The names of values, as MLIR gives them --------------===//

#include "changes/IRNames.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

using namespace trace;

IRNames::IRNames(const IRState &state, OpId root) : state(state) {
  llvm::DenseSet<OpId> seen = {root};
  std::vector<Scope> open;
  usedInScopes.emplace_back();
  for (uint32_t i = 0; i != state.op(root).regions.size(); ++i)
    open.push_back({root, i, 0, 0, 0, 1});
  nameResults(root);
  while (!open.empty()) {
    Scope scope = open.back();
    open.pop_back();
    for (; usedInScopes.size() > scope.depth; usedInScopes.pop_back())
      for (const std::string &name : usedInScopes.back())
        --used[name];
    usedInScopes.emplace_back();
    nameRegion(scope);
    for (BlockId block = state.op(scope.op).regions[scope.region].first;
         block != 0; block = state.block(block).next)
      for (OpId op = state.block(block).first; op != 0; op = state.op(op).next)
        if (seen.insert(op).second)
          for (uint32_t i = 0; i != state.op(op).regions.size(); ++i)
            open.push_back({op, i, nextValue, nextArgument, nextConflict,
                            scope.depth + 1});
  }
  // A name that an argument takes over is known only now.
  for (OpId op : seen)
    shadow(op);
}

//===----------------------------------------------------------------------===//
// Giving names
//===----------------------------------------------------------------------===//

/// Makes an identifier of a name that a dialect wants.
static std::string identifier(llvm::StringRef wanted) {
  std::string name;
  if (!wanted.empty() && llvm::isDigit(wanted.front()))
    name = "_";
  for (char c : wanted) {
    if (llvm::isAlnum(c) || llvm::StringRef("$._-").contains(c))
      name += c;
    else if (c == ' ')
      name += '_';
    else
      name += llvm::utohexstr(static_cast<unsigned char>(c));
  }
  return name;
}

std::string IRNames::unique(llvm::StringRef wanted) {
  std::string name = identifier(wanted);
  if (used.lookup(name) != 0) {
    std::string stem = name + "_";
    do
      name = stem + std::to_string(nextConflict++);
    while (used.lookup(name) != 0);
  }
  ++used[name];
  usedInScopes.back().push_back(name);
  return name;
}

void IRNames::nameRegion(const Scope &scope) {
  nextValue = scope.nextValue;
  nextArgument = scope.nextArgument;
  nextConflict = scope.nextConflict;
  const IRState::Op &op = state.op(scope.op);
  BlockId entry = op.regions[scope.region].first;
  for (const Template::Name &wanted : state.templateOf(op.form).arguments)
    if (entry != 0 && wanted.region == scope.region)
      arguments.try_emplace({entry, wanted.number}, wanted.name.empty()
                                                        ? defaultName()
                                                        : unique(wanted.name));
  uint32_t order = 0;
  for (BlockId block = entry; block != 0; block = state.block(block).next) {
    blockOrders[block] = order++;
    nameBlock(block, block == entry);
  }
}

void IRNames::nameBlock(BlockId block, bool isEntry) {
  size_t count = state.string(state.block(block).types).count('\0');
  for (uint32_t i = 0; i != count; ++i) {
    if (arguments.contains({block, i}))
      continue;
    arguments[{block, i}] = isEntry
                                ? unique("arg" + std::to_string(nextArgument++))
                                : defaultName();
  }
  for (OpId op = state.block(block).first; op != 0; op = state.op(op).next)
    nameResults(op);
}

void IRNames::nameResults(OpId op) {
  const Template &form = state.templateOf(state.op(op).form);
  for (const Template::Name &wanted : form.results)
    results.try_emplace({op, wanted.number}, wanted.name.empty()
                                                 ? defaultName()
                                                 : unique(wanted.name));
  if (form.resultCount != 0 && !results.contains({op, 0}))
    results[{op, 0}] = defaultName();
}

void IRNames::shadow(OpId id) {
  const IRState::Op &op = state.op(id);
  for (const Template::Name &shadow : state.templateOf(op.form).shadows)
    if (shadow.operand < op.operandCount && shadow.region < op.regions.size())
      if (BlockId entry = op.regions[shadow.region].first)
        arguments[{entry, shadow.number}] =
            nameOf(op.uses[shadow.operand]).substr(1);
}

//===----------------------------------------------------------------------===//
// Telling names
//===----------------------------------------------------------------------===//

/// Results with a name of their own begin a group; the others are numbered in
/// it.
static uint32_t groupOf(const Template &form, uint32_t result) {
  uint32_t first = 0;
  for (const Template::Name &name : form.results)
    if (name.number <= result)
      first = std::max(first, name.number);
  return first;
}

/// How many results are in a group.
static uint32_t sizeOfGroup(const Template &form, uint32_t first) {
  uint32_t end = form.resultCount;
  for (const Template::Name &name : form.results)
    if (name.number > first)
      end = std::min(end, name.number);
  return end > first ? end - first : 0;
}

std::string IRNames::resultName(OpId op, uint32_t result) const {
  const Template &form = state.templateOf(state.op(op).form);
  uint32_t first = groupOf(form, result);
  auto known = results.find({op, first});
  if (known == results.end())
    return kUnknown;
  std::string name = "%" + known->second;
  if (form.resultCount > 1 && sizeOfGroup(form, first) > 1)
    name += "#" + std::to_string(result - first);
  return name;
}

std::string IRNames::argumentName(BlockId block, uint32_t number) const {
  auto known = arguments.find({block, number});
  return known == arguments.end() ? kUnknown : "%" + known->second;
}

std::string IRNames::nameOf(uint64_t value) const {
  if (isArgument(value))
    return argumentName(state.blockAt(blockOf(value)), numberOf(value));
  OpId op = state.opAt(value & kLow48);
  if (value == 0)
    return "<<NULL VALUE>>";
  return op == 0 ? kUnknown : resultName(op, value >> 48);
}

std::string IRNames::resultsOf(OpId op) const {
  const Template &form = state.templateOf(state.op(op).form);
  std::string text;
  for (uint32_t first = 0; first < form.resultCount;) {
    uint32_t size = std::max(1u, sizeOfGroup(form, first));
    auto known = results.find({op, first});
    text += (first == 0 ? "%" : ", %") +
            (known == results.end() ? "?" : known->second);
    if (size > 1)
      text += ":" + std::to_string(size);
    first += size;
  }
  return text.empty() ? text : text + " = ";
}

std::string IRNames::nameOfBlock(BlockId block) const {
  auto known = blockOrders.find(block);
  return known == blockOrders.end() ? "INVALIDBLOCK"
                                    : "^bb" + std::to_string(known->second);
}

uint32_t IRNames::orderOf(BlockId block) const {
  return blockOrders.lookup(block);
}

} // namespace mlir::trackdbg
