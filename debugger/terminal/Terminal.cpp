//===- Terminal.cpp -------------------------------------------------------===//

#include "terminal/Terminal.h"

#include "commands/Command.h"
#include "commands/EndProgram.h"
#include "commands/Errors.h"
#include "commands/Interpreter.h"
#include "inferior/EarlyEnd.h"
#include "inferior/Inherited.h"
#include "render/ControlCharacters.h"
#include "render/Render.h"
#include "terminal/Script.h"
#include "terminal/UserFiles.h"
#include "terminal/WorkLine.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SaveAndRestore.h"

#include <cerrno>
#include <cstdlib>
#include <sys/wait.h>
#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

Terminal::Terminal(std::unique_ptr<Debugger> debugger, TerminalOptions given)
    : options(std::move(given)), console(std::move(debugger), *this),
      interruptTarget(*console.debugger), output(console.settings) {
  installSignalHandlers();
  Settings &settings = console.settings;
  settings.color = options.color;
  settings.historyFile = historyFilePath();
  for (const std::string &folder : reverse(options.sourceFolders)) {
    SmallString<256> path(folder);
    sys::fs::make_absolute(path);
    console.sources.addFolder(path);
  }
  if (options.batch) {
    settings.confirm = false;
    settings.pagination = false;
    if (settings.color == ColorMode::Auto)
      settings.color = ColorMode::Never;
  }
  console.debugger->setProgressSink([this](const Progress &progress) {
    if (!isLent() && !options.batch)
      output.progress(progress);
  });
}

// Code of the user's that runs at the end may still print.
Terminal::~Terminal() { console.python.reset(); }

//===----------------------------------------------------------------------===//
// One command
//===----------------------------------------------------------------------===//

// What `hook-NAME` is about.
static std::string nameOf(StringRef line) {
  if (line.trim().empty() || line.trim().starts_with("#"))
    return "";
  Expected<const CommandSpec *> row = findCommand(line);
  if (row)
    return (*row)->name.str();
  consumeError(row.takeError());
  return "";
}

Error Terminal::runHook(StringRef name) {
  // Hooks of what hooks do would never end.
  if (isInHook || !console.scripts.commands.contains(name))
    return Error::success();
  SaveAndRestore inside(isInHook, true);
  return runLine(name);
}

/// What must be said beside the answer of a command, also where that is an
/// error: a recording that ended early does not know all.
static std::string caveatFor(Console &console, StringRef line) {
  Expected<const CommandSpec *> row = findCommand(line);
  if (!row) {
    consumeError(row.takeError());
    return "";
  }
  if ((*row)->needs != Needs::Trace)
    return "";
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (lineage)
    return describeEarlyEnd(*lineage);
  consumeError(lineage.takeError());
  return "";
}

Error Terminal::runLine(StringRef line, std::optional<Block> body) {
  if (scriptDepth == 0) {
    output.startCommand();
    takeInterrupt();
  }
  std::string name = console.scripts.commands.empty() ? "" : nameOf(line);
  if (!name.empty())
    if (Error error = runHook("hook-" + name))
      return error;
  Expected<Reply> reply = [&] {
    WorkLine work(!options.batch);
    return execute(console, line, std::move(body));
  }();
  if (std::string caveat = caveatFor(console, line); !caveat.empty())
    output.note(caveat);
  if (!reply)
    return reply.takeError();
  if (Error error = show(*reply))
    return error;
  if (!name.empty())
    if (Error error = runHook("hookpost-" + name))
      return error;
  return runStopCommands();
}

/// An answer comes from the trace, which has been read for it. For a stop it is
/// not read whole, as that would take time at each of them.
RenderStyle Terminal::styleOf(const Reply &reply) {
  RenderStyle style = output.style();
  if (console.settings.printFullNames)
    return style;
  std::visit(
      [&](const auto &each) {
        if constexpr (
            requires { each.format; } || requires { each.hunks; } ||
            std::is_same_v<decltype(each), const ActionsReply &>)
          names.readTrace(*console.debugger);
      },
      reply);
  names.readStack(*console.debugger, style.isForScreen);
  return names.with(style);
}

Error Terminal::show(const Reply &reply) {
  if (const auto *script = std::get_if<ScriptReply>(&reply))
    return runScript(script->path);
  if (const auto *block = std::get_if<BlockReply>(&reply))
    return block->condition.empty() ? runBlock(block->block, block->blame)
                                    : runRepeatedly(*block);
  if (const auto *shell = std::get_if<ShellReply>(&reply))
    return runShell(shell->command);
  if (const auto *quit = std::get_if<QuitReply>(&reply)) {
    hasQuit = true;
    quitCode = quit->code;
    return Error::success();
  }
  if (const auto *event = std::get_if<EventReply>(&reply))
    return showEvent(*event);
  CancellationScope scope(console.debugger->interruptFlag());
  std::string text = [&] {
    WorkLine work(!options.batch);
    return render(reply, styleOf(reply));
  }();
  if (scope.wasCancelled())
    return fail("Quit");
  // Ctrl-C leaves the cursor anywhere in a line; the error ends the line.
  if (!output.result(text) && !output.isRefused())
    return fail("Quit");
  return Error::success();
}

bool Terminal::write(Stream stream, StringRef text) {
  if (stream == Stream::Result)
    return output.result(text);
  output.problem(text);
  return true;
}

Terminal::Input Terminal::readLine(StringRef prompt, std::string &line) {
  switch (lines().read(prompt, line)) {
  case LineReader::Outcome::Line:
    reader->remember(line);
    // What it leads to is not what an earlier Ctrl-C has ended.
    output.startCommand();
    console.debugger->forgetInterrupt();
    return Input::Line;
  case LineReader::Outcome::Interrupted:
    return Input::Interrupted;
  case LineReader::Outcome::EndOfInput:
    break;
  }
  output.result("\n");
  return Input::End;
}

Expected<std::string> Terminal::runCommand(StringRef line) {
  Expected<Reply> reply = execute(console, line);
  if (!reply)
    return reply.takeError();
  if (const auto *event = std::get_if<EventReply>(&*reply)) {
    noteEvent(event->event);
    tellPython(event->event);
  } else if (std::holds_alternative<ScriptReply>(*reply) ||
             std::holds_alternative<BlockReply>(*reply) ||
             std::holds_alternative<ShellReply>(*reply) ||
             std::holds_alternative<QuitReply>(*reply)) {
    if (Error error = show(*reply))
      return error;
  }
  if (Error error = runStopCommands())
    return error;
  RenderStyle style = styleOf(*reply);
  style.colors = Colors::Off;
  return render(*reply, style);
}

void Terminal::noteEvent(const Event &event) {
  ++eventCount;
  stoppedAt.clear();
  if (event.kind == Event::Kind::Stopped) {
    hasStopped = true;
    stoppedAt = event.stop.breakpoints;
  }
  if (event.kind != Event::Kind::Ended)
    return;
  ending = event.ending;
  hasStopped = false;
}

// An error of the user's code is not an error of the command.
void Terminal::tellPython(const Event &event) {
  if (!console.python)
    return;
  Interpreter::Outcome outcome = console.python->noteEvent(event);
  if (outcome.kind == Interpreter::Outcome::Kind::Failed)
    output.problem(showControls(outcome.text) + "\n");
  if (outcome.kind != Interpreter::Outcome::Kind::Exited)
    return;
  hasQuit = true;
  quitCode = outcome.code;
}

Error Terminal::showEvent(const EventReply &reply) {
  const Event &event = reply.event;
  bool stopped = hasStopped;
  noteEvent(event);
  if (event.kind != Event::Kind::Ended) {
    std::vector<int64_t> before = std::exchange(stoppedAt, {});
    uint64_t count = eventCount;
    Error error = runHook("hook-stop");
    // It has let the compiler go on.
    if (eventCount != count)
      return error;
    stoppedAt = std::move(before);
    if (!isSilent(event.stop.breakpoints)) {
      EventReply shown = reply;
      if (output.style().isForScreen)
        shown.ops = opsAtStop(*console.debugger, event.stop);
      output.result(render(shown, styleOf(shown)));
    }
    tellPython(event);
    return error;
  }
  std::string text = render(reply, styleOf(reply));
  if (event.ending.kind == Ending::Kind::NeverTracked) {
    output.problem(text);
    // No command after this one could do anything.
    hasQuit |= options.batch;
    return Error::success();
  }
  // In a batch that never stopped, standard output is the compiler's alone,
  // and the exit code says how it ended.
  if (!options.batch || stopped)
    output.result(text);
  else if (event.ending.kind != Ending::Kind::Exited ||
           !event.ending.note.empty() || !reply.breakpoints.empty() ||
           (event.ending.hadNoStop && event.ending.wantedStop))
    output.problem(text);
  tellPython(event);
  return Error::success();
}

/// Most errors come without a period, so that they can be part of another one.
static bool lacksPeriod(StringRef text) {
  // A usage is not a sentence, and what has several lines was not written by
  // us, or points at what was typed.
  if (text.empty() || text.contains('\n') || text.contains("usage: "))
    return false;
  return isAlnum(text.back()) || StringRef("'\")").contains(text.back());
}

void Terminal::showError(Error error) {
  bool isJson = error.isA<JsonError>();
  std::string text = toString(std::move(error));
  if (!isJson)
    text = showControls(text);
  if (lacksPeriod(text))
    text += '.';
  if (isJson)
    output.result(renderJsonError(text));
  else if (StringRef(text).contains('\n'))
    output.problem(wrapForScreen(StringRef(text).rtrim('\n'), output.style()));
  else
    output.note(text);
}

void Terminal::noteFailure(Error error) {
  hasFailed = true;
  showError(std::move(error));
  // One Ctrl-C ends one thing.
  wasInterrupted |= takeInterrupt();
}

Error Terminal::runShell(StringRef command) {
  const char *shell = getenv("SHELL");
  std::string line =
      command.empty() ? (shell ? shell : "/bin/sh") : command.str();
  ParentsLimit limit;
  int status = system(line.c_str());
  if (screen)
    screen->hold();
  if (status == -1)
    return fail("Cannot start the shell: {0}.", errnoAsErrorCode().message());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What is run at the start
//===----------------------------------------------------------------------===//

void Terminal::runInitFiles() {
  constexpr StringRef localInit = ".mlir-track-dbg";
  std::vector<std::string> files;
  if (options.readInitFiles) {
    std::string file = initFilePath();
    if (isOfAnotherUser(file))
      output.note(formatv("Not reading {0}, which belongs to another user; "
                          "start with --trust-init={0} to read it.",
                          showControls(file))
                      .str());
    else if (sys::fs::exists(file))
      files.push_back(file);
  }
  if (!options.trustedInit.empty())
    files.push_back(options.trustedInit);
  else if (options.readInitFiles && !options.batch &&
           sys::fs::is_regular_file(localInit))
    output.note(formatv("Not reading {0} of this directory; start with "
                        "--trust-init={0} to read it.",
                        localInit)
                    .str());
  // As in gdb, their errors end nothing but themselves.
  for (const std::string &file : files)
    if (Error error = runScript(file))
      isInterrupted() ? noteFailure(std::move(error))
                      : showError(std::move(error));
}

void Terminal::runSteps() {
  size_t commands = 0;
  for (const StartupStep &step : options.steps) {
    if (hasQuit || (hasFailed && options.batch))
      return;
    bool isScript = step.kind == StartupStep::Kind::Script;
    commands += !isScript;
    // At a terminal, a user who refuses the rest of one step wants the next.
    output.startCommand();
    if (!options.batch)
      takeInterrupt();
    // As in a script, nothing is asked.
    SaveAndRestore depth(scriptDepth, scriptDepth + 1);
    Error error = isScript ? runScript(step.text) : runLine(step.text);
    if (!error)
      continue;
    if (!isScript && !error.isA<JsonError>())
      error = fail("-ex {0}: {1}", commands, toString(std::move(error)));
    noteFailure(std::move(error));
  }
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

int Terminal::run() {
  if (!options.quiet && !options.batch)
    output.result(versionText() + "\nFor help, type \"help\".\n");
  runInitFiles();
  runSteps();
  if (!options.batch && !hasQuit) {
    wasInterrupted = false;
    runPrompt();
  }
  finish();
  return exitCode();
}

// A compiler that a batch leaves at a stop goes on undisturbed, so that its
// output and exit code are those of a plain run; after an error or `quit` it is
// ended.
void Terminal::finish() {
  screen.reset();
  Debugger &debugger = *console.debugger;
  if (debugger.state() != State::NotRunning && options.batch && !hasFailed &&
      !hasQuit) {
    Expected<Event> event = debugger.resume(Control::Detach);
    if (!event) {
      noteFailure(event.takeError());
    } else if (event->kind == Event::Kind::Ended) {
      if (Error error = showEvent({std::move(*event), {}, std::nullopt, {}}))
        showError(std::move(error));
    }
  }
  if (debugger.state() != State::NotRunning)
    if (Expected<Ending> ended = endProgram(console); !ended)
      showError(ended.takeError());
  if (Error error = writeResults(debugger, options))
    noteFailure(std::move(error));
}

int exitCodeOf(const Ending &ending) {
  if (ending.isPartlyTracked)
    return cannotTrack;
  switch (ending.kind) {
  case Ending::Kind::Exited:
    return ending.commandCode.value_or(ending.code);
  case Ending::Kind::Signaled:
    return 128 + ending.code;
  case Ending::Kind::NeverTracked:
    break;
  }
  return cannotTrack;
}

// What Ctrl-C has ended where there is no prompt: 130.
// Of a batch: the one that `quit` names, 1 after a command that failed, else
// the compiler's (128 and the signal if one killed it, 125 if it cannot be
// tracked), and 0 if none ran. Of a session at a prompt: that of `quit`, or 0,
// or with --return-child-result the compiler's.
int Terminal::exitCode() const {
  if (wasInterrupted)
    return interruptedByUser;
  if (quitCode)
    return *quitCode;
  if (!options.batch)
    return ending && options.returnsChildResult ? exitCodeOf(*ending) : 0;
  bool wasTracked = !ending || ending->kind != Ending::Kind::NeverTracked;
  if (hasFailed && wasTracked)
    return 1;
  return ending ? exitCodeOf(*ending) : 0;
}

} // namespace mlir::trackdbg
