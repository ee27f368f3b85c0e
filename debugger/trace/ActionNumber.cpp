//===- ActionNumber.cpp - "a31", as people write it -----------------------===//

#include "trace/ActionNumber.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string actionNumber(uint64_t number) {
  return "a" + std::to_string(number);
}

static std::optional<uint64_t> parseDigits(StringRef text) {
  uint64_t number;
  if (text.empty() || !all_of(text, isDigit) || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

std::optional<uint64_t> parseMarkedActionNumber(StringRef text) {
  if (!text.consume_front("a"))
    return std::nullopt;
  return parseDigits(text);
}

std::optional<uint64_t> parseActionNumber(StringRef text) {
  if (std::optional<uint64_t> number = parseMarkedActionNumber(text))
    return number;
  return parseDigits(text);
}

} // namespace mlir::trackdbg
