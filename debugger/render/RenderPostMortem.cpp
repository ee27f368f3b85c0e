//===- RenderPostMortem.cpp - What is left of a crash, as text ------------===//

#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"

#include "commands/Arguments.h"
#include "commands/Console.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

/// The first lines of the op; who wants all of a module has it in the trace.
static std::string renderLastOp(const Crash &crash, bool isWhole,
                                const RenderStyle &style) {
  // On a screen, the functions have to have room.
  const size_t mostLines = style.isForScreen && !isWhole ? 8 : 24;
  if (crash.lastOp.empty())
    return "The op that it worked on could not be printed.\n";
  SmallVector<StringRef> lines;
  StringRef(crash.lastOp).rtrim().split(lines, '\n');
  std::string text = "The op that was verified, as it was then:\n";
  if (crash.lastOpAction)
    text = formatv("The op of {0}, as it was then:\n",
                   renderActionNumber(crash.lastOpAction, style));
  for (StringRef line : ArrayRef(lines).take_front(mostLines))
    text += formatv("  {0}\n", line);
  if (lines.size() > mostLines)
    text +=
        formatv("  ... {0}\n", counted(lines.size() - mostLines, "more line"));
  return text;
}

std::string renderCrash(const CrashReply &reply, const RenderStyle &style) {
  const Crash &crash = reply.crash;
  std::string text =
      formatv("Signal {0}, {1}", crash.signalName, strsignal(crash.signal));
  if (crash.address)
    text += formatv(", at address 0x{0}",
                    utohexstr(*crash.address, /*LowerCase=*/true));
  text += ".\n";
  if (crash.activity)
    text += "While " + describe(*crash.activity) + "\n";
  if (!crash.stack.empty()) {
    const Frame &innermost = crash.stack.front();
    text +=
        formatv("In {0}: {1}\n", renderActionNumber(innermost.action, style),
                renderAction(innermost, style));
  } else if (!crash.activity) {
    text += "It was outside every action.\n";
  }
  // A parser has no op yet.
  if (!crash.stack.empty() || !crash.lastOp.empty())
    text += renderLastOp(crash, reply.isWhole, style);
  text += "C++ functions, innermost first, without the tracker's:\n";
  for (const auto &[number, frame] : enumerate(crash.frames))
    text += renderNativeFrame(number, frame, reply.isWhole, style);
  if (crash.hasMoreFrames)
    text += "(More frames follow...)\n";
  return fitScreen(text, reply.isWhole, style, "--all shows all of it");
}

std::string renderReproduction(const ReproduceReply &reply,
                               const RenderStyle &style) {
  const Reproduction &made = reply.reproduction;
  std::string text =
      formatv("Wrote {0}: {1}.\n", made.directory, join(made.files, ", "));
  for (const std::string &each : made.missing)
    text += wrapForScreen("Not written: " + each + ".", style);
  if (!made.reproducer.empty())
    text += formatv("{0} --run-reproducer {1} runs the pass alone.\n",
                    quoteWord(made.tool),
                    quoteWord(made.directory + "/" + made.reproducer));
  return text;
}

} // namespace mlir::trackdbg
