//===- ValueFormat.cpp ----------------------------------------------------===//

#include "commands/ValueFormat.h"

#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

bool takesFormat(StringRef command) {
  return is_contained({"print", "output", "display"}, command);
}

Expected<ValueFormat> takeFormat(StringRef &typed) {
  typed = typed.trim();
  if (!typed.starts_with("/"))
    return ValueFormat();
  auto [format, value] = getToken(typed);
  if (format.size() != 2 || !StringRef("xzotduc").contains(format.back()))
    return fail(
        "Undefined output format \"{0}\"; there are x and z "
        "(hexadecimal), o (octal), t (binary), d and u (decimal), and c "
        "(a character).",
        format.drop_front());
  typed = value.trim();
  return ValueFormat{format.back()};
}

std::string ValueFormat::show(const TermValue &value) const {
  const auto *number = std::get_if<int64_t>(&value);
  const auto *truth = std::get_if<bool>(&value);
  if (letter == 0 || (!number && !truth))
    return literalOf(value);
  int64_t plain = number ? *number : *truth;
  uint64_t bits = plain;
  switch (letter) {
  case 'x':
    return fmt::format("{:#x}", bits);
  case 'z':
    return fmt::format("{:#018x}", bits);
  case 'o':
    return fmt::format("{:#o}", bits);
  case 't':
    return fmt::format("{:b}", bits);
  case 'u':
    return fmt::format("{}", bits);
  case 'c':
    if (plain == char(plain) && isPrint(char(plain)))
      return fmt::format("{} '{}'", plain, char(plain));
    break;
  }
  return fmt::format("{}", plain);
}

} // namespace mlir::trackdbg
