//===- Block.h - Lines of a script ----------------------------------------===//

#ifndef TRACKDBG_COMMANDS_BLOCK_H
#define TRACKDBG_COMMANDS_BLOCK_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Lines, each with a newline, and where they stand.
struct Block {
  std::string text;
  /// A file, or what else an error may name; empty at the prompt.
  std::string origin;
  size_t firstLine = 1;

  bool operator==(const Block &) const = default;
};

/// What follows a command up to a line `end`.
enum class Body {
  None,
  Code,    ///< Where nothing follows its name: lines of another language.
  Text,    ///< Prose.
  Commands ///< Commands, which may have lines of their own.
};

/// Collects the lines of a body.
class BodyLines {
public:
  /// Not for Body::None.
  explicit BodyLines(Body body) : open{body} {}
  /// False: the line is the `end` of the body, which is not part of it.
  bool add(llvm::StringRef line);
  /// Whether the last line stands in the body itself, in none of its commands'.
  bool isOutermost() const { return open.size() == 1; }
  const std::string &text() const { return lines; }

private:
  std::vector<Body> open;   ///< The body, and those inside that have begun.
  bool isContinued = false; ///< The last line was, by the next one.
  std::string lines;
};

/// Whether a line goes on with the next one: an odd number of backslashes.
bool continues(llvm::StringRef line);

/// The lines before and after the `else` of an `if`.
struct Branches {
  Block then, otherwise;
};
Branches splitAtElse(const Block &block);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_BLOCK_H
