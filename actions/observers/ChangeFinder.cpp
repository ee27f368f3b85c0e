//===- ChangeFinder.cpp - What a pass changed without a word --------------===//

#include "observers/ChangeFinder.h"

#include "core/LockIfThreaded.h"
#include "ir/Prefetch.h"
#include "ir/Traits.h"
#include "observers/Differences.h"
#include "observers/TraceRecorder.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

#include <cstring>

using namespace mlir;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

static PassNotes &notesOf(ThreadState &thread) {
  if (!thread.ownNotes)
    thread.ownNotes = std::make_unique<PassNotes>();
  return *thread.ownNotes;
}

void ChangeFinder::beforePass(ThreadState &thread, Operation *root,
                              const ActiveAction *around) {
  if (hasGivenUp.load(std::memory_order_relaxed))
    return;
  // The passes of a pipeline follow each other at once. What the code of a pass
  // did before it began this one inside is its own.
  bool isInCode = around && !around->isAdaptor;
  bool mayBeChanged =
      isInCode || wasChangedBetween.exchange(false, std::memory_order_relaxed);
  if (mayBeChanged || !find(root))
    look(thread, root, isInCode ? thread.notes : nullptr);
}

void ChangeFinder::passBegins(ThreadState &thread) {
  thread.notes = &notesOf(thread);
  thread.notes->clear();
  thread.lastPut = nullptr;
}

void ChangeFinder::passEnds(ThreadState &thread, const ActiveAction &pass) {
  if (!thread.notes)
    return;
  if (pass.result != trace::ActionResult::Skipped && pass.root &&
      pass.rootAlive && !hasGivenUp.load(std::memory_order_relaxed))
    look(thread, pass.root, thread.notes);
  thread.notes->clear();
  thread.lastPut = nullptr;
  const ActiveAction *around = pass.parent;
  while (around && !(around->isPass && !around->isAdaptor))
    around = around->parent;
  if (!around)
    thread.notes = nullptr;
}

void ChangeFinder::dying(ThreadState &thread, Operation *op) {
  if (thread.notes)
    keepImages(*thread.notes, op);
  LockIfThreaded lock(mutex);
  auto known = units.find(op);
  if (known == units.end())
    return;
  wordsHeld -= known->second->images.size();
  units.erase(known);
}

static Operation *isolatedAround(Operation *op) {
  while (op && !isIsolatedFromAbove(op->getName()))
    op = op->getParentOp();
  return op;
}

void ChangeFinder::taken(ThreadState &thread, Operation *from,
                         Operation *into) {
  if (!thread.notes || hasGivenUp.load(std::memory_order_relaxed))
    return;
  Operation *source = isolatedAround(from), *target = isolatedAround(into);
  if (source && target && source != target)
    keepImages(*thread.notes, source);
}

/// Those of a unit, once in each pass, so that it costs no more than a look.
void ChangeFinder::keepImages(PassNotes &notes, Operation *root) {
  if (Unit *unit = find(root))
    if (notes.leftFrom.insert(root).second)
      llvm::append_range(notes.leftImages, unit->images);
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

ChangeFinder::Unit *ChangeFinder::find(Operation *root) {
  LockIfThreaded lock(mutex);
  auto known = units.find(root);
  return known == units.end() ? nullptr : known->second.get();
}

bool ChangeFinder::isUnit(Operation *op) {
  return isIsolatedFromAbove(op->getName()) && find(op);
}

ChangeFinder::Unit &ChangeFinder::unitOf(Operation *root) {
  LockIfThreaded lock(mutex);
  std::unique_ptr<Unit> &unit = units[root];
  if (!unit)
    unit = std::make_unique<Unit>();
  return *unit;
}

/// Calls `visit` with an op and all ops in it, but for those in a unit of its
/// own, of which `roots` gets the root.
template <typename Visit>
void ChangeFinder::walk(Operation *root, std::vector<Operation *> &roots,
                        Visit visit) {
  std::vector<Block *> blocks;
  auto enter = [&](Operation &op) {
    for (Region &region : op.getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
  };
  visit(*root);
  enter(*root);
  while (!blocks.empty()) {
    Block *block = blocks.back();
    blocks.pop_back();
    Operation *next = block->empty() ? nullptr : &block->front();
    while (next) {
      Operation &op = *next;
      next = op.getNextNode();
      bool hasRegions = op.getNumRegions() != 0;
      if (LLVM_UNLIKELY(hasRegions) && isUnit(&op)) {
        roots.push_back(&op);
        continue;
      }
      visit(op);
      if (LLVM_UNLIKELY(hasRegions))
        enter(op);
    }
  }
}

void ChangeFinder::look(ThreadState &thread, Operation *root,
                        const PassNotes *notes) {
  ActionClock::Stop still(
      thread.clock); // The time of a pass is the compiler's.
  ComeAndGone ops(notes, !opsDieElsewhere.load(std::memory_order_relaxed));
  Differences differences(recorder, notes, ops);
  PassNotes &own = notesOf(thread);
  OldImages left(own.leftImages, /*root=*/nullptr);
  std::vector<Operation *> roots = {root};
  for (size_t i = 0; i != roots.size(); ++i)
    lookAt(roots[i], roots, ops, differences, left, own.spare);
  differences.tellUnchanged();
  if (wordsHeld.load(std::memory_order_relaxed) <= kMostWords)
    return;
  hasGivenUp = true;
  recorder.stopComparing();
}

void ChangeFinder::lookAt(Operation *root, std::vector<Operation *> &roots,
                          const ComeAndGone &ops, Differences &differences,
                          OldImages &left, ImageWords &renewed) {
  ImageWords &images = unitOf(root).images;
  OldImages old(images, root);
  renewed.clear();
  // The images from `firstSame` on, up to the next one, have to be taken over.
  size_t firstSame = 0;
  auto takeOver = [&](size_t end) {
    renewed.insert(renewed.end(), images.begin() + firstSame,
                   images.begin() + end);
  };
  bool isAnyModified = differences.isAnyModified(), isAnyOther = false;
  auto noteSame = [&](Operation &op, const uint64_t *image) {
    const PassNotes::Born *birth =
        ops.isAnyReborn() ? ops.birthOf(&op) : nullptr;
    if (birth)
      differences.tellSinceBirth(OpImage(image), *birth);
    else if (ops.usesReborn(&op)) {
      // What it uses may have another type.
      recorder.foundOther(&op);
      differences.tellReborn(OpImage(image), old);
    } else if (isAnyModified)
      differences.noteSame(&op);
  };
  walk(root, roots, [&](Operation &op) {
    size_t begin = old.offset();
    if (LLVM_LIKELY(old.passIfSame(op)))
      return noteSame(op, images.data() + begin);
    recorder.foundOther(&op);
    prefetchNext(op);
    if (!std::exchange(isAnyOther, true))
      renewed.reserve(images.size());
    takeOver(begin);
    const PassNotes::Born *birth = ops.birthOf(&op);
    const uint64_t *before = birth ? nullptr : old.find(&op, ops);
    firstSame = old.offset();
    // What `root` held when it was looked at last may be compared for itself
    // since then. Ops may have died there, and others have their addresses.
    const uint64_t *newer = birth ? nullptr : left.find(&op, ops);
    bool wasElsewhere = newer != nullptr;
    if (wasElsewhere)
      before = newer;
    size_t size = renewed.size();
    OpImage::add(op, renewed);
    OpImage now(renewed.data() + size);
    if (birth)
      differences.tellSinceBirth(now, *birth);
    else if (before && OpImage::endIfSame(op, before))
      noteSame(op, before);
    else if (before)
      differences.tell(OpImage(before), now, wasElsewhere ? left : old);
  });
  if (!isAnyOther && old.offset() == images.size())
    return;
  takeOver(old.offset());
  wordsHeld += renewed.size() - images.size();
  std::swap(images, renewed);
}
