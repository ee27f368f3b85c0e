//===- WhatIf.cpp - How the run would end without an action ---------------===//

#include "commands/Command.h"
#include "commands/Comparing.h"
#include "commands/Console.h"

#include "stages/PrintsDiff.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> whatIf(Console &, const Arguments &) {
  return HelpReply{
      "List of what-if subcommands:", commandsWithPrefix("what-if "),
      "Type \"help what-if\" followed by a subcommand's name for full "
      "documentation."};
}

/// IR is compared op by op, and all else as text.
static WhatIfChange compare(StringRef title, StringRef with, StringRef without,
                            const Arguments &arguments) {
  WhatIfChange change;
  change.title = title.str();
  change.isWhole = arguments.has("--all") || arguments.has("--full");
  // As where only the last newline is missing.
  if (with.trim() == without.trim()) {
    change.isOfBlanks = true;
  } else if (!arguments.has("--full") && looksLikeIR(with) &&
             looksLikeIR(without)) {
    change.ops = comparePrints(with, without, arguments);
    change.ops->title = change.title;
    change.ops->from = "with it";
    change.ops->to = "without it";
  } else {
    change.text.title = change.title;
    change.text.before = with.str();
    change.text.after = without.str();
    change.text.from = "with it:";
    change.text.to = "without it:";
    change.text.isCut = !change.isWhole;
  }
  return change;
}

static std::vector<WhatIfChange> compare(const TrialResult &with,
                                         const TrialResult &without,
                                         const Arguments &arguments) {
  std::vector<WhatIfChange> changes;
  auto add = [&](StringRef title, StringRef one, StringRef other) {
    if (one != other)
      changes.push_back(compare(title, one, other, arguments));
  };
  add("standard output", with.output, without.output);
  add("standard error", with.errors, without.errors);
  for (const TrialResult::File &file : without.files)
    for (const TrialResult::File &other : with.files)
      if (file.path == other.path)
        add(file.path, other.contents, file.contents);
  return changes;
}

static Expected<Reply> whatIfSkip(Console &console,
                                  const Arguments &arguments) {
  Expected<WhatIfAnswer> answer =
      console.debugger->whatIfSkip(arguments.number("ACTION"));
  if (!answer)
    return answer.takeError();
  std::vector<WhatIfChange> changes =
      compare(answer->with, answer->without, arguments);
  return WhatIfReply{std::move(*answer), std::move(changes)};
}

static constexpr CommandSpec rows[] = {
    {.name = "what-if",
     .group = Group::Running,
     .synopsis = "what-if",
     .summary = "Try something in copies of the compiler.",
     .run = whatIf},
    {.name = "what-if skip",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "what-if skip [ACTION] [--stat] [--side-by-side] [--full] "
                 "[--context COUNT] [--all]",
     .summary = "Show how the run would end without an action.",
     .details =
         "Two copies of the compiler run to the end, one with all "
         "actions and one without the current action (or a later "
         "ACTION). The answer shows what differs: how they end, what "
         "they print, and what they write into the files that are open "
         "now. The compiler itself stays at this stop. Its output is "
         "not touched, except for files that the copies open by name.\n"
         "IR is compared op by op. An op of one copy is that of the other "
         "whose line is the same but for the names of values, or else one of "
         "the same name near it with most of its text. --stat, "
         "--side-by-side, --full, --context and --all are those of 'diff'.",
     .seeAlso = {"skip", "bisect", "diff"},
     .run = whatIfSkip},
};

ArrayRef<CommandSpec> whatIfCommands() { return rows; }

} // namespace mlir::trackdbg
