//===- Stages.cpp - Commands about the IR between passes ------------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "stages/StageSpec.h"
#include "stages/StageSummary.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

namespace {
/// A stage, and what is printed of it.
struct StageView {
  const Lineage &lineage;
  Stage stage;
  Snapshots::Texts texts;

  static Expected<StageView> make(const Lineage &lineage, StringRef typed) {
    Expected<Moment> moment = parseMoment(lineage, typed);
    if (!moment)
      return moment.takeError();
    Expected<Stage> stage = stageAt(lineage, *moment);
    if (!stage)
      return stage.takeError();
    Expected<Snapshots::Texts> texts = snapshotsOf(lineage).textsOf(*stage);
    if (!texts)
      return texts.takeError();
    return StageView{lineage, *stage, std::move(*texts)};
  }

  std::string title() const { return describeMoment(lineage, stage.moment()); }

  /// All of it; where there are several inputs, divided as MLIR divides them.
  std::string whole() const {
    std::string text;
    for (const auto &each : texts)
      text += (text.empty() ? "" : "// -----\n") + each->text().str();
    return text;
  }

  bool contains(OpId op) const {
    return any_of(texts, [&](const auto &text) { return text->find(op); });
  }

  /// Those of `ops` that are in it, with what is in them; each line once.
  std::string textOf(ArrayRef<OpId> ops) const {
    DenseSet<OpId> wanted(ops.begin(), ops.end());
    std::string shown;
    for (const auto &text : texts) {
      uint32_t last = 0;
      for (const Tie &tie : text->ties()) {
        if (tie.line <= last || tie.op == 0 || !wanted.contains(tie.op))
          continue;
        last = text->lastLineOf(tie);
        shown += text->textOf(tie);
      }
    }
    return shown;
  }
};
} // namespace

static Expected<std::vector<OpId>>
resolve(Console &console, const Lineage &lineage, StringRef spec) {
  return resolveOps(lineage, spec, liveResolver(console));
}

static Expected<Reply> showStage(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  Expected<StageView> view = StageView::make(*lineage, arguments.text("STAGE"));
  if (!view)
    return view.takeError();
  StringRef spec = arguments.text("SPEC");
  if (spec.empty())
    return TextReply{StringRef(view->whole()).rtrim('\n').str()};
  Expected<std::vector<OpId>> ops = resolve(console, *lineage, spec);
  if (!ops)
    return ops.takeError();
  std::string shown = view->textOf(*ops);
  if (shown.empty())
    return fail("\"{0}\" does not name an op of {1}; 'became' and 'origin' "
                "show what it is there.",
                spec, view->title());
  return TextReply{StringRef(shown).rtrim('\n').str()};
}

/// The ops of a later stage that `ops` are, or have become on exact or
/// structural evidence.
static std::vector<OpId> followTo(const StageView &later, ArrayRef<OpId> ops) {
  std::vector<OpId> found, open(ops.begin(), ops.end());
  DenseSet<OpId> seen(ops.begin(), ops.end());
  while (!open.empty() && !isCancelled()) {
    OpId op = open.back();
    open.pop_back();
    if (later.contains(op))
      found.push_back(op);
    later.lineage.forEachChild(op, [&](const Edge &edge) {
      if (edge.role == EdgeRole::MadeFrom && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return found;
}

static Expected<Reply> diffStages(Console &console,
                                  const Arguments &arguments) {
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  Expected<StageView> before =
      StageView::make(*lineage, arguments.text("STAGE"));
  if (!before)
    return before.takeError();
  Expected<StageView> after =
      StageView::make(*lineage, arguments.text("OTHER-STAGE"));
  if (!after)
    return after.takeError();
  DiffReply reply;
  reply.from = before->title();
  reply.to = after->title();
  StringRef spec = arguments.text("SPEC");
  if (spec.empty()) {
    reply.before = before->whole();
    reply.after = after->whole();
    return reply;
  }
  Expected<std::vector<OpId>> ops = resolve(console, *lineage, spec);
  if (!ops)
    return ops.takeError();
  bool isForward = before->stage.number <= after->stage.number;
  const StageView &earlier = isForward ? *before : *after;
  const StageView &later = isForward ? *after : *before;
  std::string old = earlier.textOf(*ops);
  std::string young = later.textOf(followTo(later, *ops));
  if (old.empty() && young.empty())
    return fail("\"{0}\" does not name an op of {1} or of {2}.", spec,
                before->title(), after->title());
  reply.before = isForward ? old : young;
  reply.after = isForward ? young : old;
  reply.title = spec.str();
  return reply;
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
         "Erased, Replaced (merged ops included) and Changed count what the "
         "pass before it did. Text shows whether the trace holds the stage "
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
                "Constants with many elements are shortened.\n"
                "Examples:\n"
                "  show 3\n"
                "  show end @f\n"
                "  show canonicalize linalg.matmul",
     .seeAlso = {"stages", "diff-stages", "print"},
     .run = showStage},
    {.name = "diff-stages",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "diff-stages STAGE OTHER-STAGE [SPEC]",
     .summary = "Compare the IR of two stages, or only some ops in it.",
     .details = "With a SPEC, the ops that it names in the earlier stage are "
                "compared with what they became in the later stage.\n"
                "Examples:\n"
                "  diff-stages start end\n"
                "  diff-stages 2 3 @f",
     .seeAlso = {"stages", "show-stage", "diff"},
     .run = diffStages},
};

ArrayRef<CommandSpec> stageCommands() { return rows; }

} // namespace mlir::trackdbg
