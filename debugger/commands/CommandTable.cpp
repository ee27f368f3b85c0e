//===- CommandTable.cpp - The rows of all commands ------------------------===//

#include "commands/Command.h"

#include <vector>

using namespace llvm;

namespace mlir::trackdbg {

ArrayRef<const CommandSpec *> allCommands() {
  static const std::vector<const CommandSpec *> all = [] {
    std::vector<const CommandSpec *> rows;
    for (auto group : {startingCommands(),    runningCommands(),
                       runningToCommands(),   runningToChangeCommands(),
                       inferiorCommands(),    whatIfCommands(),
                       changeCommands(),      bisectCommands(),
                       timeTravelCommands(),  breakpointCommands(),
                       watchingCommands(),    manyBreakpointsCommands(),
                       displayCommands(),     lookingCommands(),
                       diffCommands(),        describingCommands(),
                       nativeCodeCommands(),  nativeSourceCommands(),
                       patternCommands(),     nativeDebuggerCommands(),
                       gdbCommands(),         environmentCommands(),
                       composingCommands(),   breakpointLifeCommands(),
                       handleCommands(),      postMortemCommands(),
                       cursorCommands(),      sourceCommands(),
                       lineageCommands(),     machineCodeCommands(),
                       costCommands(),        whyNotCommands(),
                       lineageFileCommands(), stageCommands(),
                       questionCommands(),    summaryCommands(),
                       fullScreenCommands(),  supportCommands(),
                       scriptCommands(),      pythonCommands(),
                       helpCommands()})
      for (const CommandSpec &row : group)
        rows.push_back(&row);
    return rows;
  }();
  return all;
}

ArrayRef<Group> allGroups() {
  static constexpr Group groups[] = {
      Group::Running, Group::TimeTravel, Group::Breakpoints, Group::Looking,
      Group::Lineage, Group::Support,    Group::Gdb};
  return groups;
}

StringRef groupName(Group group) {
  switch (group) {
  case Group::Running:
    return "running";
  case Group::TimeTravel:
    return "time travel";
  case Group::Breakpoints:
    return "breakpoints";
  case Group::Looking:
    return "looking";
  case Group::Lineage:
    return "lineage";
  case Group::Support:
    return "support";
  case Group::Gdb:
    return "gdb";
  }
  return "";
}

StringRef groupSummary(Group group) {
  switch (group) {
  case Group::Running:
    return "Running the compiler and its actions.";
  case Group::TimeTravel:
    return "Going back in the run, and marking places in it.";
  case Group::Breakpoints:
    return "Making the compiler stop at certain points.";
  case Group::Looking:
    return "Looking at the action stack, the IR and the source.";
  case Group::Lineage:
    return "Asking what ops came from and what they became.";
  case Group::Support:
    return "Help, settings, scripts and the session itself.";
  case Group::Gdb:
    return "What to use instead of some of gdb's commands.";
  }
  return "";
}

} // namespace mlir::trackdbg
