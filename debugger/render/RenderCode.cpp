//===- RenderCode.cpp - Machine code as text ------------------------------===//

#include "render/CodeJson.h"
#include "render/CodeText.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// "#12 llvm.fmul a.f90:7:12".
static std::string renderOp(const OpRef &op, const RenderStyle &style) {
  std::string text = "(an op that is not known)";
  if (op.id != 0)
    text = formatv("#{0} {1}", op.id,
                   paint(OneLine(op.name).str(), Ink::Op, style));
  StringRef place = op.location.empty() ? op.around : op.location;
  if (!place.empty())
    text += " " + paint(place, Ink::Place, style);
  return text;
}

std::string renderCodeOps(ArrayRef<OpRef> ops, const RenderStyle &style) {
  std::vector<std::string> texts;
  for (const OpRef &op : ops)
    texts.push_back(renderOp(op, style));
  return join(texts, " + ");
}

std::string renderAsked(ArrayRef<OpRef> asked, StringRef trace,
                        const RenderStyle &style) {
  std::string text = asked.size() == 1 ? renderOpRef(asked.front(), style)
                                       : counted(asked.size(), "op");
  return trace.empty() ? text : text + " (" + trace.str() + ")";
}

std::string renderPass(StringRef pass, ActionId action) {
  std::string number = action == 0 ? "" : actionNumber(action) + " ";
  return number + pass.str();
}

/// Why there is no op: "[spill]", "[a612 LoopVectorize]".
static std::string renderReason(const MachineInstruction &instruction,
                                const RenderStyle &style) {
  std::string reason = toString(instruction.reason).str();
  if (instruction.reason == trace::CodeReason::Unknown)
    reason = instruction.pass.empty()
                 ? "no op"
                 : renderPass(instruction.pass, instruction.passAction);
  return paint("[" + reason + "]", Ink::Faint, style);
}

static std::string renderOrigin(const MachineInstruction &instruction,
                                const RenderStyle &style) {
  return instruction.ops.empty() ? renderReason(instruction, style)
                                 : renderCodeOps(instruction.ops, style);
}

static constexpr unsigned kTextWidth = 32;

/// One row, with the offset in its function.
static std::string renderInstruction(const MachineInstruction &instruction,
                                     uint64_t begin, const RenderStyle &style) {
  std::string offset = formatv(
      "{0:x}", instruction.offset - std::min(begin, instruction.offset));
  std::string text =
      cutToWidth(OneLine(instruction.text).str(), kTextWidth, style);
  std::string row = formatv("{0} {1,6}  {2}", instruction.isAsked ? "*" : " ",
                            offset, left_justify(text, kTextWidth));
  return cutToWidth(row + "  " + renderOrigin(instruction, style), style.width,
                    style) +
         "\n";
}

static constexpr StringLiteral kOtherCode =
    "the compiler itself generated other code, to which this does not apply";

static StringRef checkWords(CodeCheck check) {
  switch (check) {
  case CodeCheck::Same:
    return "the compiler generated the same code";
  case CodeCheck::Different:
    return kOtherCode;
  case CodeCheck::Unknown:
    return "not compared with the compiler's own output";
  }
  return "";
}

std::string renderCheck(CodeCheck check, const RenderStyle &style) {
  if (check != CodeCheck::Different)
    return "";
  return wrapForScreen(
      ("This is of a copy of the compiler; " + kOtherCode + ".").str(), style);
}

/// "dgemm_ in .text: 743 instructions; the compiler generated ...".
static std::string renderHead(const MachineFunction &function,
                              const RenderStyle &style) {
  std::string address =
      function.address == 0
          ? ""
          : formatv(", loaded at {0:x}", function.address).str();
  std::string head =
      formatv("{0} in {1}{2}: {3}; {4}.",
              paint(OneLine(function.name).str(), Ink::Title, style),
              OneLine(function.section), address,
              counted(function.instructions.size(), "instruction"),
              checkWords(function.check));
  return wrapForScreen(head, style);
}

//===----------------------------------------------------------------------===//
// asm
//===----------------------------------------------------------------------===//

/// "512 of 743 instructions from one op, 23 from several, 208 from none.".
static std::string renderShares(ArrayRef<MachineInstruction> all,
                                const RenderStyle &style) {
  auto countOf = [&](CodeEvidence evidence) {
    return count_if(all, [&](const MachineInstruction &each) {
      return each.evidence == evidence;
    });
  };
  std::string text =
      formatv("{0} of {1} from one op, {2} from several, {3} from none.",
              grouped(countOf(CodeEvidence::LLVMLocation)),
              counted(all.size(), "instruction"),
              grouped(countOf(CodeEvidence::MergedSet)),
              grouped(countOf(CodeEvidence::None)));
  return wrapForScreen(text, style);
}

/// "*  0x40  axpy.f90:7".
static std::string renderOwnLine(const CodeOfOneLine &code, uint64_t begin,
                                 const RenderStyle &style) {
  std::string place =
      code.line.line == 0
          ? paint("[no line]", Ink::Faint, style)
          : paint(formatv("{0}:{1}", code.line.file, code.line.line).str(),
                  Ink::Place, style);
  std::string offset = formatv("{0:x}", code.offset - begin);
  return cutToWidth(
             formatv("{0} {1,6}  {2}", code.isAsked ? "*" : " ", offset, place)
                 .str(),
             style.width, style) +
         "\n";
}

/// By the line table, in place of the code of the copy.
static std::string renderOwnLines(const MachineFunction &function,
                                  const RenderStyle &style) {
  std::string text = wrapForScreen(
      formatv("{0}: the compiler itself generated other code than the copy "
              "that followed its ops, so that only the lines of its own line "
              "table are known.",
              paint(OneLine(function.name).str(), Ink::Title, style))
          .str(),
      style);
  for (const CodeOfOneLine &each : function.ownLines)
    text += renderOwnLine(each, function.ownLines.front().offset, style);
  return text;
}

static std::string renderFunction(const MachineFunction &function, bool isWhole,
                                  const RenderStyle &style) {
  if (!function.ownLines.empty())
    return renderOwnLines(function, style);
  const std::vector<MachineInstruction> &all = function.instructions;
  bool isOfOps =
      any_of(all, [](const MachineInstruction &each) { return each.isAsked; });
  std::string text = renderHead(function, style);
  bool isGap = false;
  for (const MachineInstruction &each : all) {
    bool isShown = isWhole || !isOfOps || each.isAsked;
    if (isShown)
      text += renderInstruction(each, function.offset, style);
    else if (!isGap)
      text += "       ...\n";
    isGap = !isShown;
  }
  return text + renderShares(all, style);
}

std::string renderAssembly(const AssemblyReply &reply,
                           const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return assemblyJson(reply);
  std::vector<std::string> texts;
  for (const MachineFunction &function : reply.functions)
    texts.push_back(renderFunction(function, reply.isWhole, style));
  return join(texts, "\n");
}

//===----------------------------------------------------------------------===//
// became --final
//===----------------------------------------------------------------------===//

static std::string renderStep(const CodePassStep &step,
                              const RenderStyle &style) {
  std::string number = step.action == 0 ? "" : actionNumber(step.action);
  std::string counts = formatv("{0} -> {1}", step.before, step.after);
  return cutToWidth(
             formatv("  {0,8}  {1,12}  {2}", number, counts, step.pass).str(),
             style.width, style) +
         "\n";
}

static std::string renderTranslated(const LLVMInstruction &instruction,
                                    const RenderStyle &style) {
  return cutToWidth("  " + OneLine(instruction.text).str() + "  " +
                        renderOp(instruction.op, style),
                    style.width, style) +
         "\n";
}

std::string renderFinalCode(const FinalCodeReply &reply,
                            const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return finalCodeJson(reply);
  const FinalAnswer &answer = reply.answer;
  size_t machine = 0;
  for (const MachineFunction &function : answer.functions)
    machine += function.instructions.size();
  std::string text =
      formatv("{0} became {1} of LLVM IR and {2} of machine code.\n",
              renderAsked(answer.asked, answer.sourceTrace, style),
              counted(answer.translated.size(), "instruction"),
              counted(machine, "instruction"));
  // A screen holds some of each part.
  size_t most = reply.isWhole || !style.isForScreen
                    ? SIZE_MAX
                    : std::max<size_t>(style.linesBeside(8) / 3, 2);
  auto addPart = [&](StringRef title, size_t count, auto render) {
    if (count == 0)
      return;
    text += paint(title, Ink::Title, style) + "\n";
    for (size_t each = 0; each < std::min(count, most); ++each)
      text += render(each);
    if (count > most)
      text += formatv("  ... and {0} more; --all lists them.\n",
                      grouped(count - most));
  };
  addPart("As translated", answer.translated.size(), [&](size_t each) {
    return renderTranslated(answer.translated[each], style);
  });
  addPart("Instructions before and after each pass of LLVM",
          answer.steps.size(),
          [&](size_t each) { return renderStep(answer.steps[each], style); });
  for (const MachineFunction &function : answer.functions) {
    text += renderHead(function, style);
    addPart("  Offset  Instruction", function.instructions.size(),
            [&](size_t each) {
              return renderInstruction(function.instructions[each],
                                       function.offset, style);
            });
  }
  return text;
}

//===----------------------------------------------------------------------===//
// whose
//===----------------------------------------------------------------------===//

static std::string renderInherited(ArrayRef<OpRef> ops,
                                   const RenderStyle &style) {
  if (ops.empty())
    return "";
  return wrapForScreen("The code before it is from " +
                           renderCodeOps(ops, style) +
                           " (inherited row, approximate).",
                       style);
}

std::string renderWhose(const WhoseReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return whoseJson(reply);
  const MachineFunction &function = reply.answer.function;
  const MachineInstruction &instruction = function.instructions.front();
  std::string text =
      formatv("{0}+{1:x} in {2}: {3}\n",
              paint(OneLine(function.name).str(), Ink::Title, style),
              instruction.offset - function.offset, OneLine(function.section),
              OneLine(instruction.text));
  if (!reply.answer.trace.empty())
    text += formatv("Trace: {0}\n", reply.answer.trace);
  if (function.check != CodeCheck::Same)
    text += wrapForScreen(
        (Twine("Code: ") + checkWords(function.check) + ".").str(), style);
  if (instruction.ops.empty())
    return text + "It has no op: " + renderReason(instruction, style) + ".\n" +
           renderInherited(reply.answer.inherited, style);
  text +=
      formatv("It is from {0} ({1}).\n", renderCodeOps(instruction.ops, style),
              toString(instruction.evidence));
  for (auto [op, steps] : zip(instruction.ops, reply.answer.steps)) {
    if (steps.empty())
      continue;
    text += formatv("Instructions of #{0} here, before and after each pass of "
                    "LLVM:\n",
                    op.id);
    for (const CodePassStep &step : steps)
      text += renderStep(step, style);
  }
  for (const LineageTree &origin : reply.answer.origins)
    text += "\n" + renderTree({origin, LineageDirection::Origin}, style);
  if (!reply.answer.originsBefore.empty())
    text += formatv("\nBefore, in {0}:\n", reply.answer.sourceTrace);
  for (const LineageTree &origin : reply.answer.originsBefore)
    text += "\n" + renderTree({origin, LineageDirection::Origin}, style);
  return text;
}

} // namespace mlir::trackdbg
