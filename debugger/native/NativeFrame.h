//===- NativeFrame.h - A C++ function that was at work --------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_NATIVEFRAME_H
#define TRACKDBG_DEBUGGER_NATIVE_NATIVEFRAME_H

#include "trackdbg/TraceStacks.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct NativeFrame {
  std::string function; ///< Demangled; empty where it is not known.
  /// Where the compiler has debug information: what is at work there, the path
  /// as that has it, and the line; and the line at which the function begins.
  std::string file;
  uint32_t line = 0, functionLine = 0;
  std::string module;   ///< The program's or library's file, or empty.
  uint64_t address = 0; ///< In that file; in memory where there is none.
  uint64_t functionAddress = 0; ///< Where its function begins; 0: not known.
  /// The compiler has put it into the function that follows in the list.
  bool isInlined = false;
  size_t recorded = 0; ///< Which of the frames that were recorded it is of.
};

/// The functions at work, innermost first.
struct NativeStack {
  std::vector<NativeFrame> frames;
  trace::StackEnd end = trace::StackEnd::Action;
  /// Why names are missing, one sentence for each file that should have them.
  std::vector<std::string> problems;
};

/// A function by the name that people call it: without parameters and unnamed
/// namespaces, "lambda in f" for a lambda, "f" for what a compiler has split
/// off.
std::string shortFunction(llvm::StringRef function);

/// Whether the tracker's own code is at work. In a program that holds MLIR, the
/// tracker is a copy in memory, or linked in.
bool isTrackers(const NativeFrame &frame);

/// How a frame is called in text: by its short function, or where that is not
/// known "libMLIR.so.22.1+0x1234".
std::string frameName(const NativeFrame &frame);

/// "opt.cpp:16 in makeDouble"; without a line, the function and its library.
std::string briefLine(const NativeFrame &frame);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_NATIVEFRAME_H
