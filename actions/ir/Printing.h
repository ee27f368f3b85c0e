//===- Printing.h - IR as text, whatever state it is in -------------------===//

#ifndef TRACKDBG_ACTIONS_IR_PRINTING_H
#define TRACKDBG_ACTIONS_IR_PRINTING_H

#include "trackdbg/Requests.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Unit.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Runs `produce` in a forked copy of this process and returns its text.
///
/// In the middle of a rewrite the IR may be in any state, and a printer that
/// believes in a verified op may crash on it. The copy may crash; the compiler
/// does not. What `produce` changes is gone with the copy.
llvm::Expected<std::string>
runInCopy(llvm::function_ref<std::string()> produce);

OpPrintingFlags printingFlags(const PrintOptions &options);

/// One IR unit in MLIR's syntax; in the generic form if the custom one cannot
/// be printed. Values are named as in a print of the enclosing function.
llvm::Expected<std::string> printUnit(IRUnit unit, OpPrintingFlags flags);

/// Printed IR, and which op begins where in it.
struct TiedText {
  std::string text;
  std::string ties; ///< As layOutTies of SnapshotTies.h lays them out.
};
/// An op with its regions, as printUnit prints it.
llvm::Expected<TiedText> printTied(Operation *op, OpPrintingFlags flags);
/// As one string, and back.
std::string pack(const TiedText &text);
TiedText unpackTied(llvm::StringRef packed);

/// "op", "block", "region", "value".
Unit::Kind kindOf(IRUnit unit);

/// The op isolated from above that `op` is or is in, below the top-level op
/// where there is one: the function, as a rule.
Operation *enclosingFunction(Operation *op);

/// "func.func @main", "builtin.module".
std::string titleOf(Operation *op);
/// The op's own or nearest enclosing symbol name, or empty.
llvm::StringRef symbolOf(Operation *op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_PRINTING_H
