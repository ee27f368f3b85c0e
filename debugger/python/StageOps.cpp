//===- StageOps.cpp -------------------------------------------------------===//

#include "python/StageOps.h"

#include "graph/Nesting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

StageOps::StageOps(const Lineage &lineage, Snapshots::Texts given)
    : texts(std::move(given)) {
  for (const auto &text : texts)
    addPrinted(*text);
  sortById();
  link();
}

StageOps::StageOps(const Lineage &lineage, Moment moment) {
  OpsAt there(lineage, moment);
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (there.contains(id))
      entries.push_back({.op = id});
  sortById();
  const Nesting &nesting = lineage.nestingAt(moment);
  for (Entry &entry : entries)
    entry.parent = find(nesting.parentOf(entry.op));
  link();
}

void StageOps::addPrinted(const StageText &text) {
  struct Holder {
    uint32_t entry, lastLine;
  };
  SmallVector<Holder, 16> holders;
  for (const Tie &tie : text.ties()) {
    if (tie.op == 0)
      continue;
    while (!holders.empty() && holders.back().lastLine < tie.line)
      holders.pop_back();
    uint32_t entry = entries.size();
    entries.push_back({.op = tie.op,
                       .parent = holders.empty() ? kNone : holders.back().entry,
                       .text = &text,
                       .tie = &tie});
    if (uint32_t lastLine = text.lastLineOf(tie); lastLine > tie.line)
      holders.push_back({entry, lastLine});
  }
}

void StageOps::sortById() {
  byId.resize(entries.size());
  for (uint32_t i = 0; i < byId.size(); ++i)
    byId[i] = i;
  llvm::sort(byId, [&](uint32_t lhs, uint32_t rhs) {
    return std::pair(entries[lhs].op, lhs) < std::pair(entries[rhs].op, rhs);
  });
}

void StageOps::link() {
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (entries[i].parent == kNone)
      continue;
    Entry &parent = entries[entries[i].parent];
    uint32_t &place = parent.firstChild == kNone
                          ? parent.firstChild
                          : entries[parent.lastChild].nextSibling;
    place = parent.lastChild = i;
  }
}

std::vector<uint32_t> StageOps::children(uint32_t entry) const {
  std::vector<uint32_t> found;
  for (uint32_t child = entries[entry].firstChild; child != kNone;
       child = entries[child].nextSibling)
    found.push_back(child);
  return found;
}

std::vector<uint32_t> StageOps::inside(uint32_t entry) const {
  std::vector<uint32_t> found{entry};
  // A hostile trace may hold an op that is inside itself.
  DenseSet<uint32_t> seen{entry};
  for (size_t i = 0; i < found.size(); ++i)
    for (uint32_t child : children(found[i]))
      if (seen.insert(child).second)
        found.push_back(child);
  found.erase(found.begin());
  return found;
}

uint32_t StageOps::find(OpId op) const {
  auto found = partition_point(
      byId, [&](uint32_t entry) { return entries[entry].op < op; });
  return found != byId.end() && entries[*found].op == op ? *found : kNone;
}

static StringRef beginningOf(const StageText &text, const Tie &tie) {
  return text.line(tie.line).drop_front(tie.column);
}

StringRef StageOps::valueName(uint32_t entry) const {
  const Entry &it = entries[entry];
  if (!it.tie)
    return "";
  StringRef text = beginningOf(*it.text, *it.tie);
  if (!text.starts_with("%"))
    return "";
  return text.take_until(
      [](char c) { return c == ':' || c == ',' || c == ' ' || c == '='; });
}

std::string StageOps::text(uint32_t entry) const {
  const Entry &it = entries[entry];
  if (!it.tie)
    return "";
  std::string shown;
  StringRef rest = it.text->textOf(*it.tie).rtrim('\n');
  while (true) {
    auto [line, next] = rest.split('\n');
    size_t indent =
        std::min<size_t>(line.find_first_not_of(' '),
                         std::min<size_t>(it.tie->column, line.size()));
    shown += line.drop_front(indent);
    if (line.size() == rest.size())
      return shown;
    shown += '\n';
    rest = next;
  }
}

std::string StageOps::text() const {
  std::string shown;
  for (const auto &text : texts)
    shown += (shown.empty() ? "" : "// -----\n") + text->text().str();
  return shown;
}

/// Scripts get a path as text, and give it back.
std::string StageOps::pathStep(const Lineage &lineage, uint32_t entry) const {
  StringRef value = valueName(entry);
  return value.empty()
             ? fmt::format("{}[{}]", json::fixUTF8(lineage.opName(op(entry))),
                           entry)
             : value.str();
}

// Where ops are known from records only, a hostile trace may hold one that is
// inside itself.
static constexpr unsigned kDeepest = 256;

std::string StageOps::path(const Lineage &lineage, uint32_t entry) const {
  std::string path = pathStep(lineage, entry);
  for (unsigned i = 0; i < kDeepest && parent(entry) != kNone; ++i) {
    entry = parent(entry);
    path = pathStep(lineage, entry) + "/" + path;
  }
  return path;
}

uint32_t StageOps::findPath(const Lineage &lineage, StringRef wanted) const {
  StringRef last = wanted.rsplit('/').second;
  if (last.empty())
    last = wanted;
  for (uint32_t entry = 0; entry < size(); ++entry) {
    StringRef value = valueName(entry);
    bool mayBe = value.empty() ? last.ends_with("]") : value == last;
    if (mayBe && path(lineage, entry) == wanted)
      return entry;
  }
  return kNone;
}

} // namespace mlir::trackdbg
