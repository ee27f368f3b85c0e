//===- SnapshotNames.h - What values and blocks are called ----------------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTNAMES_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTNAMES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What the values and blocks in an op are called, each as MLIR's own printer
/// calls it. That forms a name anew whenever it is printed; here it is formed
/// once, and to print it is one look-up and a copy of a few bytes.
class SnapshotNames {
public:
  /// Names what is in `root`, and forgets all else.
  void nameAllIn(Operation *root, const OpPrintingFlags &flags);

  /// As in "%0#1".
  void print(Value value, raw_ostream &os) const;
  /// As in "^bb1".
  void print(Block *block, raw_ostream &os) const;
  /// Where the block stands in its region; -1 for one outside of the root.
  int positionOf(Block *block) const;

  /// `value` is called what `other` is called.
  void rename(Value value, Value other);

private:
  class Naming;

  /// A name: in place, with zeros after it, where it has up to eight
  /// characters; else a zero and its index in `longNames`.
  struct Name {
    std::array<char, 8> bytes = {};
  };
  struct BlockName {
    int position = -1;
    int longName =
        -1; ///< Its index in `longNames`; -1 for "^bb" and the position.
  };
  Name makeName(StringRef text);
  StringRef textOf(const Name &name) const;

  llvm::DenseMap<Value, Name> values;
  llvm::DenseMap<Block *, BlockName> blocks;
  std::vector<std::string> longNames;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTNAMES_H
