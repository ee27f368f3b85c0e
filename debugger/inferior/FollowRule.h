//===- FollowRule.h - Which compilers of a command may stop ---------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_FOLLOWRULE_H
#define TRACKDBG_DEBUGGER_INFERIOR_FOLLOWRULE_H

#include "trackdbg/UserRegex.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>

namespace mlir::trackdbg {

/// Of the compilers that one command starts, those that may stop. The others
/// are recorded, and run as they would alone.
class FollowRule {
public:
  enum class Kind {
    All,
    First,   ///< The one with number 1.
    Matching ///< Those in whose command line an expression is found.
  };

  /// "all", "first", or a regular expression. The error is a sentence without
  /// a period.
  static llvm::Expected<FollowRule> parse(llvm::StringRef text);

  /// All of them.
  FollowRule() = default;
  Kind kind() const { return ruleKind; }
  /// `number` counts the compilers of a command from 1.
  bool includes(int64_t number, llvm::ArrayRef<std::string> commandLine) const;

private:
  Kind ruleKind = Kind::All;
  std::shared_ptr<const UserRegex> pattern; ///< Of Matching.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_FOLLOWRULE_H
