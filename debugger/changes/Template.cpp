//===- Template.cpp - How an op prints, whatever its values are called ----===//

#include "changes/Template.h"

#include "trackdbg/TraceChanges.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

using namespace trace::op_template;

/// A number and the period behind it, if there is one.
static uint32_t takeNumber(llvm::StringRef &text) {
  uint32_t number = 0;
  text.consumeInteger(10, number);
  (void)text.consume_front(".");
  return number;
}

static void readName(llvm::StringRef part, Template &read) {
  // An op that claims more results than that prints some of them.
  constexpr uint32_t kMostResults = 1 << 16;
  char letter = part.front();
  part = part.drop_front();
  Template::Name name;
  switch (letter) {
  case 'n':
    read.resultCount = std::min(takeNumber(part), kMostResults);
    return;
  case 'd':
    read.defaultDialect = part;
    return;
  case 'r':
    name.number = takeNumber(part);
    name.name = part;
    read.results.push_back(name);
    return;
  case 'a':
    name.region = takeNumber(part);
    name.number = takeNumber(part);
    name.name = part;
    read.arguments.push_back(name);
    return;
  case 'w':
    name.region = takeNumber(part);
    name.number = takeNumber(part);
    name.operand = takeNumber(part);
    read.shadows.push_back(name);
    return;
  default:
    return;
  }
}

static std::optional<Template::Item::Kind> kindOf(char letter) {
  using Kind = Template::Item::Kind;
  switch (letter) {
  case 'o':
    return Kind::Operand;
  case 'v':
    return Kind::Result;
  case 'a':
    return Kind::Argument;
  case 's':
    return Kind::Successor;
  case 'r':
    return Kind::Region;
  case 'i':
    return Kind::Inside;
  case 'n':
    return Kind::NewLine;
  case 'u':
    return Kind::Unknown;
  default:
    return std::nullopt;
  }
}

static void readMark(llvm::StringRef mark, Template &read) {
  std::optional<Template::Item::Kind> kind;
  if (!mark.empty())
    kind = kindOf(mark.front());
  if (!kind)
    return;
  llvm::StringRef numbers = mark.drop_front();
  Template::Item item{*kind};
  item.first = takeNumber(numbers);
  item.second = takeNumber(numbers);
  read.items.push_back(item);
}

Template Template::read(llvm::StringRef text) {
  Template read;
  if (text.contains(kTextBegin)) {
    auto [names, rest] = text.split(kTextBegin);
    text = rest;
    while (!names.empty()) {
      auto [part, others] = names.split(kNameEnd);
      if (!part.empty())
        readName(part, read);
      names = others;
    }
  }
  while (!text.empty()) {
    llvm::StringRef plain = text.take_until([](char c) { return c == kMark; });
    if (!plain.empty())
      read.items.push_back({Item::Kind::Text, 0, 0, plain});
    text = text.drop_front(plain.size());
    if (text.empty())
      break;
    auto [mark, rest] = text.drop_front().split(';');
    readMark(mark, read);
    text = rest;
  }
  return read;
}

} // namespace mlir::trackdbg
