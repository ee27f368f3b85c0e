//===- RenderHelp.cpp - The command table as text -------------------------===//

#include "render/Render.h"

#include "commands/Settings.h"
#include "render/Screen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::vector<StringRef> nonEmpty(ArrayRef<StringRef> words) {
  std::vector<StringRef> kept;
  copy_if(words, std::back_inserter(kept),
          [](StringRef word) { return !word.empty(); });
  return kept;
}

std::string renderCommands(const HelpReply &reply, const RenderStyle &style) {
  std::string text;
  if (!reply.title.empty())
    text += reply.title + "\n\n";
  for (const CommandSpec *row : reply.commands) {
    text += paint(row->name, Ink::Title, style);
    for (StringRef alias : nonEmpty(row->aliases))
      text += ", " + paint(alias, Ink::Title, style);
    text += formatv(" -- {0}\n", row->summary);
  }
  if (!reply.advice.empty())
    text += formatv("\n{0}\n", reply.advice);
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

/// One line for each word in capitals that the synopsis has, unless the details
/// say what it is.
static std::string describeArguments(const CommandSpec &row) {
  std::string text;
  Expected<Syntax> syntax = syntaxOf(row);
  if (!syntax) {
    consumeError(syntax.takeError());
    return text;
  }
  for (const Syntax::Parameter &parameter : syntax->parameters) {
    StringRef word = parameter.word->word;
    if (word != "COUNT" && word != "N" && word != "TEXT" &&
        !row.details.contains((word + " is ").str()))
      text += formatv("{0} is {1}.\n", word, parameter.word->meaning);
  }
  return text;
}

static std::string describeSubcommands(const CommandSpec &row) {
  std::string text;
  for (const CommandSpec *each : allCommands())
    if (each->name.starts_with((row.name + " ").str()))
      text += formatv("{0} -- {1}\n", each->name, each->summary);
  if (row.name == "set" || row.name == "show")
    for (const SettingSpec &setting : settingTable())
      text += formatv("{0} {1}\n", row.name, setting.name);
  return text;
}

std::string renderCommandHelp(const CommandSpec &row,
                              const RenderStyle &style) {
  unsigned width = std::min(style.width, 80u);
  std::string text = paint(row.name, Ink::Title, style);
  for (StringRef alias : nonEmpty(row.aliases))
    text += ", " + paint(alias, Ink::Title, style);
  text += formatv("\n{0}\n", row.summary);
  text += wrap(("Usage: " + row.synopsis).str(), width);
  if (std::string arguments = describeArguments(row); !arguments.empty())
    text += "\n" + wrap(arguments, width);
  if (!row.details.empty())
    text += "\n" + wrap(row.details, width);
  if (std::string below = describeSubcommands(row); !below.empty())
    text += "\n" + below;
  if (auto others = nonEmpty(row.seeAlso); !others.empty())
    text +=
        "\n" + wrap(formatv("See also: {0}.", join(others, ", ")).str(), width);
  return text;
}

//===----------------------------------------------------------------------===//
// The reference manual
//===----------------------------------------------------------------------===//

// Paragraphs, with indented lines as a code block.
static std::string markdownDetails(StringRef details) {
  std::string text;
  bool inCode = false;
  while (!details.empty()) {
    auto [line, rest] = details.split('\n');
    details = rest;
    bool isCode = line.consume_front("  ");
    if (isCode != inCode)
      text += isCode ? "```\n" : "```\n\n";
    inCode = isCode;
    text += line.str() + (isCode || details.starts_with("  ") ? "\n" : "\n\n");
  }
  return inCode ? text + "```\n\n" : text;
}

static std::string markdownCommand(const CommandSpec &row) {
  std::string text = formatv("### `{0}`\n\n", row.synopsis);
  if (auto aliases = nonEmpty(row.aliases); !aliases.empty())
    text += formatv("Also `{0}`. ", join(aliases, "`, `"));
  text += formatv("{0}\n\n", row.summary);
  text += markdownDetails(row.details);
  if (auto others = nonEmpty(row.seeAlso); !others.empty())
    text += formatv("See also `{0}`.\n\n", join(others, "`, `"));
  return text;
}

std::string renderReference() {
  std::string text =
      "# Commands of mlir-track-dbg\n"
      "\n"
      "Written by `mlir-track-dbg --print-command-reference` from the command "
      "table in\n"
      "`debugger/commands/`. Any name may be abbreviated if it is "
      "unambiguous;\n"
      "an empty line repeats the last command.\n"
      "\n";
  for (Group group : allGroups()) {
    std::string name = groupName(group).str();
    name.front() = toUpper(name.front());
    text += formatv("## {0}\n\n{1}\n\n", name, groupSummary(group));
    for (const CommandSpec *row : allCommands())
      if (row->group == group)
        text += markdownCommand(*row);
  }
  text += "## Arguments\n\n| word | meaning |\n| --- | --- |\n";
  for (const ArgumentWord &word : argumentWords())
    text += formatv("| `{0}` | {1} |\n", word.word, word.meaning);
  text += "\n"
          "## Settings\n"
          "\n"
          "`set NAME VALUE` changes a setting, `show NAME` prints it.\n"
          "\n"
          "| name | default |\n"
          "| --- | --- |\n";
  Settings settings;
  for (const SettingSpec &setting : settingTable())
    text += formatv("| `{0}` | {1} |\n", setting.name,
                    showSetting(settings, setting));
  return text;
}

} // namespace mlir::trackdbg
