//===- NativeCode.cpp - Which C++ functions are at work -------------------===//

#include "core/ActionNames.h"
#include "observers/TraceRecorder.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

void TraceRecorder::keepStacks(bool isAlone) {
  stacks.emplace(file, names);
  if (isAlone)
    stacks->leaveOutOwnLibrary();
}

SlotRange TraceRecorder::slotsOf(const ActiveAction &action) {
  return action.isPass ? kPassSlots : kPatternSlots;
}

std::optional<StackRecorder::WholeStack> TraceRecorder::nativeStack() {
  if (!stacks)
    return std::nullopt;
  ThreadState &thread = ThreadState::current();
  SmallVector<const void *, 8> actions;
  for (const ActiveAction *action = thread.top; action; action = action->parent)
    actions.push_back(action);
  return stacks->define(thread.stacks, actions);
}

ArrayRef<uint64_t>
TraceRecorder::functionsOf(const ActiveAction &action) const {
  if (!stacks || !action.object)
    return {};
  return StackRecorder::functionsOf(action.object, slotsOf(action));
}

SmallVector<uint64_t, 8>
TraceRecorder::recordedFunctionsOf(const ActiveAction &action) {
  if (!stacks || !action.object)
    return {};
  return stacks->wordsOf(action.object, slotsOf(action));
}

/// What tries patterns: the innermost pass or transform op.
static const ActiveAction *ownerOfPatterns(const ActiveAction *action,
                                           const Interner &names) {
  while (action && !action->isPass &&
         names.actionKind(action->kind).tag != kTransformOpTag)
    action = action->parent;
  return action;
}

void TraceRecorder::usesPatterns(const FrozenRewritePatternSet &patterns) {
  ThreadState &thread = ThreadState::current();
  const ActiveAction *owner = ownerOfPatterns(thread.top, names);
  if (!owner)
    return;
  patternSets.note(patterns, owner->kind, [&](const RewritePattern &pattern) {
    return stacks ? stacks->wordsOf(&pattern, kPatternSlots)
                  : SmallVector<uint64_t, 8>();
  });
}
