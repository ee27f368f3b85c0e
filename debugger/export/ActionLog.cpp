//===- ActionLog.cpp - The actions as lines of text and of JSON -----------===//

#include "export/ActionLog.h"

#include "export/ActionWriter.h"
#include "trace/Cancellation.h"
#include "trace/PlainText.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace mlir::trackdbg {

namespace {
/// Calls `begin(action, depth)` and `end(action, depth)` in the order in which
/// that happened; `depth` counts the actions around it in its thread. An
/// action that never ended gets no `end`.
template <typename Begin, typename End>
void replay(const Lineage &lineage, Begin begin, End end) {
  std::map<uint32_t, std::vector<ActionId>> stacks;
  auto endInnermost = [&](std::vector<ActionId> &stack) {
    ActionInfo action = lineage.action(stack.back());
    stack.pop_back();
    if (action.ended)
      end(action, stack.size());
  };
  // What has ended in other threads by then.
  auto endUntil = [&](uint64_t position) {
    for (auto &[thread, stack] : stacks)
      while (!stack.empty()) {
        ActionInfo action = lineage.action(stack.back());
        if (!action.ended || action.endPosition > position)
          break;
        endInnermost(stack);
      }
  };
  WorkProgress progress("writing the actions", lineage.actionCount());
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    progress.step();
    ActionInfo action = lineage.action(id);
    std::vector<ActionId> &stack = stacks[action.thread];
    if (stacks.size() > 1)
      endUntil(action.position);
    while (!stack.empty() && stack.back() != action.parent)
      endInnermost(stack);
    begin(action, stack.size());
    stack.push_back(id);
  }
  endUntil(~uint64_t(0));
}

/// Deeper actions are not indented further.
constexpr size_t kMaxIndent = 40;
constexpr llvm::StringLiteral
    kBlanks("                                                  "
            "                              ");
static_assert(kBlanks.size() == 2 * kMaxIndent);

class TextLog {
public:
  TextLog(const Lineage &lineage, llvm::raw_ostream &out)
      : lineage(lineage), made(lineage), words(lineage), text(out) {}

  void begin(const ActionInfo &action, size_t depth) {
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    text.put(indent(depth), "begin a", action.id, " ", OneLine(kind.tag));
    if (!kind.name.empty())
      text.put(" '", OneLine(kind.name), "'");
    if (action.text != 0)
      text.put(" (", OneLine(lineage.definitions().string(action.text)), ")");
    llvm::StringRef pass = words.passWord(action.id);
    if (!pass.empty() && pass != kind.name)
      text.put(kind.isPass() ? " as " : " in ", OneLine(pass));
    if (action.rootOp != 0) {
      text.put(" on ", OneLine(lineage.opName(action.rootOp)), " #",
               action.rootOp);
      llvm::StringRef place = words.place(lineage.op(action.rootOp).location);
      if (!place.empty())
        text.put(" at ", OneLine(place));
    }
    if (action.thread != 0)
      text.put(" thread ", action.thread);
    if (!action.ended)
      text.put(" (did not end)");
    text.put("\n");
  }

  void end(const ActionInfo &action, size_t depth) {
    uint64_t time =
        lineage.trace().durationNanoseconds(lineage.elapsed(action));
    text.put(indent(depth), "end a", action.id, " ", resultText(action.result),
             action.changed ? " changed" : " unchanged", " ", time, "ns");
    llvm::ArrayRef<OpId> ops = made[action.id];
    llvm::StringRef separator = " made ";
    for (OpId op : ops.take_front(kMaxOps)) {
      text.put(separator, OneLine(lineage.opName(op)), " #", op);
      separator = ", ";
    }
    if (ops.size() > kMaxOps)
      text.put(" and ", ops.size() - kMaxOps, " more");
    text.put("\n");
  }

private:
  /// The JSON lines have them all.
  static constexpr size_t kMaxOps = 16;

  static llvm::StringRef indent(size_t depth) {
    return kBlanks.take_front(2 * std::min(depth, kMaxIndent));
  }

  const Lineage &lineage;
  OpsByAction made;
  ActionTexts words;
  TextBuffer text;
};

class JsonLog {
public:
  JsonLog(const Lineage &lineage, llvm::raw_ostream &out)
      : lineage(lineage), made(lineage), words(lineage), text(out) {}

  void begin(const ActionInfo &action, size_t depth) {
    const ActionTexts::Kind &kind = words.quotedKind(action.kind);
    text.put("{\"event\":\"begin\",\"action\":", action.id,
             ",\"depth\":", depth, ",\"parent\":", action.parent,
             ",\"thread\":", action.thread, ",\"tag\":", kind.tag,
             ",\"name\":", kind.name,
             ",\"pass\":", words.quotedPassWord(action.id));
    if (action.text != 0)
      text.put(",\"text\":", words.quotedText(action));
    if (action.rootOp != 0)
      text.put(",\"op\":", words.quotedOpName(action.rootOp),
               ",\"opId\":", action.rootOp, ",\"location\":",
               words.quotedPlace(lineage.op(action.rootOp).location));
    text.put(",\"time\":", lineage.trace().nanoseconds(action.begin), "}\n");
  }

  void end(const ActionInfo &action, size_t depth) {
    text.put("{\"event\":\"end\",\"action\":", action.id, ",\"depth\":", depth,
             ",\"thread\":", action.thread, ",\"result\":\"",
             resultText(action.result), "\",\"changed\":", action.changed,
             ",\"duration\":",
             lineage.trace().durationNanoseconds(lineage.elapsed(action)),
             ",\"made\":[");
    llvm::StringRef separator;
    for (OpId op : made[action.id]) {
      text.put(separator, "{\"opId\":", op, ",\"op\":", words.quotedOpName(op),
               "}");
      separator = ",";
    }
    text.put("]}\n");
  }

private:
  const Lineage &lineage;
  OpsByAction made;
  ActionTexts words;
  TextBuffer text;
};

template <typename Log>
void write(const Lineage &lineage, const llvm::BitVector &selected,
           llvm::raw_ostream &out) {
  Log log(lineage, out);
  replay(
      lineage,
      [&](const ActionInfo &action, size_t depth) {
        if (selected.test(action.id))
          log.begin(action, depth);
      },
      [&](const ActionInfo &action, size_t depth) {
        if (selected.test(action.id))
          log.end(action, depth);
      });
}
} // namespace

void writeLog(const Lineage &lineage, const llvm::BitVector &selected,
              llvm::raw_ostream &out) {
  write<TextLog>(lineage, selected, out);
}

void writeJsonLines(const Lineage &lineage, const llvm::BitVector &selected,
                    llvm::raw_ostream &out) {
  write<JsonLog>(lineage, selected, out);
}

} // namespace mlir::trackdbg
