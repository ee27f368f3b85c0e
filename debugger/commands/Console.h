//===- Console.h - What commands work on ----------------------------------===//

#ifndef TRACKDBG_COMMANDS_CONSOLE_H
#define TRACKDBG_COMMANDS_CONSOLE_H

#include "Debugger.h"
#include "commands/ScreenLayout.h"
#include "commands/Scripts.h"
#include "commands/Settings.h"
#include "commands/SourceFiles.h"
#include "export/ActionLog.h"
#include "queries/OpSpec.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What is told before the compiler runs. A command line stays in one piece, so
/// that it can be copied.
enum class Announced { Sentence, CommandLine };

/// What a command may ask of the front-end.
class Frontend {
public:
  virtual ~Frontend() = default;
  enum class Stream { Result, Problem };
  /// Text as it is and at once, from code that a command runs. False: the user
  /// has just refused the rest, and the code is to end. This is said once; what
  /// is written after it is dropped.
  virtual bool write(Stream stream, llvm::StringRef text) = 0;
  enum class Input { Line, End, Interrupted };
  /// The next line that the user types.
  virtual Input readLine(llvm::StringRef prompt, std::string &line) = 0;
  /// Runs a command, and returns what would be shown, without colours.
  virtual llvm::Expected<std::string> runCommand(llvm::StringRef line) = 0;
  /// A text that the user has changed in an editor.
  struct Edited {
    std::string text;
    std::string file; ///< Keeps the text, so that it is not lost.
  };
  /// An error if the editor fails; there is no file then.
  virtual llvm::Expected<Edited> edit(llvm::StringRef text) = 0;
  /// A yes-or-no question. True where nobody can be asked.
  virtual bool confirm(llvm::StringRef question) = 0;
  /// The index of the one of `choices` that the user means; none where nobody
  /// can be asked, and an error where the user wants none of them.
  virtual llvm::Expected<std::optional<size_t>>
  choose(llvm::StringRef question, llvm::ArrayRef<std::string> choices) = 0;
  /// A line that is to be seen before a command that may take long is done.
  virtual void announce(llvm::StringRef line,
                        Announced what = Announced::Sentence) = 0;
  /// Another program has the terminal while `work` is done, or until it
  /// `hasEnded`: nothing is shown there meanwhile, and Ctrl-C is for it alone.
  virtual void lendTerminal(llvm::function_ref<void()> work,
                            std::function<bool()> hasEnded) {
    work();
  }
  /// Shows source and IR above the prompt; nothing there where there is no
  /// layout. An error where there is no terminal that could.
  virtual llvm::Error splitScreen(std::optional<ScreenLayout> layout) {
    return llvm::createStringError("There is no screen to split.");
  }
  /// Makes a pane of the split screen the active one; where none is named, the
  /// other one. An error where it is not shown.
  virtual llvm::Error focusPane(std::optional<PaneName> wanted) {
    return llvm::createStringError("There is no split screen.");
  }
  /// Moves the text of the active pane, as far as there is text. An error where
  /// there is no pane.
  virtual llvm::Error scrollPane(PaneShift by) {
    return llvm::createStringError("There is no split screen.");
  }
};

/// The place that `source-list` goes on from.
struct ListPosition {
  std::string file;
  int64_t first = 0, last = 0; ///< Lines shown last; 0: none yet.
};

class Arguments;
class Interpreter;

/// One debugger and all that its user set. Not owned: the front-end, which
/// must outlive it.
struct Console {
  Console(std::unique_ptr<Debugger> debugger, Frontend &frontend);
  ~Console();

  std::unique_ptr<Debugger> debugger;
  Frontend &frontend;
  Settings settings;
  Scripts scripts;
  SourceFiles sources;
  ListPosition listed;
  /// This run has come to its end before, and what it wrote is cut where the
  /// user has gone back to.
  bool hasEnded = false;
  /// Whether a name of several things is a question to the user.
  bool asksWhich = true;
  std::vector<std::string> commandLines; ///< Oldest first, for `show commands`.
  std::unique_ptr<Interpreter> python;   ///< From its first use on.
};

/// Whether there is a compiler, at a stop or running.
bool isLive(const Console &console);
/// That nothing runs now; or of a recording, that nothing can.
llvm::Error failNotRunning(const Console &console);

/// Puts the arguments and redirections of `text` into the launch, after the
/// program. An error where a shell would be needed.
llvm::Error setProgramArguments(Console &console, llvm::StringRef text);

/// The lineage; null where nothing is recorded, or it cannot be read.
Lineage *knownLineage(Console &console);

/// The lineage, once all texts of stages that there will be are in the trace.
/// An error where the user interrupts the wait.
llvm::Expected<Lineage &> printedLineage(Console &console);

/// The same, where one of the arguments names what is in such a text. Does
/// nothing otherwise.
llvm::Error completeNamedTexts(Console &console, const Arguments &arguments);

/// The same error as a sentence: it ends with a period or a question mark.
llvm::Error asSentence(llvm::Error error);

/// Asks the compiler at the stop. The error ends with a period.
template <typename R>
llvm::Expected<typename R::Answer> askCompiler(Console &console,
                                               const R &request) {
  llvm::Expected<typename R::Answer> answer = console.debugger->ask(request);
  if (!answer)
    return asSentence(answer.takeError());
  return answer;
}

/// How the user wants IR to be printed.
PrintOptions printOptions(const Console &console);

/// The stack at the stop or, where there is none, the one of the newest event
/// in the trace.
std::vector<Frame> knownStack(Console &console);

/// The one of that stack that the user has selected; null where there is none.
/// Until the stack changes.
const Frame *selectedFrame(const Console &console);

/// What a compiler that crashed did beside its actions; nothing where there is
/// one that runs.
std::optional<Activity> knownActivity(Console &console);

/// The line of source that the frame's op comes from; none where it has no
/// line, or the file cannot be read.
std::optional<SourceLine> sourceLineOf(Console &console, const Frame &frame);
std::optional<SourceLine> sourceLineOf(SourceFiles &sources,
                                       const Frame &frame);

/// The file that a line alone is in: the one of the selected frame or, where
/// nothing runs, the input of the command. Empty where it is not known.
llvm::StringRef currentFile(const Console &console);

/// "inside a5" or "outside every action": of a compiler that runs.
std::string whereItRuns(const Console &console);

/// What --log-actions and `log-actions` write, from the extension: .jsonl,
/// .json for a chrome trace, and text for all others.
LogFormat logFormatFor(llvm::StringRef path);

/// "mlir-track-dbg 0.1.0 for compilers built with MLIR 22.1."
std::string versionText();

/// The program and its arguments as a shell would take them.
std::string commandLineOf(const Launch &launch);
std::string commandLineOf(llvm::ArrayRef<std::string> words);

// In what these return, names are parts of one line; see PlainText.h.

/// What an action is and works on: "pattern Foo on arith.addi at a.mlir:3:5".
std::string describe(const Frame &frame);

/// "verifying the parsed input: gpu.launch, a.mlir:12:3".
std::string describe(const Activity &activity);

/// What it is alone, by a short name: "pattern Foo", "pass canonicalize",
/// "nested pipeline".
std::string actionName(const Frame &frame);

/// "@f": of the op, or of the nearest one around it that has one.
std::string symbolName(const Frame &frame);

/// "a.mlir:3:5", as far as known; empty if nothing is.
std::string locationName(const Frame &frame);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_CONSOLE_H
