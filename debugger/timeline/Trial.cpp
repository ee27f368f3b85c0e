//===- Trial.cpp - How a run would end ------------------------------------===//

#include "timeline/Trial.h"

#include "inferior/Orphans.h"
#include "injection/PrivateFolder.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <poll.h>
#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// A copy that ran to its end.
struct TrialEnd {
  int status = 0; ///< As of wait().
  std::vector<TrialFile> files;
};
} // namespace

static Expected<TrialEnd> runToEnd(Session &session, const Trial &trial,
                                   const std::string &folder,
                                   const ProgressSink &sink) {
  Expected<TrialAnswer> answer = session.ask(
      TrialRequest{trial.skipped, trial.watched, trial.omission, folder});
  if (!answer)
    return answer.takeError();
  pid_t copy = pid_t(answer->processId);
  FileDescriptor end = openProcess(copy);
  scope_exit killIt([&] { killProcess(end); });
  constexpr int kTick = 100;
  while (true) {
    session.command().collect();
    if (std::optional<int> status = session.command().statusOf(copy)) {
      killIt.release();
      return TrialEnd{*status, std::move(answer->files)};
    }
    if (session.interrupts().take())
      return createStringError("interrupted; the compiler has not moved");
    pollfd files[] = {{end.get(), POLLIN, 0},
                      {session.interrupts().descriptor(), POLLIN, 0}};
    int ready = poll(files, 2, kTick);
    // It has ended, and somebody else has heard of it.
    if (ready > 0 && files[0].revents && !isOurChild(copy) &&
        !session.command().statusOf(copy))
      return createStringError(
          "the copy of the compiler ended without an exit status");
    if (ready == 0 && sink)
      sink(session.progress());
  }
}

static std::string contentsOf(const std::string &path) {
  auto file = MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}

/// The action that a copy left out; an empty one where it did not say which.
static Frame frameIn(StringRef text) {
  Expected<Message> message = decode(text.rtrim('\n'));
  if (!message) {
    consumeError(message.takeError());
    return {};
  }
  if (!message->stopped || message->stopped->stack.empty())
    return {};
  return message->stopped->stack.front();
}

static std::vector<int64_t> numbersIn(StringRef text) {
  std::vector<int64_t> numbers;
  SmallVector<StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    if (int64_t number; !line.getAsInteger(10, number))
      numbers.push_back(number);
  return numbers;
}

Expected<TrialResult> tryOut(Session &session, const Trial &trial,
                             const ProgressSink &sink) {
  Expected<PrivateFolder> folder = PrivateFolder::create();
  if (!folder)
    return folder.takeError();
  std::string path = folder->pathOf("");
  path.pop_back();
  Expected<TrialEnd> end = runToEnd(session, trial, path, sink);
  if (!end)
    return end.takeError();
  TrialResult result;
  bool isAhead = trial.skipped &&
                 trial.skipped != session.compilers().lastStop().mark.action;
  if (isAhead && !sys::fs::exists(folder->pathOf("skipped")))
    return createStringError(
        fmt::format("there is no action {}: the run ends before it",
                    actionNumber(trial.skipped)));
  if (isAhead)
    result.skipped = frameIn(contentsOf(folder->pathOf("skipped")));
  bool wasKilled = WIFSIGNALED(end->status);
  result.code =
      wasKilled ? 128 + WTERMSIG(end->status) : WEXITSTATUS(end->status);
  result.ending = wasKilled ? signalName(WTERMSIG(end->status))
                            : fmt::format("exit code {}", result.code);
  result.output = contentsOf(folder->pathOf("stdout"));
  result.errors = contentsOf(folder->pathOf("stderr"));
  result.didNotApply = sys::fs::exists(folder->pathOf("failed"));
  result.again = numbersIn(contentsOf(folder->pathOf("again")));
  for (const TrialFile &file : end->files)
    result.files.push_back({file.path, contentsOf(folder->pathOf(file.name))});
  return result;
}

} // namespace mlir::trackdbg
