//===- Plugin.cpp - A pass that changes IR in a way of which all is known -===//
//
// --construct="way=NAME"   changes the input of that way
// --construct=list=FILE  writes all ways, one JSON object on a line
//
// The truth is listed beforehand and not told by the pass at work: what is
// recorded is the change alone.
//
//===----------------------------------------------------------------------===//

#include "Ways.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

Operation *Subject::op(llvm::StringRef name, unsigned number) {
  Operation *found = nullptr;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getName().getStringRef() != name || --number != 0)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  if (!found)
    llvm::report_fatal_error("the input has no " + llvm::Twine(name));
  return found;
}

llvm::SmallVector<Operation *> Subject::allOld() {
  llvm::SmallVector<Operation *> found;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getName().getStringRef().starts_with("t.old"))
      found.push_back(op);
  });
  return found;
}

std::string mlir::trackdbg::ways::newName(Operation *old) {
  llvm::StringRef name = old->getName().getStringRef();
  name.consume_front("t.old");
  return ("t.new" + name).str();
}

Operation *mlir::trackdbg::ways::make(OpBuilder &builder, Location location,
                                      llvm::StringRef name, ValueRange operands,
                                      TypeRange results, unsigned regions) {
  OperationState state(location, name, operands, results);
  for (unsigned i = 0; i != regions; ++i)
    state.addRegion();
  return builder.create(state);
}

Operation *mlir::trackdbg::ways::makeBefore(OpBuilder &builder, Operation *old,
                                            llvm::StringRef name) {
  builder.setInsertionPoint(old);
  return make(builder, old->getLoc(), name, old->getOperands(),
              old->getResultTypes());
}

namespace {
struct Group {
  llvm::StringLiteral name;
  llvm::ArrayRef<Way> (*ways)();
};
constexpr Group kGroups[] = {
    {"replace", replaceWays},  {"uses", useWays},
    {"copies", copyWays},      {"blocks", blockWays},
    {"folds", foldWays},       {"functions", functionWays},
    {"loops", loopWays},       {"nests", nestWays},
    {"linalg", linalgWays},    {"conversions", conversionWays},
    {"patterns", patternWays}, {"by-hand", handWays},
    {"mixed", mixedWays},      {"rollbacks", rollbackWays},
    {"graphs", graphWays},     {"detached", detachedWays},
};

struct Construct : PassWrapper<Construct, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Construct)
  Construct() = default;
  Construct(const Construct &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "construct"; }
  StringRef getDescription() const override {
    return "Changes IR in a way of which is known what is made from what";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<
        affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect,
        func::FuncDialect, gpu::GPUDialect, linalg::LinalgDialect,
        memref::MemRefDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect,
        scf::SCFDialect, tensor::TensorDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    if (!list.empty())
      return writeList();
    for (const Group &group : kGroups)
      for (const Way &each : group.ways())
        if (way == each.name) {
          Subject subject(getOperation());
          return each.run(subject);
        }
    getOperation().emitError("there is no way \"") << way << '"';
    signalPassFailure();
  }

  void writeList() {
    std::error_code error;
    llvm::raw_fd_ostream file(list, error);
    if (error) {
      getOperation().emitError(list) << ": " << error.message();
      return signalPassFailure();
    }
    for (const Group &group : kGroups)
      for (const Way &each : group.ways())
        file << llvm::json::Value(llvm::json::Object{{"group", group.name},
                                                     {"name", each.name},
                                                     {"input", each.input},
                                                     {"truth", each.truth}})
             << '\n';
  }

  Option<std::string> way{*this, "way", llvm::cl::desc("What to do")};
  Option<std::string> list{*this, "list", llvm::cl::desc("Where to list all")};
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "construct", "1",
          [] { PassRegistration<Construct>(); }};
}
