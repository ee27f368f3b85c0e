//===- Questions.cpp - Commands that ask about all ops at once ------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

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
  auto [from, into] = typed.split(" into ");
  if (into.trim().empty())
    return fail("\"{0}\" does not say into what; type "
                "'track OPNAME into OPNAME'.",
                typed);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  TrackQuestion question;
  question.from = from.trim();
  question.into = into.trim();
  question.exactOnly = arguments.has("--exact");
  question.resolver = liveResolver(console);
  if (Error error =
          limitOf(arguments, question.maxListed).moveInto(question.maxListed))
    return error;
  if (Error error = momentOf(*lineage, arguments).moveInto(question.at))
    return error;
  Expected<TrackAnswer> answer = trackInto(*lineage, question);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments)};
}

static Expected<Reply> askFate(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("--by");
  Expected<FateKey> key = parseFateKey(typed.empty() ? "op" : typed);
  if (!key)
    return key.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  return QuestionReply{fates(*lineage, *key), formatOf(arguments)};
}

static Expected<Reply> askLost(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<size_t> limit = limitOf(arguments, /*inText=*/20);
  if (!limit)
    return limit.takeError();
  Expected<LostAnswer> answer =
      lostLines(*lineage, arguments.text("FILE"), *limit);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments)};
}

static Expected<Reply> askOrder(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  OrderQuestion question;
  question.key = arguments.text("--key");
  if (Error error =
          limitOf(arguments, question.maxListed).moveInto(question.maxListed))
    return error;
  if (Error error = momentOf(*lineage, arguments).moveInto(question.at))
    return error;
  Expected<OrderAnswer> answer = blockOrder(*lineage, question);
  if (!answer)
    return answer.takeError();
  return QuestionReply{std::move(*answer), formatOf(arguments)};
}

static constexpr CommandSpec rows[] = {
    {.name = "track",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "track OPNAME into OPNAME [--at STAGE] [--exact] [--limit N] "
                 "[--json]",
     .summary = "Count which ops became ops of another name.",
     .details =
         "An op counts if an op of the second name took over its results "
         "(result, exact), was made for it in the action that ended it "
         "(part, structural), or was made at its source place in the pass that "
         "ended it, without a word about its origin (place, approximate; "
         "--exact leaves these out); and so on, step by step. A helper that "
         "was made for it counts "
         "with all that it was rewritten into; what it was folded into or "
         "shared with does not: two ops that share a constant or an empty "
         "tensor did not become each other's results. Copies of an op are "
         "counted with it.\n"
         "Without --at an op of the second name counts whenever it was there. "
         "With it, it must be there at that stage, and an op that is still "
         "one itself counts too.\n"
         "Examples:\n"
         "  track tosa.conv2d into linalg.matmul\n"
         "  track linalg.generic into scf.for --at end --json",
     .seeAlso = {"became", "fate", "lost"},
     .run = askTrack},
    {.name = "fate",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "fate [--by KEY] [--json]",
     .summary =
         "Count the ops made, replaced, merged, erased, and still there.",
     .details = "By op name each row tells what became of the ops of that "
                "name. By pass or pattern it tells how many ops the pass or "
                "pattern made, how many of these are still there, and how many "
                "ops it ended, including ops that others made.",
     .seeAlso = {"track", "lost", "info actions"},
     .run = askFate},
    {.name = "lost",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "lost [FILE] [--limit N] [--json]",
     .summary = "Tell which source lines no op names any more, and who lost "
                "them.",
     .details =
         "A line counts if an op of the input has it in its location. It "
         "survives while any op does. For a lost line the last op that had it "
         "is shown, the action that removed it, and whether it was rewritten "
         "into new ops, folded into an op that was there already, merged with "
         "an equal one, or dropped. Last come the passes that made ops at an "
         "unknown location. A location that is changed in place is seen when "
         "the op is freed, also at the end of the compile, or when a rewriter "
         "says that it changed the op; the answer tells of how many ops that "
         "is not known yet.",
     .seeAlso = {"fate", "track", "origin"},
     .run = askLost},
    {.name = "order",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "order [--key REGEX] [--at STAGE] [--limit N] [--json]",
     .summary = "Tell which ops of a block stand out of their original order.",
     .details =
         "The order of a block is read off the text of a stage, the last one "
         "that was kept unless --at names another. Without --key the ops of a "
         "block should stand as in the source, by file, line and column. With "
         "it, the number that the first group of REGEX matches in an op's "
         "location should not fall. Of each block the fewest ops are told that "
         "would have to move, beside which op each one stands, and the last "
         "action that made or moved one of the two.\n"
         "Example:\n"
         "  order --key 'DEBUG[|]([0-9]+)'",
     .seeAlso = {"stages", "history", "lost"},
     .run = askOrder},
};

ArrayRef<CommandSpec> questionCommands() { return rows; }

} // namespace mlir::trackdbg
