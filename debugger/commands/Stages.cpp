//===- Stages.cpp - Commands about the IR between passes ------------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/StageView.h"

#include "stages/StageSummary.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> listStages(Console &console,
                                  const Arguments &arguments) {
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  return StagesReply{summarizeStages(*lineage), formatOf(arguments),
                     arguments.has("--all")};
}

static Expected<std::vector<OpId>>
resolve(Console &console, const Lineage &lineage, StringRef spec) {
  return resolveOps(lineage, spec, liveResolver(console));
}

static TextReply irReply(StringRef text) {
  TextReply reply{text.rtrim('\n').str()};
  reply.isIR = true;
  return reply;
}

static Expected<Reply> showStage(Console &console, const Arguments &arguments) {
  Expected<std::vector<StageView>> views =
      viewStages(console, {arguments.text("STAGE")});
  if (!views)
    return views.takeError();
  const StageView &view = views->front();
  StringRef spec = arguments.text("SPEC");
  if (spec.empty())
    return irReply(view.whole());
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<std::vector<OpId>> ops = resolve(console, *lineage, spec);
  if (!ops)
    return ops.takeError();
  std::string shown = view.textOf(*ops);
  if (shown.empty())
    return fail("\"{0}\" does not name an op of {1}; 'became' and 'origin' "
                "show what it is there.",
                spec, view.title());
  return irReply(shown);
}

static constexpr CommandSpec rows[] = {
    {.name = "stages",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "stages [--all] [--json]",
     .summary = "List the stages of the IR and what each pass did.",
     .details =
         "A stage is the IR between two passes of the top-level pipeline; "
         "stage 0 is the start. Ops counts the ops of the stage; Made, "
         "Erased, Replaced (merged ops included), Changed and Moved count what "
         "is left of what the pass before it did, each op once: what it made "
         "and erased again does not count, an op that was both changed and "
         "moved is in Changed, and so is one of which only the location "
         "changed. A screen shows the sum of Erased and Replaced as Ended, and "
         "the sum of Changed and Moved as Changed. Text shows whether the "
         "trace holds the stage "
         "as text: see --snapshots. If there are more stages than a screen "
         "holds, those that changed most are listed, with the start; --all "
         "lists all. --json prints one JSON object on one line.",
     .seeAlso = {"show-stage", "diff-stages", "info passes"},
     .run = listStages},
    {.name = "show-stage",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "show-stage STAGE [SPEC]",
     .summary = "Print the IR of a stage, or only some of its ops.",
     .details = "'show STAGE' does the same if no setting has that name. "
                "Where a compiler has several inputs, as with "
                "-split-input-file, start2 is the start of the second one. "
                "Constants with many elements are shortened. If the text of "
                "the stage was not kept, the compiler goes back and prints "
                "all stages, as --snapshots=passes does from the start.\n"
                "Examples:\n"
                "  show 3\n"
                "  show end @f\n"
                "  show canonicalize linalg.matmul",
     .seeAlso = {"stages", "diff-stages", "print"},
     .run = showStage},
};

ArrayRef<CommandSpec> stageCommands() { return rows; }

} // namespace mlir::trackdbg
