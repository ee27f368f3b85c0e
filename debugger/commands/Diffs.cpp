//===- Diffs.cpp - Commands that compare IR -------------------------------===//

#include "commands/Command.h"
#include "commands/Comparing.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/StageView.h"
#include "commands/WithoutBreakpoints.h"

#include "changes/Rebuilt.h"
#include "changes/Replay.h"
#include "queries/Queries.h"
#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// An action
//===----------------------------------------------------------------------===//

static bool isAfter(const Event &event, int64_t action) {
  return event.kind == Event::Kind::Stopped && !event.stop.stack.empty() &&
         event.stop.when == When::After &&
         event.stop.stack.front().action == action;
}

/// Runs the action at the stop once more, to know what there was before it.
static Error runAgain(Debugger &debugger) {
  if (debugger.stack().empty())
    return fail("No stack.");
  int64_t action = debugger.stack().front().action;
  WithoutBreakpoints quiet(debugger);
  Expected<Event> back = debugger.goToAction(action);
  if (!back)
    return fail("What there was before this action was not kept, and it cannot "
                "be fetched: {0}",
                toString(asSentence(back.takeError())));
  Expected<Event> again = debugger.resume(Control::Next);
  if (!again)
    return asSentence(again.takeError());
  if (!isAfter(*again, action))
    return fail("The action did not come to the same end when it ran again; "
                "'goto {0}' goes to before it.",
                action);
  return Error::success();
}

static Expected<DiffAnswer> askDiff(Console &console) {
  DiffRequest request{printOptions(console)};
  Expected<DiffAnswer> answer = askCompiler(console, request);
  if (!answer || answer->isKept)
    return answer;
  if (Error error = runAgain(*console.debugger))
    return error;
  answer = askCompiler(console, request);
  if (answer && !answer->isKept)
    return fail("What there was before this action cannot be kept: the "
                "compiler cannot be copied.");
  return answer;
}

/// Nothing where only the texts can be compared.
static std::optional<IdentityDiffReply>
compareAnswer(Console &console, const DiffAnswer &answer,
              const Arguments &arguments) {
  if (answer.beforeTies.empty() || console.debugger->stack().empty())
    return std::nullopt;
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return std::nullopt;
  ActionInfo action = lineage->action(console.debugger->stack().front().action);
  if (action.id == 0)
    return std::nullopt;
  std::optional<IdentityDiffReply> reply = comparePrinted(
      *lineage, {answer.before, answer.beforeTies, action.position},
      {answer.after, answer.afterTies}, arguments, action.id);
  if (reply)
    reply->title = answer.title;
  return reply;
}

static Reply compareTexts(DiffAnswer answer) {
  return DiffReply{std::move(answer.title), std::move(answer.before),
                   std::move(answer.after)};
}

/// Of any action of the trace.
static Expected<Reply> diffOfRecorded(Console &console, ActionId action,
                                      const Arguments &arguments) {
  if (Error error = checkNeeds(console, Needs::Trace))
    return error;
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  if (lineage->actionCount() == 0)
    return fail("No action has run yet");
  if (lineage->action(action).id == 0)
    return fail("No action {0}; the actions are a1 to {1}.",
                actionNumber(action), actionNumber(lineage->actionCount()));
  Expected<std::vector<RebuiltIR>> printed = rebuildIR(
      *lineage, {{action, /*isAfter=*/false}, {action, /*isAfter=*/true}});
  if (!printed)
    return asSentence(printed.takeError());
  std::vector<StageText> texts;
  for (RebuiltIR &each : *printed)
    texts.emplace_back(std::move(each.text), std::move(each.ties));
  if (arguments.has("--full"))
    return DiffReply{actionNumber(action), texts[0].text().str(),
                     texts[1].text().str()};
  DiffLines before, after;
  addLinesOf(*lineage, action, texts[0], before);
  addLinesOf(*lineage, action, texts[1], after);
  IdentityDiffReply reply =
      compareOps(*lineage, before, after, arguments, action);
  reply.title = actionNumber(action);
  if (!reply.diff.differs && !lineage->action(action).ended)
    return TextReply{actionNumber(action) +
                     " had changed nothing when the compiler ended."};
  return reply;
}

/// Of the action at the stop, which has run.
static Expected<Reply> diffAtStop(Console &console,
                                  const Arguments &arguments) {
  Expected<DiffAnswer> answer = askDiff(console);
  if (!answer)
    return answer.takeError();
  if (!arguments.has("--full"))
    if (std::optional<IdentityDiffReply> reply =
            compareAnswer(console, *answer, arguments))
      return std::move(*reply);
  return compareTexts(std::move(*answer));
}

/// Runs an action that is over once more, and compares.
static Expected<Reply> diffAgain(Console &console, ActionId action,
                                 const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  Expected<Event> after = debugger.resume(Control::Next);
  if (!after)
    return asSentence(after.takeError());
  if (after->stop.interrupted || after->kind == Event::Kind::StillRunning)
    return fail("Quit");
  if (!isAfter(*after, action))
    return fail("{0} did not come to the same end when it ran again.",
                actionNumber(action));
  std::string title =
      actionNumber(action) + ", " + actionName(after->stop.stack.front());
  Expected<Reply> reply = diffAtStop(console, arguments);
  if (!reply)
    return reply;
  if (auto *texts = std::get_if<DiffReply>(&*reply))
    texts->title = title;
  auto *ops = std::get_if<IdentityDiffReply>(&*reply);
  if (ops && !ops->diff.differs)
    return TextReply{title + ", changed nothing."};
  if (ops)
    ops->title = title;
  return reply;
}

/// After the end of the compile, where the compiler is again then.
static Expected<Reply> diffAtEnd(Console &console, const ActionInfo &action,
                                 const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  if (action.result == trace::ActionResult::Skipped)
    return TextReply{actionNumber(action.id) +
                     ", the last action, was skipped."};
  if (debugger.isAltered())
    return fail("What the last action changed is not known: the compiler would "
                "have to go back for it, which would lose what was skipped or "
                "changed by hand.");
  WithoutBreakpoints quiet(debugger);
  Expected<Event> back = debugger.goToAction(action.id);
  if (!back)
    return fail("The compiler has ended, and what its last action changed "
                "cannot be fetched: {0}",
                toString(asSentence(back.takeError())));
  // An interrupt may have stopped it on the way.
  bool isThere = back->kind == Event::Kind::Stopped &&
                 !back->stop.stack.empty() &&
                 back->stop.stack.front().action == action.id;
  Expected<Reply> reply =
      isThere ? diffAgain(console, action.id, arguments) : fail("Quit");
  // An interrupt ends what the user waits for, and not the way to the end.
  while (debugger.state() == State::Stopped) {
    if (Expected<Event> end = debugger.goToEnd())
      continue;
    else if (reply)
      return asSentence(end.takeError());
    else
      consumeError(end.takeError());
    break;
  }
  return reply;
}

/// Without an ACTION: that at the stop, or the last one that ran.
static Expected<Reply> diff(Console &console, const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  if (std::optional<int64_t> action = arguments.number("ACTION"))
    return diffOfRecorded(console, *action, arguments);
  Lineage *lineage =
      debugger.state() == State::NotRunning ? knownLineage(console) : nullptr;
  ActionId last = lineage ? lineage->outermost(lineage->actionCount()) : 0;
  if (last != 0 && debugger.isRecording())
    return diffOfRecorded(console, last, arguments);
  const std::optional<Event> &event = debugger.lastEvent();
  if (last != 0 && event && event->kind == Event::Kind::Ended) {
    StringRef signal = event->ending.signalName;
    if (!signal.empty())
      return fail("The compiler was ended by {0} in {1}; 'reverse-step' goes "
                  "back to before that, where 'diff' works.",
                  signal, actionNumber(last));
    return diffAtEnd(console, lineage->action(last), arguments);
  }
  if (Error error = checkNeeds(console, Needs::Stop))
    return error;
  if (debugger.isChanged() && event->stop.when == mlir::trackdbg::When::Before)
    return fail("The action has not run yet, and what was changed by hand at "
                "this stop is not compared; 'preview' shows what the action "
                "would change, and 'undo' takes back the change by hand.");
  return diffAtStop(console, arguments);
}

/// Runs the action and compares; the caller goes back.
static Expected<Reply> diffOfNext(Console &console,
                                  const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  Frame frame = debugger.stack().front();
  Expected<Event> event = debugger.resume(Control::Next);
  if (!event)
    return asSentence(event.takeError());
  if (event->kind == Event::Kind::Ended)
    return TextReply{formatv("The compiler would end in {0}{1}.",
                             actionNumber(frame.action),
                             event->ending.signalName.empty()
                                 ? ""
                                 : " with " + event->ending.signalName)
                         .str()};
  if (!isAfter(*event, frame.action))
    return fail("The action did not come to its end.");
  bool failed = event->stop.result == Outcome::Failed;
  std::string reason = event->stop.reason;
  Expected<Reply> reply = diffAtStop(console, arguments);
  if (!reply)
    return reply;
  auto *ops = std::get_if<IdentityDiffReply>(&*reply);
  if (failed && (!ops || !ops->diff.differs))
    return TextReply{formatv("Action {0} would fail{1} and change nothing.",
                             actionNumber(frame.action),
                             reason.empty() ? "" : " (" + reason + ")")
                         .str()};
  if (ops)
    ops->previewed = std::move(frame);
  return reply;
}

static Expected<Reply> preview(Console &console, const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  const std::optional<Event> &last = debugger.lastEvent();
  if (last && last->stop.when == When::Inside)
    return fail("The action is at work; 'next' stops when it is over, and "
                "'diff' shows then what it changed.");
  if (!last || debugger.stack().empty() || last->stop.when == When::After)
    return fail("The action has run; 'diff' shows what it changed.");
  Expected<Reply> reply =
      lookAhead(debugger, [&] { return diffOfNext(console, arguments); });
  return reply ? std::move(reply) : asSentence(reply.takeError());
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// The ops of a later stage that `ops` are, or have become on exact or
/// structural evidence.
static std::vector<OpId> followTo(const Lineage &lineage,
                                  const StageView &later, ArrayRef<OpId> ops) {
  std::vector<OpId> found, open(ops.begin(), ops.end());
  DenseSet<OpId> seen(ops.begin(), ops.end());
  while (!open.empty() && !isCancelled()) {
    OpId op = open.back();
    open.pop_back();
    if (later.contains(op))
      found.push_back(op);
    lineage.forEachChild(op, [&](const Edge &edge) {
      if (edge.role == EdgeRole::MadeFrom && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return found;
}

/// The ops that `spec` names in the earlier stage, and what they are in both.
struct SpecInStages {
  std::vector<OpId> before, after;
};
static Expected<SpecInStages>
findInStages(Console &console, const Lineage &lineage, const StageView &before,
             const StageView &after, StringRef spec) {
  Expected<std::vector<OpId>> ops =
      resolveOps(lineage, spec, liveResolver(console));
  if (!ops)
    return ops.takeError();
  bool isForward = before.isUpTo(after);
  std::vector<OpId> later = followTo(lineage, isForward ? after : before, *ops);
  SpecInStages found{isForward ? *ops : later, isForward ? later : *ops};
  auto isIn = [](const StageView &stage) {
    return [&](OpId op) { return stage.contains(op); };
  };
  if (none_of(found.before, isIn(before)) && none_of(found.after, isIn(after)))
    return fail("\"{0}\" does not name an op of {1} or of {2}.", spec,
                before.title(), after.title());
  return found;
}

/// The later of two stages of different inputs is compared with the start of
/// its own.
static Error compareWithinInput(StageView &before, StageView &after) {
  if (before.isOfInputOf(after))
    return Error::success();
  bool isForward = before.isUpTo(after);
  StageView &earlier = isForward ? before : after;
  const StageView &later = isForward ? after : before;
  return later.startOfInput().moveInto(earlier);
}

static Expected<Reply> diffStages(Console &console,
                                  const Arguments &arguments) {
  Expected<std::vector<StageView>> views = viewStages(
      console, {arguments.text("STAGE"), arguments.text("OTHER-STAGE")});
  if (!views)
    return views.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  StageView &before = views->front(), &after = views->back();
  if (Error error = compareWithinInput(before, after))
    return error;
  StringRef spec = arguments.text("SPEC");
  SpecInStages named;
  if (!spec.empty())
    if (Error error = findInStages(console, *lineage, before, after, spec)
                          .moveInto(named))
      return error;
  if (arguments.has("--full")) {
    DiffReply reply;
    reply.title = spec.str();
    reply.from = before.title();
    reply.to = after.title();
    reply.before = spec.empty() ? before.whole() : before.textOf(named.before);
    reply.after = spec.empty() ? after.whole() : after.textOf(named.after);
    return reply;
  }
  IdentityDiffReply reply = compareOps(
      *lineage, spec.empty() ? before.lines() : before.linesOf(named.before),
      spec.empty() ? after.lines() : after.linesOf(named.after), arguments,
      /*action=*/0, before.notedUpTo(after));
  reply.title = spec.str();
  reply.from = before.title();
  reply.to = after.title();
  return reply;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "diff",
     .group = Group::Looking,
     .synopsis = "diff [ACTION] [--stat] [--side-by-side] [--full] [--context "
                 "COUNT] [--all]",
     .summary = "Show what the last action changed, or a recorded one.",
     .details =
         "Compares the enclosing function before and after, op by op. An op "
         "that is still there keeps the name that its value had before; the "
         "values of new ops are %new1, %new2, and so on. A line of a "
         "new op begins with +, and that of an op that is gone with -. An op "
         "that moved has < where it stood and > where it stands now. In a "
         "changed line, [-this-]{+that+} shows the words that differ.\n"
         "--stat counts the ops by name. --side-by-side shows two columns. "
         "--full compares the texts, as MLIR prints them. --context shows "
         "COUNT lines around each change, 1 by default. A screen shows as much "
         "as it holds, and --all shows all of it.\n"
         "If what there was before the action was not kept, as at the end of a "
         "'finish', the action runs again from before it. After the end of the "
         "compile, the last action is the last pass of the outermost "
         "pipeline; the compiler then runs to its end again, and writes its "
         "output files again. Ops that MLIR does not print, such as the "
         "terminators that it leaves out, are not counted.\n"
         "With an ACTION, such as a31, what it changed is read from the trace "
         "of a compile that was recorded with --changes.",
     .seeAlso = {"next", "preview", "diff-stages"},
     .run = diff},
    {.name = "preview",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis =
         "preview [--stat] [--side-by-side] [--full] [--context COUNT] [--all]",
     .summary = "Show what the action at the stop would change.",
     .details =
         "At a stop before an action. The action runs, its changes are shown "
         "as 'diff' shows them, and the compiler goes back to this stop. "
         "Breakpoints inside the action do not stop it.",
     .seeAlso = {"diff", "next", "what-if skip"},
     .run = preview},
    {.name = "diff-stages",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "diff-stages STAGE OTHER-STAGE [SPEC] [--stat] "
                 "[--side-by-side] [--full] [--context COUNT] [--all]",
     .summary = "Compare the IR of two stages, or only some ops in it.",
     .details = "With a SPEC, the ops that it names in the earlier stage are "
                "compared with what they became in the later stage. A stage of "
                "a later input, as with -split-input-file, is compared with "
                "the start of that input. The options and the signs are those "
                "of 'diff'.\n"
                "Examples:\n"
                "  diff-stages start end\n"
                "  diff-stages 2 3 @f",
     .seeAlso = {"stages", "show-stage", "diff"},
     .run = diffStages},
};

ArrayRef<CommandSpec> diffCommands() { return rows; }

} // namespace mlir::trackdbg
