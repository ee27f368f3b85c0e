//===- UserRegex.h - Regular expressions that somebody typed --------------===//
//
// Extended regular expressions as POSIX has them, found anywhere in a text. A
// short one can ask for a huge automaton, "((a{255}){255}){255}", or for a
// search that never ends; such ones are refused. Every expression that a user
// can type goes through this class, in the debugger and in the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_USERREGEX_H
#define TRACKDBG_USERREGEX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"

#include <cstdint>

namespace mlir::trackdbg {

/// A valid expression of bounded size. Any number of threads may match one.
class UserRegex {
public:
  /// The largest automaton, counted in steps. A search takes at most that many
  /// for each character of the text.
  static constexpr uint64_t kMostSteps = 10'000;
  /// Groups in groups.
  static constexpr size_t kDeepest = 100;

  enum class Case { Matters, Ignored };

  /// The error is a sentence without a period. It names the expression as
  /// `shown`, quotes included; by default that is the pattern in single quotes.
  static llvm::Expected<UserRegex> make(llvm::StringRef pattern,
                                        llvm::StringRef shown = "",
                                        Case letters = Case::Matters);

  bool match(llvm::StringRef text) const { return regex.match(text); }
  /// Also gives the whole match and what each group has matched, which takes
  /// up to the square of the match's length.
  bool match(llvm::StringRef text,
             llvm::SmallVectorImpl<llvm::StringRef> &groups) const {
    return regex.match(text, &groups);
  }
  unsigned groupCount() const { return regex.getNumMatches(); }

private:
  explicit UserRegex(llvm::Regex regex) : regex(std::move(regex)) {}

  llvm::Regex regex;
};

/// What follows the bracket expression that `rest` starts with; empty if that
/// has no end.
llvm::StringRef afterBrackets(llvm::StringRef rest);

} // namespace mlir::trackdbg

#endif // TRACKDBG_USERREGEX_H
