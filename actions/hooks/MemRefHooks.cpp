//===- MemRefHooks.cpp - One memref in place of another -------------------===//
//
// replaceAllMemRefUsesWith makes each user of a memref anew, for another one
// that its caller has made.
//
// affineDataCopyGenerate computes the region of memory that each access in a
// block needs. For the first access to each memref, it then makes a buffer and
// the copies, and at last replaces the memref by the buffer. So what it makes
// up to there is made for that access. generateCopyForMemRegion does so for one
// region and the op that its caller says.
//
//===----------------------------------------------------------------------===//

#include "hooks/Call.h"

#include "ir/Compat.h"

#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::affine {
struct AffineCopyOptions;
struct CopyGenerateResult;
} // namespace mlir::affine

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::trackdbg;

namespace {
/// Finds an op again that is made anew where it stands, because it uses a
/// memref that a buffer replaces. So are the users of the memref behind it, and
/// helpers may come between them.
class MadeAnew {
public:
  MadeAnew(Operation *op, Value memref) : next(op->getNextNode()) {
    for (; next && uses(next, memref); next = next->getNextNode())
      ++usersBetween;
  }
  /// Null if it is not found.
  Operation *find(Value buffer) const {
    Operation *op = next ? next->getPrevNode() : nullptr;
    for (unsigned left = usersBetween; op; op = op->getPrevNode())
      if (uses(op, buffer) && left-- == 0)
        return op;
    return nullptr;
  }

private:
  static bool uses(Operation *op, Value value) {
    return llvm::is_contained(op->getOperands(), value);
  }

  Operation *next; ///< The next op that stays.
  unsigned usersBetween = 0;
};

/// One run of such a function, on the thread that runs it.
class Copying {
public:
  Copying(Tracker *tracker, llvm::StringLiteral name)
      : tracker(tracker), name(name), outer(current) {
    current = this;
    begin();
  }
  ~Copying() {
    end(accesses.size() == 1 ? accesses.front().op : nullptr);
    current = outer;
  }
  Copying(const Copying &) = delete;

  static Copying *now() { return current; }

  void needs(Operation *access, Value memref, bool isWrite) {
    bool isKnown = llvm::any_of(accesses, [&](const Access &each) {
      return each.memref == memref && each.isWrite == isWrite;
    });
    if (!isKnown)
      accesses.push_back({access, memref, isWrite});
  }
  /// What is read is copied first. Returns whether an access needed `memref`:
  /// then `replaced` has to be called when the buffer has replaced that.
  bool copied(Value memref) {
    auto isOf = [memref](bool isWrite) {
      return [memref, isWrite](const Access &each) {
        return each.memref == memref && each.isWrite == isWrite;
      };
    };
    auto *done = llvm::find_if(accesses, isOf(false));
    if (done == accesses.end())
      done = llvm::find_if(accesses, isOf(true));
    if (done == accesses.end())
      return false;
    end(done->op);
    accesses.erase(done);
    for (Access &each : accesses)
      if (each.op && each.memref == memref)
        each.spot.emplace(each.op, memref);
    return true;
  }
  void replaced(Value buffer, bool hasFailed) {
    for (Access &each : accesses)
      if (std::optional<MadeAnew> spot = std::exchange(each.spot, std::nullopt);
          spot && !hasFailed)
        each.op = spot->find(buffer);
    begin();
  }

private:
  struct Access {
    Operation *op; ///< Null if it was lost.
    Value memref;
    bool isWrite;
    std::optional<MadeAnew> spot = std::nullopt;
  };
  void begin() {
    if (tracker)
      tracker->recorder().callBegins(name, nullptr, nullptr);
  }
  void end(Operation *access) {
    if (tracker)
      tracker->recorder().callEnds(name, access, nullptr,
                                   /*hasFailed=*/false);
  }

  static thread_local Copying *current;
  Tracker *tracker;
  llvm::StringLiteral name;
  Copying *outer;
  SmallVector<Access, 8> accesses;
};
thread_local Copying *Copying::current = nullptr;
} // namespace

TRACKDBG_HOOK(LogicalResult, copyForBlock,
              "_ZN4mlir6affine22affineDataCopyGenerateEN4llvm14ilist_iteratorIN"
              "S1_12ilist_detail12node_optionsINS_9OperationELb0ELb0EvLb0EvEELb"
              "0ELb0EEES7_RKNS0_17AffineCopyOptionsESt8optionalINS_5ValueEERNS1"
              "_8DenseSetIPS5_NS1_12DenseMapInfoISF_vEEEE",
              (Block::iterator first, Block::iterator last,
               const AffineCopyOptions &options, std::optional<Value> only,
               llvm::DenseSet<Operation *> &nests)) {
  Copying copying(Tracker::get(), "affineDataCopyGenerate");
  return real_copyForBlock(first, last, options, only, nests);
}

TRACKDBG_HOOK(LogicalResult, copyForLoop,
              "_ZN4mlir6affine22affineDataCopyGenerateENS0_11AffineForOpERKNS0_"
              "17AffineCopyOptionsESt8optionalINS_5ValueEERN4llvm8DenseSetIPNS_"
              "9OperationENS8_12DenseMapInfoISB_vEEEE",
              (AffineForOp loop, const AffineCopyOptions &options,
               std::optional<Value> only, llvm::DenseSet<Operation *> &nests)) {
  Copying copying(Tracker::get(), "affineDataCopyGenerate");
  return real_copyForLoop(loop, options, only, nests);
}

// The caller has computed the region that the accesses in `user` need.
TRACKDBG_HOOK(
    LogicalResult, copyRegion,
    "_ZN4mlir6affine24generateCopyForMemRegionERKNS0_12MemRefRegionEP"
    "NS_9OperationERKNS0_17AffineCopyOptionsERNS0_18CopyGenerateResult"
    "E",
    (const MemRefRegion &region, Operation *user,
     const AffineCopyOptions &options, CopyGenerateResult &copy)) {
  Copying copying(Tracker::get(), "generateCopyForMemRegion");
  copying.needs(user, region.memref, region.write);
  return real_copyRegion(region, user, options, copy);
}

static LogicalResult computed(LogicalResult result, MemRefRegion *region,
                              Operation *op) {
  if (Copying *copying = Copying::now(); copying && succeeded(result))
    copying->needs(op, region->memref, region->write);
  return result;
}

/// The op beside that of `memref` which is or holds each user; null if there
/// are several, or none.
static Operation *aroundUsers(Value memref) {
  Operation *definer = memref.getDefiningOp(), *around = nullptr;
  if (!definer || !definer->getBlock())
    return nullptr;
  for (Operation *user : memref.getUsers()) {
    Operation *each = definer->getBlock()->findAncestorOpInBlock(*user);
    if (!each || (around && each != around))
      return nullptr;
    around = each;
  }
  return around;
}

/// Replaces `from` by `to` in some of its users, by `real`. A memref that only
/// the contents of one op use was made for that op.
template <typename Real>
static LogicalResult replaceSome(Value from, Value to, Real real) {
  LogicalResult result = success();
  {
    Call call("replaceAllMemRefUsesWith", nullptr);
    result = call.ended(real());
    if (succeeded(result))
      if (Operation *around = aroundUsers(to))
        call.made(to.getDefiningOp(), around);
  }
  Operation *old = from.getDefiningOp();
  Tracker *tracker = Tracker::get();
  if (tracker && old && succeeded(result))
    tracker->recorder().replacing(old, to);
  return result;
}

/// Replaces `from` by `to` in its users by `real`, in all unless `isFiltered`.
template <typename Real>
static LogicalResult replace(Value from, Value to, bool isFiltered, Real real) {
  Copying *copying = Copying::now();
  if (copying && copying->copied(from)) {
    LogicalResult result = real();
    copying->replaced(to, failed(result));
    return result;
  }
  return isFiltered ? replaceSome(from, to, real) : real();
}

#if TRACKDBG_HAS_USER_FILTER
TRACKDBG_HOOK(LogicalResult, computeRegion,
              "_ZN4mlir6affine12MemRefRegion7computeEPNS_9OperationEjPKNS0_21Co"
              "mputationSliceStateEbbb",
              (MemRefRegion * self, Operation *op, unsigned depth,
               const ComputationSliceState *slice, bool addsBounds,
               bool dropsLocals, bool dropsOuter)) {
  return computed(real_computeRegion(self, op, depth, slice, addsBounds,
                                     dropsLocals, dropsOuter),
                  self, op);
}

TRACKDBG_HOOK(
    LogicalResult, replaceMemRef,
    "_ZN4mlir6affine24replaceAllMemRefUsesWithENS_5ValueES1_N4llvm8Arr"
    "ayRefIS1_EENS_9AffineMapES4_S4_NS2_12function_refIFbPNS_9Operati"
    "onEEEEbb",
    (Value from, Value to, llvm::ArrayRef<Value> indices, AffineMap map,
     llvm::ArrayRef<Value> operands, llvm::ArrayRef<Value> symbols,
     llvm::function_ref<bool(Operation *)> users, bool allowsOthers,
     bool replacesDeallocations)) {
  return replace(from, to, bool(users), [&] {
    return real_replaceMemRef(from, to, indices, map, operands, symbols, users,
                              allowsOthers, replacesDeallocations);
  });
}
#else
TRACKDBG_HOOK(LogicalResult, computeRegion,
              "_ZN4mlir6affine12MemRefRegion7computeEPNS_9OperationEjPKNS0_21Co"
              "mputationSliceStateEb",
              (MemRefRegion * self, Operation *op, unsigned depth,
               const ComputationSliceState *slice, bool addsBounds)) {
  return computed(real_computeRegion(self, op, depth, slice, addsBounds), self,
                  op);
}

TRACKDBG_HOOK(
    LogicalResult, replaceMemRef,
    "_ZN4mlir6affine24replaceAllMemRefUsesWithENS_5ValueES1_N4llvm8Arr"
    "ayRefIS1_EENS_9AffineMapES4_S4_PNS_9OperationES7_bb",
    (Value from, Value to, llvm::ArrayRef<Value> indices, AffineMap map,
     llvm::ArrayRef<Value> operands, llvm::ArrayRef<Value> symbols,
     Operation *dominator, Operation *postDominator, bool allowsOthers,
     bool replacesDeallocations)) {
  return replace(from, to, dominator || postDominator, [&] {
    return real_replaceMemRef(from, to, indices, map, operands, symbols,
                              dominator, postDominator, allowsOthers,
                              replacesDeallocations);
  });
}
#endif

// What copies an argument of the function to memory of the workgroup, and back.
TRACKDBG_HOOK(void, promoteToWorkgroupMemory,
              "_ZN4mlir24promoteToWorkgroupMemoryENS_3gpu9GPUFuncOpEj",
              (OpValue function, unsigned argument)) {
  Call call("promoteToWorkgroupMemory", function.op);
  real_promoteToWorkgroupMemory(function, argument);
}
