//===- ActionText.h - What an action of the compiler's own prints ---------===//
//
// Of MLIR's actions the tracker knows what they are. Of one that a compiler
// defines itself it knows the tag, and has what the action's `print` writes.
// That is code of the compiler's, run for the debugger's sake. It may crash or
// write megabytes, and the first time it may not end: the compiler does not
// notice.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_ACTIONTEXT_H
#define TRACKDBG_ACTIONS_CORE_ACTIONTEXT_H

#include "core/ActiveAction.h"

#include "llvm/ADT/DenseMap.h"

#include <mutex>
#include <string>

namespace mlir::trackdbg {

class Interner;

/// Gives actions their texts. Those of a kind are printed in a copy of the
/// process the first time, and afterwards only if that went well: then a text
/// costs what `print` costs. Any thread.
class ActionPrinter {
public:
  explicit ActionPrinter(Interner &names) : names(names) {}

  /// Before it runs: sets the text of `action`, whose kind is one of the
  /// compiler's own.
  void note(ActiveAction &action);

private:
  enum class Manner : uint8_t {
    Untried,
    Here,     ///< In this process, as the compiler goes on.
    AtStops,  ///< It writes a lot: in a copy, where somebody looks.
    NotAgain, ///< It crashed, or did not end.
  };
  Manner mannerOf(uint32_t kind);
  void setManner(uint32_t kind, Manner manner);
  Manner printFirst(const tracing::Action &action, std::string &text);

  Interner &names;
  std::mutex mutex;
  llvm::DenseMap<uint32_t, Manner> manners; ///< By the kinds' ids.
};

/// The text of an action at a stop, also where it was too long to be kept.
std::string textAtStop(const ActiveAction &action);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_ACTIONTEXT_H
