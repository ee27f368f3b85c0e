//===- Options.h - The command line of the debugger -----------------------===//
//
// One table of options for all subcommands: parsing, --help and the near name
// in an error follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_CLI_OPTIONS_H
#define TRACKDBG_DEBUGGER_CLI_OPTIONS_H

#include "terminal/Terminal.h"

#include "bisect/Bisection.h"
#include "export/Dump.h"
#include "finalcode/SourceMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

/// What the debugger is asked to do. Debug is what it does without a name.
enum class Subcommand {
  Debug,
  Record,
  Open,
  Export,
  Track,
  Bisect,
  BuildTracker
};

/// Everything that the command line says.
struct CommandLine {
  Subcommand subcommand = Subcommand::Debug;
  TerminalOptions terminal;
  std::string startFolder;          ///< To change to first, or empty.
  std::string traceFile;            ///< To write (-o), or to read.
  std::vector<std::string> command; ///< The compiler and its arguments.
  std::string process; ///< The number of a recorded process, without a command.
  /// None: what the subcommand does without being told.
  std::optional<trace::SnapshotMode> snapshots;
  bool folds = false;
  bool reasons = false;
  bool changes = false;
  bool stacks = true;
  bool llvmPasses = false;
  bool finalCode = false;
  bool summary = false;

  // Of `export`.
  std::string outputFile = "-";
  struct SourceMapFormat {};
  std::variant<LogFormat, DumpFormat, SourceMapFormat> format = LogFormat::Log;
  SourceMapQuestion sourceMap;
  std::vector<std::string> filters;
  SubgraphQuestion part;
  std::chrono::nanoseconds foldBelow{0};

  // Of `track`.
  std::string inputFile, loader, keptTrace;
  std::vector<std::string> trackedFiles; ///< Files, folders and logs.
  std::vector<std::pair<std::string, std::string>> remaps; ///< From, to.

  // Of `bisect`.
  BisectRequest bisect;

  // Of `build-tracker`.
  std::string mlirFolder, compiler;

  // Answers that need no session.
  bool wantsHelp = false, wantsVersion = false, wantsReference = false;
};

/// Parses everything after the program's name. Options end at the compiler's
/// name, or at `--` or `--args`. An error is one sentence.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<llvm::StringRef> words);

/// What --help prints.
std::string helpText(Subcommand subcommand);

/// "10us", "1.5 ms", "2s"; a number alone counts nanoseconds.
llvm::Expected<std::chrono::nanoseconds> parseDuration(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CLI_OPTIONS_H
