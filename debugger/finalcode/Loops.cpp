//===- Loops.cpp ----------------------------------------------------------===//

#include "finalcode/Loops.h"

#include "finalcode/SourceOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace mlir::trackdbg {

using namespace trace;

static bool isLoop(llvm::StringRef name) {
  constexpr llvm::StringLiteral loops[] = {"affine.for",
                                           "affine.parallel",
                                           "scf.for",
                                           "scf.forall",
                                           "scf.parallel",
                                           "scf.while",
                                           "fir.do_loop",
                                           "fir.iterate_while",
                                           "omp.loop_nest",
                                           "omp.wsloop",
                                           "acc.loop",
                                           "gpu.launch",
                                           "fir.do_concurrent.loop"};
  return llvm::is_contained(loops, name);
}

void addLoopsOfLines(const Lineage &lineage, std::vector<LoopOfLine> &loops) {
  std::map<std::pair<LineOfSource, std::string>, LoopOfLine> found;
  for (OpId op = 1; op <= lineage.opCount() && !isCancelled(); ++op) {
    ActionId birth = lineage.op(op).birthAction;
    if (birth == 0 || !isLoop(lineage.opName(op)))
      continue;
    std::set<LineOfSource> lines;
    for (OpId input : inputsOf(lineage, op)) {
      // A loop that was one already tells nothing.
      std::optional<LineOfSource> line = lineOf(lineage, input);
      if (line && input != op)
        lines.insert(std::move(*line));
    }
    ActionId pass = lineage.passOf(birth);
    for (const LineOfSource &line : lines) {
      LoopOfLine &loop = found[{line, lineage.opName(op).str()}];
      loop.line = line;
      loop.name = lineage.opName(op).str();
      ++loop.count;
      loop.pass = pass == 0 ? "" : lineage.actionKind(pass).passWord().str();
    }
  }
  for (auto &[key, loop] : found)
    loops.push_back(std::move(loop));
}

/// Where a jump back goes to, as "jne 0x40" has it: a byte of its function.
static std::optional<uint64_t> jumpBack(llvm::StringRef text, uint64_t from) {
  auto [word, target] = text.split(' ');
  // Those of x86 and of arm64.
  bool isJump = word.starts_with("j") || word == "b" ||
                word.starts_with("b.") || word.starts_with("cb") ||
                word.starts_with("tb");
  target =
      target.rsplit(' ').second.empty() ? target : target.rsplit(' ').second;
  uint64_t to;
  if (!isJump || !target.consume_front("0x") || target.getAsInteger(16, to) ||
      to > from)
    return std::nullopt;
  return to;
}

std::vector<MachineLoops::Counted> &
MachineLoops::loopsOf(const CodeFunction &function,
                      const TranslatedModule &module) {
  auto [known, isNew] = functions.try_emplace(&function);
  if (!isNew)
    return known->second;
  std::map<uint64_t, uint64_t> endByBegin;
  for (const CodeInstruction &each : module.instructionsOf(function)) {
    uint64_t at = each.offset - function.offset;
    if (auto to = jumpBack(module.string(each.text), at))
      endByBegin[*to] = std::max(endByBegin[*to], at + each.size);
  }
  for (auto [begin, end] : endByBegin) {
    Counted counted;
    counted.loop.function = function.name;
    counted.loop.begin = begin;
    counted.loop.end = end;
    known->second.push_back(std::move(counted));
  }
  return known->second;
}

void MachineLoops::add(const CodeFunction &function,
                       const TranslatedModule &module,
                       const CodeInstruction &instruction, uint64_t cost,
                       const std::vector<LineOfSource> &lines) {
  uint64_t at = instruction.offset - function.offset;
  for (Counted &counted : loopsOf(function, module)) {
    if (at < counted.loop.begin || at >= counted.loop.end)
      continue;
    counted.loop.cost += cost;
    for (const LineOfSource &line : lines)
      counted.byLine[line] += cost;
  }
}

std::vector<MachineLoop> MachineLoops::take() {
  std::vector<MachineLoop> loops;
  for (auto &[function, all] : functions)
    for (Counted &counted : all) {
      if (counted.byLine.empty())
        continue;
      auto most = std::max_element(
          counted.byLine.begin(), counted.byLine.end(),
          [](auto &lhs, auto &rhs) { return lhs.second < rhs.second; });
      counted.loop.line = most->first;
      loops.push_back(std::move(counted.loop));
    }
  llvm::stable_sort(loops, [](const MachineLoop &lhs, const MachineLoop &rhs) {
    return lhs.cost > rhs.cost;
  });
  return loops;
}

} // namespace mlir::trackdbg
