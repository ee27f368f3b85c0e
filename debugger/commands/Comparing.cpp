//===- Comparing.cpp - How two prints of IR differ, op by op --------------===//

#include "commands/Comparing.h"

#include "queries/NameCounts.h"
#include "queries/OpsOfAction.h"
#include "queries/Queries.h"
#include "stages/IdentityDiff.h"
#include "stages/PrintsDiff.h"
#include "trackdbg/NamesInLine.h"
#include "trackdbg/Requests.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::vector<LineageTree::NameCount>
byFrequency(const StringMap<uint64_t> &countsByName) {
  std::vector<LineageTree::NameCount> counts;
  for (const auto &each : countsByName)
    counts.push_back({each.getKey().str(), each.getValue()});
  sortByFrequency(counts);
  return counts;
}

static void countNames(IdentityDiffReply &reply,
                       function_ref<StringRef(const IdentityLine &)> nameOf) {
  StringMap<uint64_t> made, gone, changed, moved;
  for (const IdentityLine &line : reply.diff.lines) {
    StringMap<uint64_t> *counts = line.isOfChanged ? &changed : nullptr;
    switch (line.kind) {
    case IdentityLine::Kind::Added:
      counts = &made;
      break;
    case IdentityLine::Kind::Removed:
      counts = &gone;
      break;
    case IdentityLine::Kind::MovedTo:
    case IdentityLine::Kind::MovedFrom:
      counts = line.cameAlong ? nullptr : &moved;
      break;
    case IdentityLine::Kind::Changed:
    case IdentityLine::Kind::Same:
      break;
    }
    if (counts && line.op != 0)
      ++(*counts)[nameOf(line)];
  }
  reply.made = byFrequency(made);
  reply.gone = byFrequency(gone);
  reply.changed = byFrequency(changed);
  reply.moved = byFrequency(moved);
}

static void setForm(IdentityDiffReply &reply, const Arguments &arguments) {
  reply.form = arguments.has("--stat")           ? DiffForm::Stat
               : arguments.has("--side-by-side") ? DiffForm::SideBySide
                                                 : DiffForm::Ops;
  reply.isWhole = arguments.has("--all");
  int64_t context = arguments.number("--context", 1);
  reply.hunks = hunksOf(reply.diff, std::max<int64_t>(context, 0));
}

/// The op around the first line of a hunk that differs: one before it may end
/// another op.
static OpId aroundHunk(const IdentityDiff &diff, const IdentityHunk &hunk) {
  size_t first = hunk.first;
  while (diff.lines[first].kind == IdentityLine::Kind::Same)
    ++first;
  return diff.lines[first].parent;
}

//===----------------------------------------------------------------------===//
// Ops of the trace
//===----------------------------------------------------------------------===//

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

ActionSpan notedActions(const Lineage &lineage, ActionId before,
                        ActionId pass) {
  ActionId uncompared = lineage.uncomparedFrom();
  if (pass == 0 || lineage.passOf(pass) != pass ||
      !lineage.action(pass).ended || (uncompared != 0 && pass >= uncompared))
    return {};
  auto firstBehind = [&](ActionId action) {
    uint64_t end = lineage.action(action).endPosition;
    auto ids = seq_inclusive(action + 1, lineage.actionCount() + 1);
    return *partition_point(ids, [&](ActionId id) {
      return id <= lineage.actionCount() && lineage.action(id).position <= end;
    });
  };
  return {before == 0 ? 1 : firstBehind(before), firstBehind(pass)};
}

IdentityDiffReply compareOps(const Lineage &lineage, const DiffLines &before,
                             const DiffLines &after, const Arguments &arguments,
                             ActionId action, ActionSpan noted) {
  IdentityDiffReply reply;
  if (ActionSpan upTo = notedActions(lineage, 0, action); !upTo.isEmpty())
    noted = {action, upTo.end};
  ActionsInside inside(lineage, action);
  auto isInside = [&](ActionId id) { return inside.contains(id); };
  DiffedAction diffed{lineage.firstOpOf(action), isInside};
  reply.diff = diffByIdentity(lineage, before, after,
                              action == 0 ? nullptr : &diffed, noted);
  setForm(reply, arguments);
  DenseMap<OpId, OpId> parents;
  for (const IdentityLine &line : reply.diff.lines)
    if (line.op != 0)
      parents[line.op] = line.parent;
  for (const IdentityHunk &hunk : reply.hunks) {
    OpId around = aroundHunk(reply.diff, hunk);
    reply.around.push_back(describeOp(lineage, around));
    reply.symbols.push_back(symbolAround(lineage, parents, around));
  }
  countNames(reply, [&](const IdentityLine &line) {
    return lineage.definitions().string(lineage.op(line.op).nameId);
  });
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
                                                const Arguments &arguments,
                                                ActionId action) {
  std::optional<AddressedText> old = tiedText(before), young = tiedText(after);
  if (!old || !young)
    return std::nullopt;
  AddressedText both[] = {std::move(*old), std::move(*young)};
  findTiedOps(lineage, both);
  StageText first(std::move(both[0].text), std::move(both[0].ties));
  StageText second(std::move(both[1].text), std::move(both[1].ties));
  return compareOps(lineage, DiffLines::of(&first), DiffLines::of(&second),
                    arguments, action);
}

//===----------------------------------------------------------------------===//
// Prints of two processes
//===----------------------------------------------------------------------===//

static StringRef textOf(const IdentityLine &line) {
  return line.after.empty() ? line.before : line.after;
}

/// As far as the line tells in which it begins.
static OpRef describePrinted(const IdentityDiff &diff, OpId op) {
  OpRef described;
  if (op == 0)
    return described;
  StringRef text = textOf(diff.lines[op - 1]);
  described.id = op;
  described.name = opNameIn(text).str();
  described.symbol = symbolIn(text.split('(').first).str();
  return described;
}

static OpRef symbolAround(const IdentityDiff &diff, OpId op) {
  for (; op != 0; op = diff.lines[op - 1].parent)
    if (OpRef described = describePrinted(diff, op); !described.symbol.empty())
      return described;
  return {};
}

void addLinesOf(const Lineage &lineage, ActionId action, const StageText &text,
                DiffLines &lines) {
  const Tie *root = nullptr;
  if (lineage.action(action).thread != 0)
    root = text.find(lineage.rootOf(lineage.passOf(action)));
  if (root)
    lines.add(text, root->line, text.lastLineOf(*root));
  else
    lines.add(text, 1, text.lineCount());
}

IdentityDiffReply comparePrints(StringRef before, StringRef after,
                                const Arguments &arguments) {
  IdentityDiffReply reply;
  reply.diff = diffOfPrints(before, after);
  setForm(reply, arguments);
  for (const IdentityHunk &hunk : reply.hunks) {
    OpId around = aroundHunk(reply.diff, hunk);
    reply.around.push_back(describePrinted(reply.diff, around));
    reply.symbols.push_back(symbolAround(reply.diff, around));
  }
  countNames(reply,
             [](const IdentityLine &line) { return opNameIn(textOf(line)); });
  return reply;
}

} // namespace mlir::trackdbg
