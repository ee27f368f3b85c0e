//===- Track.cpp - The subcommand that compares dumped files --------------===//
//
// Every file is read by a loader, a compiler that parses it under the tracker,
// several of them at the same time; what was recorded of all of them becomes
// one trace, which is then opened.
//
//===----------------------------------------------------------------------===//

#include "cli/Subcommands.h"

#include "cli/DumpFiles.h"
#include "commands/Arguments.h"
#include "commands/Errors.h"
#include "injection/PrivateFolder.h"
#include "queries/TraceOfFiles.h"
#include "terminal/Signals.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <csignal>
#include <thread>

using namespace llvm;

namespace mlir::trackdbg {

/// The words of the loader's command line, for one file.
static Expected<std::vector<std::string>> loaderCommand(StringRef loader,
                                                        StringRef file) {
  std::vector<std::string> words;
  if (loader.empty()) {
    for (StringRef name : {"mlir-opt-22", "mlir-opt"})
      if (auto found = sys::findProgramByName(name)) {
        words = {*found, "--allow-unregistered-dialect", file.str()};
        return words;
      }
    return fail("cannot find mlir-opt-22 to read the files; name another "
                "compiler, as in --loader='my-opt %s'");
  }
  std::string word;
  bool hasFile = false;
  while (takeWord(loader, word)) {
    size_t place = word.find("%s");
    hasFile |= place != std::string::npos;
    if (place != std::string::npos)
      word.replace(place, 2, file.str());
    words.push_back(word);
  }
  if (words.empty() || !hasFile)
    return fail("the loader has no %s for the file; write it as in "
                "--loader='my-opt %s'");
  return words;
}

namespace {
/// Reads one file with the loader, whose messages the user sees. Made and
/// destroyed where signals are handled; `run` may be called on another thread.
class Loading {
public:
  Loading(StringRef path, Options options)
      : path(path), program(options.launch.arguments.front()),
        debugger(std::move(options)),
        target(debugger, InterruptTarget::Asks::ComeBack) {}

  Expected<ReadFile> run();

private:
  std::string path, program;
  Debugger debugger;
  InterruptTarget target;
};
} // namespace

Expected<ReadFile> Loading::run() {
  Expected<Event> event = debugger.run(Control::Continue);
  if (!event)
    return event.takeError();
  if (event->kind != Event::Kind::Ended)
    return fail("interrupted while reading '{0}'", path);
  const Ending &ending = event->ending;
  if (ending.kind == Ending::Kind::NeverTracked || ending.isPartlyTracked)
    return fail("cannot read '{0}': {1}", path, ending.note);
  if (int code = exitCodeOf(ending))
    return fail("cannot read '{0}': {1} failed with exit code {2}, see above; "
                "--loader='my-opt %s' chooses another compiler",
                path, program, code);
  ReadFile file;
  file.path = path;
  if (Error error = Lineage::open(debugger.tracePath()).moveInto(file.lineage))
    return error;
  return file;
}

static Expected<std::unique_ptr<Loading>>
startLoading(StringRef path, StringRef loader, std::string tracePath) {
  if (std::error_code error = sys::fs::access(path, sys::fs::AccessMode::Exist))
    return fail("cannot read '{0}': {1}", path, error.message());
  Options options;
  if (Error error =
          loaderCommand(loader, path).moveInto(options.launch.arguments))
    return error;
  options.launch.standardOutput = "/dev/null";
  options.tracePath = std::move(tracePath);
  options.interactive = false;
  options.snapshots = trace::SnapshotMode::Inputs;
  return std::make_unique<Loading>(path, std::move(options));
}

/// Runs all of them at the same time.
static void runAll(ArrayRef<Loading *> loadings,
                   std::vector<std::optional<Expected<ReadFile>>> &results) {
  results.resize(loadings.size());
  // Signals are for this thread, so that nobody is interrupted who is gone.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < loadings.size(); ++i)
    if (loadings[i])
      threads.emplace_back([&results, loading = loadings[i], i] {
        results[i].emplace(loading->run());
      });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  for (std::thread &thread : threads)
    thread.join();
}

/// Reads the files, as many at the same time as there are processors. What
/// cannot be read is reported: the others are worth looking at without it. An
/// error only if the user interrupts.
static Expected<std::vector<ReadFile>> readFiles(ArrayRef<std::string> paths,
                                                 StringRef loader,
                                                 const PrivateFolder &folder) {
  size_t atOnce = std::clamp(std::thread::hardware_concurrency(), 1u,
                             InterruptTarget::kMostTargets);
  std::vector<ReadFile> files;
  for (size_t first = 0; first < paths.size(); first += atOnce) {
    size_t count = std::min(atOnce, paths.size() - first);
    std::vector<std::unique_ptr<Loading>> started(count);
    std::vector<Loading *> loadings(count);
    for (size_t i = 0; i < count; ++i) {
      std::string trace = folder.pathOf(formatv("{0}.trace", first + i).str());
      if (Error error = startLoading(paths[first + i], loader, std::move(trace))
                            .moveInto(started[i]))
        reportError(std::move(error), 1);
      loadings[i] = started[i].get();
    }
    std::vector<std::optional<Expected<ReadFile>>> results;
    runAll(loadings, results);
    for (std::optional<Expected<ReadFile>> &result : results) {
      if (result && *result)
        files.push_back(std::move(**result));
      else if (result && isInterrupted())
        consumeError(result->takeError());
      else if (result)
        reportError(result->takeError(), 1);
    }
    if (isInterrupted())
      return fail("interrupted while reading '{0}'", paths[first]);
  }
  return files;
}

/// `%i` stands for the input, `%t` for each tracked file.
static std::vector<Remap> expandRemaps(const CommandLine &line,
                                       ArrayRef<std::string> tracked) {
  std::vector<Remap> remaps;
  auto replaced = [](std::string text, StringRef what, StringRef by) {
    for (size_t at; (at = text.find(what)) != std::string::npos;)
      text.replace(at, what.size(), by.str());
    return text;
  };
  for (const auto &[from, to] : line.remaps)
    for (const std::string &file : tracked) {
      Remap remap{from, to};
      for (std::string *text : {&remap.from, &remap.to}) {
        *text = replaced(*text, "%i", line.inputFile);
        *text = replaced(*text, "%t", file);
      }
      bool isKnown = any_of(remaps, [&](const Remap &each) {
        return each.from == remap.from && each.to == remap.to;
      });
      if (!isKnown)
        remaps.push_back(std::move(remap));
    }
  return remaps;
}

static void noteUnusedRemaps(ArrayRef<Remap> remaps,
                             const TraceOfFilesResult &result) {
  constexpr size_t kMostNames = 8;
  std::string names =
      join(ArrayRef(result.namedFiles).take_front(kMostNames), ", ");
  for (const auto &[remap, isUsed] : zip(remaps, result.isRemapUsed))
    if (!isUsed)
      reportError(fail("remap \"{0}={1}\" matches no location: {2}", remap.from,
                       remap.to,
                       names.empty() ? "no location names a file"
                                     : "the locations name " + names),
                  0);
}

namespace {
/// How many of the files could be read.
struct Merged {
  size_t read = 0, all = 0;
};
} // namespace

/// Writes one trace of all files, unless none can be read. Ctrl-C ends it.
static Expected<Merged> mergeFiles(const CommandLine &line,
                                   const PrivateFolder &folder,
                                   StringRef merged) {
  CancellationScope scope(interruptFlag());
  std::vector<std::string> paths{line.inputFile};
  if (Error error = collectDumps(line.trackedFiles, folder, paths))
    return error;
  Expected<std::vector<ReadFile>> files = readFiles(paths, line.loader, folder);
  if (!files)
    return files.takeError();
  if (files->empty())
    return Merged{0, paths.size()};
  for (ReadFile &file : *files) {
    // Nobody knows the folder of a log's dumps, and it goes away.
    StringRef name = sys::path::filename(file.path);
    if (folder.pathOf(name) == file.path)
      file.path = name.str();
  }
  std::vector<Remap> remaps = expandRemaps(line, ArrayRef(paths).drop_front());
  Expected<TraceOfFilesResult> result =
      writeTraceOfFiles(*files, remaps, merged);
  if (!result)
    return result.takeError();
  noteUnusedRemaps(remaps, *result);
  return Merged{files->size(), paths.size()};
}

int runTrack(CommandLine line) {
  installSignalHandlers();
  Expected<PrivateFolder> folder = PrivateFolder::create();
  if (!folder)
    return reportError(folder.takeError(), 1);
  std::string path =
      line.keptTrace.empty() ? folder->pathOf("files.trace") : line.keptTrace;
  Expected<Merged> files = mergeFiles(line, *folder, path);
  if (!files)
    return reportError(files.takeError(), exitCodeOfFailure());
  if (files->read == 0)
    return 1;
  Expected<std::unique_ptr<Debugger>> debugger = Debugger::open(path);
  if (!debugger)
    return reportError(debugger.takeError(), 1);
  int code = Terminal(std::move(*debugger), std::move(line.terminal)).run();
  return code == 0 && files->read != files->all ? 1 : code;
}

} // namespace mlir::trackdbg
