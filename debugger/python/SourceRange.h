//===- SourceRange.h - The places that a location names -------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_SOURCERANGE_H
#define TRACKDBG_DEBUGGER_PYTHON_SOURCERANGE_H

#include "lineage/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <compare>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct SourceLocation {
  std::string file;
  uint32_t line = 0;   ///< From 1.
  uint32_t column = 0; ///< From 1; 0 is the whole line.

  auto operator<=>(const SourceLocation &) const = default;
  /// Whether one may be the other: files by suffix, as everywhere.
  bool touches(const SourceLocation &other) const;
  std::string str() const;
};

/// The places of one op, sorted and each once. What lies between the places of
/// a fused location does not belong to it.
class SourceRange {
public:
  SourceRange() = default;
  explicit SourceRange(std::vector<SourceLocation> places);
  /// Of a location id. Places without a line are left out.
  static SourceRange ofLocation(const Definitions &definitions,
                                uint32_t location);
  /// "file:line", "file:line:column", or several of them with ", " between.
  static llvm::Expected<SourceRange> parse(llvm::StringRef text);

  llvm::ArrayRef<SourceLocation> places() const { return all; }
  /// Of an unknown location, which is related to nothing.
  bool isUnknown() const { return all.empty(); }
  bool overlaps(const SourceRange &other) const;
  bool contains(const SourceLocation &place) const;
  SourceRange merge(const SourceRange &other) const;
  std::string str() const;
  /// The lines of source, each with its newline. `folder` is where relative
  /// file names begin.
  llvm::Expected<std::string> content(llvm::StringRef folder) const;

  auto operator<=>(const SourceRange &) const = default;

private:
  std::vector<SourceLocation> all;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_SOURCERANGE_H
