//===- Comparing.cpp - How two prints of IR differ, op by op --------------===//

#include "commands/Comparing.h"

#include "queries/NameCounts.h"
#include "queries/Queries.h"
#include "stages/IdentityDiff.h"
#include "trackdbg/Requests.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static void countNames(const Lineage &lineage, IdentityDiffReply &reply) {
  using Counts = DenseMap<uint32_t, uint64_t>;
  Counts made, gone, changed, moved;
  for (const IdentityLine &line : reply.diff.lines) {
    Counts *counts = nullptr;
    switch (line.kind) {
    case IdentityLine::Kind::Added:
      counts = &made;
      break;
    case IdentityLine::Kind::Removed:
      counts = &gone;
      break;
    case IdentityLine::Kind::Changed:
      counts = &changed;
      break;
    case IdentityLine::Kind::MovedTo:
      counts = &moved;
      break;
    case IdentityLine::Kind::Same:
    case IdentityLine::Kind::MovedFrom:
      break;
    }
    if (counts && line.op != 0)
      ++(*counts)[lineage.op(line.op).nameId];
  }
  const Definitions &definitions = lineage.definitions();
  reply.made = byFrequency(definitions, made);
  reply.gone = byFrequency(definitions, gone);
  reply.changed = byFrequency(definitions, changed);
  reply.moved = byFrequency(definitions, moved);
}

/// The nearest op around one that has a symbol; id 0 for none. What the texts
/// do not tell is that of the input.
static OpRef symbolAround(const Lineage &lineage,
                          const DenseMap<OpId, OpId> &parents, OpId op) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; op != 0 && depth < kMaxNesting; ++depth) {
    auto known = parents.find(op);
    op = known == parents.end() ? lineage.op(op).parent : known->second;
    if (!lineage.symbol(op).empty())
      return describeOp(lineage, op);
  }
  return {};
}

IdentityDiffReply compareOps(const Lineage &lineage, const DiffLines &before,
                             const DiffLines &after,
                             const Arguments &arguments) {
  IdentityDiffReply reply;
  reply.diff = diffByIdentity(lineage, before, after);
  reply.form = arguments.has("--stat")           ? DiffForm::Stat
               : arguments.has("--side-by-side") ? DiffForm::SideBySide
                                                 : DiffForm::Ops;
  reply.isWhole = arguments.has("--all");
  int64_t context = arguments.number("--context", 1);
  reply.hunks = hunksOf(reply.diff, std::max<int64_t>(context, 0));
  DenseMap<OpId, OpId> parents;
  for (const IdentityLine &line : reply.diff.lines)
    if (line.op != 0)
      parents[line.op] = line.parent;
  for (const IdentityHunk &hunk : reply.hunks) {
    // Of the first line that differs: one before it may end another op.
    size_t first = hunk.first;
    while (reply.diff.lines[first].kind == IdentityLine::Kind::Same)
      ++first;
    OpId around = reply.diff.lines[first].parent;
    reply.around.push_back(describeOp(lineage, around));
    reply.symbols.push_back(symbolAround(lineage, parents, around));
  }
  countNames(lineage, reply);
  return reply;
}

std::optional<AddressedText> tiedText(const PrintedIR &printed) {
  AddressedText result;
  result.text = printed.text.str();
  result.position = printed.position;
  std::string bytes;
  if (printed.hexTies.empty() || !tryGetFromHex(printed.hexTies, bytes) ||
      !result.setTies(bytes, bytes.size() / trace::kTieSize))
    return std::nullopt;
  return result;
}

std::string PrintedIR::unit() const {
  std::optional<AddressedText> tied = tiedText(*this);
  if (!tied || tied->addresses.empty())
    return "";
  FoundUnit op;
  op.address = tied->addresses.front();
  return op.unit();
}

std::optional<IdentityDiffReply> comparePrinted(const Lineage &lineage,
                                                const PrintedIR &before,
                                                const PrintedIR &after,
                                                const Arguments &arguments) {
  std::optional<AddressedText> old = tiedText(before), young = tiedText(after);
  if (!old || !young)
    return std::nullopt;
  AddressedText both[] = {std::move(*old), std::move(*young)};
  findTiedOps(lineage, both);
  StageText first(std::move(both[0].text), std::move(both[0].ties));
  StageText second(std::move(both[1].text), std::move(both[1].ties));
  return compareOps(lineage, DiffLines::of(&first), DiffLines::of(&second),
                    arguments);
}

} // namespace mlir::trackdbg
