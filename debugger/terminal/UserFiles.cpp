//===- UserFiles.cpp ------------------------------------------------------===//

#include "terminal/UserFiles.h"

#include "terminal/Terminal.h"

#include "export/ActionLog.h"
#include "export/Dump.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

static std::string configurationFolder(const char *variable,
                                       StringRef otherwise) {
  SmallString<128> path;
  const char *value = getenv(variable);
  // The rules say that a relative folder is to be ignored.
  if (value && sys::path::is_absolute(value)) {
    path = value;
  } else {
    if (!sys::path::home_directory(path))
      return "";
    sys::path::append(path, otherwise);
  }
  sys::path::append(path, "mlir-track-dbg");
  return path.str().str();
}

std::string initFilePath() {
  std::string folder = configurationFolder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? "" : folder + "/init";
}

bool isOfAnotherUser(const std::string &file) {
  struct stat status;
  return stat(file.c_str(), &status) == 0 && status.st_uid != geteuid();
}

std::string historyFilePath() {
  std::string folder = configurationFolder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? "" : folder + "/history";
}

Error writeResults(Debugger &debugger, const TerminalOptions &options) {
  if (options.dumpLineage.empty() && options.logActions.empty())
    return Error::success();
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
