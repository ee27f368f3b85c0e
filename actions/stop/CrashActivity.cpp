//===- CrashActivity.cpp - What the compiler did beside its actions -------===//

#include "stop/CrashActivity.h"
#include "ir/Traits.h"

#include "core/Activity.h"
#include "ir/Compat.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using trace::ActivityKind;

//===----------------------------------------------------------------------===//
// Which op was being verified
//===----------------------------------------------------------------------===//

namespace {
/// What the signal handler of this process, a copy, may touch.
struct Replayed {
  trace::CrashActivity *report;
  ActivityKind kind;
  Operation *op; ///< The one whose verifier is at work.
};
} // namespace
static Replayed replayed;

static void confirm(int) {
  replayed.report->op = reinterpret_cast<uint64_t>(replayed.op);
  replayed.report->kind = replayed.kind;
  _exit(1);
}

/// Calls `confirm` on `signal`; any other ends the process as it would.
static void watchFor(int signal) {
  // A verifier may have recursed until the stack was full.
  static char stack[1 << 16];
  stack_t signalStack = {};
  signalStack.ss_sp = stack;
  signalStack.ss_size = sizeof(stack);
  sigaltstack(&signalStack, nullptr);
  struct sigaction action = {};
  action.sa_handler = confirm;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(signal, &action, nullptr);
}

namespace {
/// Calls the verifiers that dialects write, in the order in which MLIR's
/// Verifier.cpp does. What they find wrong does not matter here: in the
/// compiler, the one that crashed was reached.
class VerifierReplay {
public:
  explicit VerifierReplay(bool recursively) : recursively(recursively) {}

  void verify(Operation *op) {
    verifyItself(op);
    if (recursively)
      verifyNested(op);
    if (op->getNumRegions() && isSymbolTable(op->getName()))
      verifySymbolUses(*op);
    replayed.op = op;
    if (op->isRegistered())
      (void)op->getName().verifyRegionInvariants(op);
  }

private:
  static void verifyItself(Operation *op) {
    replayed.op = op;
    for (NamedAttribute attribute : op->getDiscardableAttrDictionary())
      if (Dialect *dialect = attribute.getNameDialect())
        (void)dialect->verifyOperationAttribute(op, attribute);
    if (op->isRegistered())
      (void)op->getName().verifyInvariants(op);
  }

  void verifyNested(Operation *op) {
    SmallVector<Operation *> later;
    for (Region &region : op->getRegions())
      for (Operation &nested : region.getOps()) {
        if (nested.getNumRegions() && isIsolatedFromAbove(nested.getName()))
          later.push_back(&nested);
        else
          verify(&nested);
      }
    for (Operation *isolated : later)
      verify(isolated);
  }

  /// The verifier of a symbol table calls those of all ops in it that use
  /// symbols, and of none in the symbol tables that it holds.
  void verifySymbolUses(Operation &table) {
    for (Region &region : table.getRegions())
      for (Operation &op : region.getOps()) {
        replayed.op = &op;
        if (auto user = dyn_cast<SymbolUserOpInterface>(op))
          (void)user.verifySymbolUses(symbolTables);
        if (!isSymbolTable(op.getName()))
          verifySymbolUses(op);
      }
  }

  bool recursively;
  SymbolTableCollection symbolTables;
};
} // namespace

//===----------------------------------------------------------------------===//
// Where the parser was
//===----------------------------------------------------------------------===//

/// The line of `parsing`'s buffer that the parser calls `line`. It counts on
/// from where the buffer was cut out of another one.
static unsigned lineInBuffer(const Parsing &parsing, unsigned line) {
  const llvm::SourceMgr &sources = parsing.sources;
  llvm::SMLoc origin = sources.getParentIncludeLoc(sources.getMainFileID());
  if (!origin.isValid())
    return line;
  unsigned before = sources.getLineAndColumn(origin).first - 1;
  return line > before ? line - before : 0;
}

/// How the op that begins at the place of `parsing` is written there; empty
/// where no op does.
static StringRef opNameAt(const Parsing &parsing) {
  const llvm::SourceMgr &sources = parsing.sources;
  unsigned line = lineInBuffer(parsing, parsing.line);
  if (line == 0 || parsing.column == 0)
    return {};
  llvm::SMLoc place =
      const_cast<llvm::SourceMgr &>(sources).FindLocForLineAndColumn(
          sources.getMainFileID(), line, parsing.column);
  if (!place.isValid())
    return {};
  const char *end = mainBufferOf(sources).getBufferEnd();
  StringRef text(place.getPointer(), end - place.getPointer());
  if (text.consume_front("\""))
    return text.take_until([](char c) { return c == '"' || c == '\n'; });
  return text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
}

/// Whether an op was made at the place of `parsing`: it was read to its end. An
/// op that the parser adds to another one gets its place too, but under a name
/// that is not written there.
static bool isOpRead(const ThreadState &thread, const Parsing &parsing,
                     StringRef name) {
  if (!thread.parsedOps)
    return false;
  return llvm::any_of(*thread.parsedOps, [&](const auto &entry) {
    auto place = dyn_cast<FileLineColRange>(entry.second);
    return place && place.getStartLine() == parsing.line &&
           place.getStartColumn() == parsing.column &&
           place.getFilename().getValue() == parsing.file &&
           entry.first->getName().getStringRef().ends_with(name);
  });
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

template <size_t Size> static void copyText(char (&to)[Size], StringRef from) {
  from = from.take_front(Size - 1);
  std::memcpy(to, from.data(), from.size());
  to[from.size()] = 0;
}

static void describeParsing(trace::CrashActivity &report,
                            const ThreadState &thread, const Parsing &parsing) {
  copyText(report.file, parsing.file);
  report.line = parsing.line;
  report.column = parsing.column;
  StringRef name = opNameAt(parsing);
  if (!name.empty() && !isOpRead(thread, parsing, name))
    copyText(report.name, name);
}

/// The pass that left what is verified next, or 0.
static uint64_t passThatLeft(const ThreadState &thread,
                             const Verifying &verifying) {
  const LastOver &last =
      verifying.action ? verifying.action->lastChild : thread.lastOutermost;
  return last.unverified == verifying.root ? last.number : 0;
}

static void describeVerifying(trace::CrashActivity &report,
                              const ThreadState &thread,
                              const Verifying &verifying) {
  const Activity *around = verifying.around;
  report.root = reinterpret_cast<uint64_t>(verifying.root);
  report.isOfInput = around && around->kind != ActivityKind::Verifying;
  if (!report.isOfInput)
    report.leftBy = passThatLeft(thread, verifying);
  else if (around->kind == ActivityKind::Parsing)
    copyText(report.file, static_cast<const Parsing *>(around)->file);
  else
    copyText(report.file, static_cast<const ReadingBytecode *>(around)->file);
}

static void replay(trace::CrashActivity &report, const Verifying &verifying) {
  replayed.report = &report;
  replayed.kind = ActivityKind::Verifying;
  VerifierReplay(verifying.recursively).verify(verifying.root);
}

/// The activity of a thread that it is in more deeply than in any action.
static const Activity *innermost(const ThreadState &thread) {
  const Activity *activity = thread.activity;
  return activity && activity->action == thread.top ? activity : nullptr;
}

static void clear(trace::CrashActivity &report) {
  report.kind = ActivityKind::None;
  report.op = report.root = report.leftBy = 0;
  report.isOfInput = report.line = report.column = 0;
  report.name[0] = report.file[0] = 0;
}

/// A thread of MLIR's pool helps another one to verify, and has nothing of its
/// own at work. It was the one at whose work a verifier crashes again.
static void writeWorkOfOthers(trace::CrashActivity &report) {
  ThreadState::forEach([&](const ThreadState &thread) {
    const Activity *activity = innermost(thread);
    if (!activity || activity->kind != ActivityKind::Verifying)
      return;
    auto &verifying = static_cast<const Verifying &>(*activity);
    clear(report);
    describeVerifying(report, thread, verifying);
    replay(report, verifying);
  });
}

void mlir::trackdbg::writeCrashActivity(trace::FileHeader &header) {
  trace::CrashActivity &report = crashActivityOf(header);
  clear(report);
  watchFor(crashReportOf(header).signal);
  const ThreadState &thread = ThreadState::current();
  const Activity *activity = innermost(thread);
  if (!activity) {
    if (!thread.top)
      writeWorkOfOthers(report);
    return;
  }
  switch (activity->kind) {
  case ActivityKind::None:
    break;
  case ActivityKind::Parsing:
    describeParsing(report, thread, static_cast<const Parsing &>(*activity));
    break;
  case ActivityKind::ReadingBytecode:
    copyText(report.file, static_cast<const ReadingBytecode *>(activity)->file);
    break;
  case ActivityKind::Verifying:
    describeVerifying(report, thread,
                      static_cast<const Verifying &>(*activity));
    break;
  }
  report.kind = activity->kind;
  if (activity->kind == ActivityKind::Verifying)
    replay(report, static_cast<const Verifying &>(*activity));
}
