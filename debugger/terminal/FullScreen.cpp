//===- FullScreen.cpp - A window above the prompt -------------------------===//

#include "terminal/FullScreen.h"

#include "commands/Errors.h"
#include "terminal/Output.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Its macros have the names of half the alphabet.
#include <curses.h>
#include <term.h>
#undef lines
#undef columns

using namespace llvm;

namespace mlir::trackdbg {

/// What Ctrl-Z writes; a handler reads it.
static std::array<char, 4096> leavingText;
static volatile sig_atomic_t leavingSize = 0;

static void setLeaving(StringRef text) {
  leavingSize = 0;
  if (text.size() > leavingText.size())
    return;
  copy(text, leavingText.begin());
  leavingSize = text.size();
}

static void onStop(int) {
  int saved = errno;
  (void)!write(STDOUT_FILENO, leavingText.data(), leavingSize);
  // As without this handler. What draws notices when we go on.
  raise(SIGSTOP);
  errno = saved;
}

//===----------------------------------------------------------------------===//
// The guard
//===----------------------------------------------------------------------===//

/// Reads texts, each ended by a newline, and writes the last one when nobody is
/// left who could send more. It runs in a copy of a process with threads, so
/// that only system calls are safe.
[[noreturn]] static void guardTerminal(int pipe) {
  prctl(PR_SET_NAME, "mtd-screen");
  // Those of the terminal are for the process that is guarded.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  dup2(pipe, STDIN_FILENO);
  // Nobody is to wait for what we hold open.
  close(STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0u, 0);
  std::array<char, 4096> last, pending;
  size_t lastSize = 0, size = 0;
  char c = 0;
  while (read(STDIN_FILENO, &c, 1) == 1) {
    if (c != '\n') {
      pending[size] = c;
      size = std::min(size + 1, pending.size() - 1);
      continue;
    }
    last = pending;
    lastSize = std::exchange(size, 0);
  }
  (void)!write(STDOUT_FILENO, last.data(), lastSize);
  _exit(0);
}

/// It is nobody's child, so that no wait of ours finds it.
bool FullScreen::startGuard() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    if (fork() == 0)
      guardTerminal(ends[0]);
    _exit(0);
  }
  close(ends[0]);
  guard = ends[1];
  if (child > 0)
    waitpid(child, nullptr, 0);
  return child > 0;
}

//===----------------------------------------------------------------------===//
// The terminal
//===----------------------------------------------------------------------===//

Error FullScreen::readCapabilities() {
  int status = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &status) != OK)
    return fail("Cannot split the screen: the terminal's type is not known; "
                "TERM names it.");
  struct {
    const char *name;
    std::string &text;
  } wanted[] = {{"cup", moveTo}, {"csr", setRegion}, {"sc", save},
                {"rc", restore}, {"el", clearLine},  {"clear", clearAll}};
  for (auto &[name, text] : wanted) {
    const char *found = tigetstr(name);
    if (!found || found == reinterpret_cast<const char *>(-1))
      return fail("Cannot split the screen: a terminal of type \"{0}\" cannot "
                  "do that.",
                  termname());
    text = found;
  }
  return Error::success();
}

std::string FullScreen::at(unsigned row) const {
  return tparm(moveTo.c_str(), row, 0);
}

std::string FullScreen::region(unsigned first, unsigned last) const {
  return tparm(setRegion.c_str(), first, last);
}

std::string FullScreen::leaving() const {
  if (upper == 0)
    return "";
  std::string text = region(0, rows - 1);
  for (unsigned row = 0; row < upper; ++row)
    text += at(row) + clearLine;
  return text + at(rows - 1);
}

/// Parts the screen by its size now.
void FullScreen::reserve() {
  constexpr unsigned kFewestRows = 14, kFewestScrolling = 6;
  upper =
      rows < kFewestRows ? 0 : rows - std::max(kFewestScrolling, rows * 3 / 8);
  std::string text = leaving();
  setLeaving(text);
  text += '\n';
  if (guard >= 0)
    writeAll(guard, text);
}

static winsize sizeOfTerminal() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    size = {};
  return size;
}

Expected<std::unique_ptr<FullScreen>> FullScreen::open() {
  std::unique_ptr<FullScreen> screen(new FullScreen);
  if (Error error = screen->readCapabilities())
    return error;
  screen->rows = sizeOfTerminal().ws_row;
  screen->width = sizeOfTerminal().ws_col;
  // Without it, only a process that is killed leaves traces.
  screen->startGuard();
  screen->reserve();
  // What is on the screen stays in the terminal's memory.
  writeAll(STDOUT_FILENO, std::string(screen->rows, '\n'));
  screen->clear();
  struct sigaction action = {};
  action.sa_handler = onStop;
  // Not SA_RESTART: who reads keys then sees that the screen is another one.
  sigaction(SIGTSTP, &action, nullptr);
  return screen;
}

FullScreen::~FullScreen() {
  ::signal(SIGTSTP, SIG_DFL);
  leave();
  if (guard < 0)
    return;
  writeAll(guard, "\n");
  close(guard);
}

void FullScreen::clear() {
  std::string text = clearAll;
  if (upper != 0)
    text += region(upper, rows - 1);
  writeAll(STDOUT_FILENO, text + at(rows == 0 ? 0 : rows - 1));
}

bool FullScreen::fit() {
  winsize now = sizeOfTerminal();
  if (now.ws_row == rows && now.ws_col == width)
    return false;
  rows = now.ws_row;
  width = now.ws_col;
  reserve();
  clear();
  return true;
}

void FullScreen::draw(ArrayRef<std::string> lines) {
  std::string text = save;
  for (auto [row, line] : enumerate(lines.take_front(upper)))
    text += at(row) + line;
  writeAll(STDOUT_FILENO, text + restore);
}

void FullScreen::hold() {
  if (upper != 0)
    writeAll(STDOUT_FILENO, save + region(upper, rows - 1) + restore);
}

void FullScreen::leave() { writeAll(STDOUT_FILENO, leaving()); }

} // namespace mlir::trackdbg
