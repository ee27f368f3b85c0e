//===- DebuggerImpl.cpp - The life of a run, from start to end ------------===//
//
// Every stop, and every end, comes through wait().
//
//===----------------------------------------------------------------------===//

#include "DebuggerImpl.h"

#include "inferior/EarlyEnd.h"
#include "inferior/NativeDebugger.h"
#include "inferior/RunEnding.h"
#include "inferior/TracePath.h"
#include "injection/Injection.h"
#include "queries/NeverMatched.h"
#include "queries/Queries.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

Expected<RunSetup> Debugger::Impl::prepare(const Executable &executable,
                                           Control first) {
  planServer.reset();
  folder.reset();
  Expected<PrivateFolder> made = PrivateFolder::create();
  if (!made)
    return made.takeError();
  folder.emplace(std::move(*made));
  RunSetup setup;
  static_cast<TrackingOptions &>(setup) = options;
  setup.checkpoints &= setup.interactive;
  setup.socketPath = folder->pathOf("socket");
  setup.first = first;
  setup.tracePath = folder->pathOf("compiler.trace");
  // Who keeps the trace wants to find everything in it.
  setup.endsOnDemand = setup.checkpoints && options.tracePath.empty();
  if (!options.tracePath.empty())
    if (Error error =
            checkedTracePath(options.tracePath).moveInto(setup.tracePath))
      return error;
  setup.tracking = executable.tracking;
  setup.usesLLVM = executable.usesLLVM;
  Spawn &spawn = setup.spawn;
  spawn.path = executable.path;
  spawn.isText = executable.isText;
  spawn.arguments = options.launch.arguments;
  spawn.standardInput = options.launch.inputOrTerminal();
  spawn.standardOutput = options.launch.outputOrTerminal();
  spawn.standardError = options.launch.errorOrTerminal();
  spawn.randomizesAddresses = options.randomizesAddresses;
  spawn.inheritInput = options.launch.inheritInput;
  spawn.diesWithUs = !options.passesSignalsOn;
  if (Error error = injectionEnvironment(
                        executable, {setup.socketPath, folder->pathOf("plans")},
                        *folder, options.interactive ? Stops::Yes : Stops::No)
                        .moveInto(spawn.environment))
    return error;
  return setup;
}

Event Debugger::Impl::neverTracked(std::string reason) {
  Event event;
  event.kind = Event::Kind::Ended;
  event.ending.kind = Ending::Kind::NeverTracked;
  event.ending.note = std::move(reason);
  lastEvent = event;
  return event;
}

Expected<Event> Debugger::Impl::start(Control first) {
  if (options.launch.arguments.empty())
    return createStringError(
        "there is no program to run; give one on the command line, as in "
        "'mlir-track-dbg mlir-opt in.mlir'");
  lineage.reset();
  firstRuns.clear();
  stack.clear();
  selected = 0;
  tracePath.clear();
  inferiors.clear();
  lastInferior = 0;
  hasToldEarlyEnd = false;
  if (Error error = checkOwnPlace())
    return error;
  PlanStore plans = PlanStore::ofUser();
  Executable executable = inspectExecutable(options.launch.arguments[0], plans);
  if (executable.tracking == Executable::Tracking::Impossible)
    return neverTracked(executable.reason);
  Expected<RunSetup> setup = prepare(executable, first);
  if (!setup)
    return setup.takeError();
  PlanServer::Passes passes = passesToTrack(options, executable.usesLLVM);
  if (Error error =
          PlanServer::start(folder->pathOf("plans"), std::move(plans), passes)
              .moveInto(planServer))
    return error;
  if (Error error = Session::start(std::move(*setup), breakpoints, interruptor)
                        .moveInto(session)) {
    bool isRefusedProgram = error.isA<CannotExecute>();
    std::string text = toString(std::move(error));
    if (isRefusedProgram)
      return neverTracked(std::move(text));
    return createStringError(text);
  }
  timeline = std::make_unique<Timeline>(
      *session,
      TimelineHost{[this](Errand errand) { return wait(errand); },
                   [this] { return currentLineage(); },
                   [this](const Compiler &compiler, const Mark &start) {
                     keepFirstRuns(compiler, start);
                   },
                   [this] { lineage.reset(); }});
  return wait();
}

void Debugger::Impl::endRun() {
  session.reset();
  timeline.reset();
}

Expected<Timeline &> Debugger::Impl::timelineOfRun() {
  if (isRecording)
    return createStringError("this is a recording: there is no compiler to run "
                             "backward; 'history' and 'blame' show what "
                             "happened");
  if (!session)
    return createStringError(lastEvent ? "nothing of the last run is left to "
                                         "return to; 'run' starts it again"
                                       : "the program is not being run");
  Compiler *compiler = session->traveller();
  if (Error error = checkNotHeld(compiler ? compiler->pid : 0))
    return error;
  return *timeline;
}

/// Where the text of an end was left out, and the run is over: runs it again
/// from before then. Does nothing where that is not possible.
void Debugger::Impl::fetchEnds() {
  if (!session || isLive())
    return;
  Compiler *compiler = compilerOfTrace();
  if (!compiler || compiler->trace->firstEndLeftOut() == 0)
    return;
  std::optional<Event> ended = lastEvent;
  timeline->runEndAgain(*compiler);
  if (!isLive())
    lastEvent = std::move(ended);
  turnToTrace(compiler->trace->filePath());
}

bool Debugger::Impl::fetchStages() {
  Compiler *compiler = compilerOfTrace();
  if (!compiler || !compiler->trace->hasEndsOnly())
    return false;
  std::optional<Event> before = lastEvent;
  size_t frame = selected;
  if (!timeline->printStages(*compiler))
    return false;
  // The stop is the same, and so are its frames.
  if (session->compilers().isStopped() && stack.size() > frame)
    selected = frame;
  else if (!isLive())
    lastEvent = std::move(before);
  turnToTrace(compiler->trace->filePath());
  return true;
}

//===----------------------------------------------------------------------===//
// Waiting and ending
//===----------------------------------------------------------------------===//

Event Debugger::Impl::wait(Errand errand) {
  Session::Outcome outcome = session->wait(withErrand(sink, errand));
  if (outcome == Session::Outcome::Ended)
    return catchCrash(finish());
  if (outcome == Session::Outcome::Stopped)
    return atStop();
  Event event;
  event.kind = Event::Kind::StillRunning;
  stack.clear();
  selected = 0;
  if (Compiler *subject = session->compilers().working()) {
    turnToTrace(subject->trace->filePath());
    describeWork(event, *subject);
  }
  lastEvent = event;
  return event;
}

/// What the session stands at, as the newest event.
Event Debugger::Impl::atStop() {
  const Compiler &subject = *session->compilers().current();
  Event event;
  event.kind = Event::Kind::Stopped;
  event.stop = session->compilers().lastStop();
  event.temporaryHits = session->messages().temporaryHits();
  stack = event.stop.stack;
  selected = 0;
  turnToTrace(subject.trace->filePath());
  int64_t before = std::exchange(lastInferior, subject.number);
  if (before && before != subject.number)
    event.note = fmt::format("[Switching to inferior {} {}]", subject.number,
                             subject.describe());
  if (subject.trace->attach() && !hasToldEarlyEnd &&
      subject.trace->state() == trace::RecordingState::OutOfSpace)
    noteEarlyEnd(event);
  addRemarks(event.note);
  lastEvent = event;
  return event;
}

/// Of compilers that are tracked in part; each is told of once.
void Debugger::Impl::addRemarks(std::string &note) {
  if (planServer)
    for (const std::string &remark : planServer->takeRemarks())
      note += fmt::format("{}Note: {}.", note.empty() ? "" : "\n", remark);
}

/// Once in a run; each answer from the recording says it again.
void Debugger::Impl::noteEarlyEnd(Event &event) {
  hasToldEarlyEnd = true;
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return consumeError(recorded.takeError());
  event.note += (event.note.empty() ? "" : "\n") + describeEarlyEnd(*recorded);
}

/// Questions are about that recording from now on.
void Debugger::Impl::turnToTrace(StringRef path) {
  if (path == tracePath)
    return;
  tracePath = path.str();
  lineage.reset();
}

/// Fills in what a compiler that still runs is doing.
void Debugger::Impl::describeWork(Event &event, const Compiler &compiler) {
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return consumeError(recorded.takeError());
  event.actionsRun = recorded->actionCount();
  stack = stackAtEnd(*recorded);
  if (stack.empty())
    return;
  event.busyIn = stack.front();
  if (compiler.trace->attach())
    event.busyFor =
        compiler.trace->since(recorded->action(stack.front().action).begin);
}

void Debugger::Impl::explainBreakpoints(const Compiler &compiler) {
  // With very many, nobody reads an explanation of each.
  constexpr size_t kMostExplained = 50;
  std::vector<size_t> unused;
  for (const auto &[index, breakpoint] : enumerate(breakpoints.all()))
    if (breakpoint.hits == 0 && breakpoint.spec.enabled)
      unused.push_back(index);
  if (unused.empty() || unused.size() > kMostExplained ||
      compiler.trace->state() == trace::RecordingState::OutOfSpace)
    return;
  Expected<std::unique_ptr<TraceFile>> trace =
      TraceFile::open(compiler.trace->filePath());
  if (!trace)
    return consumeError(trace.takeError());
  for (size_t index : unused) {
    const BreakpointSpec &spec = breakpoints.all()[index].spec;
    std::string why = explainNeverMatched(**trace, spec);
    if (why.empty()) {
      if (Expected<Lineage &> recorded = currentLineage())
        why = explainNeverWorkedOn(*recorded, spec);
      else
        consumeError(recorded.takeError());
    }
    breakpoints.setNeverMatched(index, std::move(why));
  }
}

/// A compiler that could not be patched, or has no tracker, did not connect.
void Debugger::Impl::explainUntracked(Ending &ending) {
  if (planServer && !session->wasKilledByUs())
    describeRefusals(planServer->refusals(),
                     session->admitted().trackedCompilers() > 0, ending);
}

Event Debugger::Impl::finish() {
  Event event;
  event.kind = Event::Kind::Ended;
  event.ending = session->ending();
  explainUntracked(event.ending);
  stack.clear();
  selected = 0;
  if (Compiler *compiler = session->mostInteresting()) {
    turnToTrace(compiler->trace->filePath());
    if (!session->wasKilledByUs()) {
      // An exit in the middle of an action runs the tracker's exit handler, so
      // it does not look like a crash; but it seldom means success.
      if (compiler->endedAbruptly() || event.ending.code != 0)
        describeDeath(event.ending, *compiler);
      if (event.ending.kind != Ending::Kind::Exited || event.ending.code != 0)
        recallSkips(event.ending, *compiler);
      if (options.interactive && session->admitted().trackedCompilers() == 1)
        explainBreakpoints(*compiler);
    }
  }
  if (event.ending.kind != Ending::Kind::NeverTracked)
    addRemarks(event.ending.note);
  stack = event.ending.stack;
  inferiors = session->inferiors();
  if (!timeline->canGoBack())
    endRun();
  lastEvent = event;
  return event;
}

/// If a catchpoint waits for the crash `end`: returns to the last stop before
/// it.
Event Debugger::Impl::catchCrash(Event end) {
  if (end.ending.kind != Ending::Kind::Signaled || isCatchingCrash ||
      !session || session->wasKilledByUs())
    return end;
  const Breakpoint *found = breakpoints.hitCrash();
  if (!found)
    return end;
  Sighting sighting;
  sighting.breakpoint = found->spec.id;
  sighting.kind = found->spec.kind;
  const std::optional<Activity> &activity = end.ending.activity;
  bool isInAction = !end.ending.stack.empty();
  wasCrashOutside = !isInAction && !(activity && activity->leftBy.action);
  sighting.what =
      fmt::format("{}, {}{}; returned to the last stop before the crash",
                  end.ending.signalName, strsignal(end.ending.code),
                  isInAction ? "" : ", outside every action");
  isCatchingCrash = true;
  keepCrash();
  Expected<Mark> mark = timeline->markBefore();
  Expected<Event> event = mark ? timeline->goBackTo(*mark) : mark.takeError();
  isCatchingCrash = false;
  if (!event || event->kind != Event::Kind::Stopped) {
    if (!event)
      end.ending.note +=
          (end.ending.note.empty() ? "" : "; ") + toString(event.takeError());
    lastEvent = end;
    return end;
  }
  event->stop.breakpoints.push_back(sighting.breakpoint);
  event->temporaryHits = breakpoints.removeTemporary(sighting.breakpoint);
  event->stop.sightings.push_back(std::move(sighting));
  lastEvent = *event;
  return std::move(*event);
}

/// Keeps how long the actions took that the trace is about to lose, as far as
/// somebody may have seen it.
void Debugger::Impl::keepFirstRuns(const Compiler &compiler,
                                   const Mark &start) {
  if (!lineage || compiler.trace->filePath() != tracePath ||
      timeline->hasDiverged(compiler))
    return;
  std::shared_ptr<FirstRuns> &runs = firstRuns[tracePath];
  if (!runs)
    runs = std::make_shared<FirstRuns>();
  runs->keepFrom(*lineage, std::max<int64_t>(start.begun, 1));
}

Compiler *Debugger::Impl::compilerOfTrace() {
  return session ? session->compilers().withTrace(tracePath) : nullptr;
}

/// For a lineage that is about to be asked.
void Debugger::Impl::recallFirstRuns() {
  auto known = firstRuns.find(tracePath);
  if (known == firstRuns.end())
    return;
  Compiler *compiler = compilerOfTrace();
  // What the user has changed may take another time.
  if (compiler && timeline->hasDiverged(*compiler))
    known->second->clear();
  lineage->recallFirstRuns(known->second);
}

Expected<Lineage &> Debugger::Impl::currentLineage() {
  if (tracePath.empty())
    return createStringError(
        lastEvent ? "nothing was recorded: no compiler was tracked"
                  : "nothing has been recorded yet; 'run' starts the compiler");
  if (lineage) {
    lineage->refresh();
    recallFirstRuns();
    // Others may hold it, so it is not opened again here.
    if (lineage->trace().wasCut())
      return createStringError(fmt::format("'{}' was cut or overwritten while "
                                           "it was open; 'mlir-track-dbg open' "
                                           "reads what is left of it",
                                           tracePath));
    return *lineage;
  }
  Expected<std::unique_ptr<Lineage>> opened = Lineage::open(tracePath);
  if (!opened)
    return opened.takeError();
  lineage = std::move(*opened);
  recallFirstRuns();
  return *lineage;
}

/// Takes over how the compiler ended, if the trace says so.
Error Debugger::Impl::openRecording(StringRef path) {
  isRecording = true;
  tracePath = path.str();
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return recorded.takeError();
  const trace::FileHeader &header = recorded->trace().header();
  stack = stackAtEnd(*recorded);
  // So that the first question does not wait for it.
  recorded->places();
  for (StringRef argument : recorded->definitions().commandLine())
    options.launch.arguments.push_back(argument.str());

  trace::ExitKind kind = header.exitKind;
  if (kind != trace::ExitKind::Exited && kind != trace::ExitKind::Signaled)
    return Error::success();
  Event &event = lastEvent.emplace();
  event.kind = Event::Kind::Ended;
  Ending &ending = event.ending;
  ending.kind = kind == trace::ExitKind::Exited ? Ending::Kind::Exited
                                                : Ending::Kind::Signaled;
  ending.code = header.exitStatus;
  if (ending.kind == Ending::Kind::Signaled)
    ending.signalName = signalName(ending.code);
  ending.processId = header.processId;
  ending.actionsRun = header.actionsBegun;
  ending.stack = stack;
  ending.activity = activityAtEnd(*recorded);
  if (header.state == trace::RecordingState::OutOfSpace)
    ending.note = describeOutOfSpace(header.endError);
  return Error::success();
}

} // namespace mlir::trackdbg
