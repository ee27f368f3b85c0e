//===- TiedPrinter.cpp - Printed IR, and where each op is in it -----------===//

#include "ir/TiedPrinter.h"

#include "trackdbg/SnapshotTies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {
/// Appends to a string, up to kMaxSnapshotText bytes.
class TextStream : public llvm::raw_ostream {
public:
  explicit TextStream(std::string &text) : text(text) {
    constexpr size_t kBufferSize = 1 << 16;
    SetBufferSize(kBufferSize);
  }
  ~TextStream() override { flush(); }

protected:
  void write_impl(const char *data, size_t size) override {
    text.append(data,
                std::min<size_t>(size, trace::kMaxSnapshotText - text.size()));
    written += size;
  }
  uint64_t current_pos() const override { return written; }

  std::string &text;
  uint64_t written = 0;
};

/// Also notes where the text of each op begins. The printer enters an op into
/// its map right before it writes the first byte of it.
class WatchingStream final : public TextStream {
public:
  WatchingStream(std::string &text, const AsmState::LocationMap &places)
      : TextStream(text), places(places) {
    SetUnbuffered();
  }
  std::vector<size_t> begins;

private:
  void write_impl(const char *data, size_t size) override {
    if (begins.size() != places.size())
      begins.push_back(text.size());
    TextStream::write_impl(data, size);
  }
  const AsmState::LocationMap &places;
};
} // namespace

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void TiedPrinter::print(Operation *root, const OpPrintingFlags &flags) {
  bytes.clear();
  places.clear();
  {
    TextStream stream(bytes);
    AsmState state(root, flags, &places);
    root->print(stream, state);
    stream << '\n';
  }
  collectOps();
  if (!beginWhereTheySay())
    printAndWatch(root, flags);
}

/// Every op begins a line of its own, and the lines are about as many as the
/// ops: a place for each line puts the ops in order in less time than sorting.
void TiedPrinter::collectOps() {
  uint32_t lastLine = 0;
  for (auto &[op, place] : places)
    lastLine = std::max(lastLine, place.first);
  ops.assign(lastLine + 1, {});
  for (auto &[op, place] : places)
    ops[place.first] = {place.first, place.second, op};
  llvm::erase_if(ops, [](const PrintedOp &op) { return !op.op; });
}

/// Whether `text` may be the beginning of the op's.
static bool mayBegin(StringRef text, Operation *op) {
  // No name of a result has a '='.
  if (op->getNumResults() != 0)
    text = text.split('=').second.ltrim(' ');
  StringRef name = op->getName().getStringRef();
  (void)text.consume_front("\"");
  // The dialect is left out where the op around says so.
  return text.starts_with(name) || text.starts_with(name.split('.').second);
}

/// MLIR counts the lines that it begins itself. It does not see a newline that
/// a dialect writes in the middle of an attribute, and is off from there on.
bool TiedPrinter::beginWhereTheySay() const {
  StringRef rest = bytes;
  uint32_t line = 1;
  for (const PrintedOp &op : ops) {
    for (; line < op.line; ++line)
      rest = rest.split('\n').second;
    if (rest.empty())
      return true; // It was cut off.
    if (!mayBegin(rest.substr(op.column), op.op))
      return false;
  }
  return true;
}

/// Prints the same once more, slower, to see where the ops really begin.
void TiedPrinter::printAndWatch(Operation *root, const OpPrintingFlags &flags) {
  bytes.clear();
  places.clear();
  WatchingStream stream(bytes, places);
  AsmState state(root, flags, &places);
  root->print(stream, state);
  stream << '\n';
  collectOps();
  uint32_t line = 1;
  size_t counted = 0;
  for (auto [op, begin] : llvm::zip(ops, stream.begins)) {
    line += StringRef(bytes).slice(counted, begin).count('\n');
    counted = begin;
    op.line = line;
  }
}

void TiedPrinter::layOutTies(std::string &bytes) const {
  auto tieOf = [&](size_t index) {
    const PrintedOp &op = ops[index];
    return trace::SnapshotTie{op.line, op.column,
                              reinterpret_cast<uintptr_t>(op.op)};
  };
  trace::layOutTies(ops.size(), tieOf, bytes);
}
