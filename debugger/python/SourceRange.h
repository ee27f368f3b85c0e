//===- SourceRange.h - The places that a location names -------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_SOURCERANGE_H
#define TRACKDBG_DEBUGGER_PYTHON_SOURCERANGE_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <compare>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A place, or the part of a file from there to an end, which belongs to it.
struct SourceLocation {
  std::string file;
  uint32_t line = 0;   ///< From 1.
  uint32_t column = 0; ///< From 1; 0 is the whole line.
  /// 0 for a place.
  uint32_t endLine = 0, endColumn = 0;

  auto operator<=>(const SourceLocation &) const = default;
  bool isLong() const { return endLine != 0; }
  /// Where it begins, and where it ends.
  SourceLocation start() const { return {file, line, column}; }
  SourceLocation end() const {
    return isLong() ? SourceLocation{file, endLine, endColumn} : start();
  }
  /// Whether they have a place in common: files by suffix, as everywhere.
  bool touches(const SourceLocation &other) const;
  /// "file:line:column", with " to line:column" or " to :column" behind it.
  std::string str() const;
};

/// The places of one op, sorted and each once; a place inside another one is
/// left out. What lies between the places of a fused location does not belong
/// to it.
class SourceRange {
public:
  SourceRange() = default;
  explicit SourceRange(std::vector<SourceLocation> places);
  /// Of a location id. Places without a line are left out.
  static SourceRange ofLocation(const Definitions &definitions,
                                uint32_t location);
  /// As str() gives it: one place, or several of them with ", " between.
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
