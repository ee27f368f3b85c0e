//===- OmittedActions.h - Actions that are not run ------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_OMITTEDACTIONS_H
#define TRACKDBG_ACTIONS_CORE_OMITTEDACTIONS_H

#include "core/ActiveAction.h"
#include "trace/Interner.h"
#include "trackdbg/Protocol.h"
#include "trackdbg/RewriteSite.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <mutex>
#include <vector>

namespace mlir::trackdbg {

/// What the debugger wants left out of this run. Asked once before each action,
/// in the order of their numbers; any thread. Costs a look-up or two for an
/// action of the class, and a location's text where actions are known by their
/// site.
class OmittedActions {
public:
  OmittedActions(const Omission &omission, Interner &interner);

  bool contains(const ActiveAction &action);
  /// Whether `noteDeath` wants to hear of ops that are about to be freed.
  bool wantsDeaths() const { return knowsSites; }
  void noteDeath(Operation *op);

private:
  enum Trait : uint8_t {
    Known = 1,
    Pattern = 2,
    Conversion = 4,
    Iteration = 8,
    Adaptor = 16,
    LLVMPass = 32
  };
  uint8_t traitsOf(uint32_t kind);
  bool isOfClass(const ActiveAction &action);
  bool isKept(const ActiveAction &action);
  bool isInPasses(const ActiveAction &action) const;
  void readSites(StringRef text);

  Interner &interner;
  ActionClass of;
  uint64_t from;
  bool knowsSites;
  std::mutex mutex;
  std::vector<uint8_t> traits; ///< Of each action kind.
  llvm::StringSet<> passes;    ///< If there are some: only in these.
  llvm::DenseSet<std::pair<uint64_t, uint64_t>> kept;
  /// How many ops, or runs, of each text there were.
  llvm::DenseMap<uint64_t, uint64_t> counts;
  /// The texts that each op came to, and as which of them.
  llvm::DenseMap<Operation *, llvm::SmallVector<RewriteSite, 2>> sites;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_OMITTEDACTIONS_H
