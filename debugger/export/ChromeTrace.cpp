//===- ChromeTrace.cpp - The actions for Perfetto -------------------------===//
//
// One complete event ("ph":"X") for each action, in microseconds. Slices of a
// thread must nest, which the times of a sound trace do; those of a broken one
// are cut to fit. Actions that are folded go into a counter ("ph":"C"): how
// many of them began in each stretch of time.
//
//===----------------------------------------------------------------------===//

#include "export/ActionWriter.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

namespace mlir::trackdbg {

namespace {
/// Nanoseconds since the recording began.
struct Slice {
  ActionId action = 0;
  uint64_t begin = 0, end = 0;
  uint64_t filledUntil = 0; ///< End of the last slice inside it.
};

class ChromeTrace {
public:
  ChromeTrace(const Lineage &lineage, uint64_t foldBelow,
              llvm::raw_ostream &out)
      : lineage(lineage), made(lineage), words(lineage), text(out),
        processId(lineage.trace().header().processId), foldBelow(foldBelow),
        binWidth(chooseBinWidth()) {}

  void run(const llvm::BitVector &selected) {
    text.put("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    writeProcessName();
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      add(lineage.action(id), selected.test(id));
    flushCounter();
    text.put("\n]}\n");
  }

private:
  uint64_t chooseBinWidth() const;
  Slice fit(const ActionInfo &action);
  void add(const ActionInfo &action, bool selected);
  void writeSlice(const ActionInfo &action, const Slice &slice);
  void writeMade(ActionId action);
  void count(const Slice &slice);
  void flushCounter();
  void writeCounter(uint64_t time, uint64_t value);
  void writeProcessName();
  void writeThreadName(uint32_t thread);
  /// Before each event: `{"ph":"X","pid":1`
  void beginEvent(llvm::StringRef phase) {
    text.put(first ? "\n" : ",\n", "{\"ph\":\"", phase,
             "\",\"pid\":", processId);
    first = false;
  }
  /// Nanoseconds as microseconds with three decimals.
  void putTime(llvm::StringRef key, uint64_t nanoseconds) {
    uint64_t rest = nanoseconds % 1000;
    text.put(key, nanoseconds / 1000,
             rest < 10    ? ".00"
             : rest < 100 ? ".0"
                          : ".",
             rest);
  }

  const Lineage &lineage;
  OpsByAction made;
  ActionTexts words;
  TextBuffer text;
  bool first = true;
  uint64_t processId;
  uint64_t foldBelow;
  std::map<uint32_t, std::vector<Slice>> stacks; ///< By thread.

  // The counter: actions folded in the bin that is being filled.
  uint64_t binWidth;
  uint64_t bin = 0, binCount = 0;
};

uint64_t ChromeTrace::chooseBinWidth() const {
  constexpr uint64_t kMostBins = 10000;
  constexpr uint64_t kNarrowest = 100'000;
  uint64_t length = lineage.trace().nanoseconds(lineage.lastTicks());
  return std::max(kNarrowest, length / kMostBins);
}

/// Where the action lies in its thread, inside what is around it and behind
/// what was before it.
Slice ChromeTrace::fit(const ActionInfo &action) {
  auto [known, isNew] = stacks.try_emplace(action.thread);
  if (isNew)
    writeThreadName(action.thread);
  std::vector<Slice> &stack = known->second;
  if (isNew)
    stack.push_back({0, 0, ~uint64_t(0), 0});
  while (stack.size() > 1 && stack.back().action != action.parent)
    stack.pop_back();
  uint64_t endTicks = action.begin + lineage.elapsed(action);
  Slice &around = stack.back();
  Slice slice;
  slice.action = action.id;
  slice.begin = std::clamp(lineage.trace().nanoseconds(action.begin),
                           around.filledUntil, around.end);
  slice.end = std::clamp(lineage.trace().nanoseconds(endTicks), slice.begin,
                         around.end);
  slice.filledUntil = slice.begin;
  around.filledUntil = slice.end;
  stack.push_back(slice);
  return slice;
}

void ChromeTrace::add(const ActionInfo &action, bool selected) {
  Slice slice = fit(action);
  if (!selected)
    return;
  if (slice.end - slice.begin < foldBelow)
    count(slice);
  else
    writeSlice(action, slice);
}

void ChromeTrace::writeSlice(const ActionInfo &action, const Slice &slice) {
  const ActionTexts::Kind &kind = words.quotedKind(action.kind);
  beginEvent("X");
  text.put(",\"tid\":", action.thread);
  putTime(",\"ts\":", slice.begin);
  putTime(",\"dur\":", slice.end - slice.begin);
  text.put(",\"name\":", kind.title, ",\"cat\":", kind.tag);
  // What Tracy's importer takes for the place in the source.
  if (uint32_t at = action.rootOp ? lineage.op(action.rootOp).location : 0;
      !words.line(at).empty())
    text.put(",\"loc\":", words.quotedLine(at));
  text.put(",\"args\":{\"number\":", action.id,
           ",\"pass\":", words.quotedPassWord(action.id));
  if (action.text != 0)
    text.put(",\"text\":", words.quotedText(action));
  if (action.rootOp != 0)
    text.put(",\"op\":", words.quotedOpName(action.rootOp),
             ",\"id\":", action.rootOp, ",\"location\":",
             words.quotedPlace(lineage.op(action.rootOp).location));
  text.put(",\"result\":\"",
           action.ended ? resultText(action.result) : "did not end",
           "\",\"changed\":", action.changed);
  writeMade(action.id);
  text.put("}}");
}

void ChromeTrace::writeMade(ActionId action) {
  constexpr size_t kMaxOps = 16;
  llvm::ArrayRef<OpId> ops = made[action];
  if (ops.empty())
    return;
  text.put(",\"made\":", ops.size(), ",\"ids\":[");
  llvm::StringRef separator;
  for (OpId op : ops.take_front(kMaxOps)) {
    text.put(separator, op);
    separator = ",";
  }
  text.put("]");
}

void ChromeTrace::count(const Slice &slice) {
  uint64_t now = slice.begin / binWidth;
  if (now > bin) {
    flushCounter();
    bin = now;
  }
  ++binCount;
}

void ChromeTrace::flushCounter() {
  if (binCount == 0)
    return;
  writeCounter(bin * binWidth, binCount);
  writeCounter((bin + 1) * binWidth, 0);
  binCount = 0;
}

void ChromeTrace::writeCounter(uint64_t time, uint64_t value) {
  beginEvent("C");
  putTime(",\"ts\":", time);
  text.put(",\"name\":\"folded actions\",\"args\":{\"begun\":", value, "}}");
}

void ChromeTrace::writeProcessName() {
  llvm::ArrayRef<std::string> command = lineage.definitions().commandLine();
  llvm::StringRef program = "compiler";
  if (!command.empty())
    program = command.front();
  beginEvent("M");
  text.put(",\"name\":\"process_name\",\"args\":{\"name\":",
           quoteJson(llvm::sys::path::filename(program)), "}}");
}

void ChromeTrace::writeThreadName(uint32_t thread) {
  beginEvent("M");
  text.put(",\"tid\":", thread,
           ",\"name\":\"thread_name\",\"args\":{\"name\":\"thread ", thread,
           "\"}}");
}
} // namespace

void writeChromeTrace(const Lineage &lineage, const llvm::BitVector &selected,
                      std::chrono::nanoseconds foldBelow,
                      llvm::raw_ostream &out) {
  uint64_t limit = foldBelow.count() > 0 ? foldBelow.count() : 0;
  ChromeTrace(lineage, limit, out).run(selected);
}

} // namespace mlir::trackdbg
