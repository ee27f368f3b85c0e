//===- Replacements.h - What takes the place of LLVM's instructions -------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_REPLACEMENTS_H
#define TRACKDBG_ACTIONS_FINALCODE_REPLACEMENTS_H

#include "finalcode/FunctionRecord.h"
#include "finalcode/Origins.h"

#include "llvm/ADT/DenseMap.h"

#include <set>
#include <tuple>
#include <vector>

namespace mlir::trackdbg {

/// LLVM tells who holds a handle to a value when the value is erased, or when
/// all its uses are given to another one. These handles are never freed but
/// when their instruction is.
class Replacements {
public:
  /// From now on; `function` is the name of its own. To be called again when
  /// the instruction has changed or moved: an erased instruction tells nothing
  /// of itself any more, and has the origin and the function of the last call.
  void watch(llvm::Instruction &instruction, uint32_t function);
  /// The addresses of the watched instructions that were erased since the last
  /// call of passEnds(), each with that of the block that it was in when
  /// watch() was called.
  const Erased &erased() const { return erasedNow; }
  /// What has happened since the last call was done by a pass, by its number.
  void passEnds(uint32_t pass);

  std::vector<trace::CodeReplacement> all;

private:
  class Handle;
  void note(uint32_t function, trace::CodeOrigin origin, trace::ReplacedBy with,
            trace::CodeOrigin by);

  llvm::DenseMap<const llvm::Value *, Handle *> watched;
  Erased erasedNow;
  using Key = std::tuple<uint32_t, trace::CodeOrigin, trace::ReplacedBy,
                         trace::CodeOrigin>;
  std::set<Key> pending; ///< Of the pass that is at work.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_REPLACEMENTS_H
