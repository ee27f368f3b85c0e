//===- RenderCodeLines.cpp - Source lines without machine code ------------===//

#include "render/CodeJson.h"
#include "render/CodeText.h"
#include "render/Screen.h"

#include "trace/ActionNumber.h"
#include "trace/Counted.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "folded in a1452 SROA: #212 llvm.load a.f90:3:9".
static std::string renderEnd(const LineWithoutCode &row,
                             const RenderStyle &style) {
  if (row.last.op.id != 0) {
    std::string text = toString(row.last.fate).str();
    if (!row.last.pass.empty())
      text += " in ";
    if (row.last.action != 0)
      text += actionNumber(row.last.action) + " ";
    return text + row.last.pass + ": " + renderCodeOps(row.last.op, style);
  }
  if (row.op.id == 0)
    return "its ops are there, but were not translated";
  std::string text = toString(row.op.ended).str();
  if (row.by.number != 0)
    text += " in " + renderActionRef(row.by, style);
  return text + ": " + renderCodeOps(row.op, style);
}

std::string renderLinesWithoutCode(const LinesWithoutCodeReply &reply,
                                   const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return linesWithoutCodeJson(reply);
  const LinesWithoutCode &answer = reply.answer;
  if (answer.lines == 0)
    return "No op of the input has a source line.\n";
  std::string text =
      formatv("{0} of {1} have machine code.\n", grouped(answer.withCode),
              counted(answer.lines, "source line"));
  size_t most =
      reply.isWhole || !style.isForScreen ? SIZE_MAX : style.linesBeside(2);
  for (const LineWithoutCode &row : ArrayRef(answer.lost).take_front(most)) {
    std::string line =
        formatv("  {0}  {1}",
                paint(formatv("{0}:{1}", row.line.file, row.line.line).str(),
                      Ink::Place, style),
                renderEnd(row, style));
    text += cutToWidth(line, style.width, style) + "\n";
  }
  if (answer.lost.size() > most)
    text += formatv("  ... and {0} more; --all lists them.\n",
                    grouped(answer.lost.size() - most));
  return text + renderCheck(answer.check, style);
}

} // namespace mlir::trackdbg
