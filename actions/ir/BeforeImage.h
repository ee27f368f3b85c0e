//===- BeforeImage.h - The IR as it was before an action ------------------===//

#ifndef TRACKDBG_ACTIONS_IR_BEFOREIMAGE_H
#define TRACKDBG_ACTIONS_IR_BEFOREIMAGE_H

#include "ir/Printing.h"
#include "process/ForkedCopy.h"
#include "trackdbg/Requests.h"
#include "trackdbg/Stopped.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>

namespace mlir::trackdbg {

/// A copy of the compiler that waits, with the IR as it was, to be asked how
/// the function around some op looked. Nothing is printed unless somebody asks,
/// so stepping costs a fork and no walk over the function.
class BeforeImage {
public:
  using Printer =
      std::function<llvm::Expected<TiedText>(const PrintOptions &options)>;

  /// Of the function around `op`, and of all in `scope`, which nothing but the
  /// action may change while it runs, nor erase. Null if the process cannot be
  /// copied.
  static std::unique_ptr<BeforeImage> make(Operation *op, Operation *scope);
  /// Of something else, which `print` prints in the copy. The result's
  /// `function` is null.
  static std::unique_ptr<BeforeImage> make(std::string title,
                                           const Printer &print);

  /// Has the copy print what there was, while this process goes on.
  /// Each call is to be followed by one of printed().
  void startPrinting(const PrintOptions &options);
  /// Waits for that text.
  llvm::Expected<TiedText> printed();

  /// How `scope` differs now: NotCompared if the copy has ended, or the image
  /// is of something else. Two walks over it, which take a fifth of the time of
  /// printing it.
  Difference compare();

  /// The function, by its address; not to be touched once it is gone.
  Operation *const function;
  const std::string title;
  const std::string symbol;
  bool functionAlive = true;

private:
  static std::unique_ptr<BeforeImage> make(Operation *function,
                                           std::string title, Operation *scope,
                                           const Printer &print);
  BeforeImage(Operation *function, std::string title, Operation *scope,
              ForkedCopy copy);
  Operation *scope;
  ForkedCopy copy;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_BEFOREIMAGE_H
