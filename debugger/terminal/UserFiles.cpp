//===- UserFiles.cpp ------------------------------------------------------===//

#include "terminal/UserFiles.h"

#include "terminal/Terminal.h"

#include "commands/Errors.h"
#include "export/ActionLog.h"
#include "export/Dump.h"
#include "trace/Cancellation.h"
#include "trace/UserFolders.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

std::string initFilePath() {
  std::string folder = configurationFolder();
  return folder.empty() ? "" : folder + "/init";
}

bool isOfAnotherUser(const std::string &file) {
  struct stat status;
  return stat(file.c_str(), &status) == 0 && status.st_uid != geteuid();
}

std::string historyFilePath() {
  std::string folder = stateFolder();
  return folder.empty() ? "" : folder + "/history";
}

static Error checkResult(StringRef option, StringRef path) {
  auto refuse = [&](const char *why) {
    return fail("cannot write '{0}' for {1}: {2}", path, option, why);
  };
  if (path.empty() || path == "-")
    return Error::success();
  if (sys::fs::is_directory(path))
    return refuse("it is a folder; name a file");
  using sys::fs::AccessMode;
  if (sys::fs::exists(path))
    return sys::fs::access(path, AccessMode::Write)
               ? refuse("the file may not be changed")
               : Error::success();
  StringRef folder = sys::path::parent_path(path);
  if (folder.empty())
    folder = ".";
  if (!sys::fs::is_directory(folder))
    return refuse("there is no such folder");
  return sys::fs::access(folder, AccessMode::Write)
             ? refuse("the folder cannot be written to")
             : Error::success();
}

Error checkResults(const TerminalOptions &options) {
  if (Error error = checkResult("--dump-lineage", options.dumpLineage))
    return error;
  return checkResult("--log-actions", options.logActions);
}

Error writeResults(Debugger &debugger, const TerminalOptions &options) {
  if (options.dumpLineage.empty() && options.logActions.empty())
    return Error::success();
  // What the user has interrupted so far was something else.
  takeInterrupt();
  CancellationScope scope(interruptFlag());
  Expected<Lineage &> lineage = debugger.lineage();
  if (!lineage)
    return lineage.takeError();
  Error error = Error::success();
  if (!options.dumpLineage.empty())
    error = joinErrors(std::move(error),
                       dumpToFile(*lineage, dumpFormatFor(options.dumpLineage),
                                  options.dumpLineage));
  if (options.logActions.empty())
    return error;
  ExportOptions log;
  log.format = options.logFormat.value_or(logFormatFor(options.logActions));
  return joinErrors(std::move(error),
                    exportActionsToFile(*lineage, log, options.logActions));
}

} // namespace mlir::trackdbg
