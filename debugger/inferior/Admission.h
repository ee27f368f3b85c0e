//===- Admission.h - Taking in the compilers that connect -----------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_ADMISSION_H
#define TRACKDBG_DEBUGGER_INFERIOR_ADMISSION_H

#include "inferior/BreakpointTable.h"
#include "inferior/CompilerRoster.h"
#include "inferior/Listener.h"
#include "inferior/RunSetup.h"
#include "inferior/TraceClaim.h"

namespace mlir::trackdbg {

/// Accepts connections, and tells each compiler that introduces itself what to
/// record and where. What comes of copies is not decided here.
class Admission {
public:
  /// `setup` and `breakpoints` must outlive it. `claim` is to the trace of the
  /// first compiler.
  Admission(const RunSetup &setup, BreakpointTable &breakpoints,
            Listener listener, TraceClaim claim);

  /// Adds who has connected, and drops who turned out to be a copy.
  void accept(CompilerRoster &compilers);
  /// `compiler` has introduced itself with `hello` and runs from here on, as
  /// `first` says; or it is detached, for a reason of its own.
  void greet(Compiler &compiler, const Hello &hello, Control first);

  const Listener &connections() const { return listener; }
  size_t trackedCompilers() const { return trackedCount; }
  /// The one that RunSetup::omission is for; null before it has connected.
  Compiler *omitting() const { return omittingCompiler; }

private:
  Configure configurationOf(Compiler &compiler);
  llvm::Error beginTrace(Compiler &compiler, const std::string &path);
  bool isForOmission(const Hello &hello) const;

  const RunSetup &setup;
  BreakpointTable &breakpoints;
  Listener listener;
  TraceClaim claim;
  size_t trackedCount = 0;
  Compiler *omittingCompiler = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_ADMISSION_H
