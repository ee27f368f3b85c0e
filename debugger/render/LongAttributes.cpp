//===- LongAttributes.cpp - IR without the inside of long attributes ------===//

#include "render/LongAttributes.h"

#include "trackdbg/NamesInLine.h"

#include <algorithm>
#include <cstring>
#include <optional>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// The brackets of an attribute, from "<" or "[" on.
struct Brackets {
  size_t size = 0; ///< 0: nothing closes them on this line.
  size_t entries = 1;
};
} // namespace

/// Of the string that `text` begins with, its quotes included. The end of the
/// line closes it too.
static size_t sizeOfString(StringRef text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\n')
      return i;
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

static Brackets bracketsOf(StringRef text) {
  Brackets found;
  size_t depth = 0;
  for (size_t i = 0; i < text.size() && text[i] != '\n'; ++i) {
    switch (text[i]) {
    case '"':
      i += sizeOfString(text.substr(i)) - 1;
      break;
    case '<':
    case '[':
    case '(':
    case '{':
      ++depth;
      break;
    case '>':
      if (text[i - 1] == '-')
        break;
      [[fallthrough]];
    case ']':
    case ')':
    case '}':
      if (--depth == 0) {
        found.size = i + 1;
        return found;
      }
      break;
    case ',':
      ++found.entries;
      break;
    default:
      break;
    }
  }
  return found;
}

/// What stands before the brackets of an attribute that `text` begins with, if
/// it does: "#dlti.dl_spec", "array" or nothing.
static std::optional<size_t> sizeOfHead(StringRef text) {
  if (text.starts_with("["))
    return 0;
  if (text.starts_with("array<"))
    return strlen("array");
  if (!text.starts_with("#"))
    return std::nullopt;
  size_t size = text.find_if_not(isOfName, 1);
  if (size == StringRef::npos || text[size] != '<')
    return std::nullopt;
  return size;
}

std::string elideLongAttributes(StringRef text, size_t mostEntries) {
  std::string result;
  size_t kept = 0; // Up to here, all is in the result.
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      i += sizeOfString(text.substr(i)) - 1;
      continue;
    }
    if (!text.substr(i).starts_with("= "))
      continue;
    size_t begin = i + strlen("= ");
    std::optional<size_t> head = sizeOfHead(text.substr(begin));
    if (!head)
      continue;
    size_t open = begin + *head;
    Brackets brackets = bracketsOf(text.substr(open));
    if (brackets.size == 0) {
      // Nothing on this line is whole.
      i = std::min(text.find('\n', open), text.size());
      continue;
    }
    size_t close = open + brackets.size - 1;
    if (brackets.entries > mostEntries) {
      result += text.slice(kept, open + 1);
      result += "...";
      kept = close;
    }
    i = close;
  }
  return result + text.drop_front(kept).str();
}

} // namespace mlir::trackdbg
