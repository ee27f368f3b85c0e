//===- RenderNative.cpp - The compiler's C++, as text ---------------------===//

#include "render/NativeJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/ActionNumber.h"
#include "trace/Counted.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "proto-opt.cpp:16"; the file by its base name.
static std::string placeOf(const NativeFrame &frame, const RenderStyle &style) {
  std::string place =
      formatv("{0}:{1}", sys::path::filename(frame.file), frame.line);
  return paint(place, Ink::Place, style);
}

static bool hasLine(const NativeFrame &frame) {
  return !frame.file.empty() && frame.line != 0;
}

/// "at proto-opt.cpp:16 in makeDouble", or "in makeDouble (libMLIR.so.22.1)".
static std::string renderOwn(const NativeFrame &frame,
                             const RenderStyle &style) {
  std::string name = paint(frameName(frame), Ink::Action, style);
  if (hasLine(frame))
    return formatv("at {0} in {1}", placeOf(frame, style), name);
  return formatv("in {0} ({1})", name, sys::path::filename(frame.module));
}

std::string renderOwnLine(const OwnLine &line, const RenderStyle &style) {
  std::string text = renderOwn(line.frame, style);
  if (!line.caller)
    return text;
  text += ", called from " + paint(frameName(*line.caller), Ink::Action, style);
  if (hasLine(*line.caller))
    text += formatv(" ({0})", placeOf(*line.caller, style));
  return text;
}

StringRef wordFor(NativeDeed deed) {
  switch (deed) {
  case NativeDeed::Created:
    return "made";
  case NativeDeed::Replaced:
    return "replaced";
  case NativeDeed::Erased:
    return "erased";
  }
  return "";
}

std::string renderNativeRow(const std::optional<NativeRow> &row,
                            const RenderStyle &style) {
  if (!row || !row->line)
    return "";
  return formatv("    {0} {1}\n", wordFor(row->deed),
                 renderOwnLine(*row->line, style));
}

static std::string renderRow(const NativeRow &row, const RenderStyle &style) {
  if (row.line)
    return renderNativeRow(row, style);
  return formatv("    not {0} by C++ that is known: {1}\n", wordFor(row.deed),
                 row.reason);
}

static std::string renderProblems(const std::vector<std::string> &problems,
                                  const RenderStyle &style) {
  std::string text;
  for (StringRef problem : problems) {
    std::string sentence = problem.str();
    sentence.front() = llvm::toUpper(sentence.front());
    text += wrapForScreen(sentence + ".", style);
  }
  return text;
}

/// What debug information says of the machine code of the ops.
static std::string renderDebugLines(const DebugLines &lines,
                                    const RenderStyle &style) {
  std::string text =
      formatv("Machine code of all these: {0}. Debug information has it at\n",
              counted(lines.instructions, "instruction"));
  for (const DebugLines::Row &row : lines.rows) {
    std::string place = "no line";
    if (row.line.line != 0)
      place = formatv("{0}:{1}", row.line.file, row.line.line);
    text += formatv("{0,7}  {1}", grouped(row.instructions),
                    paint(place, Ink::Place, style));
    if (!row.isOurs)
      text += row.pass.empty()
                  ? ", by a pass of LLVM"
                  : formatv(", by {0} {1}", actionNumber(row.action), row.pass)
                        .str();
    text += "\n";
  }
  return text;
}

std::string renderNativeLines(const NativeLinesReply &reply,
                              const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return nativeJson(reply);
  std::string text;
  for (auto [entry, rows] : zip_equal(reply.list.ops, reply.rows)) {
    text += renderOpEntry(entry, style) + "\n";
    for (const NativeRow &row : rows)
      text += renderRow(row, style);
  }
  if (text.empty())
    return "No ops.\n";
  text += renderRest(reply.list.folded) + renderOthers(reply.list.others) +
          renderProblems(reply.problems, style);
  if (reply.object && reply.object->instructions != 0)
    text += renderDebugLines(*reply.object, style);
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

//===----------------------------------------------------------------------===//
// info source -native
//===----------------------------------------------------------------------===//

std::string renderNativeSource(const NativeSourceReply &reply,
                               const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return nativeJson(reply);
  std::string text = renderActionRef(reply.action, style);
  text += reply.isPdl
              ? " was written in PDL"
              : " is " + paint(frameName(reply.function), Ink::Action, style);
  if (reply.line > 0)
    text += " at " + paint(formatv("{0}:{1}", reply.file, reply.line).str(),
                           Ink::Place, style);
  else if (reply.isPdl)
    text += ", of which MLIR keeps no name; 'ops pdl.pattern' lists what the "
            "compile has read";
  else
    text += formatv(" in {0}, which has no debug information",
                    sys::path::filename(reply.function.module));
  text += ".\n";
  if (!reply.problem.empty())
    text += "It cannot be read: " + reply.problem + ".\n";
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

//===----------------------------------------------------------------------===//
// backtrace -native
//===----------------------------------------------------------------------===//

std::string renderNativeFrame(size_t number, const NativeFrame &frame,
                              bool isWhole, const RenderStyle &style) {
  std::string place, said;
  if (hasLine(frame)) {
    said = " at ";
    place =
        formatv("{0}:{1}",
                isWhole || !style.isForScreen ? StringRef(frame.file)
                                              : sys::path::filename(frame.file),
                frame.line);
  } else if (!frame.module.empty()) {
    bool isShort = !isWhole && style.isForScreen;
    said = (" from " +
            (isShort ? sys::path::filename(frame.module) : frame.module))
               .str();
  }
  std::string function =
      frame.function.empty()
          ? "0x" + utohexstr(frame.address, /*LowerCase=*/true)
      : isWhole ? frame.function
                : shortFunction(frame.function);
  constexpr size_t kNumber = 4; // "#1  "
  if (!isWhole)
    function = cutToWidth(
        function, roomBehind(kNumber + said.size() + place.size(), style),
        style);
  if (!frame.function.empty())
    function = paint(function, Ink::Action, style);
  return renderNumber(number, style) + (number < 10 ? "  " : " ") + function +
         said + paint(place, Ink::Place, style) + "\n";
}

/// Why the stack ends where it does, if that is not where everybody expects it.
static StringRef noteOnEnd(trace::StackEnd end) {
  switch (end) {
  case trace::StackEnd::Action:
  case trace::StackEnd::Thread:
    return "";
  case trace::StackEnd::Unknown:
    return "(Nothing says who called the last function: it has no unwind "
           "information.)\n";
  case trace::StackEnd::Full:
    return "(More functions follow; only so many are recorded.)\n";
  case trace::StackEnd::Other:
    return "(It ran on a stack of its own, of which only this is known.)\n";
  }
  return "";
}

static std::string titleOf(const NativeStackReply &reply,
                           const RenderStyle &style) {
  if (!reply.op)
    return "";
  std::string text =
      formatv("When {0} was {1}:\n", renderOpRef(*reply.op, style),
              wordFor(reply.deed));
  return text;
}

std::string renderNativeStack(const NativeStackReply &reply,
                              const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return nativeJson(reply);
  std::string text = titleOf(reply, style);
  ArrayRef<std::pair<size_t, Frame>> actions = reply.actions;
  auto addActions = [&](size_t passed) {
    for (; !actions.empty() && actions.front().first <= passed;
         actions = actions.drop_front())
      text += formatv("    {0} {1}\n",
                      renderActionNumber(actions.front().second.action, style),
                      renderAction(actions.front().second, style));
  };
  for (const auto &[number, frame] : enumerate(reply.stack.frames)) {
    addActions(frame.recorded);
    text += renderNativeFrame(number, frame, reply.isWhole, style);
  }
  addActions(SIZE_MAX);
  text += noteOnEnd(reply.stack.end);
  if (reply.others != 0)
    text += formatv("{0} named too; #12 names one.\n",
                    counted(reply.others, "more op is", "more ops are"));
  text += renderProblems(reply.stack.problems, style);
  return fitScreen(std::move(text), reply.isWhole, style,
                   "--all shows all of them");
}

} // namespace mlir::trackdbg
