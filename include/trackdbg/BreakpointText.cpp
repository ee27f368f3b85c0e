//===- BreakpointText.cpp - Breakpoints as one text -----------------------===//

#include "trackdbg/EnumNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

// Breakpoints that follow each other and differ in numbers only share a head:
//
//   KIND FLAGS LENGTH NAME [LENGTH CONDITION] COUNT;
//
// where FLAGS says whether it is enabled, 1, and has a condition, 2; and then
// COUNT times, where zeros at the end are left out:
//
//   ID LINE COLUMN ACTION IGNORE;
//
// A watchpoint's IGNORE is always there, and its ops follow it as ADDRESS BORN.

namespace {

bool shareHead(const BreakpointSpec &a, const BreakpointSpec &b) {
  return a.kind == b.kind && a.enabled == b.enabled && a.name == b.name &&
         a.condition == b.condition;
}

constexpr unsigned kEnabled = 1, kConditional = 2;

void writeText(raw_ostream &out, StringRef text) {
  std::string sent = json::isUTF8(text) ? text.str() : json::fixUTF8(text);
  out << sent.size() << ' ' << sent << ' ';
}

void writeHead(raw_ostream &out, const BreakpointSpec &spec, size_t count) {
  bool isConditional = !spec.condition.empty();
  out << nameOf(spec.kind) << ' '
      << (spec.enabled ? kEnabled : 0) + (isConditional ? kConditional : 0)
      << ' ';
  writeText(out, spec.name);
  if (isConditional)
    writeText(out, spec.condition);
  out << count << ';';
}

void writeNumbers(raw_ostream &out, const BreakpointSpec &spec) {
  out << spec.id;
  int64_t numbers[] = {spec.line, spec.column, spec.action, spec.ignoreCount};
  ArrayRef<int64_t> told = numbers;
  while (spec.ops.empty() && !told.empty() && told.back() == 0)
    told = told.drop_back();
  for (int64_t number : told)
    out << ' ' << number;
  for (const WatchedOp &op : spec.ops)
    out << ' ' << op.address << ' ' << op.born;
  out << ';';
}

} // namespace

std::string toText(ArrayRef<BreakpointSpec> specs) {
  std::string text;
  raw_string_ostream out(text);
  while (!specs.empty()) {
    ArrayRef<BreakpointSpec> alike = specs.take_while(
        [&](const auto &spec) { return shareHead(spec, specs.front()); });
    writeHead(out, alike.front(), alike.size());
    for (const BreakpointSpec &spec : alike)
      writeNumbers(out, spec);
    specs = specs.drop_front(alike.size());
  }
  return text;
}

namespace {

/// What writeText wrote.
bool takeText(StringRef &text, std::string &taken) {
  size_t length;
  if (text.consumeInteger(10, length) || !text.consume_front(" ") ||
      length > text.size())
    return false;
  taken = text.take_front(length).str();
  text = text.drop_front(length);
  return text.consume_front(" ");
}

bool takeHead(StringRef &text, BreakpointSpec &head, uint64_t &count) {
  StringRef kind = text.take_until([](char c) { return c == ' '; });
  text = text.drop_front(kind.size());
  std::optional<BreakpointSpec::Kind> named =
      valueOf<BreakpointSpec::Kind>(kind);
  unsigned flags;
  if (!named || !text.consume_front(" ") || text.consumeInteger(10, flags) ||
      !text.consume_front(" ") || !takeText(text, head.name))
    return false;
  if ((flags & kConditional) && !takeText(text, head.condition))
    return false;
  head.kind = *named;
  head.enabled = flags & kEnabled;
  return !text.consumeInteger(10, count) && text.consume_front(";");
}

bool takeNumbers(StringRef &text, BreakpointSpec &spec) {
  if (text.consumeInteger(10, spec.id))
    return false;
  for (int64_t *number :
       {&spec.line, &spec.column, &spec.action, &spec.ignoreCount})
    if (text.consume_front(" ") && text.consumeInteger(10, *number))
      return false;
  while (text.consume_front(" ")) {
    WatchedOp &op = spec.ops.emplace_back();
    if (text.consumeInteger(10, op.address) || !text.consume_front(" ") ||
        text.consumeInteger(10, op.born))
      return false;
  }
  return text.consume_front(";");
}

} // namespace

bool fromText(StringRef text, std::vector<BreakpointSpec> &specs) {
  specs.clear();
  while (!text.empty()) {
    BreakpointSpec head;
    uint64_t count;
    if (!takeHead(text, head, count))
      return false;
    // No room is reserved: the groups may be as many as the breakpoints, and
    // exact room for each would move all that are there each time.
    for (; count != 0; --count)
      if (!takeNumbers(text, specs.emplace_back(head)))
        return false;
  }
  return true;
}

} // namespace mlir::trackdbg
