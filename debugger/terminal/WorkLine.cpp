//===- WorkLine.cpp - The line that says how far the debugger is ----------===//

#include "terminal/WorkLine.h"

#include "terminal/Output.h"

#include "llvm/Support/FormatVariadic.h"

#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

static bool isShown = false;

WorkLine::WorkLine(bool isWanted)
    : begin(Clock::now()), isWanted(isWanted && isatty(STDERR_FILENO)),
      tell([this](StringRef what, std::optional<unsigned> percent) {
        show(what, percent);
      }),
      listener(tell) {}

WorkLine::~WorkLine() { erase(); }

void WorkLine::erase() {
  if (isShown)
    writeAll(STDERR_FILENO, "\r\033[K");
  isShown = false;
}

/// A line that is wider than the terminal could not be erased.
static std::string cutForTerminal(std::string line) {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
    line.resize(std::min<size_t>(line.size(), size.ws_col - 1));
  return line;
}

void WorkLine::show(StringRef what, std::optional<unsigned> percent) {
  constexpr std::chrono::milliseconds kDelay{500}, kBetween{100};
  Clock::time_point now = Clock::now();
  if (!isWanted || now - begin < kDelay)
    return;
  // How much is done says more than how long it has taken.
  if (!percent && (now - counted < kDelay || now - drawn < kBetween))
    return;
  if (percent)
    counted = now;
  drawn = now;
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - begin);
  std::string line = percent ? formatv("[{0}, {1} %]", what, *percent).str()
                             : formatv("[{0} for {1} s; Ctrl-C ends it]", what,
                                       std::max<int64_t>(seconds.count(), 1))
                                   .str();
  writeAll(STDERR_FILENO, "\r" + cutForTerminal(line) + "\033[K\r");
  isShown = true;
}

} // namespace mlir::trackdbg
