//===- Collapsed.cpp - The actions for flame graphs -----------------------===//
//
// A line for each stack of names, and behind it the nanoseconds that were spent
// there and in nothing that has a line of its own: what flamegraph.pl, inferno
// and speedscope read. The names are those of the actions from the outside in,
// then the op and its source line.
//
//===----------------------------------------------------------------------===//

#include "export/ActionWriter.h"
#include "trace/Cancellation.h"

#include <algorithm>
#include <map>

namespace mlir::trackdbg {

namespace {

class CollapsedStacks {
public:
  explicit CollapsedStacks(const Lineage &lineage)
      : lineage(lineage), words(lineage), ownTicks(lineage.actionCount() + 1) {}

  void write(const llvm::BitVector &selected, llvm::raw_ostream &out) {
    countOwnTicks();
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      if (selected.test(id))
        add(lineage.action(id));
    for (const auto &[stack, nanoseconds] : stacks)
      out << stack << ' ' << nanoseconds << '\n';
  }

private:
  void countOwnTicks() {
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
      ActionInfo action = lineage.action(id);
      uint64_t ticks = lineage.elapsed(action);
      ownTicks[id] += ticks;
      // Clocks of a broken trace may say that a part is longer than the whole.
      uint64_t &around = ownTicks[action.parent];
      around -= std::min(around, ticks);
    }
  }

  void add(const ActionInfo &action) {
    uint64_t time = lineage.trace().durationNanoseconds(ownTicks[action.id]);
    if (time != 0)
      stacks[stackOf(action)] += time;
  }

  std::string stackOf(const ActionInfo &action) {
    std::vector<std::string> names;
    for (ActionInfo each = action; each.id != 0;
         each = lineage.action(each.parent))
      names.push_back(nameOf(each));
    std::reverse(names.begin(), names.end());
    if (action.rootOp != 0) {
      names.push_back(frame(lineage.opName(action.rootOp)));
      names.push_back(frame(words.line(lineage.op(action.rootOp).location)));
    }
    std::string stack;
    for (const std::string &name : names)
      if (!name.empty())
        stack += (stack.empty() ? "" : ";") + name;
    return stack;
  }

  /// The unit of a pass of LLVM is a frame of its own.
  std::string nameOf(const ActionInfo &action) {
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    std::string name = frame(kind.isPass() ? kind.passWord() : kind.title());
    if (kind.isLLVMPass() && action.text != 0)
      name += ";" + frame(lineage.definitions().string(action.text));
    return name;
  }

  /// Without what ends a name or a line.
  static std::string frame(llvm::StringRef name) {
    std::string text = name.str();
    std::replace_if(
        text.begin(), text.end(),
        [](unsigned char each) { return each == ';' || each < ' '; }, ',');
    return text;
  }

  const Lineage &lineage;
  ActionTexts words;
  std::vector<uint64_t> ownTicks;         ///< By action.
  std::map<std::string, uint64_t> stacks; ///< Nanoseconds.
};

} // namespace

void writeCollapsed(const Lineage &lineage, const llvm::BitVector &selected,
                    llvm::raw_ostream &out) {
  CollapsedStacks(lineage).write(selected, out);
}

} // namespace mlir::trackdbg
