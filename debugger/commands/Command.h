//===- Command.h - The one table of commands ------------------------------===//
//
// A command is one row and one function. Help, `apropos`, completion, the
// errors about what is missing, COMMANDS.md and the tests all follow from the
// rows, so that there is no second list anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_COMMANDS_COMMAND_H
#define TRACKDBG_COMMANDS_COMMAND_H

#include "commands/Arguments.h"
#include "commands/Block.h"
#include "commands/Reply.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;

enum class Group {
  Running,
  TimeTravel,
  Breakpoints,
  Looking,
  Lineage,
  Support,
  Gdb
};

/// What must be there for a command to make sense.
enum class Needs {
  Nothing,
  Program, ///< A command to run: not in a session on a recorded trace.
  Stop,    ///< The compiler, at an action.
  Stack,   ///< An action stack: at a stop, or from where the compiler died.
  Trace    ///< Something recorded: at a stop, after the end, or opened.
};

/// An error that says what is missing.
llvm::Error checkNeeds(const Console &console, Needs needs);

/// What an empty line does after the command.
enum class OnEmptyLine {
  Repeat,
  RepeatWithoutArguments, ///< `source-list 10`, then the lines that follow.
  ListOn, ///< `list 10`, then 'source-list'. 'list' alone is repeated.
  Nothing
};

struct CommandSpec {
  llvm::StringRef name; ///< One word, or two: "info breakpoints".
  /// Other names. Those of one letter win over every longer command that
  /// starts with it.
  llvm::StringRef aliases[3] = {};
  Group group = Group::Support;
  Needs needs = Needs::Nothing;
  OnEmptyLine onEmptyLine = OnEmptyLine::Repeat;
  Body body = Body::None;
  bool keepsBlanks = false; ///< Those at the end of its line say something.
  llvm::StringRef synopsis; ///< See Arguments.h.
  llvm::StringRef summary;  ///< One sentence that starts with a verb.
  llvm::StringRef details = {};
  llvm::StringRef seeAlso[4] = {};
  llvm::Expected<Reply> (*run)(Console &console, const Arguments &arguments);
};

// The rows, one file per group.
llvm::ArrayRef<CommandSpec> startingCommands();
llvm::ArrayRef<CommandSpec> runningCommands();
llvm::ArrayRef<CommandSpec> inferiorCommands();
llvm::ArrayRef<CommandSpec> runningToCommands();
llvm::ArrayRef<CommandSpec> runningToChangeCommands();
llvm::ArrayRef<CommandSpec> whatIfCommands();
llvm::ArrayRef<CommandSpec> changeCommands();
llvm::ArrayRef<CommandSpec> bisectCommands();
llvm::ArrayRef<CommandSpec> timeTravelCommands();
llvm::ArrayRef<CommandSpec> breakpointCommands();
llvm::ArrayRef<CommandSpec> watchingCommands();
llvm::ArrayRef<CommandSpec> manyBreakpointsCommands();
llvm::ArrayRef<CommandSpec> displayCommands();
llvm::ArrayRef<CommandSpec> scriptCommands();
llvm::ArrayRef<CommandSpec> lookingCommands();
llvm::ArrayRef<CommandSpec> diffCommands();
llvm::ArrayRef<CommandSpec> describingCommands();
llvm::ArrayRef<CommandSpec> nativeCodeCommands();
llvm::ArrayRef<CommandSpec> nativeDebuggerCommands();
llvm::ArrayRef<CommandSpec> nativeSourceCommands();
llvm::ArrayRef<CommandSpec> patternCommands();
llvm::ArrayRef<CommandSpec> gdbCommands();
llvm::ArrayRef<CommandSpec> environmentCommands();
llvm::ArrayRef<CommandSpec> composingCommands();
llvm::ArrayRef<CommandSpec> breakpointLifeCommands();
llvm::ArrayRef<CommandSpec> handleCommands();
llvm::ArrayRef<CommandSpec> postMortemCommands();
llvm::ArrayRef<CommandSpec> cursorCommands();
llvm::ArrayRef<CommandSpec> sourceCommands();
llvm::ArrayRef<CommandSpec> lineageCommands();
llvm::ArrayRef<CommandSpec> machineCodeCommands();
llvm::ArrayRef<CommandSpec> costCommands();
llvm::ArrayRef<CommandSpec> whyNotCommands();
llvm::ArrayRef<CommandSpec> lineageFileCommands();
llvm::ArrayRef<CommandSpec> stageCommands();
llvm::ArrayRef<CommandSpec> questionCommands();
llvm::ArrayRef<CommandSpec> summaryCommands();
llvm::ArrayRef<CommandSpec> fullScreenCommands();
llvm::ArrayRef<CommandSpec> supportCommands();
llvm::ArrayRef<CommandSpec> pythonCommands();
llvm::ArrayRef<CommandSpec> helpCommands();

/// All rows, by group and in the order of their files.
llvm::ArrayRef<const CommandSpec *> allCommands();

/// "running", and one sentence about the group.
llvm::StringRef groupName(Group group);
llvm::StringRef groupSummary(Group group);
llvm::ArrayRef<Group> allGroups();

/// Finds the command that `line` starts with; each word may be shortened as
/// far as it stays the only one. Leaves what follows in `line`. The errors are
/// gdb's: undefined (with near names) and ambiguous.
llvm::Expected<const CommandSpec *> findCommand(llvm::StringRef &line);

/// Names, aliases excluded, whose words start with the words of `typed`.
std::vector<const CommandSpec *> commandsWithPrefix(llvm::StringRef typed);

/// A row's synopsis, taken apart. The test that walks the table checks that
/// none of them is an error.
llvm::Expected<Syntax> syntaxOf(const CommandSpec &row);

/// Runs one line: finds the command, checks that it can run now, parses its
/// arguments. `!cmd` is `shell cmd`; an empty line and a comment do nothing.
/// `body` has the lines after it. Debugger::interrupt() ends it, whatever it is
/// at: what was asked is answered with the error "Quit". An error of a command
/// with --json is a JsonError.
llvm::Expected<Reply> execute(Console &console, llvm::StringRef line,
                              std::optional<Block> body = std::nullopt);

/// A line without the blanks around it. Those at its end stay where they say
/// something to its command.
llvm::StringRef withoutBlanks(llvm::StringRef line);

/// What the lines after this one, up to `end`, are to it.
Body bodyOf(llvm::StringRef line);

/// Runs a command that Python code has defined.
llvm::Expected<Reply> runPythonCommand(Console &console, llvm::StringRef name,
                                       llvm::StringRef argument);

/// Runs a file of Python code.
llvm::Expected<Reply> runPythonFile(Console &console, llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_COMMAND_H
