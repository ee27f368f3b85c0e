//===- mlir-track-dbg.cpp - The debugger's command line -------------------===//

#include "cli/Subcommands.h"

#include <unistd.h>

using namespace mlir::trackdbg;

// In the order of enum Subcommand.
static constexpr int (*subcommands[])(CommandLine) = {
    runDebug, runRecord, runOpen, runExport, runTrack, runBisect};

static int answer(const std::string &text) {
  return writeAll(STDOUT_FILENO, text) ? 0 : 1;
}

int main(int argc, char **argv) {
  prepareProcess();
  std::vector<llvm::StringRef> words(argv + (argc > 0), argv + argc);
  llvm::Expected<CommandLine> line = parseCommandLine(words);
  if (!line)
    return reportError(line.takeError(), 1);
  if (line->wantsHelp)
    return answer(helpText(line->subcommand));
  if (line->wantsVersion)
    return answer(versionText() + "\n");
  if (line->wantsReference)
    return answer(renderReference());
  return subcommands[size_t(line->subcommand)](std::move(*line));
}
