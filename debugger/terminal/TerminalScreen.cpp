//===- TerminalScreen.cpp - Source and IR above the prompt ----------------===//

#include "commands/Errors.h"
#include "render/Panes.h"
#include "terminal/Terminal.h"

using namespace llvm;

namespace mlir::trackdbg {

Error Terminal::splitScreen(std::optional<ScreenLayout> wanted) {
  if (!wanted) {
    if (screen) {
      screen.reset();
      output.setRows(std::nullopt);
      lines().setRedraw(nullptr);
    }
    return Error::success();
  }
  if (options.batch || !output.isInteractive())
    return fail(
        "Cannot split the screen: input and output are not a terminal.");
  layout = *wanted;
  view.reset();
  if (screen)
    return Error::success();
  if (Error error = FullScreen::open().moveInto(screen))
    return error;
  output.setRows(screen->scrollingRows());
  lines().setRedraw([this] { redrawScreen(); });
  return Error::success();
}

/// Any command may have changed what is there. A function that takes long to
/// print is printed again only at another stop, or for another frame.
void Terminal::lookAgain() {
  constexpr std::chrono::milliseconds kLong{300};
  std::pair now(eventCount, console.debugger->selectedFrame());
  if (view && viewTime > kLong && viewedAt == now)
    return;
  auto start = std::chrono::steady_clock::now();
  view = splitView(console, screen->windowRows());
  viewTime = std::chrono::steady_clock::now() - start;
  viewedAt = now;
}

void Terminal::drawScreen() {
  if (!screen)
    return;
  if (screen->fit())
    output.setRows(screen->scrollingRows());
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
  screen->draw(renderPanes(*view, layout, screen->windowRows(), style));
}

void Terminal::redrawScreen() {
  if (screen->fit())
    output.setRows(screen->scrollingRows());
  else
    screen->clear();
  if (view)
    showView();
}

void Terminal::lendScreen(function_ref<void()> program) {
  if (screen)
    screen->leave();
  program();
  if (screen)
    screen->clear();
}

} // namespace mlir::trackdbg
