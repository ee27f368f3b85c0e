//===- mlir-track-dbg.cpp - The debugger's command line -------------------===//

#include "cli/OutOfMemory.h"
#include "cli/Subcommands.h"

#include "llvm/Support/FileSystem.h"

#include <unistd.h>

using namespace mlir::trackdbg;

// In the order of enum Subcommand.
static constexpr int (*subcommands[])(CommandLine) = {
    runDebug, runRecord, runOpen,        runExport,
    runTrack, runBisect, runBuildTracker};

static int answer(const std::string &text) {
  writeAll(STDOUT_FILENO, text);
  return 0;
}

static int run(llvm::ArrayRef<llvm::StringRef> words) {
  llvm::Expected<CommandLine> line = parseCommandLine(words);
  if (!line)
    return reportError(line.takeError(), 1);
  if (line->wantsHelp)
    return answer(helpText(line->subcommand));
  if (line->wantsVersion)
    return answer(versionText() + "\n");
  if (line->wantsReference)
    return answer(renderReference());
  if (!line->startFolder.empty())
    if (std::error_code error =
            llvm::sys::fs::set_current_path(line->startFolder))
      return reportError(
          llvm::createStringError(error, "--cd " + line->startFolder + ": " +
                                             error.message()),
          1);
  return subcommands[size_t(line->subcommand)](std::move(*line));
}

// The constructors of static objects allocate: this one comes before them.
[[gnu::constructor(101)]] static void beforeConstructors() {
  endWhereMemoryEnds();
}

int main(int argc, char **argv) {
  prepareProcess();
  std::vector<llvm::StringRef> words(argv + (argc > 0), argv + argc);
  return exitCodeAfterOutput(run(words));
}
