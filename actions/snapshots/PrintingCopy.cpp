//===- PrintingCopy.cpp - A copy of the compiler that prints one op -------===//

#include "snapshots/PrintingCopy.h"

#include "ir/StructureHash.h"
#include "process/BorrowingChild.h"
#include "snapshots/SnapshotText.h"

#include <csetjmp>
#include <csignal>
#include <ctime>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

PrintingCopy::Duration mlir::trackdbg::processorTime() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) +
         std::chrono::nanoseconds(now.tv_nsec);
}

//===----------------------------------------------------------------------===//
// In the copy
//===----------------------------------------------------------------------===//

static sigjmp_buf afterFailure;

/// A printer that crashes, or is still at work when the alarm rings, brings the
/// copy back to where it can try the generic form. The next alarm ends it, and
/// so does the next crash of the same kind.
static void catchFailures() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_handler = [](int) { siglongjmp(afterFailure, 1); };
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal :
       {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGALRM})
    sigaction(signal, &action, nullptr);
}

static void printInCopy(TraceFile &file, const SnapshotPart &part,
                        Operation *op, SnapshotForm form) {
  forbidRemovingFiles();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  catchFailures();
  bool hasFailed = sigsetjmp(afterFailure, /*savesigs=*/1);
  // A lock that another thread held when the process was copied is never given
  // back: the copy must not wait for it for ever.
  alarm(PrintingCopy::kPrintingSeconds);
  // What a printer that failed left behind is of no use, and the process ends
  // soon: nothing is destroyed.
  auto *maker = new SnapshotMaker();
  llvm::StringRef text =
      maker->make(op, hasFailed ? SnapshotForm::Generic : form);
  // From here on, nothing is tried again.
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGALRM})
    ::signal(signal, SIG_DFL);
  file.appendSnapshot(part, text);
}

static constexpr llvm::StringLiteral kIsLocked = "locked";

template <typename Number> static bool say(int descriptor, Number number) {
  return ForkedCopy::writeText(
      descriptor, {reinterpret_cast<const char *>(&number), sizeof(number)});
}

std::unique_ptr<PrintingCopy> PrintingCopy::start(TraceFile &file,
                                                  const SnapshotPart &part,
                                                  const Task &task) {
  auto work = [&](int descriptor) {
    closeAllBut(descriptor, file.fileDescriptor());
    if (!file.holdPrintingLock(task.number) ||
        !ForkedCopy::writeText(descriptor, kIsLocked))
      return;
    // The compiler may have ended, but the trace still lacks the text.
    if (task.isHashed)
      say(descriptor, structureHash(task.op));
    if (task.turnAfter)
      file.waitForPrintingLock(task.turnAfter);
    say(descriptor, Clock::now().time_since_epoch().count());
    printInCopy(file, part, task.op, task.form);
    say(descriptor, processorTime().count());
  };
  std::optional<ForkedCopy> process =
      ForkedCopy::make(work, ForkedCopy::Kind::UnseenChild);
  // The debugger, which looks for running copies when the compiler has ended,
  // must find it.
  if (!process || !process->readText())
    return nullptr;
  return std::unique_ptr<PrintingCopy>(
      new PrintingCopy(std::move(*process), task));
}

//===----------------------------------------------------------------------===//
// In the compiler
//===----------------------------------------------------------------------===//

template <typename Number>
static std::optional<Number> hear(ForkedCopy &process) {
  std::optional<std::string> text = process.readText();
  if (!text || text->size() != sizeof(Number))
    return std::nullopt;
  Number number;
  memcpy(&number, text->data(), sizeof(number));
  return number;
}

uint64_t PrintingCopy::hash() {
  if (!knownHash)
    knownHash = hear<uint64_t>(process).value_or(0);
  return *knownHash;
}

bool PrintingCopy::hasEnded() {
  // What it says is short, and all there when the first of it is.
  while (!isOver && (process.hasSpoken() || process.hasEnded()))
    hearNext();
  return isOver;
}

void PrintingCopy::waitForEnd() {
  while (!isOver)
    hearNext();
}

void PrintingCopy::hearNext() {
  if (!knownHash) {
    (void)hash();
    return;
  }
  auto count = hear<Clock::rep>(process);
  if (count && !begin) {
    begin = Clock::time_point(Clock::duration(*count));
    return;
  }
  if (count)
    time = Duration(*count);
  else
    hasHung = begin &&
              Clock::now() - *begin >= std::chrono::seconds(kPrintingSeconds);
  isOver = true;
}
