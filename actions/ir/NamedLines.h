//===- NamedLines.h - Ops in a line each, and what the names stand for ----===//

#ifndef TRACKDBG_ACTIONS_IR_NAMEDLINES_H
#define TRACKDBG_ACTIONS_IR_NAMEDLINES_H

#include "trackdbg/NamesInLine.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::trackdbg {

/// What a print calls values and blocks: "%5", "^bb1". By the address of the
/// argument, the block, or the op that has the results.
using ValueNames = llvm::DenseMap<const void *, std::string>;

/// A printed op.
struct NamedLine {
  std::string text;
  /// Names in it, and what they stand for: an address as in ValueNames. Of an
  /// op with more than 256 operands some are left out.
  std::vector<std::pair<std::string, const void *>> names;
};

/// Ops of one thread in a line each, without what is in them, named as in a
/// print of the functions around them. One copy of the process for all. `all`
/// becomes the names of all that is in these functions, if it is not null; that
/// costs as much again as MLIR's numbering.
std::vector<NamedLine> printLines(llvm::ArrayRef<Operation *> ops,
                                  ValueNames *all = nullptr);

/// Writes lines of a later print with the names of an earlier one. What had no
/// name there is called %new1, %new2, ^new1, and so on.
class NameCarrier {
public:
  /// `earlier` must outlive this.
  explicit NameCarrier(const ValueNames &earlier) : earlier(earlier) {}
  std::string carry(const NamedLine &line);

private:
  bool isTaken(llvm::StringRef name) const;

  const ValueNames &earlier;
  NewNames newNames;
  ValueNames given;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_NAMEDLINES_H
