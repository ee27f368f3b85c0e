//===- Support.cpp - Settings, scripts and the session itself -------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/StageView.h"

#include "graph/Moment.h"
#include "injection/TrackerCatalog.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

// `$x = EXPRESSION`.
static Expected<Reply> assign(Console &console, StringRef typed) {
  auto [name, expression] = typed.drop_front().split('=');
  name = name.trim();
  if (expression.trim().empty())
    return fail("Cannot set \"{0}\": expected $NAME = EXPRESSION.", typed);
  if (Error error = checkVariable(name))
    return error;
  Expected<TermValue> value = evaluate(console, expression);
  if (!value)
    return value.takeError();
  if (Error error = setVariable(console, name, std::move(*value)))
    return error;
  return NothingReply{};
}

static Expected<Reply> setSetting(Console &console,
                                  const Arguments &arguments) {
  StringRef value;
  StringRef typed = arguments.text("SETTING");
  // `set var $x = 3`, as in gdb.
  if (auto [word, rest] = getToken(typed);
      word == "var" || word == "variable") {
    typed = rest.ltrim();
    if (!typed.starts_with("$"))
      return fail("Invalid variable \"{0}\": a name begins with $, as in "
                  "'set $count = 3'.",
                  getToken(typed).first);
  }
  if (typed.starts_with("$"))
    return assign(console, typed);
  // gdb's old form.
  if (auto [word, rest] = getToken(typed);
      word == "logging" && (rest.trim() == "on" || rest.trim() == "off"))
    return execute(console, ("set logging enabled " + rest.trim()).str());
  Expected<const SettingSpec *> spec =
      findSetting(arguments.text("SETTING"), value);
  if (!spec)
    return spec.takeError();
  if ((*spec)->name == "args") {
    if (Error error = setProgramArguments(console, value))
      return error;
    return NothingReply{};
  }
  if ((*spec)->name == "exec-direction" && value != "forward" &&
      value != "reverse")
    return fail("Invalid direction \"{0}\": it is forward or reverse.", value);
  // Refused when it is typed, and not at the next run.
  if ((*spec)->name == "follow-compiler") {
    Expected<FollowRule> rule = FollowRule::parse(value);
    if (!rule)
      return rule.takeError();
    console.debugger->setFollow(std::move(*rule));
  }
  if (Error error = changeSetting(console.settings, **spec, value))
    return error;
  // A file that cannot be written is an error of the command that names it.
  if ((*spec)->name.starts_with("logging ") && console.settings.isLogging)
    if (Error error = appendToLog(console.settings, ""))
      return error;
  return NothingReply{};
}

/// Whether `show` is asked about a stage: something that can only be one, or
/// that is one in this trace.
static bool namesStage(Console &console, StringRef typed) {
  StringRef word = getToken(typed).first;
  StringRef digits = word.ltrim('@');
  digits.consume_front("stage");
  if (word.starts_with("#") || parseMarkedActionNumber(word) ||
      parseStartOfInput(word) || (!digits.empty() && all_of(digits, isDigit)))
    return true;
  Expected<Lineage &> lineage = console.debugger->lineage();
  Expected<Moment> moment = lineage ? parseMoment(*lineage, word)
                                    : Expected<Moment>(lineage.takeError());
  if (moment)
    return true;
  consumeError(moment.takeError());
  return false;
}

static Expected<Reply> showSettings(Console &console,
                                    const Arguments &arguments) {
  StringRef typed = arguments.text("SETTING"), value;
  if (!typed.empty()) {
    Expected<const SettingSpec *> spec = findSetting(typed, value);
    if (spec)
      return TextReply{showSetting(console.settings, **spec)};
    // `show history` is about all that starts like this.
    if (settingsWithPrefix(typed).empty()) {
      if (!namesStage(console, typed))
        return spec.takeError();
      consumeError(spec.takeError());
      return execute(console, ("show-stage " + typed).str());
    }
    consumeError(spec.takeError());
  }
  std::string text;
  for (const SettingSpec *spec : settingsWithPrefix(typed)) {
    if (!text.empty())
      text += '\n';
    text += (spec->name + ":  " + showSetting(console.settings, *spec)).str();
  }
  return TextReply{text};
}

static Expected<Reply> showCommands(Console &console, const Arguments &) {
  constexpr size_t shown = 10;
  LinesReply reply;
  size_t count = console.commandLines.size();
  for (size_t i = count > shown ? count - shown : 0; i < count; ++i)
    reply.lines.push_back(
        formatv("{0,5}  {1}", i + 1, console.commandLines[i]).str());
  return reply;
}

std::string versionText() {
  std::vector<std::string> versions = TrackerCatalog::installed().keys();
  if (versions.empty())
    return "mlir-track-dbg " TRACKDBG_VERSION ", without any tracker.";
  return formatv("mlir-track-dbg {0} for compilers built with MLIR {1}.",
                 TRACKDBG_VERSION, join(versions, ", "));
}

static Expected<Reply> showVersion(Console &, const Arguments &) {
  return TextReply{versionText()};
}

static Expected<Reply> info(Console &, const Arguments &) {
  return HelpReply{"List of info subcommands:", commandsWithPrefix("info "),
                   "Type \"help info\" followed by a subcommand's name for "
                   "full documentation."};
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

static Expected<Reply> source(Console &, const Arguments &arguments) {
  SmallString<256> path;
  sys::fs::expand_tilde(arguments.text("FILE"), path);
  return ScriptReply{path.str().str()};
}

static Expected<Reply> shell(Console &, const Arguments &arguments) {
  return ShellReply{arguments.text("TEXT").str()};
}

static std::string unescape(StringRef text) {
  std::string result;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if (c == '\\' && !text.empty()) {
      c = text.front();
      text = text.drop_front();
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    result += c;
  }
  return result;
}

static Expected<Reply> echo(Console &, const Arguments &arguments) {
  return EchoReply{unescape(arguments.text("TEXT"))};
}

static Expected<Reply> printDirectory(Console &, const Arguments &) {
  SmallString<256> path;
  if (std::error_code error = sys::fs::current_path(path))
    return fail("Cannot find the current directory: {0}.", error.message());
  return TextReply{"Working directory " + path.str().str() + "."};
}

static Expected<Reply> changeDirectory(Console &console,
                                       const Arguments &arguments) {
  SmallString<256> path;
  StringRef typed = arguments.text("DIRECTORY");
  sys::fs::expand_tilde(typed.empty() ? "~" : typed, path);
  if (std::error_code error = sys::fs::set_current_path(path))
    return fail("{0}: {1}.", path, error.message());
  return printDirectory(console, arguments);
}

// What is lost by leaving is a live compiler; its trace is written all the
// same.
static Expected<Reply> quit(Console &console, const Arguments &arguments) {
  if (isLive(console)) {
    std::string question = "A debugging session is active.\n"
                           "\n"
                           "\tInferior 1 will ";
    bool completes = console.debugger->wasComplete();
    question += completes
                    ? "run to its end again, to complete its output files.\n"
                    : "be killed.\n";
    if (!completes && console.hasEnded)
      question += "\tIts output files are as they were at this point; "
                  "'detach' completes them.\n";
    if (!console.frontend.confirm(question + "\nQuit anyway? "))
      return TextReply{"Not confirmed."};
  }
  QuitReply reply;
  if (std::optional<int64_t> code = arguments.number("N")) {
    if (*code < 0 || *code > 255)
      return fail("Invalid exit code \"{0}\": expected a number up to 255.",
                  *code);
    reply.code = int(*code);
  }
  return reply;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "info",
     .aliases = {"i", "inf"},
     .synopsis = "info",
     .summary = "Show things about the program being debugged.",
     .seeAlso = {"show"},
     .run = info},
    {.name = "set",
     .synopsis = "set SETTING [VALUE]",
     .summary = "Change a setting of the debugger, or set a variable.",
     .details =
         "$NAME = EXPRESSION sets a variable, which can be used in conditions, "
         "expressions, and arguments that are numbers or ops.\n"
         "'set print elements' elides the elements of long constants, and on a "
         "screen the entries of long attributes.\n"
         "Examples:\n"
         "  set $seen = 0\n"
         "  set confirm off\n"
         "  set args --canonicalize input.mlir\n"
         "  set print elements 4",
     .seeAlso = {"show"},
     .run = setSetting},
    {.name = "show",
     .synopsis = "show [SETTING]",
     .summary = "Show a setting, or all of them.",
     .details = "If SETTING names a stage of the IR instead, prints the stage, "
                "as 'show-stage' does.",
     .seeAlso = {"set", "info", "show-stage"},
     .run = showSettings},
    {.name = "show commands",
     .synopsis = "show commands",
     .summary = "Show the command history.",
     .seeAlso = {"set"},
     .run = showCommands},
    {.name = "show version",
     .synopsis = "show version",
     .summary = "Show the versions of the debugger and of MLIR.",
     .run = showVersion},
    {.name = "source",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "source FILE",
     .summary = "Run the commands of a file.",
     .details = "One command a line; # starts a comment and \\ at the end "
                "continues a line. The first command that fails ends it.",
     .run = source},
    {.name = "shell",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "shell [TEXT]",
     .summary = "Run a shell command; '!' followed by it does the same.",
     .run = shell},
    {.name = "echo",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "echo [TEXT]",
     .summary = "Print a text, with \\n for a newline.",
     .run = echo},
    {.name = "pwd",
     .synopsis = "pwd",
     .summary = "Print the working directory.",
     .seeAlso = {"cd"},
     .run = printDirectory},
    {.name = "cd",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "cd [DIRECTORY]",
     .summary = "Change the working directory.",
     .seeAlso = {"pwd"},
     .run = changeDirectory},
    {.name = "quit",
     .aliases = {"q", "exit"},
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "quit [N]",
     .summary = "End the compiler and leave the debugger.",
     .details =
         "N becomes the debugger's exit code. After going back from the end of "
         "the compile, the output files are incomplete. The compiler runs to "
         "its end first, to complete them. Ctrl-C ends it at once.",
     .seeAlso = {"kill"},
     .run = quit},
};

ArrayRef<CommandSpec> supportCommands() { return rows; }

} // namespace mlir::trackdbg
