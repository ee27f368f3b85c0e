//===- functions.cpp - Any bytes as a compiler's functions ----------------===//
//
// A libFuzzer target: the bytes are read as a program whose functions are to be
// named, and as what was kept of one.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "native/FunctionIndex.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace mlir::trackdbg;

/// Addresses of all sizes, and around those of the program.
static void askFor(const FunctionIndex &functions, uint64_t near) {
  for (unsigned bit = 0; bit < 64; ++bit)
    (void)functions.at(uint64_t(1) << bit);
  for (uint64_t address = near; address < near + 0x100; ++address)
    if (auto function = functions.at(address);
        function && function->begin > address)
      std::abort();
}

static void readKept(StringRef bytes) {
  if (auto functions =
          FunctionIndex::open(MemoryBuffer::getMemBufferCopy(bytes)))
    askFor(*functions, 0);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  readKept(bytes);
  auto buffer = MemoryBuffer::getMemBufferCopy(bytes);
  auto program = object::ELF64LEObjectFile::create(buffer->getMemBufferRef(),
                                                   /*InitContent=*/false);
  if (!program) {
    consumeError(program.takeError());
    return 0;
  }
  FunctionIndex functions = FunctionIndex::make(*program);
  uint64_t entry = program->getELFFile().getHeader().e_entry;
  askFor(functions, entry);
  // What we keep, we read again.
  auto again =
      FunctionIndex::open(MemoryBuffer::getMemBufferCopy(functions.bytes()));
  if (!again)
    std::abort();
  return 0;
}
