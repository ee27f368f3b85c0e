//===- Handover.h - What one compiler has written and the next one read ---===//
//
// A text of IR connects two traces: that of the compiler that wrote it, as
// mlir-opt does, and that of the one that read it. Both go through its ops in
// an order that is known. So the n-th op of the one is the n-th of the other,
// if all of them have the same names and symbols.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_HANDOVER_H
#define TRACKDBG_DEBUGGER_QUERIES_HANDOVER_H

#include "graph/Lineage.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class Handover {
public:
  /// Opens the trace `file` of the compiler that wrote what that of `reader`
  /// has read. Linear in the writer's trace and in the ops of both. The error,
  /// a sentence without a period, says why the two do not belong together: the
  /// first op that differs, or that the writer's trace has not the text of its
  /// last stage.
  static llvm::Expected<Handover> open(const Lineage &reader,
                                       llvm::StringRef file);

  const std::string &file() const { return path; }
  const Lineage &writer() const { return *written; }
  /// The writer's op that is `op` of the reader; 0 for one that was not read.
  OpId writtenFor(OpId op) const { return ops.lookup(op); }
  /// The reader's ops that are one of the writer's ops for which `isWanted`
  /// holds. In ascending order.
  std::vector<OpId> readFrom(llvm::function_ref<bool(OpId)> isWanted) const;

private:
  std::string path;
  std::unique_ptr<Lineage> written;
  llvm::DenseMap<OpId, OpId> ops;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_HANDOVER_H
