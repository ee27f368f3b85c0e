//===- Linalg.cpp - Structured ops that are tiled, fused and lowered ------===//

#include "Ways.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
scf::SCFTilingOptions sizes(Subject &subject) {
  scf::SCFTilingOptions options;
  options.setTileSizes({subject.rewriter.getIndexAttr(4)});
  return options;
}

void tileUsingFor(Subject &subject) {
  auto op = cast<TilingInterface>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  auto tiled = scf::tileUsingSCF(subject.rewriter, op, sizes(subject));
  if (succeeded(tiled))
    subject.rewriter.replaceOp(op, tiled->replacements);
}

void tileUsingForall(Subject &subject) {
  auto op = cast<TilingInterface>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  scf::SCFTilingOptions options = sizes(subject);
  options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  auto tiled = scf::tileUsingSCF(subject.rewriter, op, options);
  if (succeeded(tiled))
    subject.rewriter.replaceOp(op, tiled->replacements);
}

void tileAndFuse(Subject &subject) {
  auto op = cast<TilingInterface>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  scf::SCFTileAndFuseOptions options;
  options.setTilingOptions(sizes(subject));
  auto tiled =
      scf::tileConsumerAndFuseProducersUsingSCF(subject.rewriter, op, options);
  if (failed(tiled))
    return;
  Value result = op->getResult(0);
  subject.rewriter.replaceAllUsesWith(result,
                                      tiled->replacements.lookup(result));
  subject.rewriter.eraseOp(op);
}

void tileBuffers(Subject &subject) {
  auto op = cast<linalg::LinalgOp>(subject.op("linalg.matmul"));
  linalg::LinalgTilingOptions options;
  options.setTileSizes(SmallVector<int64_t>{4});
  options.setLoopType(linalg::LinalgTilingLoopType::Loops);
  subject.rewriter.setInsertionPoint(op);
  if (succeeded(linalg::tileLinalgOp(subject.rewriter, op, options)))
    subject.rewriter.eraseOp(op);
}

void toLoops(Subject &subject) {
  auto op = cast<linalg::LinalgOp>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  if (succeeded(linalg::linalgOpToLoops(subject.rewriter, op)))
    subject.rewriter.eraseOp(op);
}

void generalize(Subject &subject) {
  auto op = cast<linalg::LinalgOp>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  (void)linalg::generalizeNamedOp(subject.rewriter, op);
}

void specialize(Subject &subject) {
  auto op = subject.get<linalg::GenericOp>();
  subject.rewriter.setInsertionPoint(op);
  (void)linalg::specializeGenericOp(subject.rewriter, op);
}

void interchange(Subject &subject) {
  (void)linalg::interchangeGenericOp(subject.rewriter,
                                     subject.get<linalg::GenericOp>(), {1, 0});
}

void fuse(Subject &subject) {
  auto consumer = subject.get<linalg::GenericOp>(2);
  subject.rewriter.setInsertionPoint(consumer);
  auto fused =
      linalg::fuseElementwiseOps(subject.rewriter, &consumer->getOpOperand(0));
  if (failed(fused))
    return;
  for (auto [from, to] : fused->replacements)
    subject.rewriter.replaceUsesWithIf(from, to, [&](OpOperand &use) {
      return use.get().getDefiningOp() !=
             consumer.getInputs()[0].getDefiningOp();
    });
  subject.rewriter.eraseOp(consumer);
  subject.rewriter.eraseOp(subject.get<linalg::GenericOp>(1));
}

constexpr llvm::StringLiteral kMatmul = R"(
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>)
    outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
)";
constexpr llvm::StringLiteral kProducer = R"(
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %p = linalg.exp ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>)
    -> tensor<8x16xf32>
  %d = linalg.matmul ins(%p, %b : tensor<8x16xf32>, tensor<16x8xf32>)
    outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
)";
constexpr llvm::StringLiteral kBuffers = R"(
func.func @f(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>)
    outs(%c : memref<8x8xf32>)
  return
}
)";
constexpr llvm::StringLiteral kGenerics = R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<8x16xf32>, %e: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %p = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.addf %x, %x : f32
      linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %q = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %x : f32
      linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}
)";
constexpr llvm::StringLiteral kGeneric = R"(
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<8x16xf32>, %e: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %p = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
    ^bb0(%x: f32, %y: f32):
      %0 = math.exp %x : f32
      linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %p : tensor<8x16xf32>
}
)";
constexpr llvm::StringLiteral kTiled =
    "+scf.for from linalg.matmul\n+scf.yield from linalg.matmul\n"
    "+tensor.insert_slice from linalg.matmul\n"
    "+tensor.extract_slice from linalg.matmul\n"
    "+arith.constant from linalg.matmul\n"
    "+linalg.matmul from linalg.matmul\n+arith.addf from arith.addf\n"
    "+arith.mulf from arith.mulf\n+linalg.yield from linalg.yield";
// The producer stays where it was. The slices of its operands are made for it.
constexpr llvm::StringLiteral kTiledWithProducer =
    "+scf.for from linalg.matmul\n+scf.yield from linalg.matmul\n"
    "+tensor.insert_slice from linalg.matmul\n"
    "+tensor.extract_slice from linalg.matmul | "
    "+tensor.extract_slice from linalg.exp | "
    "+tensor.extract_slice#7 from +tensor.extract_slice#6\n"
    "+tensor.empty from tensor.empty\n"
    "+arith.constant from linalg.matmul\n"
    "+linalg.exp from linalg.exp\n+math.exp from math.exp\n"
    "+linalg.matmul from linalg.matmul\n+arith.addf from arith.addf\n"
    "+arith.mulf from arith.mulf\n"
    "+linalg.yield from linalg.yield#1 | +linalg.yield from linalg.yield#2";

constexpr Way kWays[] = {
    {"tile-using-for", kMatmul, kTiled, tileUsingFor},
    {"tile-using-forall", kMatmul,
     "+scf.forall from linalg.matmul\n"
     "+scf.forall.in_parallel from linalg.matmul\n"
     "+tensor.parallel_insert_slice from linalg.matmul\n"
     "+tensor.extract_slice from linalg.matmul\n"
     "+linalg.matmul from linalg.matmul\n+arith.addf from arith.addf\n"
     "+arith.mulf from arith.mulf\n+linalg.yield from linalg.yield",
     tileUsingForall},
    {"tile-and-fuse", kProducer, kTiledWithProducer, tileAndFuse},
    {"tile-buffers", kBuffers,
     "+scf.for from linalg.matmul\n+scf.yield from linalg.matmul\n"
     "+memref.subview from linalg.matmul\n"
     "+arith.constant from linalg.matmul\n"
     "+linalg.matmul from linalg.matmul\n+arith.addf from arith.addf\n"
     "+arith.mulf from arith.mulf\n+linalg.yield from linalg.yield",
     tileBuffers},
    {"linalg-to-loops", kBuffers,
     "+scf.for from linalg.matmul\n+scf.yield from linalg.matmul\n"
     "+affine.apply from linalg.matmul\n"
     "+memref.load from linalg.matmul\n+memref.store from linalg.matmul\n"
     "+arith.constant from linalg.matmul\n+arith.addf from arith.addf\n"
     "+arith.mulf from arith.mulf\nerased linalg.yield",
     toLoops},
    {"generalize", kMatmul, "+linalg.generic from linalg.matmul", generalize},
    {"specialize", kGeneric,
     "+linalg.exp from linalg.generic\n"
     "+math.exp from linalg.generic | +math.exp from math.exp\n"
     "+linalg.yield from linalg.generic | +linalg.yield from linalg.yield\n"
     "erased math.exp\nerased linalg.yield",
     specialize},
    {"interchange", kGeneric, "", interchange},
    {"fuse-elementwise", kGenerics,
     "+linalg.generic from linalg.generic#1, linalg.generic#2\n"
     "+arith.addf from arith.addf\n+arith.mulf from arith.mulf\n"
     "+linalg.yield from linalg.yield#2 | "
     "+linalg.yield from linalg.generic#1, linalg.generic#2\n"
     "erased linalg.yield#1",
     fuse},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::linalgWays() { return kWays; }
