//===- OpMarks.cpp - Which LLVM instructions are made for which op --------===//

#include "finalcode/OpMarks.h"

#include "llvm/VTableCopies.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using Interface = LLVMTranslationDialectInterface;

static llvm::DenseMap<Operation *, CodeOrigin> numbers;
static VTableCopies vtables;

static constexpr llvm::StringLiteral kMark = "trackdbg.op";

static void mark(llvm::Instruction &instruction, CodeOrigin op) {
  llvm::LLVMContext &context = instruction.getContext();
  unsigned kind = context.getMDKindID(kMark);
  if (instruction.getMetadata(kind))
    return;
  auto *number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), op);
  instruction.setMetadata(
      kind, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(number)));
}

/// Where an op makes blocks, or holds others that do, what is not marked yet in
/// the function is taken for its own. Nodes for arguments of blocks are made
/// before any op is translated, for none of them.
static void markFunction(llvm::Function &function, CodeOrigin op) {
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      if (!llvm::isa<llvm::PHINode>(instruction))
        mark(instruction, op);
}

static LogicalResult convert(const Interface *self, Operation *op,
                             llvm::IRBuilderBase &builder,
                             LLVM::ModuleTranslation &translation) {
  auto convertOperation =
      VTableCopies::replaced(self, &Interface::convertOperation);
  CodeOrigin number = numbers.lookup(op);
  llvm::BasicBlock *block = builder.GetInsertBlock();
  if (!block || !number)
    return convertOperation(self, op, builder, translation);
  llvm::Instruction *last = block->empty() ? nullptr : &block->back();
  LogicalResult result = convertOperation(self, op, builder, translation);
  if (op->getNumRegions() != 0 || builder.GetInsertBlock() != block) {
    if (llvm::Function *function = block->getParent())
      markFunction(*function, number);
    return result;
  }
  auto first = last ? std::next(last->getIterator()) : block->begin();
  for (llvm::Instruction &instruction : llvm::make_range(first, block->end()))
    mark(instruction, number);
  return result;
}

std::vector<uint64_t> mlir::trackdbg::markOps(Operation *root) {
  std::vector<uint64_t> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(reinterpret_cast<uintptr_t>(op));
    numbers[op] = ops.size();
  });
  for (Dialect *dialect : root->getContext()->getLoadedDialects())
    if (const auto *interface = dialect->getRegisteredInterface<Interface>())
      vtables.replace(interface, &Interface::convertOperation, convert);
  return ops;
}

static unsigned kindOfMark(const llvm::Module &module) {
  return module.getContext().getMDKindID(kMark);
}

void mlir::trackdbg::forEachMark(llvm::Module &module, TakeMark take) {
  unsigned kind = kindOfMark(module);
  auto opOf = [&](const llvm::Instruction &instruction) -> CodeOrigin {
    const llvm::MDNode *node = instruction.getMetadata(kind);
    if (!node)
      return 0;
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))
        ->getZExtValue();
  };
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block)
        take(instruction, opOf(instruction));
}

void mlir::trackdbg::eraseMark(llvm::Instruction &instruction) {
  instruction.setMetadata(kindOfMark(*instruction.getModule()), nullptr);
}
