//===- LiveTrace.cpp - The header page of a trace that is being written ---===//

#include "inferior/LiveTrace.h"
#include "injection/FileDescriptor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstring>

using namespace llvm;
using namespace mlir::trackdbg::trace;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

LiveTrace::~LiveTrace() {
  if (header)
    munmap(header, kHeaderSize);
}

bool LiveTrace::attach() {
  if (header)
    return true;
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status;
  if (!file || fstat(file.get(), &status) ||
      status.st_size < off_t(kHeaderSize))
    return false;
  void *page = mmap(nullptr, kHeaderSize, PROT_READ | PROT_WRITE, MAP_SHARED,
                    file.get(), 0);
  if (page == MAP_FAILED)
    return false;
  auto *found = static_cast<FileHeader *>(page);
  bool whole = std::memcmp(found->magic, kMagic, sizeof(kMagic)) == 0;
  // What the magic vouches for was written before it.
  std::atomic_thread_fence(std::memory_order_acquire);
  if (!whole || found->version != kFormatVersion) {
    munmap(page, kHeaderSize);
    return false;
  }
  header = found;
  use.emplace(file.get());
  return true;
}

void LiveTrace::requestInterrupt(bool wanted) {
  if (header)
    header->interruptRequested.store(wanted);
}

bool LiveTrace::interruptRequested() const {
  return header && header->interruptRequested.load();
}

void LiveTrace::noteEnd(int waitStatus) {
  if (!header)
    return;
  bool signaled = WIFSIGNALED(waitStatus);
  header->exitStatus =
      signaled ? WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
  header->exitKind = signaled ? ExitKind::Signaled : ExitKind::Exited;
}

bool LiveTrace::isOverwritten() const {
  return header && std::memcmp(header->magic, kMagic, sizeof(kMagic)) != 0;
}

RecordingState LiveTrace::state() const {
  if (isOverwritten())
    return RecordingState::OutOfSpace;
  return header ? header->state.load() : RecordingState::Recording;
}

int LiveTrace::endError() const {
  if (isOverwritten())
    return ENODATA;
  return header ? header->endError.load() : 0;
}

int64_t LiveTrace::actions() const {
  // Whatever the page says: a few of these must add up.
  constexpr uint64_t kMost = uint64_t(1) << 48;
  return header ? int64_t(std::min(header->actionsBegun.load(), kMost)) : 0;
}

int64_t LiveTrace::firstEndLeftOut() const {
  return header ? header->firstEndLeftOut.load() : 0;
}

bool LiveTrace::hasEndsOnly() const {
  return header && header->snapshotMode == trace::SnapshotMode::Ends;
}

/// Reads the rest of the file only when an id has appeared that was not there
/// the last time, which is seldom: a compiler has few kinds of actions.
ActionKindInfo LiveTrace::kindOf(uint32_t id) {
  if (!names) {
    Expected<std::unique_ptr<TraceFile>> opened = TraceFile::open(path);
    if (!opened) {
      consumeError(opened.takeError());
      return {};
    }
    names = std::move(*opened);
  }
  if (id >= names->definitions().actionKindLimit())
    names->refresh();
  return names->definitions().actionKind(id);
}

nanoseconds LiveTrace::since(uint64_t ticks) const {
  // The two readings of both clocks give the line that turns ticks to time.
  double tickSpan = double(header->lastTicks) - double(header->firstTicks);
  double timeSpan =
      double(header->lastNanoseconds) - double(header->firstNanoseconds);
  if (!ticks || tickSpan <= 0 || timeSpan <= 0)
    return nanoseconds(0);
  double begin =
      double(header->firstNanoseconds) +
      (double(ticks) - double(header->firstTicks)) * (timeSpan / tickSpan);
  double now =
      double(nanoseconds(steady_clock::now().time_since_epoch()).count());
  // The page is another process's: whatever it says must fit the type.
  return nanoseconds(int64_t(std::clamp(now - begin, 0.0, 1e18)));
}

double LiveTrace::rate(int64_t actions) {
  auto now = steady_clock::now();
  constexpr auto kWindow = std::chrono::seconds(1);
  // The first time, after a stop and after going back, there is nothing to
  // compare with but the beginning of the recording or the last look.
  if (samples.empty()) {
    steady_clock::time_point begin{nanoseconds(header->firstNanoseconds)};
    samples.push_back({std::clamp(begin, now - kWindow, now), 0});
  } else if (now - samples.back().at > kWindow ||
             actions < samples.back().actions) {
    samples = {{now, actions}};
  }
  samples.push_back({now, actions});
  while (samples.size() > 2 && now - samples[1].at > kWindow)
    samples.erase(samples.begin());
  std::chrono::duration<double> span = now - samples.front().at;
  if (span.count() <= 0)
    return 0;
  return double(actions - samples.front().actions) / span.count();
}

Progress LiveTrace::progress() {
  Progress progress;
  if (!attach())
    return progress;
  progress.actions = actions();
  progress.actionsPerSecond = rate(progress.actions);
  progress.pass = kindOf(header->currentPass).passWord().str();
  ActionKindInfo kind = kindOf(header->currentActionKind);
  progress.action = (kind.isPass() ? kind.passWord() : kind.title()).str();
  progress.inAction = since(header->currentActionSince);
  progress.interruptPending = interruptRequested();
  return progress;
}

} // namespace mlir::trackdbg
