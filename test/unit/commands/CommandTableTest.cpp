//===- CommandTableTest.cpp - What every row must keep --------------------===//

#include "support/ConsoleFixture.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

bool commandExists(StringRef name) {
  return any_of(allCommands(),
                [&](const CommandSpec *row) { return row->name == name; });
}

/// The names in single quotes that a text mentions.
std::vector<std::string> quotedNames(StringRef text) {
  std::vector<std::string> names;
  Regex quoted("'([a-z][a-z -]*)'");
  SmallVector<StringRef> groups;
  while (quoted.match(text, &groups)) {
    names.push_back(groups[1].str());
    text = text.drop_front(groups[0].end() - text.begin());
  }
  return names;
}

/// Whether `words` is a command, possibly with arguments.
bool startsWithCommand(StringRef words) {
  return commandExists(words) || commandExists(words.split(' ').first);
}

TEST(CommandTable, SummaryIsOneSentence) {
  for (const CommandSpec *row : allCommands()) {
    EXPECT_TRUE(row->summary.ends_with(".")) << row->name.str();
    EXPECT_EQ(row->summary.drop_back().find(". "), StringRef::npos)
        << row->name.str();
    EXPECT_TRUE(isUpper(row->summary.front())) << row->name.str();
    EXPECT_LE(row->summary.size(), 72u) << row->name.str();
  }
}

TEST(CommandTable, SynopsisParsesAndStartsWithTheName) {
  for (const CommandSpec *row : allCommands()) {
    Expected<Syntax> syntax = syntaxOf(*row);
    EXPECT_TRUE(bool(syntax)) << row->name.str();
    if (!syntax)
      ADD_FAILURE() << toString(syntax.takeError());
  }
}

TEST(CommandTable, NamesAndAliasesAreUnique) {
  StringSet<> names;
  for (const CommandSpec *row : allCommands()) {
    EXPECT_TRUE(names.insert(row->name).second) << row->name.str();
    for (StringRef alias : row->aliases)
      EXPECT_TRUE(alias.empty() || names.insert(alias).second) << alias.str();
  }
}

TEST(CommandTable, SeeAlsoNamesOtherCommands) {
  for (const CommandSpec *row : allCommands())
    for (StringRef other : row->seeAlso)
      if (!other.empty()) {
        EXPECT_TRUE(commandExists(other))
            << row->name.str() << " names " << other.str();
        EXPECT_NE(other, row->name);
      }
}

TEST(CommandTable, HelpNamesExistingCommands) {
  for (const CommandSpec *row : allCommands()) {
    for (const std::string &name : quotedNames(row->details))
      EXPECT_TRUE(startsWithCommand(name))
          << row->name.str() << " names '" << name << "'";
  }
}

TEST(CommandTable, EveryNameFindsItsRow) {
  for (const CommandSpec *row : allCommands()) {
    StringRef line = row->name;
    Expected<const CommandSpec *> found = findCommand(line);
    ASSERT_TRUE(bool(found)) << row->name.str();
    EXPECT_EQ(*found, row);
    EXPECT_TRUE(line.empty());
  }
}

TEST(CommandTable, HasTheCommandsOfTheActionsRFC) {
  for (StringRef name :
       {"skip", "apply", "step", "next", "finish", "break-on-tag",
        "break-on-file", "list", "enable", "disable", "backtrace", "context",
        "cursor-select-from-context", "cursor-print", "cursor-parent",
        "cursor-child", "cursor-previous", "cursor-next"})
    EXPECT_TRUE(commandExists(name)) << name.str();
}

TEST_F(ConsoleTest, ErrorsNameExistingCommands) {
  for (StringRef line : {"foo",          "i",
                         "info x",       "set",
                         "set x y",      "set height x",
                         "break",        "break x",
                         "break pass",   "break action x",
                         "became x",     "step",
                         "kill",         "frame",
                         "help nothing", "delete x",
                         "ignore 1",     "source-list",
                         "continue",     "dump-lineage x",
                         "finish",       "print x",
                         "show x",       "bt x"}) {
    for (const std::string &name : quotedNames(run(line)))
      EXPECT_TRUE(
          startsWithCommand(name) ||
          any_of(settingTable(),
                 [&](const SettingSpec &spec) { return spec.name == name; }) ||
          name == "all" || StringRef(name).starts_with("pass ") ||
          StringRef(name).starts_with("pattern ") ||
          StringRef(name).starts_with("op ") ||
          StringRef(name).starts_with("tag ") ||
          StringRef(name).starts_with("action "))
          << line.str() << " advises '" << name << "'";
  }
}

} // namespace
