//===- ShortPatterns.h - Patterns by short names --------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SHORTPATTERNS_H
#define TRACKDBG_DEBUGGER_RENDER_SHORTPATTERNS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The patterns of a compile. Each is shown by the name of its class, with as
/// much of its namespaces and template arguments as tells it from the others. A
/// single argument is always shown.
class ShortPatterns {
public:
  void add(llvm::StringRef name);

  /// "FoldAdd"; or "Lower<AddIOp, ...>", where another "Lower" has another
  /// first argument. A name that was not added is shown as if it had been.
  /// Linear in those that have the same class.
  std::string shorten(llvm::StringRef name) const;

private:
  struct Variant {
    std::string qualified;              ///< "linalg::Lower"
    std::vector<std::string> arguments; ///< "arith::AddIOp", "LLVM::AddOp"
  };
  static Variant variantOf(llvm::StringRef name);

  llvm::StringMap<std::vector<Variant>> variantsOfClass; ///< By "Lower".
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SHORTPATTERNS_H
