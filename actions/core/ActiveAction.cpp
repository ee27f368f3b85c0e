//===- ActiveAction.cpp - One action on the stack -------------------------===//

#include "core/ActiveAction.h"

#include "ir/BeforeImage.h"
#include "ir/Printing.h"

using namespace mlir::trackdbg;

StopNotes::StopNotes() = default;
StopNotes::~StopNotes() = default;

StopNotes &ActiveAction::makeNotes() {
  if (!notes)
    notes = std::make_unique<StopNotes>();
  return *notes;
}

void ActiveAction::loseRoot() {
  rootAlive = false;
  StopNotes &left = makeNotes();
  left.erasedName = root->getName();
  left.erasedLocation = root->getLoc();
  left.erasedSymbol = symbolOf(root).str();
}
