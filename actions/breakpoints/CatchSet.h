//===- CatchSet.h - The events that are caught ----------------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_CATCHSET_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_CATCHSET_H

#include "breakpoints/NameMatcher.h"
#include "core/ActiveAction.h"
#include "core/Attention.h"
#include "trackdbg/Protocol.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct ThreadState;

/// The catchpoints: what each of them waits for is laid to the innermost action
/// at work. What happens outside every action is told before the next one. Not
/// for two threads at a time.
class CatchSet {
public:
  void assign(llvm::ArrayRef<BreakpointSpec> specs);
  bool empty() const { return specs.empty(); }
  /// See Interner::forgetPointers.
  void forgetPointers();

  /// As an EventListener; `top` is the innermost action, or null.
  void happened(const ActiveAction *top, trace::EventKind kind, Operation *op);
  void dying(const ActiveAction *top, Operation *op);
  void diagnosed(const ActiveAction *top, const Diagnostic &diagnostic);

  /// Appends what was caught outside every action.
  void beginning(std::vector<Sighting> &sightings);
  /// Appends what was caught in `action`.
  void ended(const ActiveAction &action, Attention attention,
             std::vector<Sighting> &sightings);
  /// The IR that an action left was found invalid.
  void invalid(std::vector<Sighting> &sightings);

private:
  using Kind = BreakpointSpec::Kind;
  using Ids = llvm::SmallVector<int64_t, 2>;
  /// Op names that are waited for.
  struct OpNames {
    NameMatcher names;
    llvm::DenseMap<const void *, Ids> answers;
    void clear() { *this = OpNames(); }
    const Ids &match(Operation *op);
  };
  struct Caught {
    int64_t id = 0;
    uint64_t action = 0;
    std::string what;
    unsigned count = 1;
    llvm::SmallVector<Operation *, 4> ops; ///< Made, and still there.
  };
  struct Placed {
    Operation *op; ///< Null once it has died.
    uint64_t action;
  };
  static constexpr size_t kMostShown = 4;
  /// What one action does more often is not told one by one.
  static constexpr size_t kMostCaught = 1000;

  void add(const ActiveAction *top, int64_t id, std::string what,
           Operation *made = nullptr);
  void catchKind(const ActiveAction *top, Kind kind, llvm::StringRef name,
                 const std::string &what);
  void notePlace(const ActiveAction &top, Operation *op);
  void checkResult(const ActiveAction &action);
  void checkChanges(const ActiveAction &action);
  void checkOrder(const ActiveAction &action);
  void tell(const Caught &caught, Attention attention,
            std::vector<Sighting> &sightings) const;

  std::vector<BreakpointSpec> specs;
  OpNames made, erased;
  bool catchesOrder = false, catchesVerify = false, catchesDiagnostics = false;
  /// What a thread's actions have done so far.
  struct Done {
    std::vector<Caught> pending;
    size_t dropped = 0; ///< Beyond kMostCaught; not told yet.
    std::vector<Placed> placed;
    llvm::DenseMap<Operation *, size_t> placedAt;
    std::string lastError;
    /// The newest action of a pass that failed.
    uint64_t lastFailure = 0;

    void forgetPlaces(uint64_t action);
  };
  Done &ofThisThread();
  std::map<const ThreadState *, Done> byThread;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_CATCHSET_H
