//===- Bisect.cpp - The subcommand that looks for what is to blame --------===//

#include "cli/Subcommands.h"

#include "bisect/Bisection.h"
#include "commands/Bisections.h"
#include "render/ShortFiles.h"
#include "terminal/Output.h"
#include "terminal/Signals.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

/// Our standard input, if it is a file that each run can read from its start.
static std::string inputFile() {
  struct stat status;
  char path[4096];
  if (fstat(STDIN_FILENO, &status) != 0 || !S_ISREG(status.st_mode))
    return "";
  ssize_t size = readlink("/proc/self/fd/0", path, sizeof(path));
  return size > 0 ? std::string(path, size) : "";
}

int runBisect(CommandLine line) {
  if (Error error = checkCompiler(line))
    return reportError(std::move(error), cannotTrack);
  installSignalHandlers();
  Options options;
  options.launch.arguments = std::move(line.command);
  options.launch.standardInput = inputFile();
  Debugger debugger(std::move(options));
  InterruptTarget target(debugger);
  Settings settings;
  settings.color = ColorMode::Never;
  settings.pagination = false;
  Output output(settings);
  debugger.setProgressSink(
      [&](const Progress &progress) { output.progress(progress); });
  auto tell = [&](const BisectStep &step) {
    output.result(describe(step) + "\n");
  };
  CancellationScope scope(interruptFlag());
  Expected<BisectAnswer> answer = debugger.bisect(line.bisect, tell);
  if (!answer) {
    int code =
        answer.errorIsA<NotTracked>() ? cannotTrack : exitCodeOfFailure();
    return reportError(answer.takeError(), code);
  }
  SourceFiles sources;
  BisectReply reply = replyOf(std::move(*answer), debugger.launch(), sources);
  ShortFiles files;
  for (const Culprit &culprit : reply.answer.culprits)
    files.add(culprit.frame.file);
  RenderStyle style = output.style();
  style.files = &files;
  output.result(render(reply, style));
  return 0;
}

} // namespace mlir::trackdbg
