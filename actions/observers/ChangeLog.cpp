//===- ChangeLog.cpp - How the IR looks after each action -----------------===//

#include "observers/ChangeLog.h"

#include "core/LockIfThreaded.h"
#include "ir/TemplateKey.h"
#include "ir/TemplatePrinter.h"

#include "llvm/ADT/Hashing.h"

#include <cstring>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

/// Of children that print. After so many nothing is printed any more.
static constexpr unsigned kMostFailures = 16;
/// How long a child may take, and how many ops it prints at most.
static constexpr unsigned kSeconds = 5;
static constexpr size_t kMostAtOnce = 2000;

static uint64_t word(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

//===----------------------------------------------------------------------===//
// Noting
//===----------------------------------------------------------------------===//

/// Null where there are none, or where they name what may be freed.
ChangeNotes *ChangeLog::notesOf(ThreadState &thread) {
  ChangeNotes *notes = thread.changes.get();
  if (!notes || notes->isEmpty())
    return nullptr;
  if (LLVM_LIKELY(notes->deathsElsewhere == deathsElsewhere))
    return notes;
  notes->clear();
  return nullptr;
}

ChangeNotes *ChangeLog::makeNotes(ThreadState &thread) {
  if (!thread.changes)
    thread.changes = std::make_unique<ChangeNotes>();
  ChangeNotes *notes = thread.changes.get();
  if (!notesOf(thread))
    notes->deathsElsewhere = deathsElsewhere;
  return notes;
}

void ChangeLog::put(ThreadState &thread, Operation *op) {
  if (!thread.top)
    return;
  ChangeNotes *notes = makeNotes(thread);
  finishPut(thread, *notes);
  notes->firstPut = notes->lastPut = op;
  notes->putCount = 1;
}

void ChangeLog::settle(ThreadState &thread) {
  ChangeNotes *notes = notesOf(thread);
  if (!notes)
    return;
  if (!notes->blocksPut.isEmpty())
    finishBlocks(thread, *notes);
  if (!notes->firstPut || std::exchange(notes->isPlaceKnown, true))
    return;
  notes->blockOfPut = notes->firstPut->getBlock();
  if (notes->blockOfPut)
    notes->beforePut = notes->firstPut->getPrevNode();
  else
    notes->firstPut = notes->lastPut = nullptr;
}

/// Whether `op`, which is linked, stands where the ops put last were put.
static bool isStacked(const ChangeNotes &notes, Operation *op) {
  return notes.firstPut && notes.isPlaceKnown && notes.putCount == 1 &&
         notes.blockOfPut == op->getBlock() &&
         op->getPrevNode() == notes.beforePut;
}

void ChangeLog::moved(ThreadState &thread, Operation *op, Block *source,
                      bool isLinked) {
  if (!thread.top)
    return;
  ChangeNotes *notes = makeNotes(thread);
  if (isLinked && isStacked(*notes, op)) {
    notes->stackedPut.push_back(notes->firstPut);
    notes->firstPut = notes->lastPut = op;
    return;
  }
  // Lowering structured control flow moves all that comes after a loop, once
  // for each loop: what followed each other before is told in one record. The
  // list has linked none of it yet.
  if (!isLinked && notes->lastPut && !notes->isPlaceKnown &&
      source != op->getBlock() &&
      notes->lastPut->getBlock() == op->getBlock() &&
      notes->lastPut->getNextNode() == op) {
    notes->lastPut = op;
    ++notes->putCount;
    return;
  }
  put(thread, op);
}

void ChangeLog::putBlock(ThreadState &thread, Block *block) {
  if (!thread.top)
    return;
  ChangeNotes *notes = makeNotes(thread);
  notes->blocksPut.add(block);
  notes->newBlocks.add(block);
}

void ChangeLog::argumentsChanged(ThreadState &thread, Block *block,
                                 unsigned first) {
  if (!thread.top)
    return;
  makeNotes(thread)->newBlocks.add(block);
  {
    // A block of the input may have had arguments of which nothing was said.
    LockIfThreaded lock(mutex);
    said.try_emplace(block, 0);
  }
  for (BlockOperand &use : block->getUses())
    found(thread, use.getOwner());
  for (BlockArgument argument : block->getArguments().drop_front(
           std::min(first, block->getNumArguments())))
    for (Operation *user : argument.getUsers())
      found(thread, user);
}

void ChangeLog::note(ThreadState &thread, Operation *op, bool isUnplaced) {
  ChangeNotes *notes = makeNotes(thread);
  if (isUnplaced && !notes->ops.contains(op))
    notes->unplaced.insert(op);
  notes->ops.add(op);
}

void ChangeLog::typesChanged(ThreadState &thread, Operation *op,
                             ChangeKind kind) {
  if (kind == ChangeKind::ResultType)
    for (Operation *user : op->getUsers())
      found(thread, user);
  if (kind != ChangeKind::ArgumentType)
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        for (Operation *user : argument.getUsers())
          found(thread, user);
}

void ChangeLog::dying(ThreadState &thread, Operation *op) {
  if (!thread.top && !thread.parsedOps)
    ++deathsElsewhere;
  if (ChangeNotes *notes = notesOf(thread)) {
    finishPut(thread, *notes);
    notes->ops.remove(op);
  }
  LockIfThreaded lock(mutex);
  said.erase(op);
}

void ChangeLog::dyingBlock(ThreadState &thread, Block *block) {
  if (ChangeNotes *notes = notesOf(thread)) {
    notes->blocksPut.remove(block);
    notes->newBlocks.remove(block);
    // The reader moves what went out of it before it takes it away.
    finishPut(thread, *notes);
  }
  LockIfThreaded lock(mutex);
  said.erase(block);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// `words` has the words behind the first one, and room for that.
void ChangeLog::append(ThreadState &thread, ChangeRecordKind kind,
                       Words &words) {
  ChangeNotes &notes = *thread.changes;
  size_t size = words.size() * sizeof(uint64_t);
  SegmentHeader *&segment = notes.segment;
  if (segment && segment->used + size > kSegmentSize) {
    file.release(segment);
    segment = nullptr;
  }
  if (!segment) {
    order.add(thread);
    segment = file.addSegment(SegmentKind::Changes, thread.number);
  }
  if (!segment)
    return;
  uint64_t position =
      notes.position ? notes.position : order.newestPosition(thread);
  words[0] = ChangeHead{kind, words.size(), position}.word();
  uint64_t used = segment->used.load(std::memory_order_relaxed);
  memcpy(reinterpret_cast<char *>(segment) + used, words.data(), size);
  segment->used.store(used + size, std::memory_order_release);
}

void ChangeLog::finishPut(ThreadState &thread, ChangeNotes &notes) {
  if (!notes.blocksPut.isEmpty())
    finishBlocks(thread, notes);
  Operation *first = std::exchange(notes.firstPut, nullptr);
  bool isPlaceKnown = std::exchange(notes.isPlaceKnown, false);
  notes.lastPut = nullptr;
  Block *block = !first         ? nullptr
                 : isPlaceKnown ? notes.blockOfPut
                                : first->getBlock();
  if (!block)
    return notes.stackedPut.clear();
  if (!notes.stackedPut.empty()) {
    notes.stackedPut.push_back(first);
    return writeStack(thread, notes);
  }
  Operation *before = isPlaceKnown ? notes.beforePut : first->getPrevNode();
  Words words = {0, word(first), word(block), word(before)};
  if (notes.putCount > 1)
    words.push_back(notes.putCount);
  append(thread, ChangeRecordKind::OpsPut, words);
}

void ChangeLog::writeStack(ThreadState &thread, ChangeNotes &notes) {
  Operation *last = notes.stackedPut.back();
  constexpr size_t kHead = 3;
  Words words = {0, word(notes.blockOfPut), word(notes.beforePut)};
  words.reserve(std::min<size_t>(kHead + notes.stackedPut.size(),
                                 ChangeHead::kMostWords));
  for (Operation *op : notes.stackedPut) {
    words.push_back(word(op));
    if (words.size() != ChangeHead::kMostWords && op != last)
      continue;
    append(thread, ChangeRecordKind::OpsStacked, words);
    words.truncate(kHead);
  }
  notes.stackedPut.clear();
}

/// A block is told behind the one before it.
void ChangeLog::finishBlocks(ThreadState &thread, ChangeNotes &notes) {
  llvm::SmallVector<Block *> waiting;
  llvm::DenseSet<Block *> told;
  for (Block *block : notes.blocksPut.list()) {
    while (block && block->getParent() && notes.blocksPut.contains(block) &&
           told.insert(block).second) {
      waiting.push_back(block);
      block = block->getPrevNode();
    }
    while (!waiting.empty())
      writeBlockPut(thread, waiting.pop_back_val());
  }
  notes.blocksPut.clear();
}

void ChangeLog::writeBlockPut(ThreadState &thread, Block *block) {
  Operation *holder = block->getParentOp();
  if (!holder)
    return;
  uint64_t region = block->getParent()->getRegionNumber();
  Words words = {0, word(block), word(holder) | region << 48,
                 word(block->getPrevNode())};
  append(thread, ChangeRecordKind::BlockPut, words);
}

/// A value by who defines it, and which of its values it is.
static uint64_t refTo(Value value) {
  if (!value)
    return 0;
  if (auto result = dyn_cast<OpResult>(value))
    return resultRef(word(result.getOwner()), result.getResultNumber());
  auto argument = cast<BlockArgument>(value);
  return argumentRef(word(argument.getOwner()), argument.getArgNumber());
}

void ChangeLog::writeText(ThreadState &thread, Operation *op, uint32_t form) {
  // What does not fit is left out.
  constexpr uint64_t kMost = ChangeHead::kMostWords - 64;
  uint64_t operands = std::min<uint64_t>(op->getNumOperands(), kMost);
  Words words = {0, word(op), form | operands << 32};
  for (Value operand : op->getOperands().take_front(operands))
    words.push_back(refTo(operand));
  for (Block *successor : op->getSuccessors())
    if (words.size() != ChangeHead::kMostWords)
      words.push_back(word(successor));
  uint64_t hash = llvm::hash_combine_range(words.begin(), words.end());
  if (std::exchange(said[op], hash) != hash)
    append(thread, ChangeRecordKind::OpText, words);
}

void ChangeLog::writeBlockText(ThreadState &thread, Block *block) {
  if (block->args_empty() && !said.contains(block))
    return;
  llvm::hash_code hash = block->getNumArguments() + 1;
  for (Type type : block->getArgumentTypes())
    hash = llvm::hash_combine(hash, type.getAsOpaquePointer());
  uint64_t now = size_t(hash);
  if (std::exchange(said[block], now) == now)
    return;
  printTypes(block);
  std::string types;
  for (Type type : block->getArgumentTypes())
    types += typeTexts[type.getAsOpaquePointer()] + '\0';
  Words words = {0, word(block), names.idOf(llvm::StringRef(types))};
  append(thread, ChangeRecordKind::BlockText, words);
}

/// Where an op is, and its blocks, of which nothing was said before.
void ChangeLog::writePlace(ThreadState &thread, Operation *op) {
  if (Block *block = op->getBlock()) {
    Words words = {0, word(op), word(block), word(op->getPrevNode())};
    append(thread, ChangeRecordKind::OpsPut, words);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      writeBlockPut(thread, &block);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Another context may put something else at the same addresses.
void ChangeLog::forgetPointers() {
  if (generation == names.generation())
    return;
  generation = names.generation();
  forms.clear();
  withoutPrinter.clear();
  printing = nullptr;
  printingContext = nullptr;
  typeTexts.clear();
  said.clear();
}

/// Of the arguments of a block.
void ChangeLog::printTypes(Block *block) {
  llvm::SmallVector<Type> unknown;
  for (Type type : block->getArgumentTypes())
    if (typeTexts.try_emplace(type.getAsOpaquePointer(), "?").second)
      unknown.push_back(type);
  if (unknown.empty() || failures == kMostFailures)
    return;
  std::vector<std::string> texts(unknown.size());
  if (printer.run(
          [&] {
            for (auto [type, text] : llvm::zip_equal(unknown, texts))
              text = printedType(type);
          },
          kSeconds) != ChildEnd::Done) {
    ++failures;
    return;
  }
  for (auto [type, text] : llvm::zip_equal(unknown, texts))
    typeTexts[type.getAsOpaquePointer()] = std::move(text);
}

void ChangeLog::printForms(llvm::ArrayRef<Unprinted> wanted) {
  std::vector<std::string> texts(wanted.size());
  size_t done = 0;
  while (done != wanted.size() && failures < kMostFailures) {
    size_t last = std::min(wanted.size(), done + kMostAtOnce);
    // The child works in our memory, so `done` is where it has failed.
    ChildEnd end = printer.run(
        [&] {
          for (; done != last; ++done) {
            Operation *op = wanted[done].first;
            if (std::exchange(printingContext, op->getContext()) !=
                op->getContext())
              printing = newPrintingState(op->getContext());
            texts[done] = printTemplate(
                op, withoutPrinter.contains(op->getName()), *printing);
          }
        },
        kSeconds);
    if (end == ChildEnd::Done)
      continue;
    ++failures;
    // It may be half done.
    printingContext = nullptr;
    Operation *op = wanted[done].first;
    if (!withoutPrinter.insert(op->getName()).second)
      texts[done++] = leastTemplate(op);
  }
  for (auto [index, each] : llvm::enumerate(wanted)) {
    if (index >= done)
      texts[index] = leastTemplate(each.first);
    each.second->id = names.idOf(llvm::StringRef(texts[index]));
  }
}

void ChangeLog::writeOps(ThreadState &thread, const ChangeNotes &notes) {
  std::vector<std::pair<Operation *, Form *>> ops;
  std::vector<Unprinted> unknown;
  std::string key;
  for (Operation *op : notes.ops.list()) {
    if (!op)
      continue;
    key.clear();
    addTemplateKey(op, key);
    auto [form, isNew] = forms.try_emplace(key);
    ops.push_back({op, &form->second});
    if (isNew)
      unknown.push_back(ops.back());
  }
  if (!unknown.empty())
    printForms(unknown);
  for (auto [op, form] : ops) {
    if (notes.unplaced.contains(op) && !said.contains(op))
      writePlace(thread, op);
    writeText(thread, op, form->id);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        writeBlockText(thread, &block);
  }
}

void ChangeLog::actionTurns(ThreadState &thread, uint64_t turn) {
  ChangeNotes *notes = notesOf(thread);
  if (!notes)
    return;
  ActionClock::Stop still(thread.clock);
  notes->position = turn ? turn - 1 : 0;
  finishPut(thread, *notes);
  {
    LockIfThreaded lock(mutex);
    forgetPointers();
    writeOps(thread, *notes);
    for (Block *block : notes->newBlocks.list())
      if (block)
        writeBlockText(thread, block);
  }
  notes->position = 0;
  notes->clear();
}
