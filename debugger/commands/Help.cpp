//===- Help.cpp - Commands about the commands -----------------------------===//

#include "commands/Command.h"
#include "commands/Completion.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static Reply listGroups() {
  std::string text = "List of classes of commands:\n";
  for (Group group : allGroups())
    text += formatv("\n{0} -- {1}", groupName(group), groupSummary(group));
  text += "\n"
          "\n"
          "Type \"help\" followed by a class name for a list of commands in "
          "that class.\n"
          "Type \"help all\" for the list of all commands.\n"
          "Type \"help\" followed by command name for full documentation.\n"
          "Type \"apropos word\" to search for commands related to \"word\".\n"
          "Command name abbreviations are allowed if unambiguous.";
  return TextReply{text};
}

static Reply listGroup(Group group) {
  HelpReply reply{groupSummary(group).str(), {}, ""};
  copy_if(allCommands(), std::back_inserter(reply.commands),
          [&](const CommandSpec *row) { return row->group == group; });
  reply.advice = "Type \"help\" followed by command name for full "
                 "documentation.";
  return reply;
}

static Expected<Reply> help(Console &console, const Arguments &arguments) {
  StringRef topic = arguments.text("COMMAND").trim();
  if (topic.empty())
    return listGroups();
  if (topic == "all")
    return HelpReply{"", allCommands().vec(), ""};
  for (Group group : allGroups())
    if (groupName(group) == topic)
      return listGroup(group);
  auto own = console.scripts.commands.find(topic);
  if (own != console.scripts.commands.end())
    return TextReply{own->second.documentation.empty()
                         ? "User-defined."
                         : own->second.documentation};
  Expected<const CommandSpec *> found = findCommand(topic);
  if (!found)
    return found.takeError();
  const CommandSpec &row = **found;
  bool isAboutSetting = row.name == "set" || row.name == "show";
  if (isAboutSetting && !topic.empty()) {
    StringRef value;
    Expected<const SettingSpec *> setting = findSetting(topic, value);
    if (!setting)
      return setting.takeError();
    return TextReply{showSetting(console.settings, **setting)};
  }
  if (!topic.empty())
    return fail("'{0}' has no subcommand \"{1}\".", row.name, topic);
  return CommandHelpReply{&row};
}

static Expected<Reply> apropos(Console &, const Arguments &arguments) {
  StringRef pattern = arguments.text("REGEX");
  Expected<UserRegex> regex =
      arguments.regex("REGEX", UserRegex::Case::Ignored);
  if (!regex)
    return regex.takeError();
  HelpReply reply;
  for (const CommandSpec *row : allCommands())
    if (regex->match(row->name) || regex->match(row->summary) ||
        regex->match(row->details) || regex->match(groupName(row->group)) ||
        is_contained(row->aliases, pattern))
      reply.commands.push_back(row);
  if (reply.commands.empty())
    return TextReply{("No command matches \"" + pattern + "\".").str()};
  return reply;
}

static Expected<Reply> completeLine(Console &console,
                                    const Arguments &arguments) {
  StringRef line = arguments.text("TEXT");
  Completions found = complete(console, line);
  LinesReply reply;
  for (const std::string &word : found.words)
    reply.lines.push_back(line.take_front(found.start).str() + word);
  return reply;
}

static constexpr CommandSpec rows[] = {
    {.name = "help",
     .aliases = {"h"},
     .synopsis = "help [COMMAND]",
     .summary = "Explain a command, or list the commands of a class.",
     .details = "Without an argument it lists the classes; 'help all' lists "
                "everything.",
     .seeAlso = {"apropos"},
     .run = help},
    {.name = "apropos",
     .synopsis = "apropos REGEX",
     .summary = "List the commands whose help or class has a match.",
     .seeAlso = {"help"},
     .run = apropos},
    {.name = "complete",
     // Behind a blank, the next word is completed.
     .keepsBlanks = true,
     .synopsis = "complete [TEXT]",
     .summary = "Print the completions of a line.",
     .details =
         "If the line ends in a blank, prints what the next word can be.",
     .run = completeLine},
};

ArrayRef<CommandSpec> helpCommands() { return rows; }

} // namespace mlir::trackdbg
