//===- RewriteSite.h - The same action in another run ---------------------===//
//
// Shared, because what is left out is chosen outside, from one run, and left
// out in the compiler, in another. There actions have other numbers, as soon as
// one before them was left out.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_REWRITESITE_H
#define TRACKDBG_REWRITESITE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

/// Which action, whatever was left out before it.
struct RewriteSite {
  /// Of what it is and works on; see RewriteText.
  uint64_t text = 0;
  /// A pattern: which op among those of that text, in the order in which they
  /// came to it. A pass: which run of it.
  uint64_t index = 0;

  bool operator==(const RewriteSite &) const = default;
};

/// What an action is and works on, as far as it does not change from run to
/// run: the tag and name of the action, the op's name, and its first source
/// place.
struct RewriteText {
  llvm::StringRef tag, name, op, file;
  int64_t line = 0, column = 0;

  uint64_t hash() const {
    uint64_t hash = 14695981039346656037u;
    auto add = [&](llvm::StringRef bytes) {
      for (unsigned char byte : bytes)
        hash = (hash ^ byte) * 1099511628211u;
      hash = (hash ^ 256) * 1099511628211u;
    };
    for (llvm::StringRef part : {tag, name, op, file})
      add(part);
    for (int64_t number : {line, column})
      add(std::to_string(number));
    return hash;
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_REWRITESITE_H
