//===- CommandTable.cpp - The rows of all commands ------------------------===//

#include "commands/Command.h"

#include <vector>

using namespace llvm;

namespace mlir::trackdbg {

ArrayRef<const CommandSpec *> allCommands() {
  static const std::vector<const CommandSpec *> all = [] {
    std::vector<const CommandSpec *> rows;
    for (auto group : {startingCommands(),       runningCommands(),
                       runningToCommands(),      runningToChangeCommands(),
                       inferiorCommands(),       whatIfCommands(),
                       changeCommands(),         bisectCommands(),
                       timeTravelCommands(),     breakpointCommands(),
                       watchingCommands(),       manyBreakpointsCommands(),
                       displayCommands(),        lookingCommands(),
                       diffCommands(),           describingCommands(),
                       nativeCodeCommands(),     patternCommands(),
                       nativeDebuggerCommands(), gdbCommands(),
                       environmentCommands(),    composingCommands(),
                       breakpointLifeCommands(), handleCommands(),
                       postMortemCommands(),     cursorCommands(),
                       sourceCommands(),         lineageCommands(),
                       whyNotCommands(),         lineageFileCommands(),
                       stageCommands(),          questionCommands(),
                       summaryCommands(),        fullScreenCommands(),
                       supportCommands(),        scriptCommands(),
                       pythonCommands(),         helpCommands()})
      for (const CommandSpec &row : group)
        rows.push_back(&row);
    return rows;
  }();
  return all;
}

} // namespace mlir::trackdbg
