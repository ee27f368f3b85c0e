//===- StackTable.h - The C++ stacks of a trace ---------------------------===//
//
// See TraceStacks.h. Every accessor takes any id: what is not defined has no
// frames, or no path.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_STACKTABLE_H
#define TRACKDBG_DEBUGGER_TRACE_STACKTABLE_H

#include "trackdbg/TraceStacks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <vector>

namespace mlir::trackdbg {

/// A program or a library that the compiler had loaded.
struct NativeModule {
  llvm::StringRef path;    ///< As the compiler knew it.
  llvm::StringRef buildId; ///< Its bytes; empty where the file has none.
};

class StackTable {
public:
  NativeModule module(uint32_t id) const {
    return id < modules.size() ? modules[id] : NativeModule();
  }
  /// Innermost first.
  llvm::SmallVector<trace::StackFrame, 0> frames(uint32_t stack) const;
  trace::StackEnd end(uint32_t stack) const;
  /// Where the functions begin that do what an action of that kind does.
  llvm::ArrayRef<trace::StackFrame> functionsOf(uint32_t actionKind) const {
    auto known = functions.find(actionKind);
    return known == functions.end() ? llvm::ArrayRef<trace::StackFrame>()
                                    : llvm::ArrayRef(known->second);
  }

  /// One more than the largest id.
  uint32_t stackLimit() const { return stacks.size(); }
  uint32_t moduleLimit() const { return modules.size(); }

  // Take in a definition, whose payload lives as long as this, and whose id was
  // checked to be possible. They return what is wrong with it, or null.
  const char *addModule(uint32_t id, llvm::StringRef payload);
  const char *addStack(uint32_t id, llvm::StringRef payload);
  const char *addFunction(uint32_t actionKind, llvm::StringRef payload);

private:
  std::vector<NativeModule> modules;
  std::vector<llvm::StringRef> stacks; ///< Payloads; empty: not defined.
  std::map<uint32_t, std::vector<trace::StackFrame>> functions;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_STACKTABLE_H
