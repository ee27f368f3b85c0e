//===- Lineage.cpp - Commands that ask where ops came from ----------------===//

#include "commands/AnswerOptions.h"
#include "commands/AskAboutOps.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/MachineCode.h"
#include "commands/NamedUnits.h"
#include "commands/NativeCode.h"
#include "commands/StackReader.h"

#include "queries/Queries.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Whether the user has asked for all of it, or for what only a tree has.
static bool wantsAll(const Arguments &arguments) {
  return formatOf(arguments) == AnswerFormat::Json ||
         any_of(
             ArrayRef<StringRef>{"--all", "--limit", "--depth", "--outermost"},
             [&](StringRef option) { return arguments.has(option); });
}

/// Whether a screen holds the tree in any case, by the lines that its ops may
/// have.
static bool isSmall(const LineageTree &tree) {
  constexpr size_t kMostLines = 20, kMostOfOp = 4;
  size_t lines = 0;
  for (const LineageNode &node : tree.nodes)
    lines += kMostOfOp + node.beside.size() +
             (node.inlined ? node.inlined->goneBefore.size() : 0);
  return lines <= kMostLines;
}

/// A tree that a screen may not hold is told pass by pass.
static Expected<Reply>
askTree(Console &console, const Arguments &arguments,
        LineageDirection direction,
        Expected<LineageTree> (*question)(const Lineage &, StringRef,
                                          const QueryOptions &),
        Expected<Route> (*passes)(const Lineage &, StringRef,
                                  const QueryOptions &)) {
  if (arguments.has("--dot"))
    return answerAsDot(console, arguments, direction);
  Expected<LineageTree> tree = ask(console, arguments, question);
  if (!tree)
    return tree.takeError();
  LineageReply reply{std::move(*tree), direction, formatOf(arguments),
                     arguments.has("--all")};
  reply.isWhole = wantsAll(arguments);
  reply.isLive = isLive(console);
  if (direction == LineageDirection::Origin && arguments.text("--depth") == "1")
    reply.native = nativeRowsOf(console, reply.tree);
  // The rows of an origin begin at the input.
  bool beginsLater =
      direction == LineageDirection::Origin && arguments.has("--at");
  if (reply.isWhole || arguments.has("--tree") || reply.tree.isOfArguments ||
      isSmall(reply.tree) || beginsLater)
    return reply;
  Expected<Route> passByPass = ask(console, arguments, passes);
  if (!passByPass)
    return passByPass.takeError();
  reply.route = std::move(*passByPass);
  reply.spec = arguments.text("SPEC").str();
  // The hints ask about the same.
  if (arguments.has("--exact"))
    reply.spec += " --exact";
  if (arguments.has("--through"))
    reply.spec += " --through";
  if (arguments.has("--at"))
    reply.spec += " --at " + arguments.text("--at").str();
  return reply;
}

static Expected<Reply> askBecame(Console &console, const Arguments &arguments) {
  if (arguments.has("--final"))
    return askFinalCode(console, arguments);
  if (arguments.has("--input-from"))
    return fail("\"--input-from\" goes with --final.");
  return askTree(console, arguments, LineageDirection::Became, became, route);
}

static Expected<Reply> askOrigin(Console &console, const Arguments &arguments) {
  return askTree(console, arguments, LineageDirection::Origin, origin,
                 originRoute);
}

static Expected<Reply> askHistory(Console &console,
                                  const Arguments &arguments) {
  Expected<HistoryAnswer> answer = ask(console, arguments, history);
  if (!answer)
    return answer.takeError();
  HistoryReply reply{std::move(*answer), formatOf(arguments),
                     arguments.has("--all")};
  reply.native = nativeRowsOf(console, reply.answer);
  return reply;
}

static Expected<BlameAnswer> blameByPass(const Lineage &lineage, StringRef spec,
                                         const QueryOptions &options) {
  QueryOptions byPass = options;
  byPass.fold = Fold::Passes;
  return blame(lineage, spec, byPass);
}

static Expected<Reply> askBlame(Console &console, const Arguments &arguments) {
  Expected<BlameAnswer> answer = ask(console, arguments, blame);
  if (!answer)
    return answer.takeError();
  BlameReply reply{std::move(*answer), formatOf(arguments)};
  reply.native = nativeRowsOf(console, reply.answer);
  // Even long rows fit on a screen then.
  constexpr size_t kFewRows = 4;
  reply.isWhole = wantsAll(arguments);
  if (reply.isWhole || arguments.has("--pass") ||
      reply.answer.rows.size() <= kFewRows)
    return reply;
  Expected<BlameAnswer> byPass = ask(console, arguments, blameByPass);
  if (!byPass)
    return byPass.takeError();
  reply.byPass = std::move(*byPass);
  return reply;
}

static Expected<Reply> askWhyErased(Console &console,
                                    const Arguments &arguments) {
  if (arguments.has("--dot"))
    return answerAsDot(console, arguments, LineageDirection::Became);
  Expected<WhyErasedAnswer> answer = ask(console, arguments, whyErased);
  if (!answer)
    return answer.takeError();
  return WhyErasedReply{std::move(*answer), formatOf(arguments),
                        arguments.has("--all")};
}

/// Those that a line of C++ has made.
static Expected<OpList> opsMadeBy(Console &console, const Arguments &arguments,
                                  StringRef line) {
  auto [file, number] = line.rsplit(':');
  uint64_t wanted = 0;
  if (number.getAsInteger(10, wanted) || file.empty())
    return fail("Invalid value \"{0}\" for --made-by: expected FILE:LINE, a "
                "line of the compiler's own source.",
                line);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  if (!hasStacks(*lineage))
    return failWithoutStacks(console);
  Expected<QueryOptions> options = queryOptions(console, *lineage, arguments);
  if (!options)
    return options.takeError();
  StackReader reader(console, *lineage);
  options->isWanted = [&, file = file](OpId op) {
    return reader.wasMadeBy(op, file, wanted);
  };
  return ops(*lineage, arguments.text("SPEC"), *options);
}

static Expected<Reply> askOps(Console &console, const Arguments &arguments) {
  StringRef line = arguments.text("--made-by");
  Expected<OpList> list = line.empty() ? ask(console, arguments, ops)
                                       : opsMadeBy(console, arguments, line);
  if (!list)
    return list.takeError();
  return OpsReply{std::move(*list), formatOf(arguments)};
}

#define ABOUT_PLACES                                                           \
  "FILE:LINE means the ops of the input from that line. If there are none, "   \
  "it means all ops from there. Other ops from the line that are not part "    \
  "of the answer are counted in one line; --all includes them."
#define ABOUT_SHOWN_PLACE                                                      \
  "Each op is shown at the source place where it was made. A pass may have "   \
  "given it another location since; 'lost' lists such ops."
#define ABOUT_ARGUMENTS                                                        \
  "SPEC may name an argument of a block, as in @f:arg0 or @stage0/@f/%arg0. "
#define QUERY_OPTIONS                                                          \
  " [--at STAGE] [--exact] [--depth N] [--all] [--limit N] [--json]"
#define ABOUT_STEPS                                                            \
  "Each line names an op, its source line, the action that connects it with "  \
  "the line above, and the evidence: replaced, cloned and merged are exact, "  \
  "expanded (made for the op, or where it stood) is structural or weak, and "  \
  "location is a guess from a common source location. The role of the "        \
  "younger op follows in brackets: result (it took over the values), helper "  \
  "(made beside the replacement), part (made where the older op was erased), " \
  "copy, merged into, or approximate for a guess. Lines with '=' add what "    \
  "happened beside that: how an op was moved or modified in place, and which " \
  "ops stand for it. An op stands for another one if it was there already "    \
  "when it took over the results, as after CSE or a fold to an operand; it "   \
  "was not made from it."
#define ABOUT_OPTIONS                                                          \
  "--exact leaves guesses and weak steps out, and --depth N follows N "        \
  "steps. --through also follows the steps between an op and what stands "     \
  "for it. Temporary casts and ops that were recreated unchanged are "         \
  "skipped, and only three of many similar siblings are listed; --all lists "  \
  "everything, --limit N at most N ops (200 by default). --json prints one "   \
  "JSON object on one line, without a default limit."

static constexpr CommandSpec rows[] = {
    {.name = "became",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "became SPEC [--tree] [--dot] [--outermost] [--through] "
                 "[--final] [--input-from TRACE]" QUERY_OPTIONS,
     .summary = "Show what ops became, up to now or to a stage.",
     .details =
         "If all of it fits on a screen, the answer is a tree. Otherwise it "
         "has a row for each pass, with the ops that ended in it and those "
         "that it made for them; what came and went in the pass is left out. "
         "--tree shows the tree, as much as fits on a screen; --all, --depth, "
         "--limit and --outermost show it whole. --dot writes the graph for "
         "graphviz, as in 'pipe became #12 --dot | dot -Tsvg > "
         "12.svg'.\n" ABOUT_STEPS "\n"
         "--at STAGE shows the ops that existed at a stage, which is the IR "
         "after a pass of the top-level pipeline, or when an action had ended. "
         "--outermost lists only the outermost loops, calls and functions that "
         "an op became, and the outermost loops and calls that came from other "
         "ops but are around what it became. --final goes on to the "
         "instructions of LLVM IR and of the machine code, and shows what each "
         "pass of LLVM did to them; it needs 'record "
         "--final-code'. Where another compiler wrote the input, --input-from "
         "names its trace, and SPEC names ops of that. " ABOUT_OPTIONS
         "\n" ABOUT_ARGUMENTS
         "The answer has the ops that were made from the argument, and the ops "
         "that are used where it was, which stand for it.\n" ABOUT_PLACES "\n"
         "Examples:\n"
         "  became conv.mlir:12\n"
         "  became linalg.matmul --exact --at convert-linalg-to-loops\n"
         "  became #1234 --outermost\n"
         "  became @main:arg0",
     .seeAlso = {"origin", "history", "ops", "dump-lineage"},
     .run = askBecame},
    {.name = "origin",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "origin SPEC [--tree] [--dot] [--through]" QUERY_OPTIONS,
     .summary = "Show what ops came from, back to the input or to a stage.",
     .details =
         "If all of it fits on a screen, the answer is a tree. Otherwise it "
         "has a row for each pass, with the ops that it made, and what it made "
         "them from. --tree shows the tree, and so do --all, --depth and "
         "--limit. --depth 1 also shows the line of the compiler's C++ that "
         "made the op. --dot is that of 'became'.\n" ABOUT_STEPS "\n"
         "--at STAGE goes back to the ops that existed then. " ABOUT_OPTIONS
         "\n" ABOUT_ARGUMENTS
         "The answer has the ops whose results the argument took "
         "over.\n"
         "FILE:LINE means the ops from that line that exist now, at a stop or "
         "at the end. If there are none, it means all ops from there. --all "
         "includes all ops from the line. " ABOUT_SHOWN_PLACE "\n"
         "Examples:\n"
         "  origin scf.for --exact\n"
         "  origin #77 --at 2\n"
         "  origin @main:arg0",
     .seeAlso = {"became", "history", "lost"},
     .run = askOrigin},
    {.name = "history",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "history SPEC" QUERY_OPTIONS,
     .summary = "Show who made, changed and ended ops.",
     .details =
         "Lists the events in the order of the actions, each with its pass and "
         "pattern. Below a change in place stands what differs: attributes, "
         "types, operands, successors and the location are compared when a "
         "pass is over. What a pass does to the ops that it made itself "
         "belongs to making them. --at STAGE lists events up to that stage. "
         "--depth N also "
         "lists the events of related ops, up to N steps away. --exact leaves "
         "out ops that are related only by location.\n" ABOUT_PLACES,
     .seeAlso = {"became", "origin", "blame", "show commands"},
     .run = askHistory},
    {.name = "blame",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "blame SPEC [--pass PASS] [--at STAGE] [--exact] [--through] "
                 "[--depth N] [--all] [--limit N] [--json]",
     .summary = "List every action that touched what ops became.",
     .details =
         "If all of it fits on a screen, the answer has a row for each action. "
         "Otherwise it has a row for each pass; --all and --limit list "
         "actions, and --pass those of one pass. A row, in the order of the "
         "actions, counts the ops by "
         "name that the action made, changed, moved, replaced, merged or "
         "erased, among the ops that SPEC names and all that they became. With "
         "--through, an op that stands for one of them counts from the moment "
         "when it took over. What the parser or the tool did outside every "
         "action "
         "comes first. Ops that are related only by location are marked "
         "approximate; --exact leaves them out. --at STAGE lists actions up to "
         "that stage. --depth N leaves out what is more than N steps away. If "
         "more than four actions of a pass did the same, the "
         "rest shares one row; --all lists each of them, --limit N at most N "
         "rows (200 by default, no limit with --json).\n" ABOUT_PLACES "\n"
         "Examples:\n"
         "  blame conv.mlir:12\n"
         "  blame conv.mlir:12 --pass canonicalize\n"
         "  blame conv.mlir:12 --at convert-linalg-to-loops --exact",
     .seeAlso = {"history", "became", "lost"},
     .run = askBlame},
    {.name = "why-erased",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis =
         "why-erased SPEC [--exact] [--dot] [--all] [--limit N] [--json]",
     .summary = "Show which action ended an op, and what stands for it now.",
     .details =
         "The answer names the action with its pattern and pass, and what it "
         "left in the op's place with the evidence, or the enclosing op with "
         "which the op was erased. Of an op that was erased and left nothing, "
         "the answer tells since when nothing used it, and which action ended "
         "its last user. Where it is not certain that nothing took over its "
         "results, the answer says so. The ops that stand for it now are the "
         "living ops at the end of the steps from there: ops that took over "
         "its results and ops that were made for it, with the strength of the "
         "weakest step. If there are none, its copies are listed, or else "
         "what a weak step leads to, and otherwise later ops of its source "
         "location (approximate). --exact leaves the last two out. More than "
         "three ops that were made for it are counted; --all lists "
         "them. --dot writes all steps from it, as 'became --dot' "
         "does.\n" ABOUT_PLACES "\n"
         "Examples:\n"
         "  why-erased #1234\n"
         "  why-erased conv.mlir:12",
     .seeAlso = {"history", "blame", "became", "lost"},
     .run = askWhyErased},
    {.name = "ops",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "ops [SPEC] [--made-by CPPLINE] [--at STAGE] [--all] "
                 "[--limit N] [--json]",
     .summary = "List the ops that a SPEC names, or all ops.",
     .details =
         "--at STAGE lists the ops that existed then, with FILE:LINE all ops "
         "from that line. Without it, FILE:LINE lists the ops of the input, or "
         "all ops from there if there are none; --all includes the "
         "others. --made-by lists those that a line of the compiler's C++ "
         "made, as in 'ops --made-by MyPatterns.cpp:41'. " ABOUT_SHOWN_PLACE,
     .seeAlso = {"became", "print", "lost"},
     .run = askOps},
};

ArrayRef<CommandSpec> lineageCommands() { return rows; }

} // namespace mlir::trackdbg
