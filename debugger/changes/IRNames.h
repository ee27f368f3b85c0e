//===- IRNames.h - The names of values, as MLIR gives them ----------------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_IRNAMES_H
#define TRACKDBG_DEBUGGER_CHANGES_IRNAMES_H

#include "changes/Replay.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::trackdbg {

/// Names all values in an op as MLIR's AsmPrinter (mlir/lib/IR/AsmPrinter.cpp,
/// SSANameState) does when it prints the op in local scope: by region, and what
/// is inside a region's ops after all that is directly in it. Linear.
class IRNames {
public:
  IRNames(const IRState &state, OpId root);

  /// What is printed for a value that has no name.
  static constexpr const char *kUnknown = "<<UNKNOWN SSA VALUE>>";
  /// "%5", "%c0#1". `value` is a ref of TraceChanges.h.
  std::string nameOf(uint64_t value) const;
  std::string resultName(OpId op, uint32_t result) const;
  std::string argumentName(BlockId block, uint32_t number) const;
  /// What stands before the '=' of an op; empty without results.
  std::string resultsOf(OpId op) const;
  /// "^bb2".
  std::string nameOfBlock(BlockId block) const;
  /// Its place in its region, from 0.
  uint32_t orderOf(BlockId block) const;

private:
  using Key = std::pair<uint32_t, uint32_t>; ///< An op or block, and a number.
  struct Scope {
    OpId op = 0;
    uint32_t region = 0;
    uint32_t nextValue = 0, nextArgument = 0, nextConflict = 0;
    size_t depth = 0; ///< How many scopes are around it.
  };
  void nameRegion(const Scope &scope);
  void nameBlock(BlockId block, bool isEntry);
  void nameResults(OpId op);
  std::string defaultName() { return std::to_string(nextValue++); }
  std::string unique(llvm::StringRef wanted);
  void shadow(OpId op);

  const IRState &state;
  llvm::DenseMap<Key, std::string> results, arguments;
  llvm::DenseMap<BlockId, uint32_t> blockOrders;
  uint32_t nextValue = 0, nextArgument = 0, nextConflict = 0;
  llvm::StringMap<uint32_t> used; ///< How many scopes have the name.
  std::vector<std::vector<std::string>> usedInScopes;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_IRNAMES_H
