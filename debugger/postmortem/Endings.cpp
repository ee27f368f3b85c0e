//===- Endings.cpp - What is told of how a compiler ended -----------------===//

#include "DebuggerImpl.h"

#include "inferior/RunEnding.h"
#include "queries/Queries.h"
#include "trace/ActionNumber.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// Fills in the stack at the end of a compiler, and says in which action it
/// ended where it is not the command itself.
void Debugger::Impl::describeDeath(Ending &ending, const Compiler &compiler) {
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded) {
    consumeError(recorded.takeError());
    return;
  }
  // An action that is stopped before it begins is not in the trace, and a
  // compiler that was killed at a stop may be told to go on before its end is
  // seen.
  const Stopped &stop = session->compilers().lastStop();
  bool hadNotGoneOn =
      compiler.endedAbruptly() && !stop.stack.empty() &&
      uint64_t(stop.stack.front().action) > recorded->actionCount();
  ending.stack = session->compilers().endedAtStop(compiler) || hadNotGoneOn
                     ? stop.stack
                     : stackAtEnd(*recorded);
  ending.activity = activityAtEnd(*recorded);
  if (compiler.pid == ending.processId || compiler.isRestarted ||
      ending.stack.empty())
    return;
  const Frame &frame = ending.stack.front();
  if (!ending.note.empty())
    ending.note += "; ";
  ending.note += fmt::format("{} {} in {} ({})", compiler.describe(),
                             compiler.endedAbruptly() ? "died" : "ended",
                             actionNumber(frame.action),
                             frame.name.empty() ? frame.tag : frame.name);
}

/// A later action may have needed what the user left out.
void Debugger::Impl::recallSkips(Ending &ending, const Compiler &compiler) {
  constexpr size_t kMostNamed = 3;
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return consumeError(recorded.takeError());
  std::string names;
  for (int64_t action : timeline->skipped(compiler).take_back(kMostNamed)) {
    Frame frame = describeFrame(*recorded, ActionId(action));
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ",
                         actionNumber(action),
                         frame.name.empty() ? frame.tag : frame.name);
  }
  if (timeline->skipped(compiler).size() > kMostNamed)
    names += fmt::format(" and {} more",
                         timeline->skipped(compiler).size() - kMostNamed);
  if (!names.empty())
    ending.note += (ending.note.empty() ? "Skipped before that: "
                                        : "; skipped before that: ") +
                   names;
}

} // namespace mlir::trackdbg
