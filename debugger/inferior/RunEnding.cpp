//===- RunEnding.cpp ------------------------------------------------------===//

#include "inferior/RunEnding.h"

#include "inferior/EarlyEnd.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static void describeUntracked(const EndedRun &run, Ending &ending) {
  ending.kind = Ending::Kind::NeverTracked;
  for (auto &compiler : run.compilers)
    if (!compiler->trouble.empty()) {
      ending.note = fmt::format("{} was not tracked: {}", compiler->describe(),
                                compiler->trouble);
      return;
    }
  std::string how = ending.signalName.empty()
                        ? fmt::format("with exit code {}", ending.code)
                        : "by " + ending.signalName;
  if (!run.admission.connections().trouble().empty()) {
    ending.note = fmt::format(
        "'{}' was not tracked: the debugger cannot take its connection: {}",
        run.setup.spawn.arguments[0], run.admission.connections().trouble());
    return;
  }
  bool isUnknown = run.setup.tracking == Executable::Tracking::Unknown;
  if (run.compilers.empty()) {
    ending.note = fmt::format("'{}' ended {} without making an MLIR context",
                              run.setup.spawn.arguments[0], how);
    if (isUnknown && run.setup.usesLLVM && !run.setup.llvmPasses)
      ending.note += "; --llvm-passes records the passes of LLVM that it runs";
    else if (isUnknown)
      ending.note +=
          " that could be seen; a compiler is tracked if it uses libMLIR.so, "
          "holds MLIR with its symbols, or has the tracker linked in, but not "
          "if it is setuid, linked with -static, started with another "
          "LD_PRELOAD or none, or in a container without the files of "
          "mlir-track-dbg";
  } else {
    ending.note = fmt::format(
        "'{}' ended {} and was not tracked: {} closed its connection before it "
        "introduced itself",
        run.setup.spawn.arguments[0], how, run.compilers[0].describe());
  }
  if (isUnknown)
    return;
  // It could have been tracked, and did nothing that there is to track: it
  // printed its version, or did not find its input. That is its own affair.
  ending.kind =
      ending.signalName.empty() ? Ending::Kind::Exited : Ending::Kind::Signaled;
}

/// Whether all that was done is in the recordings.
static bool describeRecordings(const EndedRun &run, Ending &ending,
                               std::vector<std::string> &notes) {
  bool isWhole = true;
  std::vector<std::string> paths;
  for (auto &compiler : run.compilers) {
    if (!compiler->isTracked())
      continue;
    LiveTrace &trace = *compiler->trace;
    if (!trace.attach()) {
      isWhole = false;
      // A compile that fails may not let it be made, and somebody may have cut
      // one that was.
      ending.isPartlyTracked |= ending.kind == Ending::Kind::Exited &&
                                ending.code == 0 &&
                                !sys::fs::exists(trace.filePath());
      notes.push_back(fmt::format("nothing was recorded of {}: it could not "
                                  "make '{}'",
                                  compiler->describe(), trace.filePath()));
    } else if (trace.state() == trace::RecordingState::OutOfSpace) {
      isWhole = false;
      notes.push_back(describeOutOfSpace(trace.endError()));
    }
    paths.push_back(trace.filePath());
  }
  if (paths.size() < 2)
    return isWhole;
  constexpr size_t kNamed = 4;
  size_t count = paths.size();
  paths.resize(std::min(count, kNamed));
  notes.push_back(fmt::format("{} compilers were recorded: {}{}", count,
                              join(paths, ", "),
                              count > kNamed ? ", ..." : ""));
  return isWhole;
}

std::string Ending::whose() const {
  return fmt::format("{} (process {})",
                     inferior ? fmt::format("Inferior {}", inferior)
                              : std::string("Command"),
                     processId);
}

/// See Ending. Without any compiler the command is the only thing there is.
static int64_t inferiorOf(const EndedRun &run) {
  int64_t number = run.admission.trackedCompilers() ? 0 : 1;
  for (auto &compiler : run.compilers)
    if (compiler->isTracked() && compiler->hello.processId == run.processId)
      number = compiler->number;
  return number;
}

static void describeCompiler(const Compiler &compiler, Ending &ending,
                             std::vector<std::string> &notes) {
  bool isTracked = compiler.isTracked();
  if (!compiler.trouble.empty()) {
    notes.push_back(fmt::format("{} was {}: {}", compiler.describe(),
                                isTracked ? "detached" : "not tracked",
                                compiler.trouble));
    ending.isPartlyTracked |= !isTracked;
  }
  if (isTracked && compiler.hello.wayIn == WayIn::Attached)
    notes.push_back(fmt::format(
        "{} called attach(), so that its actions were recorded and its ops "
        "were not: linked with MLIRTrackDbg::tracker by a linker that has "
        "--wrap, it tells both",
        compiler.describe()));
}

static void setStatus(Ending &ending, int status) {
  if (WIFSIGNALED(status)) {
    ending.kind = Ending::Kind::Signaled;
    ending.code = WTERMSIG(status);
    ending.signalName = signalName(ending.code);
  } else {
    ending.code = WEXITSTATUS(status);
  }
}

static Ending beginEnding(const EndedRun &run) {
  Ending ending;
  ending.processId = run.processId;
  ending.inferior = inferiorOf(run);
  setStatus(ending, run.again ? run.againStatus : run.status);
  if (!run.again || run.again->hello.processId == run.processId)
    return ending;
  ending.processId = run.again->hello.processId;
  ending.inferior = run.again->number;
  if (WIFEXITED(run.status))
    ending.commandCode = WEXITSTATUS(run.status);
  return ending;
}

Ending endingOf(const EndedRun &run) {
  Ending ending = beginEnding(run);
  for (auto &compiler : run.compilers)
    if (compiler->isTracked())
      ending.actionsRun += compiler->trace->actions();
  if (run.wasKilled)
    return ending;
  if (!run.admission.trackedCompilers()) {
    describeUntracked(run, ending);
    return ending;
  }
  std::vector<std::string> notes;
  for (auto &compiler : run.compilers)
    describeCompiler(*compiler, ending, notes);
  bool isRecorded = describeRecordings(run, ending, notes);
  ending.hadNoStop = run.setup.interactive && isRecorded &&
                     ending.kind == Ending::Kind::Exited && ending.code == 0 &&
                     ending.actionsRun == 0;
  ending.wantedStop = run.setup.first != Control::Continue;
  ending.note = join(notes, "; ");
  return ending;
}

void describeRefusals(ArrayRef<PlanServer::Refusal> refusals, bool anyTracked,
                      Ending &ending) {
  if (refusals.empty())
    return;
  if (anyTracked) {
    ending.isPartlyTracked |= any_of(
        refusals, [](const auto &refusal) { return refusal.isOfCompiler; });
  } else {
    ending.kind = Ending::Kind::NeverTracked;
    ending.note.clear();
  }
  for (const PlanServer::Refusal &refusal : refusals)
    ending.note += (ending.note.empty() ? "" : "; ") + refusal.sentence;
}

} // namespace mlir::trackdbg
