//===- Differences.cpp - What differs between two looks at the IR ---------===//

#include "observers/Differences.h"

#include "observers/TraceRecorder.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

//===----------------------------------------------------------------------===//
// The earlier look
//===----------------------------------------------------------------------===//

ComeAndGone::ComeAndGone(const PassNotes *notes, bool knowsAll) : notes(notes) {
  if (!notes)
    return;
  lastDeaths.reserve(notes->dead().size());
  for (auto [index, op] : llvm::enumerate(notes->dead()))
    lastDeaths[op] = index;
  born.reserve(notes->born().size());
  for (auto [index, each] : llvm::enumerate(notes->born())) {
    born[each.op] = index;
    auto death = lastDeaths.find(each.op);
    bool isReborn =
        death != lastDeaths.end() && death->second < each.deathsBefore;
    if (!isReborn || !knowsAll)
      continue;
    anyReborn = true;
    for (Operation *user : each.op->getUsers())
      usersOfReborn.insert(user);
  }
}

llvm::DenseMap<Operation *, size_t> &OldImages::indexed() {
  constexpr size_t kUsualSize = 8;
  if (index.empty())
    index.reserve(words.size() / kUsualSize);
  while (indexedUntil < words.size()) {
    OpImage image(words.data() + indexedUntil);
    index[image.op()] = indexedUntil;
    indexedUntil += image.size();
  }
  return index;
}

const uint64_t *OldImages::find(Operation *op, const ComeAndGone &ops) {
  auto at = [&] { return OpImage(words.data() + next); };
  while (next != words.size() && at().op() != op && ops.isGone(at().op()))
    next += at().size();
  if (next == words.size() || at().op() != op) {
    auto known = indexed().find(op);
    if (known == indexed().end())
      return nullptr;
    next = known->second;
  }
  const uint64_t *found = words.data() + next;
  next += at().size();
  return found;
}

// Results lie before their op, the first one next to it.
Operation *OldImages::ownerOf(const void *value) {
  if (words.empty())
    return nullptr;
  auto address = reinterpret_cast<uintptr_t>(value);
  for (unsigned i = 0; i != detail::OpResultImpl::getMaxInlineResults(); ++i) {
    address += sizeof(detail::InlineOpResult);
    auto known = indexed().find(reinterpret_cast<Operation *>(address));
    if (known != index.end() &&
        OpImage(words.data() + known->second).resultTypes().size() > i)
      return known->first;
  }
  return nullptr;
}

ValueRef OldImages::argumentAt(const void *value, const PassNotes *notes) {
  if (notes)
    if (ValueRef lost = notes->lostArgumentAt(value))
      return lost;
  if (!arguments) {
    arguments.emplace();
    if (!root)
      return 0;
    root->walk<WalkOrder::PreOrder>([&](Block *block) {
      for (BlockArgument argument : block->getArguments())
        (*arguments)[argument.getAsOpaquePointer()] = argumentRef(
            reinterpret_cast<uintptr_t>(block), argument.getArgNumber());
    });
  }
  return arguments->lookup(value);
}

ValueRef OldImages::valueAt(const void *value, const PassNotes *notes) {
  if (Operation *owner = ownerOf(value))
    return reinterpret_cast<uintptr_t>(owner);
  return argumentAt(value, notes);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

template <typename Printed> uint32_t Differences::printed(Printed value) {
  if (!value)
    return 0;
  auto known = texts.find(value.getAsOpaquePointer());
  if (known != texts.end())
    return known->second;
  if (texts.size() == kMostTexts)
    return recorder.interner().idOf("...");
  if (!printing)
    printing.emplace(value.getContext(),
                     OpPrintingFlags().elideLargeElementsAttrs());
  constexpr size_t kMostBytes = 400;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if constexpr (std::is_same_v<Printed, Attribute>)
    value.print(stream, *printing);
  else
    value.print(stream);
  if (text.size() > kMostBytes)
    text.replace(kMostBytes, std::string::npos, "...");
  uint32_t id = recorder.interner().idOf(llvm::StringRef(text));
  texts[value.getAsOpaquePointer()] = id;
  return id;
}

uint32_t Differences::textOf(Attribute attribute) { return printed(attribute); }
uint32_t Differences::textOf(Type type) { return printed(type); }

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

void Differences::tell(OpImage image, OpImage after, OldImages &old) {
  Operation *op = after.op();
  if (image.attributes() != after.attributes())
    tellAttributes(op, image.attributes());
  tellProperties(op, image.properties(), after.properties());
  tellLocation(op, ChangeKind::Location, image.location());
  tellTypes(op, ChangeKind::ResultType, ChangeKind::ResultCount,
            image.resultTypes(), after.resultTypes());
  tellTypes(op, ChangeKind::ArgumentType, ChangeKind::ArgumentCount,
            image.argumentTypes(), after.argumentTypes());
  tellSuccessors(op, image.successors(), after.successors());
  tellOperands(op, image.operands(), after.operands(), old);
}

void Differences::tellSinceBirth(OpImage now, const PassNotes::Born &birth) {
  Operation *op = now.op();
  tellLocation(op, ChangeKind::BirthLocation, birth.location);
  llvm::ArrayRef<const void *> used = notes->operandsOf(birth);
  Words uses = now.operands();
  for (size_t i = 0; i < std::min(used.size(), uses.size()); ++i)
    if (OpImage::pointer(uses[i]) != used[i])
      tellTaken(used[i], birth.deathsBefore, op->getOperand(i), birth.isCopy);
}

void Differences::tellLocation(Operation *op, ChangeKind kind,
                               const void *before) {
  Location now = op->getLoc();
  if (before == now.getAsOpaquePointer())
    return;
  Location was(cast<LocationAttr>(Attribute::getFromOpaquePointer(before)));
  recorder.changed(op, kind, 0, 0, recorder.interner().idOf(was),
                   recorder.interner().idOf(now));
}

void Differences::tellAttribute(Operation *op, StringAttr name,
                                Attribute before, Attribute now) {
  if (before == now)
    return;
  recorder.changed(op, ChangeKind::Attribute, 0, recorder.interner().idOf(name),
                   textOf(before), textOf(now));
  if (name == SymbolTable::getSymbolAttrName())
    recorder.renamed(op);
}

void Differences::tellAttributes(Operation *op, const void *before) {
  auto was = cast<DictionaryAttr>(Attribute::getFromOpaquePointer(before));
  DictionaryAttr is = op->getRawDictionaryAttrs();
  for (NamedAttribute attribute : is)
    tellAttribute(op, attribute.getName(), was.get(attribute.getName()),
                  attribute.getValue());
  for (NamedAttribute attribute : was)
    if (!is.contains(attribute.getName()))
      tellAttribute(op, attribute.getName(), attribute.getValue(), {});
}

/// A word is known to be an attribute, and which, where it is the one that the
/// op's dictionary has now. What was there before is one too then, or null.
void Differences::tellProperties(Operation *op, Words before, Words now) {
  if (before == now)
    return;
  auto dictionary =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  bool isAllTold = before.size() == now.size() && dictionary;
  for (size_t i = 0; isAllTold && i != now.size(); ++i) {
    if (before[i] == now[i])
      continue;
    auto known = llvm::find_if(dictionary, [&](NamedAttribute attribute) {
      return attribute.getValue().getAsOpaquePointer() ==
             OpImage::pointer(now[i]);
    });
    if (known == dictionary.end()) {
      isAllTold = false;
      break;
    }
    tellAttribute(op, known->getName(),
                  Attribute::getFromOpaquePointer(OpImage::pointer(before[i])),
                  known->getValue());
  }
  if (!isAllTold)
    recorder.changed(op, ChangeKind::Properties, 0, 0, 0, textOf(dictionary));
}

/// Whether blocks inside have more or fewer arguments, and those of `op` itself
/// are the same: those of the first blocks of its regions.
static bool isOfInnerBlocks(Operation *op, llvm::ArrayRef<uint64_t> before,
                            llvm::ArrayRef<uint64_t> now) {
  if (before.size() == now.size() || op->getNumRegions() != 1)
    return false;
  Region &region = op->getRegion(0);
  if (region.empty() || region.hasOneBlock())
    return false;
  size_t own = region.getNumArguments();
  return before.take_front(own) == now.take_front(own);
}

void Differences::tellTypes(Operation *op, ChangeKind kind,
                            ChangeKind countKind, Words before, Words now) {
  if (before == now)
    return;
  recorder.typesChanged(op, kind);
  if (kind == ChangeKind::ArgumentType && isOfInnerBlocks(op, before, now))
    return;
  if (before.size() != now.size())
    return recorder.changed(op, countKind, 0, 0, before.size(), now.size());
  for (size_t i = 0; i != now.size(); ++i)
    if (before[i] != now[i])
      recorder.changed(
          op, kind, i, 0,
          textOf(Type::getFromOpaquePointer(OpImage::pointer(before[i]))),
          textOf(Type::getFromOpaquePointer(OpImage::pointer(now[i]))));
}

void Differences::tellSuccessors(Operation *op, Words before, Words now) {
  for (size_t i = 0; i != now.size(); ++i)
    if (i >= before.size() || before[i] != now[i])
      recorder.changed(op, ChangeKind::Successor, i, 0, 0, 0);
}

void Differences::tellOperands(Operation *op, Words before, Words now,
                               OldImages &old) {
  if (before.size() != now.size())
    return recorder.changed(op, ChangeKind::OperandCount, 0, 0, before.size(),
                            now.size());
  bool isTold = modified.contains(op);
  for (size_t i = 0; i != now.size(); ++i) {
    Value is = op->getOperand(i);
    Operation *definition = is ? is.getDefiningOp() : nullptr;
    bool isReborn = definition && ops.birthOf(definition);
    if (before[i] == now[i] && !isReborn)
      continue;
    const void *was = OpImage::pointer(before[i]);
    tellTaken(was, 0, is);
    bool wasTold = isTold && notes->isReplaced(was);
    recorder.operandChanged(op, i, old.valueAt(was, notes), is, wasTold);
  }
}

/// `before`: the address of what was used after so many deaths.
void Differences::tellTaken(const void *before, uint32_t deathsBefore,
                            Value now, bool byCopy) {
  const PassNotes::Lost *lost =
      notes ? notes->lostAt(before, deathsBefore) : nullptr;
  // Where an op is copied with its users, the copies are made with what their
  // originals use, and are then given what they use in their own place: another
  // copy, or what an iteration carries to the next.
  bool isMapped = lost && lost->wasCopied && byCopy;
  if (lost && !lost->wasReplaced && !isMapped && now &&
      taken.insert({lost, now.getAsOpaquePointer()}).second)
    recorder.usesTaken(*lost, now);
}

void Differences::tellUnchanged() {
  if (same.empty())
    return;
  for (Operation *op : notes->modified())
    if (same.erase(op))
      recorder.unchanged(op);
}
