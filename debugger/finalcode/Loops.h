//===- Loops.h - Loops that were made from lines of the source ------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_LOOPS_H
#define TRACKDBG_DEBUGGER_FINALCODE_LOOPS_H

#include "finalcode/CostAnswers.h"
#include "finalcode/FinalCodes.h"

#include <map>

namespace mlir::trackdbg {

/// Adds the loops of MLIR that passes have made, by the lines that they were
/// made from. A walk for each such loop.
void addLoopsOfLines(const Lineage &lineage, std::vector<LoopOfLine> &loops);

/// Adds up what the loops of machine code have cost. A loop is what lies
/// between a jump back and the place that it goes to.
class MachineLoops {
public:
  void add(const trace::CodeFunction &function, const TranslatedModule &module,
           const trace::CodeInstruction &instruction, uint64_t cost,
           const std::vector<LineOfSource> &lines);
  /// Those with a cost, highest first.
  std::vector<MachineLoop> take();

private:
  struct Counted {
    MachineLoop loop;
    std::map<LineOfSource, uint64_t> byLine;
  };
  std::vector<Counted> &loopsOf(const trace::CodeFunction &function,
                                const TranslatedModule &module);

  std::map<const trace::CodeFunction *, std::vector<Counted>> functions;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_LOOPS_H
