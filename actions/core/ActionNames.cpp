//===- ActionNames.cpp - What an Action is called, and how it went --------===//

#include "core/ActionNames.h"

#include "core/LLVMPass.h"
#include "core/ThreadState.h"
#include "trace/Interner.h"

#include "ir/Compat.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::trackdbg;

// Tags are compared and not TypeIDs: a TypeID would make every compiler that
// the tracker is linked into have passes and patterns.
static constexpr StringLiteral kEdit = "edit";

void mlir::trackdbg::setUpcomingPattern(const Pattern *pattern) {
  ThreadState::current().upcomingPattern = pattern;
}

const LLVMPassAction *mlir::trackdbg::llvmPassOf(const ActiveAction &action) {
  // A compiler may have actions of its own with the same tag.
  return dyn_cast<LLVMPassAction>(&action.getAction());
}

/// Without the pattern hook only the text of the action holds the name.
[[gnu::cold, gnu::noinline]] static std::string
patternNameFromText(const tracing::Action &action) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  action.print(stream);
  return StringRef(text).split("pattern: ").second.str();
}

/// Interner::actionKind, without a lock for what the thread used lately.
static const ActionKind &actionKind(Interner &names, ThreadState &thread,
                                    StringRef tag, StringRef name,
                                    StringRef argument, Need need) {
  if (!thread.kinds)
    thread.kinds = std::make_unique<RecentPointers>();
  // Tags are constants; a name may be one that was freed and came again with
  // other bytes. A pass has one argument, so its name says that too.
  auto bits = [](StringRef text) {
    return reinterpret_cast<uintptr_t>(text.data());
  };
  const void *key = reinterpret_cast<const void *>(bits(name) ^ bits(tag) << 1);
  RecentPointers::Entry &entry = thread.kinds->at(key);
  if (entry.value && entry.key == key) {
    auto *kind = reinterpret_cast<const ActionKind *>(entry.value);
    if (kind->spelling == name)
      return *kind;
  }
  const ActionKind &kind = names.actionKind(tag, name, argument, need);
  entry = {key, reinterpret_cast<uintptr_t>(&kind)};
  return kind;
}

bool mlir::trackdbg::identify(ActiveAction &active, Interner &names,
                              ThreadState &thread) {
  const tracing::Action &action = active.getAction();
  StringRef tag = action.getTag(), name, argument;
  std::string text;
  if (tag == kApplyPatternTag) {
    if (const Pattern *pattern =
            std::exchange(thread.upcomingPattern, nullptr)) {
      name = pattern->getDebugName();
      active.object = static_cast<const RewritePattern *>(pattern);
      active.result = trace::ActionResult::Failure;
    } else {
      text = patternNameFromText(action);
      name = text;
    }
  } else if (tag == kPassExecutionTag) {
    const Pass &pass =
        static_cast<const PassExecutionAction &>(action).getPass();
    name = pass.getName();
    active.object = &pass;
    argument = pass.getArgument();
  } else if (tag == kEdit) {
    name = "by hand";
  } else if (tag == kTransformOpTag) {
    name = active.root->getName().getStringRef();
  } else if (const LLVMPassAction *pass = llvmPassOf(active)) {
    name = pass->name;
    argument = pass->argument;
    std::tie(active.textId, active.text) = names.keep(pass->unit.title);
  }
  Need need = active.mustRun ? Need::Required : Need::Optional;
  const ActionKind &kind = actionKind(names, thread, tag, name, argument, need);
  active.kind = kind.id;
  active.isPass = kind.isPass;
  active.isAdaptor = kind.isAdaptor;
  return kind.isOwn;
}

namespace {
/// Names a private member of Pass. An explicit instantiation may name it, and
/// a friend that it defines may hand it out.
using PassStateMember = std::optional<detail::PassExecutionState> Pass::*;
PassStateMember passStateMember();
template <PassStateMember Member> struct ExposePassState {
  friend PassStateMember passStateMember() { return Member; }
};
template struct ExposePassState<&Pass::passState>;
} // namespace

// Weak: a compiler may have no passes.
extern void printPipeline(const Pass *pass, llvm::raw_ostream &stream,
                          bool pretty) __asm__(TRACKDBG_PRINT_PIPELINE)
    __attribute__((weak));

std::string mlir::trackdbg::pipelineOf(const ActiveAction &action) {
  const Pass &pass =
      static_cast<const PassExecutionAction &>(action.getAction()).getPass();
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (printPipeline)
    printPipeline(&pass, stream, /*pretty=*/false);
  return text;
}

void mlir::trackdbg::invalidateAnalyses(const ActiveAction &action) {
  auto &pass = const_cast<Pass &>(
      static_cast<const PassExecutionAction &>(action.getAction()).getPass());
  std::optional<detail::PassExecutionState> &state = pass.*passStateMember();
  if (!state)
    return;
  state->preservedAnalyses = detail::PreservedAnalyses();
  state->analysisManager.invalidate(detail::PreservedAnalyses());
}

void mlir::trackdbg::noteResult(ActiveAction &action) {
  const Pass &pass =
      static_cast<const PassExecutionAction &>(action.getAction()).getPass();
  const std::optional<detail::PassExecutionState> &state =
      pass.*passStateMember();
  if (state)
    action.result = state->irAndPassFailed.getInt()
                        ? trace::ActionResult::Failure
                        : trace::ActionResult::Success;
}
