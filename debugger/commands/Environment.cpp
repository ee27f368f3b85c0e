//===- Environment.cpp - Commands for what a compiler starts with ---------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

// It is the debugger's own, which the next run hands on.

static Expected<Reply> setVariable(Console &, const Arguments &arguments) {
  StringRef text = arguments.text("TEXT").trim();
  auto [name, value] = text.split(text.contains('=') ? '=' : ' ');
  std::string variable = name.trim().str();
  if (variable.empty())
    return fail(
        "The variable's name is missing, as in \"set environment NAME = "
        "VALUE\".");
  if (variable.find(' ') != std::string::npos)
    return fail("\"{0}\" is not the name of a variable.", variable);
  setenv(variable.c_str(), value.trim().str().c_str(), /*overwrite=*/1);
  return NothingReply();
}

static std::vector<StringRef> allVariables() {
  std::vector<StringRef> variables;
  for (char **each = environ; each && *each; ++each)
    variables.push_back(*each);
  return variables;
}

static Expected<Reply> unsetVariable(Console &console,
                                     const Arguments &arguments) {
  std::string variable = arguments.text("NAME").str();
  if (!variable.empty()) {
    unsetenv(variable.c_str());
    return NothingReply();
  }
  if (!console.frontend.confirm("Delete all environment variables? "))
    return TextReply{"Not confirmed."};
  clearenv();
  return NothingReply();
}

static Expected<Reply> showVariable(Console &, const Arguments &arguments) {
  std::string variable = arguments.text("NAME").str();
  if (variable.empty())
    return TextReply{join(allVariables(), "\n")};
  const char *value = getenv(variable.c_str());
  if (!value)
    return fail("Environment variable \"{0}\" not defined.", variable);
  return TextReply{variable + " = " + value};
}

static Expected<Reply> setTerminal(Console &console,
                                   const Arguments &arguments) {
  std::string file = arguments.text("FILE").str();
  if (access(file.c_str(), R_OK | W_OK) != 0)
    return fail("{0}: {1}", file,
                std::error_code(errno, std::generic_category()).message());
  Launch launch = console.debugger->launch();
  launch.terminal = std::move(file);
  console.debugger->setLaunch(std::move(launch));
  return NothingReply();
}

static Expected<Reply> unset(Console &, const Arguments &) {
  return HelpReply{"List of unset subcommands:", commandsWithPrefix("unset "),
                   ""};
}

static constexpr CommandSpec rows[] = {
    {.name = "unset",
     .group = Group::Support,
     .synopsis = "unset",
     .summary = "Take back some of what 'set' has set.",
     .run = unset},
    {.name = "set environment",
     .group = Group::Running,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "set environment TEXT",
     .summary = "Set an environment variable for the next run.",
     .details = "TEXT is 'NAME = VALUE' or 'NAME VALUE'. The shell of 'shell' "
                "gets the variable too.",
     .seeAlso = {"unset environment", "show environment", "run"},
     .run = setVariable},
    {.name = "tty",
     .aliases = {"set inferior-tty"},
     .group = Group::Running,
     .needs = Needs::Program,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "tty FILE",
     .summary = "Give the next run another terminal for what it reads and "
                "prints.",
     .details = "FILE is a terminal such as /dev/pts/3. What 'run' redirects "
                "goes elsewhere.",
     .seeAlso = {"run", "set environment"},
     .run = setTerminal},
    {.name = "unset environment",
     .group = Group::Running,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "unset environment [NAME]",
     .summary = "Remove an environment variable for the next run.",
     .details = "Without NAME, removes all variables.",
     .seeAlso = {"set environment", "show environment"},
     .run = unsetVariable},
    {.name = "show environment",
     .group = Group::Running,
     .synopsis = "show environment [NAME]",
     .summary = "Show the environment that the next run gets.",
     .seeAlso = {"set environment", "unset environment"},
     .run = showVariable},
};

ArrayRef<CommandSpec> environmentCommands() { return rows; }

} // namespace mlir::trackdbg
