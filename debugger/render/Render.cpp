//===- Render.cpp - The stack, IR and source as text ----------------------===//

#include "render/Render.h"
#include "render/Screen.h"

#include "commands/Console.h"
#include "commands/Places.h"
#include "graph/Moment.h"
#include "render/ControlCharacters.h"
#include "render/CrashJson.h"
#include "render/RenderBreakpoints.h"
#include "render/ShortFiles.h"
#include "trackdbg/EnumNames.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Shared parts
//===----------------------------------------------------------------------===//

std::string renderNumber(uint64_t number, const RenderStyle &style) {
  return paint("#" + std::to_string(number), Ink::Number, style);
}

std::string renderActionNumber(uint64_t number, const RenderStyle &style) {
  return paint(actionNumber(number), Ink::Number, style);
}

std::string renderSourceLine(const SourceLine &line, const RenderStyle &style) {
  return formatv("{0}\t{1}\n",
                 paint(std::to_string(line.number), Ink::Number, style),
                 line.text)
      .str();
}

std::string renderCaret(StringRef text, int64_t column, StringRef before,
                        const RenderStyle &style) {
  std::string indent = text.take_front(column - 1).str();
  for (char &c : indent)
    c = c == '\t' ? '\t' : ' ';
  return formatv("{0}{1}{2}\n", before, indent, paint("^", Ink::Added, style));
}

/// Of the op that it works on; 0 where that is not known, or gone.
static uint32_t numberOf(const Frame &frame, const RenderStyle &style) {
  if (!style.opNumbers || !frame.alive || !style.isForScreen)
    return 0;
  auto known = style.opNumbers->find(frame.address);
  return known == style.opNumbers->end() ? 0 : known->second;
}

std::string renderAction(const Frame &frame, const RenderStyle &style) {
  std::string text = paint(renderTitle(frame, style), Ink::Action, style);
  // A transform op is named after itself.
  if (!frame.op.empty() && frame.op != frame.name) {
    text += " on ";
    if (uint32_t number = numberOf(frame, style))
      text += renderNumber(number, style) + " ";
    text += paint(frame.op, Ink::Op, style);
    if (frame.tag == "pass-execution" && !frame.symbol.empty())
      text.append(" ").append(symbolName(frame));
  }
  if (std::string place = locationName(frame); !place.empty())
    text.append(" at ").append(paint(place, Ink::Place, style));
  else if (!frame.around.empty())
    text.append(" inside ")
        .append(paint(OneLine(frame.around).str(), Ink::Place, style));
  return text;
}

//===----------------------------------------------------------------------===//
// The stack and the source
//===----------------------------------------------------------------------===//

static std::string renderFrame(const NumberedFrame &frame,
                               const RenderStyle &style) {
  std::string row = formatv(
      "{0,-4}{1} {2}{3}", formatv("#{0}", frame.number).str(),
      renderActionNumber(frame.frame.action, style),
      renderAction(frame.frame, style), frame.frame.alive ? "" : " (erased)");
  std::string text = breakBeforeOp(row, style) + "\n";
  if (!frame.op.empty())
    text +=
        "        " + cutToWidth(frame.op, roomBehind(8, style), style) + "\n";
  return text;
}

static std::string renderBacktrace(const BacktraceReply &reply,
                                   const RenderStyle &style) {
  std::string text;
  if (reply.activity)
    text += fitScreen("While " + describe(*reply.activity) + "\n",
                      /*isWhole=*/true, style);
  for (const NumberedFrame &frame : reply.frames)
    text += renderFrame(frame, style);
  if (reply.more)
    text += "(More stack frames follow...)\n";
  return text;
}

static std::string renderFrameReply(const FrameReply &reply,
                                    const RenderStyle &style) {
  std::string text = renderFrame(reply.frame, style);
  if (reply.source)
    text += renderSourceLine(*reply.source, style);
  return text;
}

// The current line is marked, and a caret stands under its column.
static std::string renderSource(const SourceReply &reply,
                                const RenderStyle &style) {
  std::string text;
  for (const SourceLine &line : reply.lines) {
    bool isCurrent = line.number == reply.current;
    text += formatv("{0}{1}\t{2}\n", isCurrent ? "-> " : "   ",
                    paint(std::to_string(line.number), Ink::Number, style),
                    line.text);
    if (!isCurrent || reply.column < 1 ||
        uint64_t(reply.column) > line.text.size())
      continue;
    text += renderCaret(line.text, reply.column, "   \t", style);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The IR
//===----------------------------------------------------------------------===//

static std::string renderUnits(const UnitsReply &reply,
                               const RenderStyle &style) {
  if (reply.units.empty())
    return "The action has no IR units.\n";
  std::string text;
  for (auto [number, unit] : enumerate(reply.units)) {
    if (reply.shown == UnitsShown::Numbered)
      text += renderNumber(number, style) + ": ";
    StringRef shown = StringRef(unit.text).rtrim('\n');
    // A region is printed as "region 0 of ..." already; what is only named by
    // its number, as "0 of func.func @f", is not told by itself.
    StringRef kind = nameOf(unit.kind);
    bool isTold =
        reply.shown == UnitsShown::Whole && shown.take_while(isDigit).empty();
    if (!isTold && !shown.starts_with(kind))
      text += formatv("{0} ", kind);
    if (!unit.alive && shown.empty())
      shown = unit.name;
    if (reply.shown != UnitsShown::Whole)
      shown = shown.split('\n').first;
    text += renderIR(shown, style) + (unit.alive ? "\n" : " (erased)\n");
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Any reply
//===----------------------------------------------------------------------===//

static std::string joinLines(ArrayRef<std::string> lines) {
  std::string text;
  for (const std::string &line : lines)
    text.append(line).append("\n");
  return text;
}

namespace {
struct Renderer {
  const RenderStyle &style;

  std::string operator()(const NothingReply &) { return ""; }
  std::string operator()(const TextReply &reply) {
    return reply.isIR ? renderIR(reply.text, style) + "\n"
                      : wrapForScreen(reply.text, style);
  }
  std::string operator()(const EchoReply &reply) { return reply.text; }
  std::string operator()(const EventReply &reply) {
    return renderEvent(reply, style);
  }
  std::string operator()(const BreakpointAddedReply &reply) {
    return renderAdded(reply, style);
  }
  std::string operator()(const BreakpointsAddedReply &reply) {
    std::string text;
    for (const Breakpoint &breakpoint : reply.breakpoints)
      text += renderAdded({breakpoint, ""}, style);
    return text;
  }
  std::string operator()(const DisplaysReply &reply) {
    return renderDisplays(reply.values);
  }
  std::string operator()(const BreakpointsReply &reply) {
    return renderBreakpoints(reply, style);
  }
  std::string operator()(const BacktraceReply &reply) {
    return renderBacktrace(reply, style);
  }
  std::string operator()(const FrameDetailsReply &reply) {
    return renderFrameDetails(reply, style);
  }
  std::string operator()(const ThreadReply &reply) {
    return renderThread(reply, style);
  }
  std::string operator()(const ProgramReply &reply) {
    return renderProgram(reply, style);
  }
  std::string operator()(const PositionReply &reply) {
    return renderPosition(reply, style);
  }
  std::string operator()(const FrameReply &reply) {
    return renderFrameReply(reply, style);
  }
  std::string operator()(const UnitsReply &reply) {
    return renderUnits(reply, style);
  }
  std::string operator()(const CrashReply &reply) {
    return reply.format == AnswerFormat::Json ? crashJson(reply)
                                              : renderCrash(reply, style);
  }
  std::string operator()(const ReproduceReply &reply) {
    return renderReproduction(reply, style);
  }
  std::string operator()(const HandlesReply &reply) {
    return renderHandles(reply, style);
  }
  std::string operator()(const DeadOpReply &reply) {
    return renderDeadOp(reply, style);
  }
  std::string operator()(const DiffReply &reply) {
    return renderDiff(reply, style);
  }
  std::string operator()(const DescriptionReply &reply) {
    return renderDescription(reply, style);
  }
  std::string operator()(const IdentityDiffReply &reply) {
    return renderDiff(reply, style);
  }
  std::string operator()(const SourceReply &reply) {
    return renderSource(reply, style);
  }
  std::string operator()(const ActionsReply &reply) {
    return renderActions(reply, style);
  }
  std::string operator()(const PatternsReply &reply) {
    return renderPatterns(reply, style);
  }
  std::string operator()(const PassesReply &reply) {
    return renderPasses(reply, style);
  }
  std::string operator()(const SummaryReply &reply) {
    return renderSummary(reply, style);
  }
  std::string operator()(const DiagnosticsReply &reply) {
    return renderDiagnostics(reply, style);
  }
  std::string operator()(const OpsReply &reply) {
    return renderOps(reply, style);
  }
  std::string operator()(const LineageReply &reply) {
    return renderTree(reply, style);
  }
  std::string operator()(const HistoryReply &reply) {
    return renderHistory(reply, style);
  }
  std::string operator()(const BlameReply &reply) {
    return renderBlame(reply, style);
  }
  std::string operator()(const WhyNotReply &reply) {
    return renderWhyNot(reply, style);
  }
  std::string operator()(const WhyErasedReply &reply) {
    return renderWhyErased(reply, style);
  }
  std::string operator()(const InferiorsReply &reply) {
    return renderInferiors(reply, style);
  }
  std::string operator()(const WhatIfReply &reply) {
    return renderWhatIf(reply, style);
  }
  std::string operator()(const BisectReply &reply) {
    return renderBisect(reply, style);
  }
  std::string operator()(const CheckpointsReply &reply) {
    return renderCheckpoints(reply, style);
  }
  std::string operator()(const StagesReply &reply) {
    return renderStages(reply, style);
  }
  std::string operator()(const QuestionReply &reply) {
    return renderQuestion(reply, style);
  }
  std::string operator()(const FinalCodeReply &reply) {
    return renderFinalCode(reply, style);
  }
  std::string operator()(const AssemblyReply &reply) {
    return renderAssembly(reply, style);
  }
  std::string operator()(const CodeTableReply &reply) {
    return renderCodeTable(reply, style);
  }
  std::string operator()(const WhyNoCodeReply &reply) {
    return renderWhyNoCode(reply, style);
  }
  std::string operator()(const CodeFatesReply &reply) {
    return renderCodeFates(reply, style);
  }
  std::string operator()(const WhoseReply &reply) {
    return renderWhose(reply, style);
  }
  std::string operator()(const LinesWithoutCodeReply &reply) {
    return renderLinesWithoutCode(reply, style);
  }
  std::string operator()(const CostReply &reply) {
    return renderCost(reply, style);
  }
  std::string operator()(const AnnotatedReply &reply) {
    return renderAnnotated(reply, style);
  }
  std::string operator()(const NativeLinesReply &reply) {
    return renderNativeLines(reply, style);
  }
  std::string operator()(const NativeSourceReply &reply) {
    return renderNativeSource(reply, style);
  }
  std::string operator()(const NativeStackReply &reply) {
    return renderNativeStack(reply, style);
  }
  std::string operator()(const HelpReply &reply) {
    return renderCommands(reply, style);
  }
  std::string operator()(const CommandHelpReply &reply) {
    return renderCommandHelp(*reply.command, style);
  }
  std::string operator()(const LinesReply &reply) {
    return joinLines(reply.lines);
  }
  std::string operator()(const ScriptReply &) { return ""; }
  std::string operator()(const BlockReply &) { return ""; }
  std::string operator()(const ShellReply &) { return ""; }
  std::string operator()(const QuitReply &) { return ""; }
};
} // namespace

/// What is not for eyes alone: JSON and graphs, which have escapes of their
/// own, and what the user's own script says.
static bool isVerbatim(const Reply &reply) {
  return std::visit(
      [](const auto &each) {
        if constexpr (requires { each.format; })
          return each.format != AnswerFormat::Text;
        return std::is_same_v<std::decay_t<decltype(each)>, EchoReply>;
      },
      reply);
}

/// What names ops and actions with their places.
static bool namesPlaces(const Reply &reply) {
  return std::visit(
      [](const auto &each) {
        using Each = std::decay_t<decltype(each)>;
        if constexpr (requires { each.namesPlaces; })
          return each.namesPlaces;
        return requires { each.format; } || std::is_same_v<Each, EventReply> ||
               std::is_same_v<Each, BacktraceReply> ||
               std::is_same_v<Each, DescriptionReply> ||
               std::is_same_v<Each, FrameReply>;
      },
      reply);
}

/// IR as MLIR prints it, whole or in part.
static bool showsIR(const Reply &reply) {
  const auto *text = std::get_if<TextReply>(&reply);
  return text ? text->isIR
              : std::holds_alternative<UnitsReply>(reply) ||
                    std::holds_alternative<DiffReply>(reply) ||
                    std::holds_alternative<IdentityDiffReply>(reply);
}

/// Explains what MLIR's printer writes for a value that it has no name for, if
/// `text` has one.
static std::string explainUnknownValue(const Reply &reply, StringRef text,
                                       const RenderStyle &style) {
  // The words behind it may have colours of their own.
  if (!showsIR(reply) || !text.contains("<<UNKNOWN"))
    return "";
  std::string told =
      "<<UNKNOWN SSA VALUE>> is a value that nothing in this IR defines: its "
      "op or block argument has been taken out, or is not put in yet.";
  if (std::holds_alternative<UnitsReply>(reply))
    told += " 'info locals' names the ops that define the operands of the op "
            "at the cursor.";
  return fitScreen(told + "\n", /*isWhole=*/true, style);
}

std::string render(const Reply &reply, const RenderStyle &style) {
  std::string text = std::visit(Renderer{style}, reply);
  if (isVerbatim(reply))
    return text;
  text += explainUnknownValue(reply, text, style);
  if (style.files && namesPlaces(reply))
    text = style.files->shorten(text);
  return showControls(text, style);
}

} // namespace mlir::trackdbg
