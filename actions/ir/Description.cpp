//===- Description.cpp - What an op has, part by part ---------------------===//

#include "ir/Description.h"

#include "ir/LocationText.h"
#include "ir/Printing.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

template <typename Print> static std::string written(Print print) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  return text;
}

namespace {
class Describer {
public:
  Describer(Operation *near, const OpPrintingFlags &flags)
      : state(enclosingFunction(near), flags) {}

  DescribeAnswer describe(Operation *op) {
    DescribeAnswer answer;
    answer.title = titleOf(op);
    for (Value result : op->getResults())
      answer.results.push_back(part(result));
    for (Value operand : op->getOperands()) {
      answer.operands.push_back(operand ? part(operand) : NamedPart());
      if (operand)
        answer.operands.back().by = definerOf(operand);
    }
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      add(answer, attribute);
    if (auto inherent = llvm::dyn_cast_or_null<DictionaryAttr>(
            op->getPropertiesAsAttribute()))
      for (NamedAttribute attribute : inherent)
        add(answer, attribute);
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (BlockArgument argument : region.front().getArguments())
          answer.arguments.push_back(part(argument));
    return answer;
  }

  NamedPart part(Value value) {
    return {written([&](llvm::raw_ostream &os) {
              value.printAsOperand(os, state);
            }),
            written([&](llvm::raw_ostream &os) { value.getType().print(os); }),
            ""};
  }

private:
  void add(DescribeAnswer &answer, NamedAttribute attribute) {
    answer.attributes.push_back({attribute.getName().str(),
                                 written([&](llvm::raw_ostream &os) {
                                   attribute.getValue().print(os, state);
                                 }),
                                 ""});
  }

  std::string definerOf(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Block *block = argument.getOwner();
      Operation *holder = block->getParentOp();
      std::string text = "argument " + std::to_string(argument.getArgNumber());
      if (!block->isEntryBlock())
        text += written([&](llvm::raw_ostream &os) {
          os << " of ";
          block->printAsOperand(os, state);
        });
      return holder ? text + " of " + titleOf(holder) : text;
    }
    Operation *op = value.getDefiningOp();
    std::string text = op->getName().getStringRef().str();
    if (!isa<UnknownLoc>(op->getLoc()))
      text += " at " + locationText(op->getLoc());
    if (!firstFileLocation(op->getLoc()))
      if (std::string around = placeAround(op); !around.empty())
        text += " inside " + around;
    return text;
  }

  AsmState state;
};
} // namespace

DescribeAnswer mlir::trackdbg::describeOp(Operation *op,
                                          const OpPrintingFlags &flags) {
  return Describer(op, flags).describe(op);
}

DescribeAnswer mlir::trackdbg::describeValue(Value value,
                                             const OpPrintingFlags &flags) {
  DescribeAnswer answer;
  Operation *near = value.getDefiningOp();
  if (!near)
    near = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (!near)
    return answer;
  answer.results.push_back(Describer(near, flags).part(value));
  answer.title = answer.results.front().name;
  return answer;
}

DescribeAnswer mlir::trackdbg::describeTypes(Operation *op) {
  llvm::MapVector<Type, uint64_t> counts;
  op->walk([&](Operation *each) {
    for (Type type : each->getResultTypes())
      ++counts[type];
    for (Region &region : each->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          ++counts[type];
  });
  auto types = counts.takeVector();
  llvm::stable_sort(
      types, [](const auto &a, const auto &b) { return a.second > b.second; });
  DescribeAnswer answer;
  answer.title = titleOf(op);
  for (auto [type, count] : types)
    answer.results.push_back({"",
                              written([&](raw_ostream &out) { out << type; }),
                              std::to_string(count)});
  return answer;
}
