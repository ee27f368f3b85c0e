//===- NativeDebugger.cpp - For gdb and lldb, at a stop -------------------===//

#include "stop/NativeDebugger.h"

#include "machine/Machine.h"
#include "observers/TraceRecorder.h"

#include <sys/prctl.h>
#include <unistd.h>

using namespace mlir::trackdbg;

extern "C" [[gnu::visibility("default"), gnu::noinline, gnu::used]] void
mlir_track_dbg_stopped(uint64_t action) {
  // A call of a function that does nothing would be left out. It begins with an
  // instruction that may be left out too: where a debugger was killed that had
  // its breakpoint here, the compiler does not end.
  asm volatile("nop" : : "r"(action));
}

bool mlir::trackdbg::isBehindStopFunction(const void *address) {
  auto *begin = reinterpret_cast<const char *>(&mlir_track_dbg_stopped);
  return kBreakpointSize != 0 && address == begin + kBreakpointSize;
}

llvm::Expected<NativeStackAnswer>
mlir::trackdbg::answerNativeStack(const NativeStackRequest &request,
                                  const Stop &at, TraceRecorder &recorder) {
  std::optional<StackRecorder::WholeStack> stack = recorder.nativeStack();
  if (!stack)
    return llvm::createStringError("no C++ stacks are kept");
  // Where the Yama security module lets only parents trace. It is an error
  // where there is none, and then nothing has to be permitted.
  if (request.tracer > 0)
    prctl(PR_SET_PTRACER, request.tracer, 0, 0, 0);
  NativeStackAnswer answer;
  answer.stack = stack->id;
  llvm::append_range(answer.framesInside, stack->framesInside);
  answer.processId = getpid();
  answer.threadId = gettid();
  llvm::append_range(answer.frames, stack->frames);
  llvm::append_range(answer.functions, recorder.functionsOf(*at.top));
  llvm::append_range(answer.recordedFunctions,
                     recorder.recordedFunctionsOf(*at.top));
  answer.stopFunction = reinterpret_cast<intptr_t>(&mlir_track_dbg_stopped);
  return answer;
}
