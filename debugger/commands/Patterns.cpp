//===- Patterns.cpp - The command about the patterns of passes ------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "native/EntryPoints.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> infoPatterns(Console &console,
                                    const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  PatternFilter filter;
  filter.name = arguments.text("OWNER").trim();
  filter.isWasted = arguments.has("--wasted");
  Expected<PatternList> list = patternList(*lineage, filter);
  if (!list)
    return asSentence(list.takeError());
  PatternsReply reply;
  reply.list = std::move(*list);
  for (const PatternRow &row : reply.list.rows) {
    if (isCancelled())
      break;
    reply.functions.push_back(ownFunctionOf(console.debugger->nativeNames(),
                                            lineage->definitions(),
                                            row.functions, row.name));
  }
  reply.functions.resize(reply.list.rows.size());
  reply.isWasted = filter.isWasted;
  reply.isWhole = arguments.has("--all");
  reply.format = formatOf(arguments);
  return reply;
}

static constexpr CommandSpec rows[] = {
    {.name = "info patterns",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info patterns [OWNER] [--wasted] [--all] [--json]",
     .summary = "List the patterns that passes have, also those never tried.",
     .details =
         "With a pass, by its argument, its own patterns; with an op's name, "
         "those that are for ops of that name alone. Each row has the benefit "
         "of a "
         "pattern, how often it was tried and applied, the ops that it is for, "
         "and the line of C++ where the compiler has debug information. "
         "--wasted lists those that were tried and never applied. The patterns "
         "that were tried most come first; --all lists all. What PDL has made "
         "is listed once it was tried.\n"
         "Examples:\n"
         "  info patterns canonicalize\n"
         "  info patterns arith.addi --all\n"
         "  info patterns --wasted",
     .seeAlso = {"why-not", "info actions", "info passes", "info line"},
     .run = infoPatterns},
};

ArrayRef<CommandSpec> patternCommands() { return rows; }

} // namespace mlir::trackdbg
