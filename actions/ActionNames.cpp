//===- ActionNames.cpp - What an Action is called, and how it went --------===//

#include "ActionNames.h"

#include "observers/TraceRecorder.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::trackdbg;

// Tags are compared and not TypeIDs: a TypeID would make every compiler that
// the tracker is linked into have passes and patterns.
static bool isPassExecution(const tracing::Action &action) {
  return action.getTag() == "pass-execution";
}
static bool isPatternApplication(const tracing::Action &action) {
  return action.getTag() == "apply-pattern";
}

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
                                               const tracing::Action &action) {
  StringRef tag = action.getTag();
  if (isPassExecution(action)) {
    const Pass &pass =
        static_cast<const PassExecutionAction &>(action).getPass();
    return recorder.actionKind(tag, pass.getName(), pass.getArgument());
  }
  if (!isPatternApplication(action))
    return recorder.actionKind(tag, "", "");
  if (const Pattern *pattern =
          std::exchange(ThreadState::current().upcomingPattern, nullptr))
    return recorder.actionKind(tag, pattern->getDebugName(), "");
  return recorder.actionKind(tag, patternNameFromText(action), "");
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
  if (!action.isPass)
    return;
  const Pass &pass =
      static_cast<const PassExecutionAction &>(action.getAction()).getPass();
  const std::optional<detail::PassExecutionState> &state =
      pass.*passStateMember();
  if (state)
    action.result = state->irAndPassFailed.getInt()
                        ? trace::ActionResult::Failure
                        : trace::ActionResult::Success;
}
