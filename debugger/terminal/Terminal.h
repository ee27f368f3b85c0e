//===- Terminal.h - The front-end of the command line ---------------------===//
//
// Reads commands from scripts, options and the prompt, runs them, and shows
// what they answer. Conventions of gdb that concern all commands are
// implemented here: questions, repetition by an empty line, errors in scripts.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TERMINAL_TERMINAL_H
#define TRACKDBG_TERMINAL_TERMINAL_H

#include "commands/Console.h"
#include "commands/Reply.h"
#include "commands/SplitView.h"
#include "render/Panes.h"
#include "terminal/FullScreen.h"
#include "terminal/LineReader.h"
#include "terminal/Output.h"
#include "terminal/ScreenNames.h"
#include "terminal/Signals.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What to do before the first prompt.
struct StartupStep {
  enum class Kind { Script, Command };
  Kind kind = Kind::Command;
  std::string text; ///< The script's path, or the command.
};

struct TerminalOptions {
  ColorMode color = ColorMode::Auto;
  /// Run the steps and leave, without questions, pages or colours.
  bool batch = false;
  bool quiet = false; ///< No banner.
  /// A session at a prompt also exits with the compiler's code.
  bool returnsChildResult = false;
  std::vector<std::string> sourceFolders; ///< Searched in this order.
  std::vector<StartupStep> steps;
  bool readInitFiles = true;
  /// An init file outside the user's configuration folder that may be read.
  std::string trustedInit;
  // Written when the session ends.
  std::string dumpLineage, logActions;
  std::optional<LogFormat> logFormat; ///< None: from the file's extension.
};

class Terminal : public Frontend {
public:
  Terminal(std::unique_ptr<Debugger> debugger, TerminalOptions options);
  ~Terminal() override;

  /// Runs everything, from the init file to the last prompt, and returns the
  /// exit code of this process: see the comment at Terminal::exitCode.
  int run();

  bool write(Stream stream, llvm::StringRef text) override;
  Input readLine(llvm::StringRef prompt, std::string &line) override;
  llvm::Expected<std::string> runCommand(llvm::StringRef line) override;
  bool confirm(llvm::StringRef question) override;
  llvm::Expected<std::optional<size_t>>
  choose(llvm::StringRef question,
         llvm::ArrayRef<std::string> choices) override;
  llvm::Expected<Edited> edit(llvm::StringRef text) override;
  void announce(llvm::StringRef line, Announced what) override;
  void lendTerminal(llvm::function_ref<void()> work,
                    std::function<bool()> hasEnded) override;
  llvm::Error splitScreen(std::optional<ScreenLayout> wanted) override;
  llvm::Error focusPane(std::optional<PaneName> wanted) override;
  llvm::Error scrollPane(PaneShift by) override;

private:
  /// Runs a line and shows its answer. The error is not shown yet.
  llvm::Error runLine(llvm::StringRef line,
                      std::optional<Block> body = std::nullopt);
  llvm::Error runHook(llvm::StringRef name);
  // TerminalScripts.cpp
  llvm::Error runScript(llvm::StringRef path);
  llvm::Error runBlock(const Block &block, BlockReply::Blame blame);
  llvm::Error runRepeatedly(const BlockReply &loop);
  /// Runs what the breakpoints of the newest stop want to have run, and so on
  /// at each stop that this leads to.
  llvm::Error runStopCommands();
  llvm::Error runCommandsOf(int64_t breakpoint);
  bool isSilent(llvm::ArrayRef<int64_t> breakpoints) const;
  llvm::Error runShell(llvm::StringRef command);
  llvm::Error show(const Reply &reply);
  RenderStyle styleOf(const Reply &reply);
  void noteEvent(const Event &event);
  void tellPython(const Event &event);
  llvm::Error showEvent(const EventReply &reply);
  void showError(llvm::Error error);
  /// Of what no command at the prompt has asked for: it fails a batch.
  void noteFailure(llvm::Error error);

  // TerminalScreen.cpp
  /// Before the prompt.
  void drawScreen();
  void lookAgain();
  void showView();
  void pressScreenKey(ScreenKey key);
  void shiftPane(PaneShift by);
  bool hasPanes() const;
  /// All of it, as after Ctrl-L.
  void redrawScreen();
  bool fitScreen();
  /// Whether another program has the terminal. Takes it back from one that has
  /// ended.
  bool isLent();
  /// Another program may draw on the screen meanwhile.
  void lendScreen(llvm::function_ref<void()> program);

  void runInitFiles();
  void runSteps();
  void runPrompt();
  void takeCommand(std::string &last);
  llvm::Error refusalOf(llvm::StringRef line);
  llvm::Expected<Block> readBody(Body body);
  LineReader &lines();
  std::string repetitionOf(llvm::StringRef line) const;
  void finish();
  int exitCode() const;

  TerminalOptions options;
  Console console;
  /// Ctrl-C is for the command at work, whichever it is; see execute().
  InterruptTarget interruptTarget;
  /// Of the program that has the terminal; empty for none.
  std::function<bool()> hasBorrowerEnded;
  Output output;
  ScreenNames names;
  std::unique_ptr<LineReader> reader; ///< Made when it is first needed.
  std::unique_ptr<FullScreen>
      screen; ///< If there is something above the prompt.
  ShownPanes panes;
  std::optional<SplitView> view;
  std::chrono::nanoseconds viewTime{0}; ///< That it took to make.
  /// The event and the frame that it is of.
  std::pair<uint64_t, size_t> viewedAt;
  unsigned scriptDepth = 0; ///< Blocks and files that are being run.
  uint64_t eventCount = 0;  ///< How often the compiler has come back.
  /// The breakpoints of a stop whose commands have not been run yet.
  std::vector<int64_t> stoppedAt;
  bool isRunningStopCommands = false, isInHook = false;
  bool hasStopped = false; ///< In the current run.
  bool hasQuit = false, hasFailed = false, wasInterrupted = false;
  std::optional<int> quitCode;
  std::optional<Ending> ending; ///< Of the last run.
};

/// What a shell would call it: the exit code, 128 and the signal, or 125 for a
/// command that could not be tracked.
int exitCodeOf(const Ending &ending);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_TERMINAL_H
