//===- PrecompiledHeader.h - What nearly every file here needs of MLIR ----===//
// A header of MLIR costs seconds for each file that includes it.

#include "mlir/Debug/ExecutionContext.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/JSON.h"
