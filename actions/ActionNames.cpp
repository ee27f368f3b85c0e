//===- ActionNames.cpp - What an Action is called, and how it went --------===//

#include "ActionNames.h"

#include "observers/TraceRecorder.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::trackdbg;

// Tags are compared and not TypeIDs: a TypeID would make every compiler that
// the tracker is linked into have passes and patterns.
static constexpr StringLiteral kPassExecution = "pass-execution";
static constexpr StringLiteral kApplyPattern = "apply-pattern";

void mlir::trackdbg::setUpcomingPattern(const Pattern *pattern) {
  ThreadState::current().upcomingPattern = pattern;
}

/// Without the pattern hook only the text of the action holds the name.
static std::string patternNameFromText(const tracing::Action &action) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  action.print(stream);
  return StringRef(text).split("pattern: ").second.str();
}

const ActionKind &mlir::trackdbg::internAction(TraceRecorder &recorder,
                                               ThreadState &thread,
                                               const tracing::Action &action) {
  StringRef tag = action.getTag();
  if (tag == kApplyPattern) {
    const Pattern *pattern = std::exchange(thread.upcomingPattern, nullptr);
    if (LLVM_LIKELY(pattern))
      return recorder.actionKind(thread, tag, pattern->getDebugName(), "");
    return recorder.actionKind(thread, tag, patternNameFromText(action), "");
  }
  if (tag == kPassExecution) {
    const Pass &pass =
        static_cast<const PassExecutionAction &>(action).getPass();
    return recorder.actionKind(thread, tag, pass.getName(), pass.getArgument());
  }
  return recorder.actionKind(thread, tag, "", "");
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
