//===- TerminalScreen.cpp - Source and IR above the prompt ----------------===//

#include "commands/Errors.h"
#include "terminal/Terminal.h"

#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

Error Terminal::splitScreen(std::optional<ScreenLayout> wanted) {
  if (!wanted) {
    if (screen) {
      screen.reset();
      output.setRows(std::nullopt);
      lines().setScreenKeys(nullptr);
    }
    return Error::success();
  }
  if (options.batch || !output.isInteractive())
    return fail(
        "Cannot split the screen: input and output are not a terminal.");
  panes = {*wanted, panes.active};
  view.reset();
  if (screen)
    return Error::success();
  if (Error error = FullScreen::open().moveInto(screen))
    return error;
  output.setRows(screen->scrollingRows());
  lines().setScreenKeys([this](ScreenKey key) { pressScreenKey(key); });
  return Error::success();
}

/// Any command may have changed what is there. A function that takes long to
/// print is printed again only at another stop, or for another frame.
void Terminal::lookAgain() {
  constexpr std::chrono::milliseconds kLong{300};
  std::pair now(eventCount, console.debugger->selectedFrame());
  if (viewedAt != now)
    panes.source = panes.ir = {};
  else if (view && viewTime > kLong)
    return;
  auto start = std::chrono::steady_clock::now();
  // More than anybody scrolls line by line.
  constexpr size_t kMostLines = 10000;
  view = splitView(console, kMostLines, view ? &*view : nullptr);
  viewTime = std::chrono::steady_clock::now() - start;
  viewedAt = now;
}

/// What was there comes back, but for what the compiler has printed.
bool Terminal::fitScreen() {
  if (!screen->fit())
    return false;
  output.setRows(screen->scrollingRows());
  writeAll(STDOUT_FILENO, output.lastLines(screen->scrollingRows() - 1));
  return true;
}

void Terminal::drawScreen() {
  if (!screen)
    return;
  fitScreen();
  // Ctrl-C, or "q" at the end of a page, has ended the command before.
  console.debugger->forgetInterrupt();
  lookAgain();
  showView();
}

void Terminal::showView() {
  RenderStyle style = output.style();
  // Whatever the user has set for answers.
  style.width = screen->columns();
  if (!console.settings.printFullNames) {
    names.readStack(*console.debugger, style.isForScreen);
    style = names.with(style);
  }
  screen->draw(renderPanes(*view, panes, screen->windowRows(), style));
}

void Terminal::redrawScreen() {
  if (!fitScreen())
    screen->clear();
  if (view)
    showView();
}

//===----------------------------------------------------------------------===//
// Moving the text
//===----------------------------------------------------------------------===//

/// A terminal with few rows has no room for any.
bool Terminal::hasPanes() const { return screen && screen->windowRows() > 0; }

void Terminal::shiftPane(PaneShift by) {
  bool isSource = panes.layout == ScreenLayout::Split
                      ? panes.active == PaneName::Source
                      : panes.layout == ScreenLayout::Source;
  PaneShift &shift = isSource ? panes.source : panes.ir;
  PaneShift wanted{shift.lines + by.lines, shift.columns + by.columns};
  shift = nearestShift(isSource ? view->source : view->ir, wanted,
                       screen->windowRows());
}

void Terminal::pressScreenKey(ScreenKey key) {
  if (key == ScreenKey::Redraw)
    return redrawScreen();
  if (!hasPanes() || !view)
    return;
  constexpr int64_t kColumns = 8;
  // One line of the page before stays.
  int64_t page = linesOfPane(screen->windowRows()) - 1;
  switch (key) {
  case ScreenKey::Redraw:
    break;
  case ScreenKey::PageUp:
    shiftPane({-page, 0});
    break;
  case ScreenKey::PageDown:
    shiftPane({page, 0});
    break;
  case ScreenKey::LineUp:
    shiftPane({-1, 0});
    break;
  case ScreenKey::LineDown:
    shiftPane({1, 0});
    break;
  case ScreenKey::Left:
    shiftPane({0, -kColumns});
    break;
  case ScreenKey::Right:
    shiftPane({0, kColumns});
    break;
  case ScreenKey::OtherPane:
    consumeError(focusPane(std::nullopt));
    break;
  }
  showView();
}

Error Terminal::focusPane(std::optional<PaneName> wanted) {
  if (!hasPanes())
    return fail("There are no panes; 'tui enable' shows them.");
  if (panes.layout != ScreenLayout::Split)
    return wanted && (*wanted == PaneName::Source) !=
                         (panes.layout == ScreenLayout::Source)
               ? fail("That pane is not shown; 'layout split' shows both.")
               : Error::success();
  bool wasSource = panes.active == PaneName::Source;
  panes.active = wanted.value_or(wasSource ? PaneName::IR : PaneName::Source);
  return Error::success();
}

Error Terminal::scrollPane(PaneShift by) {
  if (!hasPanes())
    return fail("There are no panes; 'tui enable' shows them.");
  // A script may scroll before the first prompt.
  lookAgain();
  shiftPane(by);
  return Error::success();
}

void Terminal::lendScreen(function_ref<void()> program) {
  if (screen)
    screen->leave();
  program();
  if (screen)
    screen->clear();
}

bool Terminal::isLent() {
  if (hasBorrowerEnded && hasBorrowerEnded()) {
    hasBorrowerEnded = nullptr;
    leaveInterruptsToOthers(false);
  }
  return hasBorrowerEnded != nullptr;
}

void Terminal::lendTerminal(function_ref<void()> work,
                            std::function<bool()> hasEnded) {
  hasBorrowerEnded = std::move(hasEnded);
  leaveInterruptsToOthers(true);
  lendScreen(work);
  hasBorrowerEnded = nullptr;
  leaveInterruptsToOthers(false);
}

} // namespace mlir::trackdbg
