//===- InPlace.cpp - Changes that call nothing ----------------------------===//
//
// --change-in-place=what=... changes each arith.addi of a function in one way:
//
//   flags      its overflow flags, which are a property
//   locations  its location
//   arguments  not the ops: the types of arguments of blocks behind an entry,
//              and of two arguments, the first one goes
//   nothing    not at all
//   pattern    its flags, by a pattern that fails afterwards
//
// No function of MLIR's own is called for a change.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
void setFlags(arith::AddIOp op) {
  op.getProperties().overflowFlags = arith::IntegerOverflowFlagsAttr::get(
      op.getContext(), arith::IntegerOverflowFlags::nsw);
}

struct FlagsAndFailure : OpRewritePattern<arith::AddIOp> {
  FlagsAndFailure(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("FlagsAndFailure");
  }
  LogicalResult matchAndRewrite(arith::AddIOp op,
                                PatternRewriter &) const override {
    setFlags(op);
    return failure();
  }
};

struct ChangeInPlace : PassWrapper<ChangeInPlace, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ChangeInPlace)
  ChangeInPlace() = default;
  ChangeInPlace(const ChangeInPlace &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "change-in-place"; }
  StringRef getDescription() const override {
    return "Changes ops, and calls nothing for it";
  }
  void runOnOperation() override {
    if (what == "pattern") {
      RewritePatternSet patterns(&getContext());
      patterns.add<FlagsAndFailure>(&getContext());
      (void)applyPatternsGreedily(getOperation(), std::move(patterns));
      return;
    }
    if (what == "arguments")
      getOperation()->walk([](Block *block) {
        if (block->isEntryBlock())
          return;
        if (block->getNumArguments() == 2)
          block->eraseArgument(0);
        for (BlockArgument argument : block->getArguments())
          argument.setType(IndexType::get(argument.getContext()));
      });
    getOperation()->walk([&](arith::AddIOp op) {
      if (what == "flags")
        setFlags(op);
      else if (what == "locations")
        op->setLoc(UnknownLoc::get(op.getContext()));
    });
  }
  Option<std::string> what{*this, "what", llvm::cl::init("nothing"),
                           llvm::cl::desc("What to change")};
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "in-place", "1",
          [] { PassRegistration<ChangeInPlace>(); }};
}
