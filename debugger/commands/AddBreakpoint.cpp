//===- AddBreakpoint.cpp - Breakpoints, as commands make them -------------===//

#include "commands/AddBreakpoint.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/InsideBreakpoints.h"
#include "commands/KnownPlaces.h"
#include "commands/NativePlaces.h"

using namespace llvm;

namespace mlir::trackdbg {

// Folds are actions only in a run that was told so before it began.
static std::string prepareForFolds(Console &console,
                                   const BreakpointSpec &spec) {
  if (spec.kind != BreakpointSpec::Kind::Tag || spec.name != "fold" ||
      console.settings.folds)
    return "";
  console.settings.folds = true;
  return console.debugger->state() == State::NotRunning
             ? "Folds will be actions from the next run on; 'set folds off' "
               "turns this off."
             : "Folds are not actions in this run; they will be in the next, "
               "which 'run' starts.";
}

Expected<Reply> addSpec(Console &console, Expected<BreakpointSpec> spec,
                        bool temporary) {
  if (!spec)
    return spec.takeError();
  if (console.debugger->isRecording())
    return failNotRunning(console);
  if (Error error = settleNativePlace(console, *spec))
    return error;
  if (Error error = settleOpInside(console, *spec))
    return error;
  std::string note = prepareForFolds(console, *spec);
  if (note.empty())
    note = noteOnUnknown(console, *spec);
  Expected<Breakpoint> added =
      console.debugger->addBreakpoint(std::move(*spec), temporary);
  if (!added)
    return added.takeError();
  // What looks like no tag is explained already.
  if (!added->neverMatched.empty())
    note.clear();
  return BreakpointAddedReply{std::move(*added), std::move(note)};
}

} // namespace mlir::trackdbg
