//===- ActionTerms.cpp - What conditions ask about an action --------------===//

#include "breakpoints/ActionTerms.h"

#include "core/ActionNames.h"
#include "ir/LocationText.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using Kind = Term::Kind;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

bool mlir::trackdbg::isNumber(Kind kind) {
  return kind == Kind::Depth || kind == Kind::Action || kind == Kind::Hits ||
         kind == Kind::OpUses;
}

static TermKey keyOf(const void *pointer) {
  return {pointer == nullptr, reinterpret_cast<uintptr_t>(pointer)};
}

/// The innermost one at work.
static TermKey passOf(const ActiveAction *action) {
  while (action && !action->isPass)
    action = action->parent;
  return action ? TermKey{false, action->kind} : TermKey();
}

static TermKey patternOf(const ActiveAction *action, const Interner &interner) {
  while (action && interner.actionKind(action->kind).tag != kApplyPatternTag)
    action = action->parent;
  return action ? TermKey{false, action->kind} : TermKey();
}

static TermKey readOp(const Term &term, Operation *op) {
  for (unsigned i = 0; op && i < term.parents; ++i)
    op = op->getParentOp();
  if (!op)
    return {};
  switch (term.kind) {
  case Kind::OpName:
    return keyOf(op->getName().getAsOpaquePointer());
  case Kind::OpLocation:
    return keyOf(op->getLoc().getAsOpaquePointer());
  case Kind::OpAttribute:
    return keyOf(op->getAttr(term.name).getAsOpaquePointer());
  case Kind::OperandType:
    // One may be cleared while an op is being built or taken apart.
    if (term.index >= op->getNumOperands() || !op->getOperand(term.index))
      return {};
    return keyOf(op->getOperand(term.index).getType().getAsOpaquePointer());
  case Kind::ResultType:
    if (term.index >= op->getNumResults())
      return {};
    return keyOf(op->getResult(term.index).getType().getAsOpaquePointer());
  default:
    break;
  }
  uint64_t uses = 0;
  for (OpResult result : op->getResults())
    uses += std::distance(result.use_begin(), result.use_end());
  return {false, uses};
}

static TermKey readKey(const Term &term, const ActiveAction &action,
                       const Interner &interner) {
  switch (term.kind) {
  case Kind::Pass:
    return passOf(&action);
  case Kind::Pattern:
    return patternOf(&action, interner);
  case Kind::Tag:
    return {false, action.kind};
  case Kind::Unit:
    if (interner.actionKind(action.kind).tag != kLLVMPassTag)
      return {};
    [[fallthrough]];
  case Kind::Text:
    return {action.textId == 0,
            reinterpret_cast<uintptr_t>(action.text.data())};
  case Kind::Depth:
    return {false, uint64_t(action.getDepth())};
  case Kind::Action:
    return {false, action.number};
  case Kind::Hits:
    return {};
  default:
    return action.rootAlive ? readOp(term, action.root) : TermKey();
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// As MLIR prints it; a constant too large to read is cut.
static std::string textOf(Attribute attribute) {
  constexpr int64_t kMostElements = 1024;
  std::string text;
  llvm::raw_string_ostream os(text);
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  if (elements && !elements.isSplat() &&
      elements.getNumElements() > kMostElements)
    os << "dense<...> : " << elements.getType();
  else if (!isa<DenseResourceElementsAttr>(attribute))
    attribute.print(os);
  return text;
}

static TermValue valueOf(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.getValue().str();
  if (auto truth = dyn_cast<BoolAttr>(attribute))
    return truth.getValue();
  if (isa<UnitAttr>(attribute))
    return true;
  if (auto number = dyn_cast<IntegerAttr>(attribute)) {
    const APInt &bits = number.getValue();
    std::optional<int64_t> value = bits.trySExtValue();
    if (number.getType().isUnsignedInteger())
      value = bits.getActiveBits() < 64
                  ? std::optional<int64_t>(bits.getZExtValue())
                  : std::nullopt;
    if (value)
      return *value;
  }
  return textOf(attribute);
}

static TermValue valueOf(const Term &term, TermKey key,
                         const Interner &interner) {
  if (key.isVoid)
    return {};
  if (isNumber(term.kind))
    return int64_t(key.bits);
  const void *pointer = reinterpret_cast<const void *>(key.bits);
  switch (term.kind) {
  case Kind::Pass: {
    const ActionKind &pass = interner.actionKind(key.bits);
    return pass.argument.empty() ? pass.name : pass.argument;
  }
  case Kind::Pattern:
    return interner.actionKind(key.bits).name;
  case Kind::Tag:
    return interner.actionKind(key.bits).tag;
  case Kind::Unit:
  case Kind::Text:
    return std::string(static_cast<const char *>(pointer));
  case Kind::OpName:
    return OperationName::getFromOpaquePointer(pointer).getStringRef().str();
  case Kind::OpLocation:
    return wholeLocationText(Location::getFromOpaquePointer(pointer));
  case Kind::OpAttribute:
    return valueOf(Attribute::getFromOpaquePointer(pointer));
  default:
    break;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  Type::getFromOpaquePointer(pointer).print(os);
  return text;
}

TermValue mlir::trackdbg::readTerm(const Term &term, const ActiveAction &action,
                                   const Interner &interner) {
  return valueOf(term, readKey(term, action, interner), interner);
}

//===----------------------------------------------------------------------===//
// ActionTerms
//===----------------------------------------------------------------------===//

unsigned ActionTerms::idOf(const Term &term) {
  auto known = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.term == term; });
  if (known != entries.end())
    return known - entries.begin();
  entries.emplace_back().term = term;
  return entries.size() - 1;
}

TermKey ActionTerms::key(unsigned id) {
  Entry &entry = entries[id];
  if (entry.turn != turn) {
    entry.turn = turn;
    entry.key = readKey(entry.term, *current, interner);
  }
  return entry.key;
}

const TermValue &ActionTerms::value(unsigned id) {
  TermKey now = key(id);
  Entry &entry = entries[id];
  if (now.isVoid || isNumber(entry.term.kind))
    return entry.number = valueOf(entry.term, now, interner);
  // A compile may go through any number of values.
  constexpr size_t kMost = 1 << 16;
  auto kept = entry.values.find(now.bits);
  if (kept != entry.values.end())
    return kept->second;
  if (entry.values.size() >= kMost)
    entry.values.clear();
  return entry.values[now.bits] = valueOf(entry.term, now, interner);
}

void ActionTerms::forgetPointers() {
  for (Entry &entry : entries) {
    entry.values.clear();
    entry.turn = 0;
  }
}
