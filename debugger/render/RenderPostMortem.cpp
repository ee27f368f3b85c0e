//===- RenderPostMortem.cpp - What is left of a crash, as text ------------===//

#include "render/Render.h"

#include "commands/Arguments.h"
#include "commands/Console.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

static std::string renderFrame(size_t number, const NativeFrame &frame,
                               const RenderStyle &style) {
  std::string text = renderNumber(number, style) + (number < 10 ? "  " : " ");
  text += frame.function.empty()
              ? "0x" + utohexstr(frame.address, /*LowerCase=*/true)
              : paint(frame.function, Ink::Action, style);
  if (!frame.file.empty())
    text += " at " + paint(formatv("{0}:{1}", frame.file, frame.line).str(),
                           Ink::Place, style);
  else if (!frame.module.empty())
    text += " from " + frame.module;
  return text + "\n";
}

// The first lines of the op; who wants all of a module has it in the trace.
static std::string renderLastOp(const Crash &crash, const RenderStyle &style) {
  constexpr size_t kMostLines = 24;
  if (crash.lastOp.empty())
    return "The op that it worked on could not be printed.\n";
  SmallVector<StringRef> lines;
  StringRef(crash.lastOp).rtrim().split(lines, '\n');
  std::string text = "The op that was verified, as it was then:\n";
  if (crash.lastOpAction)
    text = formatv("The op of {0}, as it was then:\n",
                   renderActionNumber(crash.lastOpAction, style));
  for (StringRef line : ArrayRef(lines).take_front(kMostLines))
    text += formatv("  {0}\n", line);
  if (lines.size() > kMostLines)
    text +=
        formatv("  ... {0}\n", counted(lines.size() - kMostLines, "more line"));
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
    text += renderLastOp(crash, style);
  text += "C++ functions, innermost first, without the tracker's:\n";
  for (const auto &[number, frame] : enumerate(crash.frames))
    text += renderFrame(number, frame, style);
  if (crash.hasMoreFrames)
    text += "(More frames follow...)\n";
  return text;
}

std::string renderReproduction(const ReproduceReply &reply,
                               const RenderStyle &) {
  const Reproduction &made = reply.reproduction;
  std::string text =
      formatv("Wrote {0}: {1}.\n", made.directory, join(made.files, ", "));
  for (const std::string &each : made.missing)
    text += formatv("Not written: {0}.\n", each);
  if (!made.reproducer.empty())
    text += formatv("{0} --run-reproducer {1} runs the pass alone.\n",
                    quoteWord(made.tool),
                    quoteWord(made.directory + "/" + made.reproducer));
  return text;
}

} // namespace mlir::trackdbg
