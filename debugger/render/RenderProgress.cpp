//===- RenderProgress.cpp - How far long work has come --------------------===//

#include "render/Render.h"

#include "render/ControlCharacters.h"
#include "render/PassRows.h"
#include "render/Screen.h"
#include "render/ShownWords.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

/// What the compiler runs for, where it is not to go on until it stops.
static std::string errandOf(const Progress &progress) {
  if (progress.bisectRun != 0)
    return formatv("run {0}: ", progress.bisectRun);
  if (progress.goal == 0)
    return "";
  return formatv(progress.isSearching ? "looking for a stop before {0}: "
                                      : "going to {0}: ",
                 actionNumber(progress.goal));
}

/// The parts one after the other. Those that matter least, which have the
/// highest rank, are left out as long as the line is too long.
static std::string joinFitting(ArrayRef<std::pair<unsigned, std::string>> parts,
                               size_t width) {
  unsigned worst = 0;
  for (const auto &[rank, part] : parts)
    worst = std::max(worst, rank);
  for (unsigned most = worst;; --most) {
    std::string text;
    for (const auto &[rank, part] : parts)
      if (rank <= most)
        text += part;
    if (text.size() <= width || most == 0)
      return text.substr(0, width);
  }
}

std::string renderProgress(const Progress &progress, const RenderStyle &style) {
  if (progress.awaitsCopies)
    return "[waiting for a copy of the compiler]";
  SmallVector<std::pair<unsigned, std::string>> parts;
  auto add = [&](unsigned rank, const Twine &text) {
    parts.push_back({rank, showControls(text.str())});
  };
  add(0, "[" + errandOf(progress));
  if (progress.actions == 0)
    add(0, "no action has run yet");
  else
    add(0, progress.goal ? actionNumber(progress.actions)
                         : counted(progress.actions, "action"));
  if (progress.actions != 0)
    add(4, formatv(", {0:f0}/s", progress.actionsPerSecond).str());
  if (!progress.pass.empty())
    add(2, ", pass " + OneLine(progress.pass).str());
  if (progress.inAction >= std::chrono::seconds(1)) {
    if (progress.action != progress.pass)
      add(3, ", " + (progress.action.empty() ? "one action"
                                             : briefName(progress.action)));
    add(2, " for " + renderDuration(progress.inAction));
  }
  if (progress.interruptPending)
    add(1, "; will stop at the next action, Ctrl-C again for a prompt");
  add(0, "]");
  return joinFitting(parts, std::max(style.width, 2u) - 1);
}

} // namespace mlir::trackdbg
