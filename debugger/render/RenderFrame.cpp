//===- RenderFrame.cpp - The selected action and where it is, as text -----===//

#include "commands/Console.h"
#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string withShortFiles(StringRef text, const RenderStyle &style) {
  return style.files ? style.files->shorten(text) : text.str();
}

static std::string onScreen(StringRef text, const RenderStyle &style) {
  return wrapForScreen(withShortFiles(text, style), style);
}

static std::string numbered(const Frame &frame, const RenderStyle &style) {
  return actionNumber(frame.action) + ": " + renderTitle(frame, style);
}

std::string renderFrameDetails(const FrameDetailsReply &reply,
                               const RenderStyle &style) {
  const Frame &frame = reply.frame.frame;
  std::string text = formatv("Stack level {0}, {1}", reply.frame.number,
                             numbered(frame, style));
  if (!frame.op.empty()) {
    text += "\n  on " + OneLine(frame.op).str();
    if (!frame.symbol.empty())
      text += " in " + symbolName(frame);
    if (!frame.file.empty() && frame.line < 1)
      text += " at " + locationName(frame);
    else if (!frame.location.empty() && frame.location != "unknown")
      text += " at " + OneLine(frame.location).str();
    if (frame.file.empty() && !frame.around.empty())
      text += " inside " + OneLine(frame.around).str();
    if (!frame.alive)
      text += " (erased)";
  }
  if (reply.around)
    text += "\n  inside " + numbered(*reply.around, style);
  if (reply.inside)
    text += "\n  around " + numbered(*reply.inside, style);
  return fitScreen(withShortFiles(text, style) + "\n", /*isWhole=*/true, style);
}

std::string renderThread(const ThreadReply &reply, const RenderStyle &style) {
  std::string row = formatv("* {0,-4} {1} {2}", reply.thread,
                            actionNumber(reply.frame.action),
                            renderTitle(reply.frame, style));
  return "  Id   Action\n" + onScreen(row, style) +
         onScreen("Threads of the compiler that are in no action are not "
                  "listed; those in one go on until they come to a stop.",
                  style);
}

StringRef wordFor(When when) {
  switch (when) {
  case When::Before:
    return "before";
  case When::After:
    return "after";
  case When::Inside:
    break;
  }
  return "inside";
}

std::string renderPlaceInRun(When when, const Frame &frame,
                             const RenderStyle &style) {
  return formatv("{0} {1}: {2}", wordFor(when),
                 renderActionNumber(frame.action, style),
                 renderAction(frame, style));
}

static std::string renderState(const ProgramReply &reply,
                               const RenderStyle &style) {
  switch (reply.state) {
  case State::NotRunning:
    return "The program being debugged is not being run.";
  case State::Running:
    return formatv("It is running, {0}.", reply.whereabouts);
  case State::Stopped:
    break;
  }
  return reply.frame
             ? formatv("It stopped {0}.",
                       renderPlaceInRun(reply.when, *reply.frame, style))
                   .str()
             : "It stopped.";
}

std::string renderProgram(const ProgramReply &reply, const RenderStyle &style) {
  std::string text;
  if (!reply.command.empty())
    text +=
        cutCommand("Command: " + OneLine(reply.command).str(), style) + "\n";
  if (reply.processId != 0)
    text += formatv("Process: {0}\n", reply.processId);
  text += onScreen(renderState(reply, style), style);
  if (!reply.trace.empty())
    text += "Trace: " + OneLine(reply.trace).str() + "\n";
  return text;
}

std::string renderPosition(const PositionReply &reply,
                           const RenderStyle &style) {
  std::string text = renderPlaceInRun(reply.when, reply.frame, style);
  text.front() = toUpper(text.front());
  text += formatv("; {0} event{1} recorded so far.", grouped(reply.events),
                  reply.events == 1 ? "" : "s");
  return onScreen(text, style);
}

} // namespace mlir::trackdbg
