//===- Handover.cpp -------------------------------------------------------===//

#include "queries/Handover.h"

#include "graph/Moment.h"
#include "queries/Queries.h"
#include "stages/Snapshots.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <fmt/format.h>

namespace mlir::trackdbg {

/// A parser makes it where the text has none.
static bool isModuleAround(const Lineage &lineage, OpId op) {
  return lineage.op(op).parent == 0 && lineage.opName(op) == "builtin.module";
}

namespace {
/// The ops of a text: each one before those that it holds, and after them.
struct Written {
  std::vector<OpId> before, after;
};
} // namespace

static void add(const Lineage &lineage, const StageText &text,
                Written &written) {
  struct Open {
    OpId op;
    const Tie *end; ///< Of what it holds.
  };
  std::vector<Open> open;
  auto closeUpTo = [&](const Tie *place) {
    while (!open.empty() && open.back().end <= place) {
      written.after.push_back(open.back().op);
      open.pop_back();
    }
  };
  for (const Tie &tie : text.ties()) {
    if (tie.op == 0 || isModuleAround(lineage, tie.op))
      continue;
    closeUpTo(&tie);
    written.before.push_back(tie.op);
    llvm::ArrayRef<Tie> held = text.inside(tie);
    open.push_back({tie.op, held.empty() ? &tie + 1 : held.end()});
  }
  closeUpTo(text.ties().end());
}

static llvm::Expected<Written> opsWritten(const Lineage &lineage) {
  std::vector<Stage> stages = stagesOf(lineage);
  auto texts = snapshotsOf(lineage).textsOf(stages.back());
  if (!texts)
    return texts.takeError();
  Written written;
  for (const auto &text : *texts)
    add(lineage, *text, written);
  return written;
}

/// In the order in which they were made. The parser of MLIR's text makes an op
/// after those that it holds, and the reader of its bytecode before them.
static std::vector<OpId> opsRead(const Lineage &lineage) {
  OpsAt atStart(lineage, Moment::start());
  std::vector<OpId> ops;
  for (OpId op = 1; op <= lineage.opCount(); ++op)
    if (atStart.contains(op) && !isModuleAround(lineage, op))
      ops.push_back(op);
  return ops;
}

static std::string shortNameOf(const Lineage &lineage, OpId op) {
  OpRef ref = describeOp(lineage, op);
  std::string name = ref.name;
  if (!ref.symbol.empty())
    name += " @" + ref.symbol;
  if (!ref.location.empty())
    name += " at " + ref.location;
  return name;
}

/// How many of them are alike, from the first one on.
static size_t countAlike(const Lineage &writer, llvm::ArrayRef<OpId> written,
                         const Lineage &reader, llvm::ArrayRef<OpId> read) {
  auto areAlike = [&](OpId first, OpId second) {
    return writer.opName(first) == reader.opName(second) &&
           writer.symbol(first) == reader.symbol(second);
  };
  size_t count = 0;
  while (count < std::min(written.size(), read.size()) &&
         areAlike(written[count], read[count]))
    ++count;
  return count;
}

llvm::Expected<Handover> Handover::open(const Lineage &reader,
                                        llvm::StringRef file) {
  Handover handover;
  handover.path = file.str();
  auto opened = Lineage::open(handover.path);
  if (!opened)
    return opened.takeError();
  handover.written = std::move(*opened);
  const Lineage &writer = *handover.written;
  auto orders = opsWritten(writer);
  if (!orders) {
    llvm::consumeError(orders.takeError());
    return llvm::createStringError(fmt::format(
        "'{}' does not tell in which order its ops were written; record that "
        "compile with '--snapshots=ends'",
        handover.path));
  }
  std::vector<OpId> read = opsRead(reader);
  std::vector<OpId> written = std::move(orders->after);
  size_t alike = countAlike(writer, written, reader, read);
  if (size_t others = countAlike(writer, orders->before, reader, read);
      others > alike) {
    alike = others;
    written = std::move(orders->before);
  }
  if (alike < std::min(written.size(), read.size()))
    return llvm::createStringError(fmt::format(
        "the input was not written by the compile of '{}': it has {}, where {} "
        "was written",
        handover.path, shortNameOf(reader, read[alike]),
        shortNameOf(writer, written[alike])));
  if (written.size() != read.size())
    return llvm::createStringError(fmt::format(
        "the input was not written by the compile of '{}': it has {} ops, and "
        "{} were written",
        handover.path, read.size(), written.size()));
  for (auto [own, before] : llvm::zip_equal(read, written))
    handover.ops[own] = before;
  return handover;
}

std::vector<OpId>
Handover::readFrom(llvm::function_ref<bool(OpId)> isWanted) const {
  std::vector<OpId> found;
  for (auto [read, written] : ops)
    if (isWanted(written))
      found.push_back(read);
  llvm::sort(found);
  return found;
}

} // namespace mlir::trackdbg
