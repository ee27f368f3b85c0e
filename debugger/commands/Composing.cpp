//===- Composing.cpp - Commands that run other commands -------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/FormatText.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// alias
//===----------------------------------------------------------------------===//

static Expected<Reply> alias(Console &console, const Arguments &arguments) {
  auto [name, command] = arguments.text("ALIAS").split('=');
  name = name.trim();
  command = command.trim();
  if (command.empty())
    return fail("Write alias NAME = COMMAND.");
  if (Error error = checkNewCommand(name))
    return error;
  StringRef first = getToken(command).first, rest = command;
  auto own = console.scripts.commands.find(first);
  bool isOwn = own != console.scripts.commands.end();
  if (isOwn && own->second.language == UserCommand::Language::Alias)
    return fail("\"{0}\" is an alias itself; name the command that it stands "
                "for.",
                first);
  if (!isOwn)
    if (Expected<const CommandSpec *> row = findCommand(rest); !row)
      return row.takeError();
  UserCommand &added = console.scripts.commands[name.str()];
  added = {{command.str(), name.str(), 1}, "", UserCommand::Language::Alias};
  added.documentation = ("An alias of '" + command + "'.").str();
  return NothingReply{};
}

//===----------------------------------------------------------------------===//
// with, pipe
//===----------------------------------------------------------------------===//

static Expected<Reply> runWith(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("SETTING"), command, value;
  std::tie(typed, command) = typed.split(" -- ");
  command = command.trim();
  if (command.empty())
    return fail("Write with SETTING VALUE -- COMMAND.");
  Expected<const SettingSpec *> spec = findSetting(typed.trim(), value);
  if (!spec)
    return spec.takeError();
  std::string before = settingValue(console.settings, **spec);
  if (Error error = changeSetting(console.settings, **spec, value))
    return error;
  Expected<std::string> shown = console.frontend.runCommand(command);
  cantFail(changeSetting(console.settings, **spec, before));
  if (!shown)
    return shown.takeError();
  return EchoReply{std::move(*shown)};
}

static Expected<Reply> pipe(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("COMMAND"), delimiter = "|";
  if (auto [option, rest] = getToken(typed); option == "-d")
    std::tie(delimiter, typed) = getToken(rest);
  auto [command, shell] = typed.split(delimiter);
  command = command.trim();
  shell = shell.trim();
  if (command.empty() || shell.empty())
    return fail("Write pipe COMMAND | SHELL-COMMAND.");
  Expected<std::string> shown = console.frontend.runCommand(command);
  if (!shown)
    return shown.takeError();
  SmallString<128> path;
  int descriptor = -1;
  if (std::error_code error = sys::fs::createTemporaryFile(
          "mlir-track-dbg", "txt", descriptor, path))
    return fail("Cannot write a temporary file: {0}.", error.message());
  raw_fd_ostream file(descriptor, /*shouldClose=*/true);
  file << *shown;
  file.close();
  // The path has no quotes: the system made it.
  return ShellReply{formatv("{{ {0}\n} < '{1}'; status=$?; rm -f '{1}'; (exit "
                            "$status)",
                            shell, path)
                        .str()};
}

//===----------------------------------------------------------------------===//
// printf, dprintf
//===----------------------------------------------------------------------===//

static Expected<Reply> printFormatted(Console &console,
                                      const Arguments &arguments) {
  Expected<std::string> text = formatText(console, arguments.text("FORMAT"));
  if (!text)
    return text.takeError();
  return EchoReply{std::move(*text)};
}

static Expected<Reply> dynamicPrintf(Console &console,
                                     const Arguments &arguments) {
  auto [place, format] = arguments.text("PLACE").split(',');
  format = format.trim();
  if (Error error = checkFormat(format))
    return error;
  Expected<Reply> added = execute(console, ("break " + place.trim()).str());
  if (!added)
    return added;
  console.scripts.formats[console.debugger->lastBreakpoint()] = format.str();
  if (auto *reply = std::get_if<BreakpointAddedReply>(&*added))
    reply->onlyPrints = true;
  return added;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "alias",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "alias ALIAS = COMMAND",
     .summary = "Define another name for a command.",
     .details = "What follows the alias is added to the command. The name must "
                "not be that of a command of the debugger's own.\n"
                "Examples:\n"
                "  alias bb = backtrace\n"
                "  alias lines = diff --context 0",
     .seeAlso = {"define", "show user"},
     .run = alias},
    {.name = "with",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "with SETTING VALUE -- COMMAND",
     .summary = "Run a command with a setting changed for it alone.",
     .details = "Example:\n"
                "  with print elements 4 -- print",
     .seeAlso = {"set"},
     .run = runWith},
    {.name = "pipe",
     .aliases = {"|"},
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "pipe COMMAND | SHELL-COMMAND",
     .summary = "Give the output of a command to a shell command.",
     .details = "With 'pipe -d DELIM COMMAND DELIM SHELL-COMMAND' another "
                "word divides the two, where COMMAND has a | itself.\n"
                "Example:\n"
                "  pipe backtrace | wc -l",
     .seeAlso = {"shell", "set"},
     .run = pipe},
    {.name = "printf",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "printf \"FORMAT\", EXPRESSION, ...",
     .summary = "Print values as a format says.",
     .details = "In the format, %d, "
                "%i and %u stand for a number, %x for one in hexadecimal, %s "
                "for a text or any value, and %% for a percent sign.\n"
                "Example:\n"
                "  printf \"%s has %d uses\\n\", op.name, op.uses",
     .seeAlso = {"echo", "output", "dprintf"},
     .run = printFormatted},
    {.name = "dprintf",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "dprintf PLACE,\"FORMAT\", EXPRESSION, ...",
     .summary = "Print at a place, and go on.",
     .details = "Makes a "
                "breakpoint that does what 'printf' does and does not stop. A "
                "step that ends there stops all the same, and so does "
                "another breakpoint.\n"
                "Example:\n"
                "  dprintf conv.mlir:5,\"%s\\n\", op.name",
     .seeAlso = {"printf", "break", "commands"},
     .run = dynamicPrintf},
};

ArrayRef<CommandSpec> composingCommands() { return rows; }

} // namespace mlir::trackdbg
