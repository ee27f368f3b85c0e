//===- Origins.h - Where LLVM's instructions come from --------------------===//
//
// LLVM carries the debug location of an instruction through all its passes and
// into the line table of the object file. In a copy of the compiler, the line
// of a location is a number that tells the origin of the instruction. Its
// column is one that no source has, so that locations of the compiler's own are
// told from these.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_ORIGINS_H
#define TRACKDBG_ACTIONS_FINALCODE_ORIGINS_H

#include "trackdbg/FinalCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <memory>
#include <vector>

namespace llvm {
class DIBuilder;
class DICompileUnit;
class Function;
class Module;
} // namespace llvm

namespace mlir::trackdbg {

class Origins {
public:
  Origins();
  ~Origins();

  static constexpr uint16_t kColumn = 54321;
  static bool isColumn(unsigned column) { return column == kColumn; }
  /// 0 for a location that tells none, and for null.
  static trace::CodeOrigin of(const llvm::DILocation *location) {
    return location && isColumn(location->getColumn()) ? location->getLine()
                                                       : 0;
  }
  /// Of an instruction of LLVM IR, or of machine code; null where it has none.
  /// `getDebugLoc().get()` is that as well, but a call.
  template <typename Instruction>
  static const llvm::DILocation *locationOf(const Instruction &instruction) {
    return static_cast<const llvm::DILocation *>(
        instruction.getDebugLoc().getAsMDNode());
  }
  /// Whether it is an op, or a set of them.
  static bool isKnown(trace::CodeOrigin origin) {
    return origin != 0 && origin < trace::kFirstOther;
  }

  /// A location in the function that tells the origin; in the scope of `like`,
  /// unless that is null.
  llvm::DILocation *locate(llvm::Function &function, trace::CodeOrigin origin,
                           const llvm::DILocation *like);

  /// What stands for both: a set if they differ, and one of them where the
  /// other is not known.
  trace::CodeOrigin merge(trace::CodeOrigin first, trace::CodeOrigin second);
  trace::CodeOrigin other(trace::OtherOrigin other);
  /// The pass that `origin` tells, or 0.
  uint32_t passOf(trace::CodeOrigin origin) const;

  const std::vector<trace::OriginPair> &sets() const { return allSets; }
  const std::vector<trace::OtherOrigin> &others() const { return allOthers; }

private:
  llvm::DISubprogram *scopeOf(llvm::Function &function);
  void beginUnit(llvm::Module &module);

  std::unique_ptr<llvm::DIBuilder> builder;
  llvm::DICompileUnit *unit = nullptr;
  std::vector<trace::OriginPair> allSets;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> setOf;
  std::vector<trace::OtherOrigin> allOthers;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> otherOf;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_ORIGINS_H
