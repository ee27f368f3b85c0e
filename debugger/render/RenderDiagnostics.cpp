//===- RenderDiagnostics.cpp - What the compiler reported -----------------===//

#include "render/LineageJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string renderCounts(const DiagnosticCounts &counts) {
  SmallVector<std::string, 3> parts;
  auto add = [&](uint64_t count, StringRef one) {
    if (count != 0)
      parts.push_back(grouped(count) + " " + one.str() +
                      (count == 1 ? "" : "s"));
  };
  add(counts.errors, "error");
  add(counts.warnings, "warning");
  add(counts.remarks, "remark");
  return join(parts, ", ");
}

std::string renderDiagnostic(const DiagnosticRow &row,
                             const RenderStyle &style) {
  return (row.location.empty()
              ? ""
              : paint(row.location, Ink::Place, style) + ": ") +
         toString(row.severity).str() + ": " +
         (row.text.empty()
              ? "(its text was not recorded)"
              : OneLine(StringRef(row.text).split('\n').first).str());
}

static std::string renderRow(const DiagnosticRow &row,
                             const RenderStyle &style) {
  std::string text = "  ";
  if (row.first.number != 0)
    text += renderActionRef(row.first, style) + ": ";
  text += renderDiagnostic(row, style);
  if (row.count > 1)
    text += formatv(" ({0} times, last in {1})", grouped(row.count),
                    actionNumber(row.last));
  text += "\n";
  // A parser shows what it could not read below its message.
  for (StringRef line : drop_begin(split(StringRef(row.text).rtrim(), '\n')))
    text += "    " + OneLine(line).str() + "\n";
  return text;
}

std::string renderDiagnostics(const DiagnosticsReply &reply,
                              const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply);
  if (reply.list.rows.empty())
    return "The compiler reported nothing that was recorded.\n";
  std::string text = renderCounts(reply.list.counts) + ":\n";
  for (const DiagnosticRow &row : reply.list.rows)
    text += renderRow(row, style);
  return fitScreen(std::move(text), reply.isWhole, style);
}

} // namespace mlir::trackdbg
