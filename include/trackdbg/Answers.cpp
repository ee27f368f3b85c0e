//===- Answers.cpp - What answers and requests name as a unit -------------===//

#include "trackdbg/Answers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static constexpr StringLiteral kArgument = ":arg";

std::string FoundUnit::unit() const {
  std::string text = "0x" + utohexstr(address);
  if (argument >= 0)
    text += (kArgument + std::to_string(argument)).str();
  return text;
}

std::optional<FoundUnit> FoundUnit::parse(StringRef unit) {
  auto [address, number] = unit.split(kArgument);
  FoundUnit found;
  bool isOp = address.size() == unit.size();
  if (!address.consume_front("0x") || address.getAsInteger(16, found.address) ||
      (!isOp &&
       (number.getAsInteger(10, found.argument) || found.argument < 0)))
    return std::nullopt;
  return found;
}

} // namespace mlir::trackdbg
