//===- OptionTable.h - The options and subcommands of the debugger --------===//
//
// Parsing, --help and the near names in errors follow from these two tables;
// see Options.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_CLI_OPTIONTABLE_H
#define TRACKDBG_DEBUGGER_CLI_OPTIONTABLE_H

#include "cli/Options.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// One bit a subcommand, for sets of them.
enum SubcommandBit : unsigned {
  ForDebug = 1,
  ForRecord = 2,
  ForOpen = 4,
  ForExport = 8,
  ForTrack = 16,
  ForBisect = 32,
  ForBuildTracker = 64,
  ForPrompt = ForDebug | ForOpen | ForTrack, ///< Those that end at a prompt.
  ForAll = ForPrompt | ForRecord | ForExport | ForBisect | ForBuildTracker
};

/// One option, as it is typed and as --help shows it.
struct OptionSpec {
  llvm::StringRef names[4]; ///< The first one is shown first.
  llvm::StringRef value;    ///< What --help calls its value; empty: takes none.
  unsigned subcommands;     ///< Which ones take it: SubcommandBits.
  llvm::StringRef help;     ///< Empty: not shown.
  /// Puts the value into `line`. An error says what is wrong with the value.
  llvm::Error (*apply)(CommandLine &line, llvm::StringRef value);
};

/// What --help says of a subcommand.
struct SubcommandSpec {
  llvm::StringRef name;
  SubcommandBit bit;
  llvm::StringRef usage, about;
};

/// In the order of --help. One name may have several rows, for different
/// subcommands.
llvm::ArrayRef<OptionSpec> optionTable();

/// In the order of the enum Subcommand.
llvm::ArrayRef<SubcommandSpec> subcommandTable();

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CLI_OPTIONTABLE_H
