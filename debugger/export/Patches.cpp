//===- Patches.cpp - What each action changed, as patches -----------------===//

#include "export/ActionWriter.h"

#include "changes/IRPrinter.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/MapVector.h"

#include <map>

namespace mlir::trackdbg {

using namespace trace;

namespace {
/// Names that a value has from its birth to its end, and no other one: what
/// MLIR calls it depends on all that stands before it.
class LastingNames {
public:
  explicit LastingNames(const IRState &state) : state(state) {}

  std::string valueOf(uint64_t ref) const {
    if (isArgument(ref))
      return argumentOfBlock(state.blockAt(blockOf(ref)), numberOf(ref));
    // It may have died before the op that uses it was told to be changed.
    OpId op = state.lastAt(ref & kLow48);
    if (ref == 0 || op == 0)
      return "%?";
    const Template &form = state.templateOf(state.op(op).form);
    std::string name = resultOf(op, form);
    return form.resultCount > 1 ? name + "#" + std::to_string(ref >> 48) : name;
  }
  /// Of the entry block of an op.
  static std::string argumentOf(OpId holder, uint32_t number) {
    return "%arg" + std::to_string(number) + "_" + std::to_string(holder);
  }
  std::string blockNamed(BlockId block) const {
    return block == 0 ? "^?" : "^bb" + std::to_string(block);
  }
  /// What stands before the '=' of an op.
  std::string resultsOf(OpId op) const {
    const Template &form = state.templateOf(state.op(op).form);
    if (form.resultCount == 0)
      return "";
    std::string name = resultOf(op, form);
    if (form.resultCount > 1)
      name += ":" + std::to_string(form.resultCount);
    return name + " = ";
  }

private:
  static std::string resultOf(OpId op, const Template &form) {
    std::string number = std::to_string(op);
    if (form.results.empty() || form.results.front().name.empty())
      return "%" + number;
    return "%" + form.results.front().name.str() + "_" + number;
  }
  std::string argumentOfBlock(BlockId id, uint32_t number) const {
    if (id == 0)
      return "%?";
    const IRState::Block &block = state.block(id);
    bool isEntry = block.holder != 0 && block.previous == 0;
    return isEntry
               ? argumentOf(block.holder, number)
               : "%arg" + std::to_string(number) + "_bb" + std::to_string(id);
  }

  const IRState &state;
};

class PatchWriter final : public ReplayListener {
public:
  PatchWriter(const Lineage &lineage, const llvm::BitVector &selected,
              llvm::raw_ostream &out)
      : lineage(lineage), selected(selected), words(lineage), text(out) {}

  void begins(ActionId action, const IRState &state) override {
    finish(lineage.action(action).parent, state);
  }
  void ends(ActionId action, const IRState &state) override {
    finish(action, state);
  }
  void changes(ActionId action, OpId op, const IRState &state) override {
    // What was there before the first action is the input, and no change.
    if (action == 0 || !selected.test(action))
      return;
    auto [entry, isNew] = open[action].insert({op, {}});
    if (!isNew || state.op(op).form == 0)
      return;
    entry->second = {textOf(op, state), aroundOf(op, state),
                     placeOf(op, state)};
  }

private:
  struct Before {
    std::string text, around;
    std::pair<BlockId, OpId> place; ///< The block, and the op before it.
  };
  using Group = llvm::MapVector<OpId, Before>;

  static std::pair<BlockId, OpId> placeOf(OpId op, const IRState &state) {
    return {state.op(op).block, state.op(op).previous};
  }
  static std::string textOf(OpId op, const IRState &state) {
    LastingNames names(state);
    return printOneOp(
        state, op, names.resultsOf(op),
        [&](uint64_t ref) { return names.valueOf(ref); },
        [&](uint32_t number) { return names.argumentOf(op, number); },
        [&](BlockId block) { return names.blockNamed(block); });
  }
  /// The symbol that the op is in, "func.func @f", or else the outermost op.
  std::string aroundOf(OpId op, const IRState &state) const {
    constexpr unsigned kMostSteps = 1000;
    OpId holder = op;
    for (unsigned i = 0; i != kMostSteps; ++i) {
      OpId outer = state.holderOf(holder);
      if (outer == 0)
        break;
      holder = outer;
      if (llvm::StringRef name = lineage.symbol(holder); !name.empty())
        return lineage.opName(holder).str() + " @" + name.str();
    }
    return lineage.opName(holder).str();
  }

  void finish(ActionId action, const IRState &state) {
    auto found = open.find(action);
    if (found == open.end())
      return;
    Group group = std::move(found->second);
    open.erase(found);
    bool isBegun = false;
    std::string around;
    auto put = [&](char sign, llvm::StringRef line, llvm::StringRef where) {
      if (!std::exchange(isBegun, true))
        title(action);
      if (where != around)
        text.put("@@ ", OneLine(where), " @@\n");
      around = where.str();
      text.put(llvm::StringRef(&sign, 1), "  ", OneLine(line), "\n");
    };
    for (auto &[op, before] : group) {
      bool isThere = state.isThere(op) && state.op(op).form != 0;
      std::string after = isThere ? textOf(op, state) : "";
      std::string where = isThere ? aroundOf(op, state) : before.around;
      bool isMoved =
          isThere && before.text == after && before.place != placeOf(op, state);
      if (isMoved)
        put('>', after, where);
      else if (before.text != after) {
        if (!before.text.empty())
          put('-', before.text, before.around);
        if (isThere)
          put('+', after, where);
      }
    }
    if (isBegun)
      text.put("\n");
  }

  void title(ActionId id) {
    ActionInfo action = lineage.action(id);
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    text.put("# ", actionNumber(id), " ", OneLine(kind.tag));
    if (!kind.name.empty())
      text.put(" '", OneLine(kind.name), "'");
    llvm::StringRef pass = words.passWord(id);
    if (!pass.empty() && pass != kind.name)
      text.put(kind.isPass() ? " as " : " in ", OneLine(pass));
    text.put("\n");
  }

  const Lineage &lineage;
  const llvm::BitVector &selected;
  ActionTexts words;
  TextBuffer text;
  std::map<ActionId, Group> open;
};
} // namespace

void writePatches(const Lineage &lineage, const llvm::BitVector &selected,
                  llvm::raw_ostream &out) {
  out << "# What each action changed. A result is called after its op: %12 and "
         "%c0_12\n# are of #12. An op that only moved has '>'.\n\n";
  PatchWriter writer(lineage, selected, out);
  replay(lineage, writer);
}

} // namespace mlir::trackdbg
