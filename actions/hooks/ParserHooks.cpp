//===- ParserHooks.cpp - Locations that come after the op -----------------===//
//
// The parser makes an op where its text starts, with that place as its
// location, and sets the one that is written behind it when it has read on: an
// alias such as #loc7 only at the end of the file. Setting a location is
// inline in MLIR's headers and cannot be seen. So the ops of a parse are looked
// through once, when it has ended. It is the only walk outside a stop.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Block.h"

using namespace mlir;
using namespace mlir::trackdbg;

TRACKDBG_HOOK(LogicalResult, parseAsmSourceFile,
              "_ZN4mlir18parseAsmSourceFileERKN4llvm9SourceMgrEPNS_5BlockERKNS"
              "_12ParserConfigEPNS_14AsmParserStateEPNS_28AsmParserCodeComplete"
              "ContextE",
              (const llvm::SourceMgr &sources, Block *block,
               const ParserConfig &config, AsmParserState *state,
               AsmParserCodeCompleteContext *completion)) {
  Tracker *tracker = Tracker::get();
  ThreadState &thread = ThreadState::current();
  // A parse inside a parse is part of the outer one.
  if (!tracker || thread.parsedOps)
    return real_parseAsmSourceFile(sources, block, config, state, completion);

  llvm::DenseMap<Operation *, LocationAttr> firstLocations;
  thread.parsedOps = &firstLocations;
  LogicalResult result =
      real_parseAsmSourceFile(sources, block, config, state, completion);
  thread.parsedOps = nullptr;
  if (succeeded(result))
    block->walk([&](Operation *op) {
      auto first = firstLocations.find(op);
      if (first != firstLocations.end() &&
          first->second != LocationAttr(op->getLoc()))
        tracker->recorder().relocated(op);
    });
  return result;
}
