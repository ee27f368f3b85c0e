//===- SessionChanges.cpp - One run of the command: trying and changing ---===//

#include "inferior/Session.h"

#include "llvm/ADT/ScopeExit.h"

#include <poll.h>
#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Copies that run to their end
//===----------------------------------------------------------------------===//

Expected<Session::TrialEnd> Session::runTrial(const Trial &trial,
                                              const ProgressSink &sink) {
  Expected<TrialAnswer> answer =
      ask(TrialRequest{trial.skipped, trial.omission, trial.folder});
  if (!answer)
    return answer.takeError();
  pid_t copy = pid_t(answer->processId);
  FileDescriptor end = openProcess(copy);
  scope_exit killIt([&] { killProcess(end); });
  constexpr int kTick = 100;
  while (true) {
    process.collect();
    if (std::optional<int> status = process.statusOf(copy)) {
      killIt.release();
      return TrialEnd{*status, std::move(answer->files)};
    }
    if (interruptor.take())
      return createStringError("interrupted; the compiler is where it was");
    pollfd files[] = {{end.get(), POLLIN, 0},
                      {interruptor.descriptor(), POLLIN, 0}};
    int ready = poll(files, 2, kTick);
    // It has ended, and somebody else has heard of it.
    siginfo_t info;
    if (ready > 0 && files[0].revents &&
        waitid(P_PID, copy, &info, WEXITED | WNOHANG | WNOWAIT) < 0 &&
        !process.statusOf(copy))
      return createStringError("it was not heard how the copy ended");
    if (ready == 0 && sink)
      sink(progress());
  }
}

//===----------------------------------------------------------------------===//
// Changes by hand
//===----------------------------------------------------------------------===//

void Session::noteChange(Stopped now) {
  Stopped &stop = followed->stop;
  int64_t copies = stop.copies;
  std::vector<int64_t> hit = std::move(stop.breakpoints);
  stop = std::move(now);
  stop.breakpoints = std::move(hit);
  stop.copies = copies;
  leaveOldWay(*followed);
  keepChange();
}

/// A change cannot be made again on the way from an earlier checkpoint: a copy
/// of the compiler holds it.
void Session::keepChange() {
  int64_t number = lastCheckpoint;
  Expected<Checkpoint &> made = makeCheckpoint();
  lastCheckpoint = number;
  if (made) {
    made->number = 0;
    made->holdsChange = true;
    followed->stop.mark = made->mark;
  } else {
    consumeError(made.takeError());
  }
  followed->changes.push_back(followed->stop.mark);
}

/// Whether the way from `start` to what `fits` would leave a change out.
bool Session::leadsAcrossChange(const Compiler &compiler, const Mark &start,
                                function_ref<bool(const Mark &)> fits) const {
  return any_of(compiler.changes, [&](const Mark &change) {
    return isBefore(start, change) && fits(change);
  });
}

} // namespace mlir::trackdbg
