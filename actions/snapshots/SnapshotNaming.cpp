//===- SnapshotNaming.cpp - Calls values and blocks as MLIR does ----------===//

#include "ir/Prefetch.h"
#include "snapshots/SnapshotNames.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"

#include <charconv>

using namespace mlir;
using namespace mlir::trackdbg;

/// Finds the names: region by region, each with the numbers that the one around
/// it ended with, and without the names that are taken there.
class SnapshotNames::Naming {
public:
  Naming(SnapshotNames &names, const OpPrintingFlags &flags)
      : names(names), flags(flags) {}
  void nameAllIn(Operation *root);

private:
  /// The next numbers.
  struct Counters {
    unsigned value = 0, argument = 0;
    unsigned conflict = 0; ///< For a name that is taken.
  };
  struct PendingRegion {
    Region *region;
    Counters counters;
    size_t namesAround; ///< How many of `taken`.
  };
  using NameSet = llvm::StringSet<llvm::BumpPtrAllocator>;

  void nameRegion(Region &region);
  void askForArguments(Region &region);
  void nameArguments(Block &block);
  void nameOp(Operation &op);
  void askForResults(Operation &op);
  void nameOtherResults(Operation &op);
  void setBlockName(Block *block, StringRef name);

  Name nextNumber();
  Name makeFree(StringRef name);
  Name makeFor(Value value, StringRef name);
  bool take(StringRef text);
  void giveBackFrom(size_t count);
  OpAsmOpInterface::Concept *modelOf(Operation &op);
  OpAsmTypeInterface::Concept *modelOf(Type type);

  SnapshotNames &names;
  const OpPrintingFlags &flags;
  Counters counters;
  /// Of the region that is being named: those in it.
  SmallVector<Region *> regionsInside;
  /// Of the op that is being named: the first of the results that share a name.
  SmallVector<unsigned> groups;
  NameSet isTaken;
  SmallVector<NameSet::MapEntryTy *> taken; ///< Oldest first.
  /// By the name of the op and by the kind of type; null where it leaves the
  /// names to the printer.
  llvm::DenseMap<const void *, OpAsmOpInterface::Concept *> opModels;
  llvm::DenseMap<const void *, OpAsmTypeInterface::Concept *> typeModels;
};

/// `name` as the grammar allows it, and never like a number.
static void appendIdentifier(SmallVectorImpl<char> &text, StringRef name) {
  auto isAllowed = [](char c) {
    return llvm::isAlnum(c) || c == '$' || c == '.' || c == '_' || c == '-';
  };
  char first = name.front();
  if (llvm::isDigit(first) || (!isAllowed(first) && first != ' '))
    text.push_back('_');
  for (char c : name)
    if (isAllowed(c))
      text.push_back(c);
    else if (c == ' ')
      text.push_back('_');
    else
      llvm::append_range(text, llvm::utohexstr(static_cast<unsigned char>(c)));
}

void SnapshotNames::nameAllIn(Operation *root, const OpPrintingFlags &flags) {
  values.clear();
  blocks.clear();
  longNames.clear();
  Naming(*this, flags).nameAllIn(root);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void SnapshotNames::Naming::nameAllIn(Operation *root) {
  nameOp(*root);
  SmallVector<PendingRegion> pending;
  // The numbers of the root's own results are given again in it.
  for (Region *region : regionsInside)
    pending.push_back({region, Counters(), taken.size()});
  while (!pending.empty()) {
    PendingRegion next = pending.pop_back_val();
    if (!flags.shouldPrintUniqueSSAIDs())
      counters = next.counters;
    giveBackFrom(next.namesAround);
    regionsInside.clear();
    nameRegion(*next.region);
    for (Region *region : regionsInside)
      pending.push_back({region, counters, taken.size()});
  }
}

void SnapshotNames::Naming::nameRegion(Region &region) {
  if (!flags.shouldPrintGenericOpForm())
    askForArguments(region);
  int position = 0;
  for (Block &block : region) {
    names.blocks.try_emplace(&block).first->second.position = position++;
    nameArguments(block);
    for (Operation &op : block) {
      // What is waited for most is memory.
      prefetchNext(op);
      nameOp(op);
    }
  }
}

void SnapshotNames::Naming::askForArguments(Region &region) {
  bool isNamed = false;
  auto set = [&](Value argument, StringRef name) {
    isNamed = true;
    names.values[argument] = makeFor(argument, name);
  };
  Operation &parent = *region.getParentOp();
  if (auto *model = modelOf(parent))
    OpAsmOpInterface(&parent, model).getAsmBlockArgumentNames(region, set);
  if (isNamed || region.empty())
    return;
  for (BlockArgument argument : region.getArguments())
    if (auto *model = modelOf(argument.getType()))
      OpAsmTypeInterface(argument.getType(), model)
          .getAsmName([&](StringRef name) { set(argument, name); });
}

void SnapshotNames::Naming::nameArguments(Block &block) {
  bool isEntry = block.isEntryBlock();
  for (BlockArgument argument : block.getArguments()) {
    auto [known, isNew] = names.values.try_emplace(argument);
    if (!isNew)
      continue;
    SmallString<16> name;
    if (isEntry)
      (Twine("arg") + Twine(counters.argument++)).toVector(name);
    known->second = makeFor(argument, name);
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void SnapshotNames::Naming::nameOp(Operation &op) {
  for (Region &region : op.getRegions())
    regionsInside.push_back(&region);
  groups.clear();
  if (!flags.shouldPrintGenericOpForm())
    askForResults(op);
  if (op.getNumResults() == 0) {
    // Comments on users need a number for it.
    if (flags.shouldPrintValueUsers())
      ++counters.value;
    return;
  }
  auto [known, isNew] = names.values.try_emplace(op.getResult(0));
  if (isNew)
    known->second = makeFor(op.getResult(0), "");
  if (op.getNumResults() > 1)
    nameOtherResults(op);
}

void SnapshotNames::Naming::askForResults(Operation &op) {
  bool isNamed = false;
  auto set = [&](Value result, StringRef name) {
    isNamed = true;
    names.values[result] = makeFor(result, name);
    groups.push_back(cast<OpResult>(result).getResultNumber());
  };
  if (auto *model = modelOf(op)) {
    OpAsmOpInterface named(&op, model);
    named.getAsmBlockNames(
        [&](Block *block, StringRef name) { setBlockName(block, name); });
    named.getAsmResultNames(set);
  }
  if (isNamed ||
      !llvm::all_of(op.getResultTypes(), [&](Type t) { return modelOf(t); }))
    return;
  for (OpResult result : op.getResults())
    OpAsmTypeInterface(result.getType(), modelOf(result.getType()))
        .getAsmName([&](StringRef name) { set(result, name); });
}

/// A result that has no name of its own shares that of one before it.
void SnapshotNames::Naming::nameOtherResults(Operation &op) {
  groups.push_back(0);
  llvm::sort(groups);
  groups.erase(llvm::unique(groups), groups.end());
  groups.push_back(op.getNumResults());
  for (size_t group = 0; group + 1 < groups.size(); ++group) {
    unsigned begin = groups[group], end = groups[group + 1];
    if (end - begin == 1)
      continue;
    std::string shared = names.textOf(names.values[op.getResult(begin)]).str();
    for (unsigned index = begin; index < end; ++index)
      names.values[op.getResult(index)] =
          names.makeName((shared + "#" + Twine(index - begin)).str());
  }
}

void SnapshotNames::Naming::setBlockName(Block *block, StringRef name) {
  SmallString<32> text("^");
  appendIdentifier(text, name);
  names.blocks[block].longName = names.longNames.size();
  names.longNames.push_back(text.str().str());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

SnapshotNames::Name SnapshotNames::Naming::nextNumber() {
  unsigned number = counters.value++;
  Name name;
  name.bytes[0] = '%';
  auto [end, error] =
      std::to_chars(name.bytes.begin() + 1, name.bytes.end(), number);
  return error == std::errc() ? name
                              : names.makeName(("%" + Twine(number)).str());
}

SnapshotNames::Name SnapshotNames::Naming::makeFree(StringRef name) {
  SmallString<32> text("%");
  appendIdentifier(text, name);
  if (!take(text)) {
    text.push_back('_');
    size_t size = text.size();
    do {
      text.truncate(size);
      text += llvm::utostr(counters.conflict++);
    } while (!take(text));
  }
  return names.makeName(text);
}

/// Without a name it gets a number.
SnapshotNames::Name SnapshotNames::Naming::makeFor(Value value,
                                                   StringRef name) {
  if (flags.shouldUseNameLocAsPrefix())
    if (auto named = value.getLoc()->findInstanceOf<NameLoc>())
      name = named.getName();
  return name.empty() ? nextNumber() : makeFree(name);
}

bool SnapshotNames::Naming::take(StringRef text) {
  auto [entry, isNew] = isTaken.insert(text);
  if (isNew)
    taken.push_back(&*entry);
  return isNew;
}

void SnapshotNames::Naming::giveBackFrom(size_t count) {
  while (taken.size() > count)
    isTaken.remove(taken.pop_back_val());
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

OpAsmOpInterface::Concept *SnapshotNames::Naming::modelOf(Operation &op) {
  OperationName name = op.getName();
  auto [known, isNew] = opModels.try_emplace(name.getAsOpaquePointer());
  if (isNew) {
    known->second = name.getInterface<OpAsmOpInterface>();
    if (Dialect *dialect = name.getDialect(); dialect && !known->second)
      known->second =
          dialect->getRegisteredInterfaceForOp<OpAsmOpInterface>(name);
  }
  return known->second;
}

OpAsmTypeInterface::Concept *SnapshotNames::Naming::modelOf(Type type) {
  const AbstractType &kind = type.getAbstractType();
  auto [known, isNew] = typeModels.try_emplace(&kind);
  if (isNew)
    known->second = kind.getInterface<OpAsmTypeInterface>();
  return known->second;
}
