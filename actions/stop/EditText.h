//===- EditText.h - An op's text, changed by its user ---------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_EDITTEXT_H
#define TRACKDBG_ACTIONS_STOP_EDITTEXT_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace mlir::trackdbg {

/// The op as its user edits it, which the parser reads back. With `places`,
/// also where in the text each op stands.
std::string editableText(Operation *op,
                         AsmState::LocationMap *places = nullptr);

/// An op that was read from a text.
class ParsedOp {
public:
  /// Reads one op of the kind of `like`. Locations that are not written in the
  /// text are places in it, under the name `source`. An error that is empty:
  /// the diagnostics tell.
  static llvm::Expected<ParsedOp>
  parse(llvm::StringRef text, llvm::StringRef source, Operation *like);

  /// Which op of `old` each op was: one on the same line, as far as the two
  /// texts agree, or one that defines a value of the same name on a line that
  /// was changed. An op that was another one gets its location.
  using Relate =
      llvm::function_ref<void(Operation *made, Operation *old, bool isSame)>;
  void relateTo(Operation *old, llvm::StringRef text, Relate relate);
  /// What is in `target`, and its attributes, become those that were read.
  void moveInto(Operation *target);

private:
  ParsedOp(std::unique_ptr<Block> holder, llvm::StringRef source)
      : holder(std::move(holder)), source(source) {}
  std::unique_ptr<Block> holder;
  std::string source;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_EDITTEXT_H
