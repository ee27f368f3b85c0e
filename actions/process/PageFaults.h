//===- PageFaults.h - What a copy of the process costs it afterwards ------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_PAGEFAULTS_H
#define TRACKDBG_ACTIONS_PROCESS_PAGEFAULTS_H

#include <cstdint>

namespace mlir::trackdbg {

/// After a fork each page that is written is copied first. That costs more than
/// the fork itself. This counts such pages.
class PageFaults {
public:
  /// Now. Costs two system calls and the reading of a short file.
  static PageFaults now();

  /// How many pages were copied since `earlier`, at the most: faults of memory
  /// that is new are left out, as far as the process has grown by it.
  int64_t copiedSince(const PageFaults &earlier) const;

private:
  int64_t faults = 0;
  int64_t resident = 0; ///< Pages.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_PAGEFAULTS_H
