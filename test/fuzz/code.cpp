//===- code.cpp - Any bytes as machine code or a profile -----------------===//
//
// A libFuzzer target: behind a letter that says which, the bytes are read as
// what a trace has of machine code, or as what a profiler has written.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "profile/Profile.h"
#include "trackdbg/FinalCode.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace mlir::trackdbg;

/// What is read can be written, and is the same when it is read again.
template <typename Code>
static void readCode(StringRef bytes,
                     Expected<Code> (*decode)(StringRef bytes)) {
  Expected<Code> code = decode(bytes);
  if (!code)
    return consumeError(code.takeError());
  std::string written = trace::encode(*code);
  if (trace::encode(cantFail(decode(written))) != written)
    std::abort();
}

static void readFinalCode(StringRef bytes) {
  readCode<trace::FinalCode>(bytes, trace::decodeFinalCode);
  Expected<trace::FinalCode> code = trace::decodeFinalCode(bytes);
  if (!code)
    return consumeError(code.takeError());
  for (const trace::CodeFunction &function : code->functions)
    (void)trace::hashOfLinked(arrayRefFromStringRef(bytes), function.section,
                              function.offset, code->linked);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  if (bytes.consume_front("f"))
    readFinalCode(bytes);
  else if (bytes.consume_front("g"))
    readCode<trace::GeneratedCode>(bytes, trace::decodeGeneratedCode);
  else if (bytes.consume_front("c"))
    consumeError(parseCallgrind(bytes, "file").takeError());
  else if (bytes.consume_front("p"))
    (void)parsePerfScript(bytes).total();
  return 0;
}
