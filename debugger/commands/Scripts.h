//===- Scripts.h - What users add to the debugger -------------------------===//

#ifndef TRACKDBG_COMMANDS_SCRIPTS_H
#define TRACKDBG_COMMANDS_SCRIPTS_H

#include "commands/Block.h"
#include "trackdbg/BreakpointSpec.h"
#include "trackdbg/Expression.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;

/// Shown at each stop.
struct Display {
  int64_t number = 0;
  std::string text; ///< An expression, or an op as `print` takes it.
  /// The op that `text` named at the first stop where it did, in the lineage of
  /// this run; 0 for none. IR is renamed with each change, and it is not.
  uint32_t op = 0;
};

/// A command of the user's.
struct UserCommand {
  Block body;
  std::string documentation; ///< Empty, or lines.
  /// An alias is what stands for the name; arguments are added to it.
  enum class Language { Commands, Python, Alias } language = Language::Commands;
};

/// A condition that is not shown as the compiler has it. In both texts the
/// debugger's own variables are replaced by their values.
struct KeptCondition {
  std::string shown; ///< Those without a value stay as typed.
  std::string meant; ///< These are void, whatever they become later.
};

struct Scripts {
  /// The lines of `commands`, by breakpoint. Those of one that is gone stay.
  std::map<int64_t, Block> ofBreakpoints;
  /// The formats and values of `dprintf`, by breakpoint. As above.
  std::map<int64_t, std::string> formats;
  std::vector<Display> displays;
  int64_t lastDisplay = 0;
  std::map<std::string, UserCommand, std::less<>> commands;
  std::map<std::string, TermValue, std::less<>> variables;
  /// Of breakpoints, the conditions that name variables whose values may still
  /// change, or that have none. Those of a breakpoint that is gone stay.
  std::map<int64_t, KeptCondition> conditions;
  std::vector<TermValue> printed; ///< $1 and so on.
};

/// An error where no command, or no variable, of the user's may be called so.
llvm::Error checkNewCommand(llvm::StringRef name);
llvm::Error checkVariable(llvm::StringRef name);

/// The lines of a command of the user's, with what it was given in the place
/// of $argc, $argv and $arg0, ...; missing ones stay.
Block linesOf(const UserCommand &command, llvm::StringRef arguments);

/// The value of `$name`: a variable that was set, a printed value, or one of
/// the debugger's own variables ($_action, $_op, $_exitcode, $bpnum). Void for
/// all others. An error where so many values have not been printed.
llvm::Expected<TermValue> variableOf(Console &console, llvm::StringRef name);

/// Sets a variable of the user's. An error where none may be called so, and
/// where a condition is invalid with the new value; that condition stays.
llvm::Error setVariable(Console &console, llvm::StringRef name,
                        TermValue value);

/// Evaluates an expression: its variables here, and what it asks about the
/// action and its op at the stop, in the compiler.
llvm::Expected<TermValue> evaluate(Console &console, llvm::StringRef text);
/// The same, where it must hold or not.
llvm::Expected<bool> evaluateCondition(Console &console, llvm::StringRef text);

/// A condition as the compiler evaluates it: with the values of variables.
llvm::Expected<std::string> conditionFor(Console &console,
                                         llvm::StringRef text);
/// From now on the breakpoint has the condition `typed`, and gets the new
/// values of its variables. Empty: it has none.
void keepCondition(Console &console, int64_t breakpoint, llvm::StringRef typed);
/// The condition as its user knows it.
std::string conditionOf(const Scripts &scripts, const BreakpointSpec &spec);

/// Replaces each word of `text` that is a variable, `$name`, by its value;
/// an error if one is void.
llvm::Expected<std::string> replaceVariables(Console &console,
                                             llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SCRIPTS_H
