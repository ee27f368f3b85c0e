//===- Attach.cpp - The call of a compiler that attaches itself -----------===//

#include "trackdbg/Attach.h"

#include "Tracker.h"
#include "hooks/VTables.h"

using namespace mlir::trackdbg;

void mlir::trackdbg::attach(MLIRContext &context) {
  if (Tracker::connect(WayIn::Attached, patchVTables))
    Tracker::get()->attach(context);
}
