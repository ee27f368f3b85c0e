//===- Scripting.cpp - Commands that are made of commands -----------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/ValueFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

char MissingBody::ID = 0;

static Expected<Block> bodyOfThis(const Arguments &arguments) {
  if (arguments.body())
    return *arguments.body();
  return make_error<MissingBody>("The lines up to \"end\" are missing; only "
                                 "scripts and the prompt read them.");
}

//===----------------------------------------------------------------------===//
// Of breakpoints
//===----------------------------------------------------------------------===//

static Expected<Reply> setCommands(Console &console,
                                   const Arguments &arguments) {
  std::vector<int64_t> ids = arguments.breakpoints().vec();
  ArrayRef<Breakpoint> all = console.debugger->breakpoints();
  if (arguments.allBreakpoints())
    for (const Breakpoint &each : all)
      ids.push_back(each.spec.id);
  else if (ids.empty())
    ids.push_back(console.debugger->lastBreakpoint());
  if (all.empty() && arguments.breakpoints().empty())
    return fail("No breakpoints specified.");
  for (int64_t id : ids)
    if (none_of(all,
                [&](const Breakpoint &each) { return each.spec.id == id; }))
      return fail("No breakpoint number {0}.", id);
  Expected<Block> block = bodyOfThis(arguments);
  if (!block)
    return block.takeError();
  for (int64_t id : ids) {
    console.scripts.formats.erase(id);
    if (block->origin.empty())
      console.scripts.ofBreakpoints[id] = {
          block->text, formatv("breakpoint {0}", id).str(), 1};
    else
      console.scripts.ofBreakpoints[id] = *block;
    if (StringRef(block->text).trim().empty())
      console.scripts.ofBreakpoints.erase(id);
  }
  return NothingReply{};
}

//===----------------------------------------------------------------------===//
// Choosing and repeating
//===----------------------------------------------------------------------===//

static Expected<Reply> runIf(Console &console, const Arguments &arguments) {
  Expected<Block> block = bodyOfThis(arguments);
  if (!block)
    return block.takeError();
  Expected<bool> isTrue =
      evaluateCondition(console, arguments.text("CONDITION"));
  if (!isTrue)
    return isTrue.takeError();
  Branches branches = splitAtElse(*block);
  return BlockReply{*isTrue ? branches.then : branches.otherwise, {}};
}

static Expected<Reply> runWhile(Console &console, const Arguments &arguments) {
  Expected<Block> block = bodyOfThis(arguments);
  if (!block)
    return block.takeError();
  Expected<std::string> checked =
      conditionFor(console, arguments.text("CONDITION"));
  if (!checked)
    return checked.takeError();
  return BlockReply{std::move(*block), arguments.text("CONDITION").str()};
}

//===----------------------------------------------------------------------===//
// Commands of the user's
//===----------------------------------------------------------------------===//

/// The command of the debugger's own that is called so, or has the alias.
static const CommandSpec *builtIn(StringRef name) {
  for (const CommandSpec *row : allCommands())
    if (row->name == name || is_contained(row->aliases, name))
      return row;
  return nullptr;
}

Error checkNewCommand(StringRef name) {
  bool isName =
      !name.empty() && !isDigit(name.front()) &&
      all_of(name, [](char c) { return isAlnum(c) || c == '-' || c == '_'; });
  if (!isName)
    return fail("Invalid command name \"{0}\": a name has letters, digits, - "
                "and _, and does not begin with a digit.",
                name);
  if (const CommandSpec *row = builtIn(name))
    return fail("\"{0}\" is a command of the debugger's own; a command named "
                "hook-{1} would run before it.",
                name, row->name);
  return Error::success();
}

static Expected<Reply> define(Console &console, const Arguments &arguments) {
  StringRef name = arguments.text("NAME");
  if (Error error = checkNewCommand(name))
    return error;
  Expected<Block> block = bodyOfThis(arguments);
  if (!block)
    return block.takeError();
  if (block->origin.empty())
    *block = {block->text, name.str(), 1};
  console.scripts.commands[name.str()] = {std::move(*block), "",
                                          UserCommand::Language::Commands};
  return NothingReply{};
}

static Expected<Reply> document(Console &console, const Arguments &arguments) {
  auto found = console.scripts.commands.find(arguments.text("NAME"));
  if (found == console.scripts.commands.end())
    return fail("Not a user-defined command: \"{0}\".", arguments.text("NAME"));
  Expected<Block> block = bodyOfThis(arguments);
  if (!block)
    return block.takeError();
  found->second.documentation = StringRef(block->text).rtrim('\n').str();
  return NothingReply{};
}

static Expected<Reply> showUser(Console &console, const Arguments &arguments) {
  StringRef wanted = arguments.text("NAME");
  std::string text;
  for (const auto &[name, command] : console.scripts.commands)
    if ((wanted.empty() || wanted == name) &&
        command.language == UserCommand::Language::Commands) {
      text +=
          formatv("{0}User command \"{1}\":\n", text.empty() ? "" : "\n", name);
      StringRef lines = StringRef(command.body.text).rtrim('\n');
      for (StringRef line : split(lines, '\n'))
        text += ("  " + line + "\n").str();
    }
  if (text.empty() && !wanted.empty())
    return fail("Not a user-defined command: \"{0}\".", wanted);
  return EchoReply{text};
}

static Expected<Reply> showConvenience(Console &console, const Arguments &) {
  if (console.scripts.variables.empty())
    return TextReply{"No variables are set; 'set $x = 1' sets one."};
  LinesReply reply;
  for (const auto &[name, value] : console.scripts.variables)
    reply.lines.push_back(formatv("${0} = {1}", name, literalOf(value)).str());
  return reply;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static Expected<Reply> output(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("EXPRESSION");
  Expected<ValueFormat> format = takeFormat(typed);
  if (!format)
    return format.takeError();
  Expected<TermValue> value = evaluate(console, typed);
  if (!value)
    return value.takeError();
  return EchoReply{format->show(*value)};
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "commands",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Commands,
     .synopsis = "commands [ID...]",
     .summary = "Run commands whenever a breakpoint stops.",
     .details = "The following lines, up to a line \"end\", are run after the "
                "stop is shown. Without an ID they belong to the newest "
                "breakpoint. Without lines, the commands are removed. If the "
                "first line is \"silent\", the stop is not shown. A command "
                "that resumes the compiler ends the list, and the commands of "
                "the next stop follow. Ctrl-C ends all of them.\n"
                "Example:\n"
                "  break pattern AddIAddConstant\n"
                "  commands\n"
                "    silent\n"
                "    print op.loc\n"
                "    continue\n"
                "  end",
     .seeAlso = {"break", "define", "if", "save breakpoints"},
     .run = setCommands},
    {.name = "define",
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Commands,
     .synopsis = "define NAME",
     .summary = "Define a command from the following lines.",
     .details =
         "The lines end at \"end\". In them, $argc is the number of arguments, "
         "$arg0 the first argument, and $argv all of them. Its commands do not "
         "ask for confirmation.\n"
         "A command named hook-NAME runs before each NAME, hookpost-NAME after "
         "it, and hook-stop before each stop is shown.\n"
         "Example:\n"
         "  define later\n"
         "    ignore $arg0 $arg1\n"
         "    continue\n"
         "  end",
     .seeAlso = {"document", "if", "while", "show user"},
     .run = define},
    {.name = "document",
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Text,
     .synopsis = "document NAME",
     .summary = "Set the help text of a user-defined command.",
     .details = "The following lines, up to a line \"end\", are the text.",
     .seeAlso = {"define", "help"},
     .run = document},
    {.name = "if",
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Commands,
     .synopsis = "if CONDITION",
     .summary = "Run the following lines if a condition is true.",
     .details =
         "The lines end at \"else\" or \"end\". The condition is an expression "
         "as in 'condition', evaluated at the selected frame. It can use "
         "variables: those of 'set $x = ...', $_action and $_op of the stop, "
         "$_exitcode after the end, $bpnum, and $_, the last printed value. A "
         "condition without terms of an action needs no stop.\n"
         "Example:\n"
         "  if op.name == \"arith.addi\" && $seen < 3\n"
         "    set $seen = $seen + 1\n"
         "  else\n"
         "    continue\n"
         "  end",
     .seeAlso = {"while", "condition", "set", "define"},
     .run = runIf},
    {.name = "while",
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Commands,
     .synopsis = "while CONDITION",
     .summary = "Run the following lines while a condition is true.",
     .details = "The lines end at \"end\". Ctrl-C ends the loop.",
     .seeAlso = {"if", "define"},
     .run = runWhile},
    {.name = "output",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "output EXPRESSION",
     .summary = "Print the value of an expression, and nothing else.",
     .seeAlso = {"print", "echo"},
     .run = output},
    {.name = "show user",
     .synopsis = "show user [NAME]",
     .summary = "Show user-defined commands.",
     .seeAlso = {"define"},
     .run = showUser},
    {.name = "show convenience",
     .synopsis = "show convenience",
     .summary = "Show the variables that were set.",
     .seeAlso = {"set", "if"},
     .run = showConvenience},
};

ArrayRef<CommandSpec> scriptCommands() { return rows; }

} // namespace mlir::trackdbg
