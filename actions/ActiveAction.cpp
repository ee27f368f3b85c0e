//===- ActiveAction.cpp - One action on the stack -------------------------===//

#include "ActiveAction.h"

#include "Printing.h"

using namespace mlir::trackdbg;

void ActiveAction::loseRoot() {
  rootAlive = false;
  erasedName = root->getName();
  erasedLocation = root->getLoc();
  erasedSymbol = symbolOf(root).str();
}
