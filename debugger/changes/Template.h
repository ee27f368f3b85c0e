//===- Template.h - How an op prints, whatever its values are called ------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_TEMPLATE_H
#define TRACKDBG_DEBUGGER_CHANGES_TEMPLATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// A template of TraceChanges.h, read. It refers to the text that it was read
/// from.
struct Template {
  /// A piece of the text.
  struct Item {
    enum class Kind : uint8_t {
      Text,
      Operand,   ///< `first`: which.
      Result,    ///< `first`: which of its own.
      Argument,  ///< `first`: of which region's entry block; `second`: which.
      Successor, ///< `first`: which.
      Region,    ///< `first`: which; `second`: the sum of flags.
      Inside,  ///< `first`: of which region's entry block; `second`: which op.
      NewLine, ///< `first`: by how much it is indented.
      Unknown, ///< A value of which nothing is known.
    };
    Kind kind = Kind::Text;
    uint32_t first = 0, second = 0;
    llvm::StringRef text = {};
  };
  /// How a value would be called.
  struct Name {
    uint32_t region = 0; ///< Of an argument.
    uint32_t number = 0;
    llvm::StringRef name = {};
    /// Of an argument that has the name of an operand: which.
    uint32_t operand = 0;
  };

  std::vector<Item> items;
  uint32_t resultCount = 0;
  std::vector<Name> results, arguments; ///< In the order of asking.
  std::vector<Name> shadows; ///< Arguments that have an operand's name.
  /// Left out in the op's regions. None: "" there.
  llvm::StringRef defaultDialect;

  /// Reads anything: what is not a mark is text.
  static Template read(llvm::StringRef text);
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_TEMPLATE_H
