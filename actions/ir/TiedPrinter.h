//===- TiedPrinter.h - Printed IR, and where each op is in it -------------===//

#ifndef TRACKDBG_ACTIONS_IR_TIEDPRINTER_H
#define TRACKDBG_ACTIONS_IR_TIEDPRINTER_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Operation.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where an op was printed.
struct PrintedOp {
  uint32_t line = 0;   ///< From 1.
  uint32_t column = 0; ///< From 0: its indentation.
  Operation *op = nullptr;
};

/// Prints ops one after the other, each with MLIR's own printer, in memory that
/// it keeps. A dialect's printer may crash or never return; both are for the
/// caller to survive.
class TiedPrinter {
public:
  /// Prints `root` in place of what was printed before. `flags` ask for local
  /// scope. Keeps the first kMaxSnapshotText bytes.
  void print(Operation *root, const OpPrintingFlags &flags);

  llvm::StringRef text() const { return bytes; }
  /// The ops that were printed on lines of their own, by line.
  llvm::ArrayRef<PrintedOp> printedOps() const { return ops; }
  /// The same as SnapshotTies.h lays them out, in place of what `bytes` held.
  void layOutTies(std::string &bytes) const;

private:
  void collectOps();
  bool beginWhereTheySay() const;
  void printAndWatch(Operation *root, const OpPrintingFlags &flags);

  std::string bytes;
  AsmState::LocationMap places;
  std::vector<PrintedOp> ops;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_TIEDPRINTER_H
