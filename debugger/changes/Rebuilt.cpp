//===- Rebuilt.cpp - The IR before and after an action --------------------===//

#include "changes/Rebuilt.h"

#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

OpId workedOn(const Lineage &lineage, ActionId action) {
  // The op of a pattern may be gone when the pattern is over.
  if (ActionId pass = lineage.passOf(action))
    if (OpId root = lineage.rootOf(pass))
      return root;
  return lineage.rootOf(action);
}

namespace {
class Rebuilder final : public ReplayListener {
public:
  Rebuilder(const Lineage &lineage, llvm::ArrayRef<ActionSide> sides)
      : lineage(lineage), sides(sides), printed(sides.size()) {}

  void begins(ActionId action, const IRState &state) override {
    print(action, /*isAfter=*/false, state);
  }
  void ends(ActionId action, const IRState &state) override {
    print(action, /*isAfter=*/true, state);
  }
  std::vector<RebuiltIR> take() { return std::move(printed); }

private:
  void print(ActionId action, bool isAfter, const IRState &state) {
    for (auto [index, side] : llvm::enumerate(sides)) {
      if (side.action != action || side.isAfter != isAfter)
        continue;
      OpId root = workedOn(lineage, action);
      if (root != 0 && state.isThere(root))
        printed[index] = printIR(state, state.outermost(root));
    }
  }

  const Lineage &lineage;
  llvm::ArrayRef<ActionSide> sides;
  std::vector<RebuiltIR> printed;
};
} // namespace

llvm::Expected<std::vector<RebuiltIR>>
rebuildIR(const Lineage &lineage, llvm::ArrayRef<ActionSide> sides) {
  if (!hasChanges(lineage))
    return llvm::createStringError(
        "the IR after each action was not recorded; 'record --changes' does");
  uint64_t until = lineage.trace().header().comparedUntil;
  for (const ActionSide &side : sides)
    if (until != 0 && side.action >= until)
      return llvm::createStringError(fmt::format(
          "the IR is not known from {} on: there were too many ops to compare",
          actionNumber(until)));
  Rebuilder rebuilder(lineage, sides);
  replay(lineage, rebuilder);
  std::vector<RebuiltIR> printed = rebuilder.take();
  if (isCancelled())
    return llvm::createStringError("interrupted");
  for (auto [side, ir] : llvm::zip_equal(sides, printed))
    if (ir.text.empty())
      return llvm::createStringError(fmt::format(
          "{} works on no op that is known then", actionNumber(side.action)));
  return printed;
}

} // namespace mlir::trackdbg
