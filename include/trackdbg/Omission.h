//===- Omission.h - What of a run is left out -----------------------------===//

#ifndef TRACKDBG_OMISSION_H
#define TRACKDBG_OMISSION_H

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

/// What of a run may be left out, one by one.
enum class ActionClass { Actions, Patterns, Passes, LLVMPasses };

/// Actions that are not run, as if the user had skipped each. A dialect
/// conversion is left out whole or not at all, because without some of its
/// patterns it fails. So does a greedy rewrite without its last iteration:
/// iterations are not left out, only what is in them. Neither are passes of
/// LLVM that are required.
struct Omission {
  ActionClass of = ActionClass::Actions;
  /// From this number on; 0: none.
  int64_t from = 0;
  /// Where not empty: all are left out but these RewriteSites, each as its text
  /// in hexadecimal, a point, its index, and a blank.
  std::string kept;
  /// Where not empty: only what is in these passes, or is one of them. Each by
  /// its argument, or its name where it has none, and a newline.
  std::string passes = {};

  bool operator==(const Omission &) const = default;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_OMISSION_H
