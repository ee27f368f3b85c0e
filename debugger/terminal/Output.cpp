//===- Output.cpp ---------------------------------------------------------===//

#include "terminal/Output.h"

#include "render/ControlCharacters.h"
#include "render/Screen.h"
#include "terminal/Signals.h"
#include "terminal/WorkLine.h"

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <poll.h>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

static constexpr StringRef pageEnd =
    "--Type <RET> for more, q to quit, c to continue without paging--";

/// A run shorter than this shows no progress.
static constexpr std::chrono::milliseconds progressDelay{500};

/// The first error of writing to standard output; 0: none so far.
static int outputError = 0;

bool writeAll(int descriptor, StringRef text, function_ref<bool()> isWanted) {
  while (!text.empty()) {
    if (isWanted && !isWanted())
      return false;
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text = text.drop_front(written);
      continue;
    }
    if (errno == EAGAIN) {
      // Somebody who shares it has made it non-blocking.
      pollfd ready{descriptor, POLLOUT, 0};
      (void)poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      if (descriptor == STDOUT_FILENO && outputError == 0)
        outputError = errno;
      return false;
    }
  }
  return true;
}

int exitCodeAfterOutput(int exitCode) {
  // As for `head`: who wants no more has got all that was wanted.
  if (outputError == 0 || outputError == EPIPE)
    return exitCode;
  writeAll(STDERR_FILENO, "mlir-track-dbg: cannot write to standard output: " +
                              std::generic_category().message(outputError) +
                              "\n");
  return exitCode ? exitCode : 1;
}

Output::Output(Settings &settings)
    : settings(settings), inputIsTerminal(isatty(STDIN_FILENO)),
      outputIsTerminal(isatty(STDOUT_FILENO)),
      errorIsTerminal(isatty(STDERR_FILENO)) {
  const char *terminal = getenv("TERM");
  if (!terminal || StringRef(terminal) == "dumb")
    errorIsTerminal = false;
}

Output::~Output() { eraseProgress(); }

static bool hasColors(ColorMode mode, bool isTerminal) {
  if (mode != ColorMode::Auto)
    return mode == ColorMode::Always;
  const char *refused = getenv("NO_COLOR");
  const char *terminal = getenv("TERM");
  return isTerminal && !(refused && *refused) && terminal &&
         StringRef(terminal) != "dumb";
}

// 0 where the terminal does not know.
static winsize windowSize() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    size = {};
  return size;
}

/// A size that somebody set: far more than a screen has is enough.
static unsigned screenSize(int64_t set) {
  return unsigned(std::min<int64_t>(set, 1'000'000));
}

/// What the environment says of a screen that the output is for.
static std::optional<unsigned> columnsSet() {
  unsigned columns = 0;
  const char *set = getenv("COLUMNS");
  if (!set || StringRef(set).getAsInteger(10, columns) || columns == 0)
    return std::nullopt;
  return screenSize(columns);
}

/// 0: without an end.
unsigned Output::screenHeight() const {
  constexpr unsigned kUnknown = 24;
  if (settings.height < 0 && windowSize().ws_row == 0)
    return kUnknown;
  return settings.height >= 0 ? screenSize(settings.height)
                              : windowSize().ws_row;
}

unsigned Output::pageHeight() const {
  return pageRows.value_or(screenHeight());
}

unsigned Output::screenWidth() const {
  if (settings.width >= 0)
    return screenSize(settings.width);
  unsigned width = windowSize().ws_col;
  return width ? width : columnsSet().value_or(80);
}

RenderStyle Output::style() const {
  RenderStyle style;
  style.colors =
      hasColors(settings.color, outputIsTerminal) ? Colors::On : Colors::Off;
  unsigned width = screenWidth();
  style.width = width ? width : ~0u;
  unsigned height = screenHeight();
  style.height = height ? height : ~0u;
  style.isForScreen = outputIsTerminal || settings.width > 0 || columnsSet();
  if (settings.printElements >= 0)
    style.mostElements = settings.printElements;
  return style;
}

void Output::startCommand() {
  linesOnPage = columns = 0;
  paging = Paging::Ask;
  commandStart = std::chrono::steady_clock::now();
}

bool Output::isPaging() const {
  return isInteractive() && settings.pagination && pageHeight() > 2 &&
         paging == Paging::Ask;
}

bool Output::mayGoOn() {
  unsigned before = interruptCount();
  if (columns != 0)
    writeAll(STDOUT_FILENO, "\n");
  writeAll(STDOUT_FILENO, pageEnd);
  // One line of the terminal's own editing; the rest of it is of no interest.
  char first = '\n', c = 0;
  bool isFirst = true;
  while (c != '\n') {
    ssize_t count = read(STDIN_FILENO, &c, 1);
    // Only Ctrl-C is an answer: another size of the window is none.
    if (count < 0 && errno == EINTR && interruptCount() == before)
      continue;
    if (count <= 0) {
      writeAll(STDOUT_FILENO, "\n");
      return false;
    }
    if (isFirst)
      first = c;
    isFirst = false;
  }
  linesOnPage = columns = 0;
  if (first == 'c')
    paging = Paging::Through;
  return first != 'q';
}

// Where a line ends that goes on with this text after some columns; escape
// sequences take no room.
static unsigned columnsWith(StringRef line, unsigned columns) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033')
      i = std::min(line.find('m', i), line.size());
    else if (line[i] == '\t')
      columns = (columns / 8 + 1) * 8;
    else if ((line[i] & 0xc0) != 0x80) // Not inside a UTF-8 character.
      ++columns;
  }
  return columns;
}

// How many rows are full where a line goes on after so many columns.
static unsigned fullRows(unsigned columns, unsigned width) {
  return width && columns ? (columns - 1) / width : 0;
}

size_t Output::fillPage(StringRef text) {
  unsigned height = pageHeight() - 1, width = screenWidth();
  size_t end = 0;
  while (end < text.size() && linesOnPage < height) {
    size_t newline = text.find('\n', end);
    StringRef line = text.slice(end, newline);
    unsigned before = fullRows(columns, width);
    columns = columnsWith(line, columns);
    linesOnPage += fullRows(columns, width) - before;
    end += line.size();
    if (newline == StringRef::npos)
      break;
    ++end;
    ++linesOnPage;
    columns = 0;
  }
  return end;
}

/// More than the largest screen holds, and not all that a session writes.
void Output::keep(StringRef text) {
  constexpr size_t kMost = 1 << 16;
  kept += text.take_back(kMost);
  if (kept.size() > 2 * kMost)
    kept.erase(0, kept.size() - kMost);
}

StringRef Output::lastLines(unsigned count) const {
  StringRef text = kept;
  size_t begin = text.size();
  while (count-- > 0 && begin != 0) {
    size_t newline = text.take_front(begin - 1).rfind('\n');
    begin = newline == StringRef::npos ? 0 : newline + 1;
  }
  return text.drop_front(begin);
}

bool Output::put(StringRef text) {
  keep(text);
  unsigned before = interruptCount();
  auto isWanted = [&] { return interruptCount() == before; };
  writeAll(STDOUT_FILENO, text, isWanted);
  return isWanted();
}

/// Adds to the log file what the user sees.
void Output::log(StringRef text) {
  if (!settings.isLogging || text.empty())
    return;
  if (Error error = appendToLog(settings, withoutColors(text)))
    note(toString(std::move(error)) + ".");
}

bool Output::result(StringRef text) {
  eraseProgress();
  log(text);
  if (paging == Paging::Refused)
    return true;
  while (!text.empty() && isPaging()) {
    size_t end = fillPage(text);
    if (!put(text.take_front(end)))
      return false;
    text = text.drop_front(end);
    if (text.empty())
      return true;
    if (!mayGoOn()) {
      paging = Paging::Refused;
      // The loop, the list or the script around it writes no more either.
      interrupt();
      return false;
    }
  }
  return put(text);
}

void Output::question(StringRef text) {
  eraseProgress();
  log(text);
  put(text);
  linesOnPage = columns = 0;
}

void Output::problem(StringRef text) {
  eraseProgress();
  keep(text);
  writeAll(STDERR_FILENO, text);
}

void Output::note(StringRef sentence) {
  problem(fitScreen(sentence.str() + "\n", /*isWhole=*/true, style()));
}

void Output::progress(const Progress &progress) {
  auto now = std::chrono::steady_clock::now();
  if (!errorIsTerminal || now - commandStart < progressDelay)
    return;
  // The cursor goes back to the start, so that whatever the compiler prints
  // writes over the line.
  std::string line = renderProgress(progress, style());
  writeAll(STDERR_FILENO, "\r" + line + "\033[K\r");
  progressShown = true;
}

void Output::eraseProgress() {
  WorkLine::erase();
  if (progressShown)
    writeAll(STDERR_FILENO, "\r\033[K");
  progressShown = false;
}

} // namespace mlir::trackdbg
