//===- ParserHooks.cpp - What is read, and how far ------------------------===//
//
// The parser makes an op where its text starts, with that place as its
// location, and sets the one that is written behind it when it has read on: an
// alias such as #loc7 only at the end of the file. Setting a location is
// inline in MLIR's headers and cannot be seen. So the ops of a parse are looked
// through once, when it has ended. It is the only walk outside a stop.
//
// Meanwhile the newest place that the parser makes a location of is kept: where
// an op or a block argument begins. If the parser crashes, it was about there.
//
//===----------------------------------------------------------------------===//

#include "core/Activity.h"
#include "hooks/Hook.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
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
  Tracker *tracker = Tracker::getAtWork();
  ThreadState &thread = ThreadState::current();
  if (!tracker)
    return real_parseAsmSourceFile(sources, block, config, state, completion);
  Parsing parsing(thread, sources);
  // A parse inside a parse is part of the outer one.
  if (thread.parsedOps)
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

TRACKDBG_HOOK(FileLineColLoc, makeFileLocation,
              "_ZN4mlir14FileLineColLoc3getEPNS_11MLIRContextEN4llvm9StringRef"
              "Ejj",
              (MLIRContext * context, StringRef file, unsigned line,
               unsigned column)) {
  if (Tracker::get())
    Parsing::note(ThreadState::current(), file, line, column);
  return real_makeFileLocation(context, file, line, column);
}

TRACKDBG_HOOK(LogicalResult, readBytecode,
              "_ZN4mlir16readBytecodeFileEN4llvm15MemoryBufferRefEPNS_5BlockERK"
              "NS_12ParserConfigE",
              (llvm::MemoryBufferRef buffer, Block *block,
               const ParserConfig &config)) {
  if (!Tracker::getAtWork())
    return real_readBytecode(buffer, block, config);
  ReadingBytecode reading(ThreadState::current(), buffer);
  return real_readBytecode(buffer, block, config);
}

TRACKDBG_HOOK(
    LogicalResult, readBytecodeSource,
    TRACKDBG_STD_NAME(
        "_ZN4mlir16readBytecodeFileERKSt10shared_ptrIN4llvm9SourceMgrEEPNS_5Blo"
        "ckERKNS_12ParserConfigE",
        "_ZN4mlir16readBytecodeFileERKNSt3__110shared_ptrIN4llvm9SourceMgrEEEPN"
        "S_5BlockERKNS_12ParserConfigE"),
    (const std::shared_ptr<llvm::SourceMgr> &sources, Block *block,
     const ParserConfig &config)) {
  if (!Tracker::getAtWork())
    return real_readBytecodeSource(sources, block, config);
  ReadingBytecode reading(ThreadState::current(), mainBufferOf(*sources));
  return real_readBytecodeSource(sources, block, config);
}
