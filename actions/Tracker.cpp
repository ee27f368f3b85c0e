//===- Tracker.cpp - The part of the debugger that lives in the compiler --===//

#include "Tracker.h"

#include "core/ActionNames.h"
#include "process/BorrowingChild.h"
#include "process/CrashHandler.h"
#include "process/Fork.h"
#include "process/MemoryReserve.h"
#include "process/OwnDescriptor.h"
#include "process/OwnHeap.h"
#include "process/SocketPath.h"
#include "stop/CrashActivity.h"
#include "stop/LastOp.h"
#include "stop/NativeDebugger.h"
#include "llvm/CodeCopies.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;

Tracker::Page Tracker::page;
std::atomic<Tracker *> Tracker::origin = nullptr;

// Found in the file of a compiler that has the tracker linked in; the debugger
// looks for it before it says that a static compiler cannot be tracked.
__attribute__((used, retain)) static const char linkedInMark[] =
    TRACKDBG_LINKED_IN_MARK;

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

/// Grows nothing of LLVM's, which ends the process where there is no memory.
static std::string readWhole(const char *path) {
  std::string text;
  OwnDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  char chunk[4096];
  ssize_t count;
  while ((count = ::read(file.get(), chunk, sizeof(chunk))) > 0 ||
         (count < 0 && errno == EINTR))
    text.append(chunk, std::max<ssize_t>(count, 0));
  return text;
}

static std::vector<std::string> commandLine() {
  std::vector<std::string> arguments;
  std::string text = readWhole("/proc/self/cmdline");
  // Each ends in a NUL.
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\0', begin), text.size());
    arguments.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return arguments;
}

static SocketPath socketPath(kSocketVariable);
__attribute__((constructor)) static void keepSocketPath() { socketPath.get(); }

static Hello makeHello(WayIn wayIn) {
  Hello hello;
  hello.processId = getpid();
  hello.commandLine = commandLine();
  SmallString<256> directory;
  if (!llvm::sys::fs::current_path(directory))
    hello.workingDirectory = directory.str().str();
  hello.mlirVersion = LLVM_VERSION_STRING;
  hello.wayIn = wayIn;
  return hello;
}

bool Tracker::connect(WayIn wayIn, void (*installHooks)(), const char *socket) {
  static std::once_flag once;
  std::call_once(once, [&] {
    if (socket)
      socketPath.set(socket);
    begin(wayIn, installHooks);
  });
  return getAtWork();
}

/// Null if there is no debugger, or if it rejects this process.
Tracker *Tracker::open(const Hello &hello) {
  const char *path = socketPath.get();
  std::unique_ptr<Connection> connection =
      path ? Connection::open(path) : nullptr;
  if (!connection)
    return nullptr;
  Message message;
  message.hello = hello;
  if (!connection->send(message))
    return nullptr;
  std::optional<Message> reply = connection->receive();
  if (!reply || !reply->configure ||
      reply->configure->version != kProtocolVersion)
    return nullptr;
  auto file = TraceFile::create(reply->configure->tracePath);
  if (!file)
    return nullptr;
  // Never freed: ops die until the last moment of the process.
  return new Tracker(std::move(connection), std::move(file), *reply->configure,
                     hello.wayIn);
}

void Tracker::begin(WayIn wayIn, void (*installHooks)()) {
  OwnHeap heap;
  if (!socketPath.get())
    return;
  MemoryReserve::keep([] {
    if (Tracker *tracker = get())
      tracker->file->endRecording(ENOMEM);
  });
  Hello hello = makeHello(wayIn);
  Tracker *tracker = open(hello);
  if (!tracker)
    return;
  tracker->takeOver();
  // Before the first segment, where the file may be cut.
  installCrashHandler(
      []() -> trace::CrashReport * {
        Tracker *tracker = get();
        return tracker ? &crashReportOf(tracker->file->header()) : nullptr;
      },
      [] {
        if (Tracker *tracker = get())
          tracker->leaveLastWords();
      },
      [](int signal, void *address) {
        if (signal == SIGTRAP)
          return isBehindStopFunction(address);
        Tracker *tracker = get();
        return tracker && tracker->file->outlivesCut(address);
      });
  tracker->define(hello);
  prepareForForks();
  installHooks();
}

void Tracker::define(const Hello &hello) {
  using trace::DefinitionKind;
  Interner &interner = traceRecorder.interner();
  std::string words;
  for (const std::string &argument : hello.commandLine)
    words.append(argument).push_back('\0');
  interner.define(DefinitionKind::CommandLine, 0, words);
  interner.define(DefinitionKind::WorkingDirectory, 0, hello.workingDirectory);
}

//===----------------------------------------------------------------------===//
// Processes that are forked off
//===----------------------------------------------------------------------===//

void Tracker::takeOver() {
  origin = this;
  page.instance = this;
}

void Tracker::forget() {
  origin = nullptr;
  page.instance = nullptr;
}

/// In a process that the compiler has forked off: forgets what belongs to the
/// process that it was.
static void leaveProcess() {
  ThreadState::leaveAll();
  ForkedCopy::leaveAll();
}

void Tracker::prepareForForks() {
  // Also where a process is cloned without the C library. Older kernels cannot.
  (void)madvise(&page, sizeof(page), MADV_WIPEONFORK);
  pthread_atfork(nullptr, nullptr, [] {
    if (isForkOfOurs())
      return;
    page.instance = nullptr;
    leaveProcess();
  });
  setAtOrphan([] { page.instance = origin.load(); });
  ForkedCopy::setAtCopy(forget);
}

Tracker *Tracker::beginWorker() {
  if (!origin.load(std::memory_order_relaxed))
    return nullptr;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (Tracker *begun = get())
    return begun;
  Tracker *before = origin.exchange(nullptr);
  if (!before)
    return nullptr;
  OwnHeap heap;
  // Where no handler of pthread_atfork has run.
  if (ThreadState::current().window)
    leaveProcess();
  before->connection.reset();
  Hello hello = makeHello(before->wayIn);
  Tracker *tracker = open(hello);
  if (!tracker)
    return nullptr;
  tracker->takeContextsOf(*before);
  tracker->takeOver();
  tracker->define(hello);
  return tracker;
}

/// They have our handler, which runs the compiler's own.
void Tracker::takeContextsOf(Tracker &other) {
  // Another thread may have been at it when this process was forked off.
  std::unique_lock<std::mutex> lock(other.contextsMutex, std::try_to_lock);
  if (lock)
    contexts = other.contexts;
}

//===----------------------------------------------------------------------===//
// What the debugger wants
//===----------------------------------------------------------------------===//

Tracker::Tracker(std::unique_ptr<Connection> connection,
                 std::unique_ptr<TraceFile> file, const Configure &configure,
                 WayIn wayIn)
    : wayIn(wayIn), connection(std::move(connection)), file(std::move(file)),
      interactive(configure.interactive), foldsAreActions(configure.folds),
      llvmPassesAreActions(configure.llvmPasses),
      reasonsAreKept(configure.reasons), traceRecorder(*this->file),
      events(traceRecorder), breakpoints(traceRecorder.interner()),
      context(traceRecorder, traceRecorder.order(), traceRecorder.interner(),
              *this->file),
      checkpoints(*this->connection, traceRecorder),
      stops(*this->connection, breakpoints, traceRecorder, checkpoints,
            wayIn != WayIn::Attached) {
  bool hasHooks = wayIn != WayIn::Attached;
  if (!interactive)
    traceRecorder.tellOnlyOnce();
  context.setDeathsAreSeen(hasHooks);
  if (hasHooks)
    compareAfterPasses();
  else
    traceRecorder.stopComparing();
  if (configure.changes && hasHooks) {
    traceRecorder.keepChanges();
    this->file->header().keepsChanges = 1;
  }
  if (configure.stacks && hasHooks) {
    traceRecorder.keepStacks(wayIn == WayIn::Preloaded);
    this->file->header().keepsStacks = 1;
  }
  context.setIsAtHome([] { return page.instance.load() != nullptr; });
  this->file->header().keepsReasons = reasonsAreKept && hasHooks;
  if (interactive)
    traceRecorder.addDeathWatch(StopLoop::noteDeath);
  if (configure.snapshots != trace::SnapshotMode::None)
    takeSnapshots(configure, hasHooks);
  if (configure.omission)
    omit(*configure.omission);
  if (configure.finalCode && wayIn == WayIn::Preloaded)
    followToCode();
  if (!interactive)
    return;
  // Without hooks nobody says which of the ops are gone.
  if (hasHooks)
    breakpoints.setEvents(&events);
  breakpoints.assign(configure.breakpoints);
  context.addBreakpointManager(&breakpoints);
  context.setNewestPosition([this] { return traceRecorder.newestPosition(); });
  context.reconsiderWatching();
  if (hasHooks)
    traceRecorder.setWatch(&context);
  context.setController([this](ActiveAction &action, const StopReason &reason) {
    this->file->anchorClock();
    Control control = stops.stop(action, reason);
    if (stops.isTrial())
      leaveSession(stops.trialWatch());
    if (stops.trialOmission())
      omit(*stops.trialOmission());
    if (control == Control::RunTo)
      context.runTo(stops.target());
    return control;
  });
  stops.setExecution(context);
  context.setPreparation(
      [this](ActiveAction &action) { stops.keepImage(action); });
  checkpoints.setSnapshots(snapshots ? &*snapshots : nullptr);
  checkpoints.setAutomatic(configure.checkpoints);
  context.setWaypoint(
      [this](ActiveAction &action, When when) {
        if (!checkpoints.pass(action, when))
          return false;
        breakpoints.assign(checkpoints.takeBreakpoints());
        return true;
      },
      checkpoints.schedule());
  context.setControl(configure.control);
}

void Tracker::compareAfterPasses() {
  traceRecorder.compareAfterPasses();
  context.setPassWatch([this](Operation *root, const ActiveAction *around) {
    traceRecorder.beforePass(root, around);
  });
}

void Tracker::takeSnapshots(const Configure &configure, bool hasHooks) {
  file->header().snapshotMode = configure.snapshots;
  snapshots.emplace(traceRecorder, configure.snapshots, hasHooks);
  if (configure.endsOnDemand)
    snapshots->printEndsOnDemand();
  context.registerObserver(&*snapshots);
  if (!hasHooks)
    return;
  traceRecorder.addDeathWatch([](Operation *op) {
    if (Tracker *tracker = get())
      tracker->snapshots->dying(op);
  });
}

/// There is no debugger any more, and the trace is another's. `observer` may be
/// null.
void Tracker::leaveSession(ExecutionContext::Observer *observer) {
  interactive = reasonsAreKept = false;
  traceRecorder.clearDeathWatches();
  checkpoints.setSnapshots(nullptr);
  context.forgetObservers();
  snapshots.reset();
  if (observer)
    context.registerObserver(observer);
}

void Tracker::followToCode() {
  copies = std::make_unique<CodeCopies>(
      *file, [this] { return traceRecorder.newestPosition(); },
      [this](CodeCopies::Observer &observer) {
        stops.detach();
        leaveSession(&observer);
      });
}

void Tracker::omit(const Omission &omission) {
  omitted.emplace(omission, traceRecorder.interner());
  context.setOmitted(&*omitted);
  if (omitted->wantsDeaths())
    traceRecorder.addDeathWatch([](Operation *op) {
      if (Tracker *tracker = get())
        tracker->omitted->noteDeath(op);
    });
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

namespace {
/// The handler that is registered with each context.
struct Dispatch {
  std::shared_ptr<ActionHandler> chained;

  void operator()(llvm::function_ref<void()> transform,
                  const tracing::Action &action) const {
    auto runChained = [&, body = transform] { (*chained)(body, action); };
    if (*chained)
      transform = runChained;
    if (Tracker *tracker = Tracker::getAtWork())
      return tracker->execution().execute(transform, action);
    transform();
  }
};
} // namespace

bool Tracker::isOurs(const ActionHandler &handler) {
  return handler.target<Dispatch>();
}

void Tracker::attach(MLIRContext &mlirContext) {
  auto chained = std::make_shared<ActionHandler>();
  {
    std::lock_guard<std::mutex> lock(contextsMutex);
    if (!contexts.try_emplace(&mlirContext, chained).second)
      return;
  }
  if (interactive || omitted)
    mlirContext.disableMultithreading();
  mlirContext.registerActionHandler(Dispatch{chained});
}

void Tracker::contextDestroyed(MLIRContext &mlirContext) {
  {
    std::lock_guard<std::mutex> lock(contextsMutex);
    if (!contexts.erase(&mlirContext))
      return;
  }
  traceRecorder.interner().forgetPointers();
  breakpoints.forgetPointers();
}

bool Tracker::chain(MLIRContext &mlirContext, ActionHandler handler) {
  std::lock_guard<std::mutex> lock(contextsMutex);
  auto found = contexts.find(&mlirContext);
  if (found == contexts.end())
    return false;
  *found->second = std::move(handler);
  return true;
}

void Tracker::leaveLastWords() {
  runInCopyingChild(
      [&] {
        // What verifiers report or make is not the compiler's.
        forget();
        writeCrashActivity(file->header());
      },
      file->fileDescriptor(), /*seconds=*/5);
  // Where a printer crashes on what the compiler crashed on, the generic form
  // may still do.
  for (LastOpForm form : {LastOpForm::Custom, LastOpForm::Generic})
    if (runInCopyingChild([&] { writeLastOp(*file, form); },
                          file->fileDescriptor(),
                          /*seconds=*/5) == ChildEnd::Done)
      return;
}

void Tracker::finish() {
  if (snapshots)
    snapshots->finish();
  file->finish();
  if (!interactive)
    return;
  Message farewell;
  farewell.farewell = Farewell{breakpoints.hits(), checkpoints.count()};
  connection->send(farewell);
}

/// Runs when the process exits in an orderly way, also by exit() from anywhere.
__attribute__((destructor)) static void noteExit() {
  if (Tracker *tracker = Tracker::get())
    tracker->finish();
}
