//===- Questions.cpp - Commands that ask about all ops at once ------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/MachineCode.h"
#include "commands/NamedUnits.h"
#include "commands/StackReader.h"

using namespace llvm;

namespace mlir::trackdbg {

// JSON is for programs, which can cut it themselves.
static Expected<size_t> limitOf(const Arguments &arguments, size_t inText) {
  bool isText = formatOf(arguments) == AnswerFormat::Text;
  int64_t limit = arguments.number("--limit", isText ? inText : INT64_MAX);
  if (limit < 1)
    return fail("Invalid limit \"{0}\": it counts from 1.", limit);
  return limit;
}

static Expected<Reply> askTrack(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("OPNAME");
  if (Error error = checkDot(arguments, {"--json", "--by"}))
    return error;
  auto [from, into] = typed.split(" into ");
  if (into.trim().empty())
    return fail("\"{0}\" has no target; type 'track OPNAME into OPNAME'.",
                typed);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  TrackQuestion question;
  question.from = from.trim();
  question.into = into.trim();
  static_cast<Followed &>(question) = followedBy(arguments);
  question.wholePlace = arguments.has("--all");
  question.resolver = liveResolver(console);
  if (arguments.has("--by"))
    if (Error error =
            parseTrackKey(arguments.text("--by")).moveInto(question.by))
      return error;
  size_t usual = question.wholePlace ? INT64_MAX : question.maxListed;
  if (Error error = limitOf(arguments, usual).moveInto(question.maxListed))
    return error;
  if (Error error = momentOf(*lineage, arguments).moveInto(question.at))
    return error;
  Expected<TrackAnswer> answer = trackInto(*lineage, question);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments),
                       question.wholePlace || arguments.has("--limit")};
}

static Expected<Reply> askFate(Console &console, const Arguments &arguments) {
  if (arguments.has("--final"))
    return askCodeFates(console, arguments);
  StringRef typed = arguments.text("--by");
  Expected<FateKey> key = parseFateKey(typed.empty() ? "op" : typed);
  if (!key)
    return key.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  bool isWhole = arguments.has("--all");
  if (*key != FateKey::NativeLine)
    return QuestionReply{fates(*lineage, *key), formatOf(arguments), isWhole};
  if (!hasStacks(*lineage))
    return failWithoutStacks(console);
  StackReader reader(console, *lineage);
  return QuestionReply{
      fates(*lineage, *key, [&](OpId op) { return reader.lineThatMade(op); }),
      formatOf(arguments), isWhole};
}

static Expected<Reply> askLost(Console &console, const Arguments &arguments) {
  if (arguments.has("--final"))
    return askLinesWithoutCode(console, arguments);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  bool isAll = arguments.has("--all");
  Expected<size_t> limit = limitOf(arguments, isAll ? INT64_MAX : 20);
  if (!limit)
    return limit.takeError();
  // A text counts all of them.
  bool isJson = formatOf(arguments) == AnswerFormat::Json;
  size_t listed = isJson ? *limit : SIZE_MAX;
  StringRef file = arguments.text("FILE"), pass = arguments.text("--pass");
  Expected<LostAnswer> answer = pass.empty()
                                    ? lostLines(*lineage, file, listed)
                                    : linesLostIn(*lineage, pass, file, listed);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments),
                       isAll || arguments.has("--limit"),
                       isAll && !arguments.has("--limit") ? SIZE_MAX : *limit};
}

static Expected<Reply> askOrder(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  OrderQuestion question;
  question.key = arguments.text("--key");
  bool isAll = arguments.has("--all");
  size_t usual = isAll ? INT64_MAX : question.maxListed;
  if (Error error = limitOf(arguments, usual).moveInto(question.maxListed))
    return error;
  if (Error error = momentOf(*lineage, arguments).moveInto(question.at))
    return error;
  Expected<OrderAnswer> answer = blockOrder(*lineage, question);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments),
                       isAll || arguments.has("--limit")};
}

static constexpr CommandSpec rows[] = {
    {.name = "track",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "track OPNAME into OPNAME [--by GROUP] [--at STAGE] [--exact] "
                 "[--through] [--dot] [--all] [--limit N] [--json]",
     .summary = "Count which ops became ops of another name.",
     .details =
         "An op counts if 'became' leads from it to an op of the second name. "
         "The answer tells how, by the weakest step: the op was copied (copy, "
         "exact), its results were taken over (result, exact), an op was made "
         "for it (part, "
         "structural), an op inside its regions became one (inside, "
         "structural), some step is weak (weak), or only a source location "
         "connects the two (place, approximate). --exact and --through mean "
         "the same as for 'became'. Ops that were made from others of the "
         "first name, such as copies, are counted with these. For an op that "
         "did not, the answer shows what stands for its results, or what "
         "there is of it.\n"
         "Without --at, an op of the second name counts whenever it existed. "
         "With --at, it must exist at that stage, and an op that already has "
         "the second name counts too.\n"
         "--by counts in rows: one for each function of the input, one for "
         "each source line, or one for each kind of op that they became. The "
         "text lists at most 10 rows or ops of each kind; --limit N lists at "
         "most N, --all all of them. --dot writes the ops and what they became "
         "for graphviz.\n"
         "Examples:\n"
         "  track tosa.conv2d into linalg.matmul\n"
         "  track tosa.conv2d into linalg.matmul --by line\n"
         "  track linalg.generic into scf.for --at end --json",
     .seeAlso = {"became", "fate", "lost"},
     .run = askTrack},
    {.name = "fate",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "fate [--by KEY] [--final] [--all] [--json]",
     .summary =
         "Count the ops made, replaced, merged, erased, and still alive.",
     .details = "By op name, each row counts what became of the ops of that "
                "name. By pass or pattern, it counts the ops that the pass or "
                "pattern made, those still alive, and the ops that it ended, "
                "including ops that others made. By native-line, each row "
                "counts what became of the ops that one line of the "
                "compiler's C++ made. With --final, each row counts what "
                "became of the ops that were there at the translation to LLVM "
                "IR: whether they have machine code, and if not, why, in the "
                "words of 'why-no-code'. If there are more rows than a "
                "screen holds, those with most ops are listed; --all lists "
                "all.",
     .seeAlso = {"track", "lost", "info actions"},
     .run = askFate},
    {.name = "lost",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis =
         "lost [FILE] [--final] [--pass PASS] [--all] [--limit N] [--json]",
     .summary =
         "List the source lines that no op names any longer, and who lost "
         "them.",
     .details =
         "A line counts if an op of the input has it in its location, and "
         "survives while any op has it. For a lost line, the answer names the "
         "last op that had it, the action that removed this op, and whether "
         "the op was rewritten into new ops, folded into an older op, merged "
         "with an equal op, or dropped. Last come the passes that made ops at "
         "an unknown location. With --pass, the answer lists the lines that "
         "this pass lost. With --final, it lists the lines that no machine "
         "code is from, with what ended the last op that was made from them; "
         "the recording must have been made with 'record --final-code'. --all "
         "lists all lines and ops, --limit N at most N "
         "lines of each kind. A location that is changed in place is seen "
         "when the op is freed, also at the end of the compile, or when a "
         "rewriter reports a change of the op. The answer counts the ops whose "
         "locations are not yet known.",
     .seeAlso = {"fate", "track", "origin"},
     .run = askLost},
    {.name = "order",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis =
         "order [--key REGEX] [--at STAGE] [--all] [--limit N] [--json]",
     .summary = "List the ops of a block that left their original order.",
     .details =
         "The order of a block is taken from the text of a stage: the last "
         "stage that was kept, unless --at names another. Without --key, the "
         "ops of a block should be in source order, by file, line and column. "
         "With --key, the number that the first group of REGEX matches in an "
         "op's location should not decrease. The answer lists the fewest ops "
         "per block that would have to move, the op beside which each one "
         "stands, and the last action that made or moved one of the two. --all "
         "lists all of them, --limit N at most N.\n"
         "Example:\n"
         "  order --key 'DEBUG[|]([0-9]+)'",
     .seeAlso = {"stages", "history", "lost"},
     .run = askOrder},
};

ArrayRef<CommandSpec> questionCommands() { return rows; }

} // namespace mlir::trackdbg
