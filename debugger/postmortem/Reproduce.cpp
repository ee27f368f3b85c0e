//===- Reproduce.cpp - What it takes to get to a failure again ------------===//

#include "DebuggerImpl.h"
#include "postmortem/Reproduction.h"

#include "graph/Moment.h"
#include "queries/PassRuns.h"
#include "stages/Snapshots.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

#include <limits>
#include <set>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// The pass, and the IR before it
//===----------------------------------------------------------------------===//

/// Looks for the pass that a run failed in, and for what stands before it.
class Debugger::Impl::Reproducer {
public:
  explicit Reproducer(Impl &impl) : impl(impl) {}

  /// Gives the IR before the pass to `write`, or notes in `made` why there is
  /// none.
  Error writeTo(Reproduction &made,
                function_ref<Error(StringRef name, StringRef text)> write);

private:
  Expected<ActionId> findPass();
  Expected<PipelineAnswer> lookBefore(ActionId pass);
  Error comeBack(const std::optional<Mark> &stop);
  bool crashesAgain();
  bool isAtCrashOutside() const;

  Impl &impl;
};

/// Whether 'catch crash' stopped here, after the last action, because of a
/// crash that has nothing to do with that action.
bool Debugger::Impl::Reproducer::isAtCrashOutside() const {
  return impl.wasCrashOutside && impl.lastEvent &&
         any_of(impl.lastEvent->stop.sightings, [](const Sighting &each) {
           return each.kind == BreakpointSpec::Kind::CatchCrash;
         });
}

/// The top-level pass that the run is in, died in, or that failed.
Expected<ActionId> Debugger::Impl::Reproducer::findPass() {
  Expected<Lineage &> recorded = impl.currentLineage();
  if (!recorded)
    return recorded.takeError();
  if (isAtCrashOutside())
    return createStringError("the crash was outside every action");
  for (const Frame &frame : llvm::reverse(impl.stack))
    if (frame.tag == "pass-execution")
      return frame.action;
  std::optional<Activity> activity = activityAtEnd(*recorded);
  if (activity && activity->leftBy.action)
    return activity->leftBy.action;
  for (const PassRun &run : passes(*recorded))
    if (run.depth == 0 && run.result == trace::ActionResult::Failure)
      return run.action;
  return createStringError("the run was not in a pass, and no pass failed");
}

/// To the stop, or to the end, that there was before going back.
Error Debugger::Impl::Reproducer::comeBack(const std::optional<Mark> &stop) {
  Mark target = stop.value_or(Mark());
  if (!stop)
    target.action = std::numeric_limits<int64_t>::max();
  return impl.timeline->goForwardTo(target).takeError();
}

/// What stands before a pass, from the live compiler; see PipelineRequest.
Expected<PipelineAnswer> Debugger::Impl::Reproducer::lookBefore(ActionId pass) {
  std::optional<Mark> there;
  if (impl.isLive() && impl.session->compilers().isStopped()) {
    there = impl.session->compilers().lastStop().mark;
    if (there->action == int64_t(pass) && there->when == When::Before)
      return impl.session->ask(PipelineRequest());
  } else if (impl.lastEvent &&
             impl.lastEvent->ending.kind == Ending::Kind::Signaled &&
             !impl.stack.empty() && !crashesAgain()) {
    // The compiler is not killed a second time.
    there = Mark{impl.stack.front().action, When::Before};
  }
  Expected<Timeline &> run = impl.timelineOfRun();
  if (!run)
    return run.takeError();
  Expected<Event> event = run->goToBefore(pass);
  if (!event)
    return event.takeError();
  if (event->kind != Event::Kind::Stopped ||
      event->stop.mark.action != int64_t(pass))
    return createStringError("interrupted on the way back to the pass");
  Expected<PipelineAnswer> answer = impl.session->ask(PipelineRequest());
  if (Error error = comeBack(there)) {
    if (!answer)
      consumeError(answer.takeError());
    return error;
  }
  return answer;
}

/// Whether the end of the run was its own doing.
bool Debugger::Impl::Reproducer::crashesAgain() {
  Expected<Lineage &> recorded = impl.currentLineage();
  if (!recorded) {
    consumeError(recorded.takeError());
    return false;
  }
  return trace::crashReportOf(recorded->trace().header()).signal != 0;
}

/// The newest text of the module from before a pass; an error where none of
/// the stages before it was kept.
static Expected<std::string> snapshotBefore(const Lineage &lineage,
                                            ActionId pass) {
  std::vector<Stage> stages = stagesOf(lineage);
  std::vector<Snapshots::Kept> kept = snapshotsOf(lineage).kept(stages);
  for (size_t i = stages.size(); i-- > 0;) {
    // Of the stage before the pass, nothing else will do.
    if (stages[i].pass >= pass)
      continue;
    if (kept[i] == Snapshots::Kept::No)
      break;
    Expected<Snapshots::Texts> texts = snapshotsOf(lineage).textsOf(stages[i]);
    if (!texts)
      return texts.takeError();
    return texts->front()->text().str();
  }
  return createStringError("the trace holds no IR from before it "
                           "(--snapshots=passes keeps it)");
}

Error Debugger::Impl::Reproducer::writeTo(
    Reproduction &made,
    function_ref<Error(StringRef name, StringRef text)> write) {
  Expected<ActionId> pass = findPass();
  if (!pass) {
    made.missing.push_back("the IR before the pass: " +
                           toString(pass.takeError()));
    return Error::success();
  }
  Expected<PipelineAnswer> answer = lookBefore(*pass);
  if (answer) {
    made.reproducer = "reproducer.mlir";
    return write(made.reproducer, answer->module);
  }
  made.missing.push_back("the pass with its options, as it can only be asked "
                         "of a live compiler: " +
                         toString(answer.takeError()));
  Expected<Lineage &> recorded = impl.currentLineage();
  if (!recorded)
    return recorded.takeError();
  Expected<std::string> text = snapshotBefore(*recorded, *pass);
  if (text)
    return write("before.mlir", *text);
  made.missing.push_back("the IR before the pass: " +
                         toString(text.takeError()));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

namespace {
class Folder {
public:
  static Expected<Folder> create(StringRef path) {
    SmallString<256> absolute(path);
    if (std::error_code error = sys::fs::make_absolute(absolute))
      return createStringError(error, "cannot tell the current folder");
    std::error_code error = sys::fs::create_directories(absolute);
    sys::fs::directory_iterator first;
    if (!error)
      first = sys::fs::directory_iterator(absolute, error);
    if (error)
      return createStringError(fmt::format(
          "cannot write to the folder '{}': {}", path.str(), error.message()));
    if (first != sys::fs::directory_iterator())
      return createStringError(fmt::format(
          "the folder '{}' is not empty; name another one", path.str()));
    Folder folder;
    folder.path = absolute.str().str();
    return folder;
  }

  Error write(StringRef name, StringRef text) {
    if (Error error = writeFile(pathOf(name), [&](raw_ostream &out) {
          out << text;
          return Error::success();
        }))
      return error;
    files.push_back(name.str());
    return Error::success();
  }

  /// False if the file cannot be read again or is too large.
  bool copy(StringRef file) {
    constexpr uint64_t kLargest = uint64_t(64) << 20;
    sys::fs::file_status status;
    if (sys::fs::status(file, status) || !sys::fs::is_regular_file(status) ||
        status.getSize() > kLargest)
      return false;
    std::string name = sys::path::filename(file).str();
    for (int number = 2; !names.insert(name).second; ++number)
      name = fmt::format("{}-{}", number, sys::path::filename(file).str());
    name = "inputs/" + name;
    if (sys::fs::create_directories(pathOf("inputs")) ||
        sys::fs::copy_file(file, pathOf(name)))
      return false;
    files.push_back(name);
    return true;
  }

  std::string path;
  std::vector<std::string> files;

private:
  std::string pathOf(StringRef name) const { return path + "/" + name.str(); }
  std::set<std::string> names;
};
} // namespace

/// What reads the IR that this program works on and has its passes: a program
/// like mlir-opt does so itself.
static StringRef toolNameFor(StringRef program) {
  if (program.contains("-opt"))
    return program;
  bool isFortran =
      program.contains("flang") || program == "bbc" || program == "tco";
  return isFortran ? "fir-opt" : "mlir-opt";
}

/// Where that is. Beside a compiler that was named by a path it has a path too:
/// a shell need not search that folder.
static std::string toolFor(ArrayRef<std::string> commandLine,
                           StringRef workingDirectory) {
  StringRef program = commandLine.empty() ? "" : StringRef(commandLine.front());
  StringRef tool = toolNameFor(sys::path::filename(program));
  if (!program.contains('/'))
    return tool.str();
  SmallString<256> path(program);
  sys::path::make_absolute(workingDirectory, path);
  sys::path::remove_filename(path);
  sys::path::append(path, tool);
  return sys::fs::can_execute(path) ? path.str().str() : tool.str();
}

static std::string readme(const Reproduction &made) {
  std::string text =
      "How to get to this point of a compile again\n"
      "===========================================\n"
      "\n"
      "command   the command line; 'sh command' runs it\n"
      "session   the breakpoints, and the way here; from the folder that\n"
      "          'command' changes to:\n"
      "          mlir-track-dbg -x session COMPILER ARGUMENTS\n";
  if (any_of(made.files,
             [](StringRef file) { return file.starts_with("inputs/"); }))
    text += "inputs/   copies of the files that the command line names\n";
  if (made.reproducer == "reproducer.mlir")
    text += "reproducer.mlir   the IR before the pass, and the pass:\n"
            "          " +
            made.tool +
            " --run-reproducer reproducer.mlir\n"
            "          (or another tool that has its passes and dialects)\n";
  for (const std::string &each : made.missing)
    text += "\nNot here: " + each + ".\n";
  return text;
}

Expected<Reproduction>
Debugger::reproduce(StringRef directory, StringRef command, StringRef script) {
  Expected<Lineage &> recorded = impl->currentLineage();
  if (!recorded)
    return recorded.takeError();
  Expected<Folder> folder = Folder::create(directory);
  if (!folder)
    return folder.takeError();
  Reproduction made;
  made.directory = folder->path;
  std::string workingDirectory =
      recorded->definitions().workingDirectory().str();
  made.tool = toolFor(recorded->definitions().commandLine(), workingDirectory);
  // What a trace from elsewhere names is not for us to collect.
  std::vector<StringRef> inputs;
  if (impl->isRecording)
    made.missing.push_back("copies of the inputs of a recorded run");
  else
    inputs = inputsOf(recorded->definitions().commandLine(), workingDirectory);
  for (StringRef input : inputs) {
    SmallString<256> path(input);
    sys::path::make_absolute(workingDirectory, path);
    if (!folder->copy(path))
      made.missing.push_back("a copy of " + path.str().str());
  }
  if (!impl->options.launch.standardInput.empty() &&
      !folder->copy(impl->options.launch.standardInput))
    made.missing.push_back("a copy of " + impl->options.launch.standardInput);
  if (Error error = folder->write("command", command))
    return error;
  if (Error error = folder->write("session", script))
    return error;
  auto write = [&](StringRef name, StringRef text) {
    return folder->write(name, text);
  };
  if (Error error = Impl::Reproducer(*impl).writeTo(made, write))
    return error;
  made.files = folder->files;
  if (Error error = folder->write("README", readme(made)))
    return error;
  made.files = folder->files;
  return made;
}

} // namespace mlir::trackdbg
