//===- WorkLine.cpp - The line that says how far the debugger is ----------===//

#include "terminal/WorkLine.h"

#include "terminal/Output.h"

#include "llvm/Support/FormatVariadic.h"

#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

using Clock = std::chrono::steady_clock;

WorkLine::WorkLine(bool isWanted)
    : begin(Clock::now()), isWanted(isWanted && isatty(STDERR_FILENO)),
      tell([this](StringRef what, unsigned percent) { show(what, percent); }),
      listener(tell) {}

WorkLine::~WorkLine() {
  if (isShown)
    writeAll(STDERR_FILENO, "\r\033[K");
}

void WorkLine::show(StringRef what, unsigned percent) {
  constexpr std::chrono::milliseconds kDelay{500};
  if (!isWanted || Clock::now() - begin < kDelay)
    return;
  writeAll(STDERR_FILENO,
           formatv("\r[{0}, {1} %]\033[K\r", what, percent).str());
  isShown = true;
}

} // namespace mlir::trackdbg
