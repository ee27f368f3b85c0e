//===- Actions.cpp - Calc's own actions, and its own log of all -----------===//

#include "Calc.h"

#include "mlir/Debug/BreakpointManager.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <functional>

using namespace mlir;

MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::ExpandPower)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::Round)

namespace calc {

void ExpandPower::print(llvm::raw_ostream &os) const {
  os << "exponent=" << exponent << ", multiplications=" << multiplications;
}

void Round::print(llvm::raw_ostream &os) const {
  const char *wanted = std::getenv("CALC_PRINT");
  StringRef how = wanted ? wanted : "";
  if (how == "crash" || (how == "crash-later" && number > 1))
    raise(SIGSEGV);
  for (volatile bool forever = how == "loop"; forever;)
    ;
  os << "calc-round " << number;
  if (how == "lines")
    os << "\nof \x1b[31mmany\x1b[0m\t";
  if (how == "long")
    for (int i = 0; i < 1 << 20; ++i)
      os << " and on";
}

namespace {

/// High powers.
struct HighPower : tracing::BreakpointBase<HighPower> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HighPower)
  void print(raw_ostream &os) const override { os << "a high power"; }
};

struct HighPowers : tracing::BreakpointManagerBase<HighPowers> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HighPowers)
  tracing::Breakpoint *match(const tracing::Action &action) const override {
    auto *power = dyn_cast<ExpandPower>(&action);
    return power && power->exponent > 4 ? &breakpoint : nullptr;
  }
  mutable HighPower breakpoint;
};

/// Writes what happens, but for MLIR's patterns, into a file.
struct Log : tracing::ExecutionContext::Observer {
  explicit Log(StringRef path) : out(path, error) {}

  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *breakpoint,
                     bool willExecute) override {
    if (action->getAction().getTag() == "apply-pattern")
      return;
    out.indent(2 * action->getDepth());
    action->getAction().print(out);
    out << (willExecute ? "" : ", skipped");
    if (breakpoint)
      out << ", at " << *breakpoint;
    out << "\n";
    out.flush();
  }
  void afterExecute(const tracing::ActionActiveStack *action) override {
    if (isa<ExpandPower>(action->getAction())) {
      out.indent(2 * action->getDepth()) << "done\n";
      out.flush();
    }
  }

  std::error_code error;
  llvm::raw_fd_ostream out;
};

} // namespace

/// CALC_SKIP leaves high powers as they are.
static tracing::ExecutionContext::Control
onBreakpoint(const tracing::ActionActiveStack *) {
  return std::getenv("CALC_SKIP") ? tracing::ExecutionContext::Skip
                                  : tracing::ExecutionContext::Apply;
}

void installLog(MLIRContext &context) {
  const char *path = std::getenv("CALC_LOG");
  if (!path)
    return;
  static Log log(path);
  static HighPowers powers;
  static tracing::ExecutionContext execution(onBreakpoint);
  static bool isMade = false;
  if (!isMade) {
    execution.registerObserver(&log);
    execution.addBreakpointManager(&powers);
    isMade = true;
  }
  context.registerActionHandler(std::ref(execution));
}

} // namespace calc
