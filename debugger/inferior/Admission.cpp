//===- Admission.cpp ------------------------------------------------------===//

#include "inferior/Admission.h"

#include "inferior/TracePath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

Admission::Admission(const RunSetup &setup, BreakpointTable &breakpoints,
                     Listener listener, TraceClaim claim)
    : setup(setup), breakpoints(breakpoints), listener(std::move(listener)),
      claim(std::move(claim)) {}

void Admission::accept(CompilerRoster &compilers) {
  compilers.dropCopies();
  while (FileDescriptor socket = listener.accept())
    compilers.add(std::move(socket));
}

static std::string refusal(const Hello &hello) {
  const char *remedy = "build mlir-track-dbg again, from the newer sources";
  if (hello.version < kProtocolVersion)
    remedy = hello.wayIn == WayIn::Preloaded
                 ? "build or install mlir-track-dbg again, all of it"
                 : "build the compiler again, with the tracker of this "
                   "mlir-track-dbg";
  return fmt::format("its tracker speaks protocol {}, and mlir-track-dbg "
                     "speaks {}: {}",
                     hello.version, kProtocolVersion, remedy);
}

bool Admission::isForOmission(const Hello &hello) const {
  if (!setup.omission || omittingCompiler || hello.commandLine.empty())
    return false;
  StringRef program = sys::path::filename(hello.commandLine.front());
  return setup.omittedIn.empty() || program == setup.omittedIn;
}

/// The first one was claimed before the command started.
Error Admission::beginTrace(Compiler &compiler, const std::string &path) {
  if (path == setup.tracePath) {
    claim.begin();
    return Error::success();
  }
  Expected<TraceClaim> another = TraceClaim::make(path);
  if (!another)
    return another.takeError();
  compiler.claim.emplace(std::move(*another)).begin();
  return Error::success();
}

Configure Admission::configurationOf(Compiler &compiler) {
  Configure configure;
  configure.interactive = compiler.mayStop;
  configure.tracePath = compiler.trace->filePath();
  configure.breakpoints = breakpoints.specs(compiler.number);
  configure.control = compiler.lastControl;
  configure.snapshots = setup.snapshots;
  // Only the copies of the first one are sure to be kept.
  configure.endsOnDemand = setup.endsOnDemand && compiler.number == 1;
  configure.checkpoints = setup.checkpoints && compiler.mayStop;
  configure.folds = setup.folds;
  configure.reasons = compiler.mayStop || setup.reasons;
  configure.changes = !compiler.mayStop && setup.changes;
  configure.stacks = setup.stacks;
  configure.llvmPasses = compiler.mayStop || setup.llvmPasses || setup.omission;
  configure.finalCode = setup.finalCode;
  if (isForOmission(compiler.hello)) {
    configure.omission = setup.omission;
    omittingCompiler = &compiler;
  }
  return configure;
}

void Admission::greet(Compiler &compiler, const Hello &hello, Control first) {
  compiler.hello = hello;
  if (hello.version != kProtocolVersion)
    return compiler.detach(refusal(hello));

  compiler.number = ++trackedCount;
  compiler.mayStop = setup.interactive &&
                     setup.follow.includes(compiler.number, hello.commandLine);
  std::string path = numberedTracePath(setup.tracePath, compiler.number);
  if (Error error = beginTrace(compiler, path))
    return compiler.detach(toString(std::move(error)));
  compiler.breakpointsVersion = breakpoints.version();
  compiler.lastControl = first;
  compiler.phase = Compiler::Phase::Running;
  compiler.trace = std::make_unique<LiveTrace>(path);
  Message message;
  message.configure = configurationOf(compiler);
  if (Error error = compiler.connection.send(message))
    compiler.detach(toString(std::move(error)));
  // The compiler is at work meanwhile.
  (compiler.claim ? *compiler.claim : claim).freeReplaced();
}

} // namespace mlir::trackdbg
