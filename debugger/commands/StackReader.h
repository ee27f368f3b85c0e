//===- StackReader.h - The C++ stacks of ops, with names ------------------===//

#ifndef TRACKDBG_COMMANDS_STACKREADER_H
#define TRACKDBG_COMMANDS_STACKREADER_H

#include "commands/NativeReplies.h"
#include "graph/OpStacks.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;
class NativeNames;

/// What would give the C++ stacks that there are not.
llvm::Error failWithoutStacks(const Console &console);

/// Names the stacks of one lineage, which must outlive it.
class StackReader {
public:
  StackReader(Console &console, const Lineage &lineage);

  /// 0 where there is none.
  uint32_t idOf(OpId op, NativeDeed deed) const {
    return stacks.of(op).of(deed);
  }
  const NativeStack &stackOf(uint32_t id);
  /// Why there is no stack of that.
  static std::string reasonFor(const OpInfo &op, NativeDeed deed);
  NativeRow row(OpId op, NativeDeed deed);

  /// "opt.cpp:16 in makeDouble", of what made the op; without the line where
  /// that is not known, and empty where nothing is. As long as this.
  llvm::StringRef lineThatMade(OpId op);
  /// Whether a function that made the op was at work in that line.
  bool wasMadeBy(OpId op, llvm::StringRef file, uint64_t line);

  /// One sentence for each file that should have names and has none.
  std::vector<std::string> problems;

private:
  const Lineage &lineage;
  NativeNames &names;
  const OpStacks &stacks;
  std::map<uint32_t, std::string> lines; ///< By the id of the stack.
  std::map<uint32_t, bool> isMadeByLine; ///< Likewise, for one line.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_STACKREADER_H
