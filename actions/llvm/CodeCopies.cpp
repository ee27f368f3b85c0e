//===- CodeCopies.cpp - Copies of the compiler that follow ops ------------===//

#include "llvm/CodeCopies.h"

#include "core/ActiveAction.h"
#include "process/Fork.h"
#include "process/HarmlessCopy.h"
#include "process/OwnDescriptor.h"
#include "trace/Packing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

//===----------------------------------------------------------------------===//
// What is told to the trace
//===----------------------------------------------------------------------===//

static SnapshotMoment momentOf(FinalCodeState state) {
  switch (state) {
  case FinalCodeState::Begun:
    return SnapshotMoment::Before;
  case FinalCodeState::Generated:
    return SnapshotMoment::End;
  default:
    return SnapshotMoment::After;
  }
}

/// `bytes` follow the header, where there are any. A handler may call it
/// without: the signal may have come inside malloc().
static bool append(TraceFile &file, SnapshotPart part, FinalCodeState state,
                   llvm::StringRef bytes = {}) {
  llvm::SmallVector<uint8_t, 0> room;
  FinalCodeHeader header{};
  header.state = state;
  header.packing = bytes.empty() ? SnapshotPacking::Plain : bestPacking();
  llvm::StringRef packed = pack(bytes, header.packing, room);
  if (bytes.size() / kMaxFinalCodeRatio > packed.size()) {
    header.packing = SnapshotPacking::Plain;
    packed = bytes;
  }
  header.size = bytes.size();
  header.packedSize = packed.size();
  llvm::SmallString<sizeof(header)> payload(
      llvm::StringRef(reinterpret_cast<const char *>(&header), sizeof(header)));
  payload += packed;
  part.kind = SnapshotKind::FinalCode;
  part.moment = momentOf(state);
  return file.appendSnapshot(part, payload);
}

//===----------------------------------------------------------------------===//
// In the copy
//===----------------------------------------------------------------------===//

/// It sees the passes of LLVM.
class CodeCopies::Copy final : public Observer {
public:
  Copy(FinalCodeLibrary &library, std::unique_ptr<TraceFile> trace,
       const SnapshotPart &part, pid_t compiler)
      : library(library), trace(std::move(trace)), part(part),
        compiler(compiler) {}

  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *, bool) override {
    if (const LLVMPassAction *pass = passOf(action))
      library.passBegins(*pass);
  }
  void afterExecute(const tracing::ActionActiveStack *action) override {
    if (const LLVMPassAction *pass = passOf(action))
      library.passEnds(*pass,
                       static_cast<const ActiveAction *>(action)->result ==
                           ActionResult::Success);
  }

  [[noreturn]] void end(FinalCodeState state, llvm::StringRef bytes = {}) {
    alarm(0); // It would end once more.
    append(*trace, part, state, bytes);
    _exit(0);
  }
  void endWhereItFails();

  FinalCodeLibrary &library;

private:
  static const LLVMPassAction *
  passOf(const tracing::ActionActiveStack *action) {
    return llvmPassOf(*static_cast<const ActiveAction *>(action));
  }

  void tick();

  std::unique_ptr<TraceFile> trace;
  const SnapshotPart part;
  const pid_t compiler;
  // In milliseconds:
  static constexpr uint64_t kPatience = kSeconds * 1000;
  uint64_t left = kPatience;
  uint64_t lastUsed = 0; ///< See timeUsed().
};

/// Null in the compiler.
static CodeCopies::Copy *copy = nullptr;

static constexpr unsigned kTick = 10; ///< In seconds.

/// Of the processor, in milliseconds.
static uint64_t timeUsed() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return uint64_t(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
}

/// A copy may not send signals, not even none.
static bool isRunning(pid_t process) {
  return getpgid(process) != -1 || errno != ESRCH;
}

/// In a handler. A compiler that takes long has a copy that does. A program
/// that a JIT runs may have a copy that waits for a lock which nobody gives
/// back. On a machine with much to do, a copy that is at work gets little time.
void CodeCopies::Copy::tick() {
  int saved = errno;
  uint64_t used = timeUsed();
  uint64_t sinceLast = used - std::exchange(lastUsed, used);
  bool isAtWork = sinceLast >= 100;
  uint64_t spent = isAtWork ? sinceLast : kTick * 1000;
  if (isAtWork && isRunning(compiler))
    left = kPatience;
  else if (left <= spent)
    end(FinalCodeState::TimedOut);
  else
    left -= spent;
  alarm(kTick);
  errno = saved;
}

/// On an exit, a crash, or after too long.
void CodeCopies::Copy::endWhereItFails() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_handler = [](int) { copy->end(FinalCodeState::Failed); };
  // A second failure of the same kind ends the process.
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    sigaction(signal, &action, nullptr);
  action.sa_handler = [](int) { copy->tick(); };
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  alarm(kTick);
  // Before what the compiler has registered.
  atexit([] { copy->end(FinalCodeState::NoCode); });
}

//===----------------------------------------------------------------------===//
// In both
//===----------------------------------------------------------------------===//

/// The file that has a function; empty where that is not known.
static llvm::StringRef fileOf(const void *function) {
  Dl_info info;
  return dladdr(function, &info) && info.dli_fname ? info.dli_fname : "";
}

/// Beside the tracker: libtrackdbg-finalcode-22.1.so for
/// libtrackdbg-tracker-22.1.so.
static std::string libraryPath() {
  std::string path = fileOf(reinterpret_cast<void *>(&libraryPath)).str();
  constexpr llvm::StringLiteral tracker = "libtrackdbg-tracker-";
  size_t at = path.rfind(tracker);
  return at == std::string::npos
             ? ""
             : path.replace(at, tracker.size(), "libtrackdbg-finalcode-");
}

/// A compiler that holds MLIR itself would get a second MLIR with the library.
static bool sharesMLIR() {
  // A function without a hook, as ours would be found in its place.
  void *function = dlsym(RTLD_DEFAULT, "_ZN4mlir9Operation4dumpEv");
  llvm::StringRef path = fileOf(function);
  return path.substr(path.rfind('/') + 1).starts_with("libMLIR.so");
}

FinalCodeLibrary *CodeCopies::loadedLibrary() {
  if (std::exchange(isLoaded, true))
    return library;
  std::string path = sharesMLIR() ? libraryPath() : "";
  void *handle =
      path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *make = handle ? reinterpret_cast<MakeFinalCodeLibrary *>(
                            dlsym(handle, kFinalCodeEntry))
                      : nullptr;
  library = make ? make(*this) : nullptr;
  return library;
}

SnapshotPart CodeCopies::partOf(Operation *root) {
  SnapshotPart part{};
  part.action = ++translations;
  part.root = reinterpret_cast<uintptr_t>(root);
  part.position = newestPosition();
  return part;
}

bool CodeCopies::fork(const SnapshotPart &part) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  OwnDescriptor reader(ends[0]), writer(ends[1]);
  if (!reader || !writer)
    return false;
  SignalsBlocked blocked;
  pid_t compiler = getpid();
  Forked forked = forkOrphan();
  if (forked.side != Forked::Side::Copy) {
    blocked.end();
    writer.close();
    // The debugger, which looks for running copies when the compiler has ended,
    // must find it.
    char byte;
    if (forked.side == Forked::Side::Original)
      (void)!read(reader.get(), &byte, 1);
    return false;
  }
  awaitAdoption(forked);
  // Copies that print have smaller numbers.
  file.holdPrintingLock(kPrintingLockCount / 2 + part.action);
  char byte = 0;
  (void)!write(writer.get(), &byte, 1);
  file.leave();
  std::unique_ptr<TraceFile> joined = file.join();
  if (!joined ||
      !becomeHarmless({file.fileDescriptor(), joined->fileDescriptor()}))
    _exit(1);
  append(*joined, part, FinalCodeState::Begun);
  copy = new Copy(*library, std::move(joined), part, compiler);
  copy->endWhereItFails();
  becomeCopy(*copy);
  return true;
}

ModulePointer CodeCopies::translate(Operation *root, Translate translate) {
  // The next module of a compiler has a copy of its own.
  if (copy)
    return translate();
  std::unique_lock<std::mutex> lock(mutex);
  SnapshotPart part = partOf(root);
  if (!loadedLibrary()) {
    append(file, part, FinalCodeState::Unsupported);
    lock.unlock();
    return translate();
  }
  bool isCopy = fork(part);
  lock.unlock();
  if (isCopy) {
    library->begin(root);
    ModulePointer module = translate();
    if (!module)
      copy->end(FinalCodeState::NoCode);
    library->noteTranslated(*module);
    return module;
  }
  ModulePointer module = translate();
  lock.lock();
  if (module)
    parts[module.get()] = part;
  return module;
}

void CodeCopies::aboutToGenerate(llvm::TargetMachine &target,
                                 llvm::legacy::PassManagerBase &manager,
                                 CodeOutput &output) {
  std::lock_guard<std::mutex> lock(mutex);
  if (library)
    library->aboutToGenerate(target, manager, output);
}

llvm::JITEventListener *CodeCopies::loadListener() {
  std::lock_guard<std::mutex> lock(mutex);
  return library && !copy ? &library->loadListener() : nullptr;
}

void CodeCopies::noteFollowed(const FinalCode &code) {
  std::string bytes = encode(code);
  if (bytes.size() > kMaxFinalCode)
    copy->end(FinalCodeState::Failed);
  copy->end(FinalCodeState::Complete, bytes);
}

void CodeCopies::tell(const SnapshotPart &part, const GeneratedCode &code) {
  std::string bytes = encode(code);
  if (bytes.size() <= kMaxFinalCode)
    append(file, part, FinalCodeState::Generated, bytes);
}

void CodeCopies::noteGenerated(const llvm::Module &module,
                               std::optional<GeneratedCode> code,
                               bool isForJIT) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = parts.find(&module);
  if (known == parts.end())
    return;
  if (code) {
    tell(known->second, *code);
    if (isForJIT)
      unloaded.push_back({known->second, std::move(*code)});
  }
  parts.erase(known);
}

void CodeCopies::noteLoaded(const GeneratedCode &code) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = llvm::find_if(unloaded, [&](const Generated &each) {
    return isSameCode(each.code.sections, code.sections);
  });
  if (known == unloaded.end())
    return;
  known->code.addresses = code.addresses;
  tell(known->part, known->code);
  unloaded.erase(known);
}
