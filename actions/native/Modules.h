//===- Modules.h - Which file an address of code is in --------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_MODULES_H
#define TRACKDBG_ACTIONS_NATIVE_MODULES_H

#include "trackdbg/TraceStacks.h"

#include <cstdint>
#include <link.h>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class Interner;

/// Where the code of the program or of a library lies.
struct CodeRange {
  uint64_t begin = 0, end = 0;
  bool holds(uint64_t address) const {
    return address >= begin && address < end;
  }
};
/// Whether so many bytes belong to the program or to a library, and can be
/// read.
bool isData(const void *begin, size_t size);
/// That around `address`; empty where it is in none.
CodeRange codeAround(const void *address);

/// The program and the libraries that are loaded, as far as they were asked
/// for. Each is defined in the trace once. One thread at a time.
class Modules {
public:
  explicit Modules(Interner &names) : names(names) {}

  /// Looks whether libraries were loaded or unloaded since the last call: some
  /// hundred nanoseconds if not. For before frameAt.
  void refresh();
  /// The frame of a return address.
  trace::StackFrame frameAt(uint64_t address);

private:
  struct Range {
    CodeRange code;
    uint64_t base = 0; ///< What was added to the file's addresses.
    uint32_t id = 0;   ///< 0 for one that is not defined yet.
    std::string path;
    std::string buildId;
  };
  static int take(dl_phdr_info *info, size_t size, void *self);
  void take(const dl_phdr_info &info);
  void define(Range &range);

  Interner &names;
  std::vector<Range> ranges;
  uint32_t last = 0;               ///< The id that was given last.
  bool isTaking = false;           ///< In refresh().
  bool hasLoads = false;           ///< The C library counts them.
  uint64_t loads = 0, unloads = 0; ///< So many when `ranges` was made.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_MODULES_H
