//===- RenderHandles.cpp - The handles of a transform script, as text -----===//

#include "render/Render.h"
#include "render/Screen.h"

#include "commands/Console.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string placeOf(StringRef file, int64_t line, int64_t column,
                           const RenderStyle &style) {
  Frame frame;
  frame.file = file.str();
  frame.line = line;
  frame.column = column;
  std::string place = locationName(frame);
  return place.empty() ? "" : " at " + paint(place, Ink::Place, style);
}

// What the op that is about to be applied does to it.
static std::string renderUse(const Handle &handle) {
  switch (handle.use) {
  case Handle::Use::None:
    return "";
  case Handle::Use::Reads:
    return formatv("; this op reads it (operand {0})", handle.operand);
  case Handle::Use::Consumes:
    return formatv("; this op consumes it (operand {0})", handle.operand);
  case Handle::Use::Invalidates:
    return formatv("; this op makes it invalid (it shares payload with operand "
                   "{0}, which is consumed)",
                   handle.operand);
  }
  return "";
}

static std::string renderEnd(const Handle &handle, const RenderStyle &style) {
  std::string text = paint("invalid", Ink::Problem, style);
  text +=
      formatv(" since {0} {1}{2}, which consumed ",
              renderActionNumber(handle.endedBy, style),
              paint(handle.endOp, Ink::Action, style),
              placeOf(handle.endFile, handle.endLine, handle.endColumn, style));
  return text + (handle.isConsumed
                     ? formatv("it (operand {0})", handle.endOperand)
                     : formatv("operand {0}, with which it shared payload",
                               handle.endOperand))
                    .str();
}

static std::string renderCount(const Handle &handle) {
  switch (handle.kind) {
  case Handle::Kind::Ops:
    return counted(handle.count, "op");
  case Handle::Kind::Values:
    return counted(handle.count, "value") + ", of";
  case Handle::Kind::Params:
    return counted(handle.count, "parameter") +
           (handle.count ? ": " + join(handle.params, ", ") : "");
  }
  return "";
}

static std::string renderPayload(const HandleRow &row, HandlesShown shown,
                                 const RenderStyle &style) {
  constexpr size_t kFew = 8;
  size_t limit = shown == HandlesShown::All ? kFew : row.payload.size();
  std::string text;
  for (const OpRef &op : ArrayRef(row.payload).take_front(limit))
    text += formatv("      {0}\n", renderOpRef(op, style));
  size_t listed = std::min(limit, row.payload.size());
  if (row.handle.kind != Handle::Kind::Params &&
      uint64_t(row.handle.count) > listed)
    text += formatv("      ... and {0} more\n", row.handle.count - listed);
  return text;
}

std::string renderHandles(const HandlesReply &reply, const RenderStyle &style) {
  if (reply.rows.empty())
    return "No handles.\n";
  std::string text;
  StringRef scope;
  for (const HandleRow &row : reply.rows) {
    const Handle &handle = row.handle;
    if (handle.scope != scope)
      text += formatv("In {0}:\n", OneLine(handle.scope));
    scope = handle.scope;
    bool isValid = handle.endedBy == 0;
    text += formatv("  {0}{1}: {2}{3}\n", paint(row.name, Ink::Op, style),
                    placeOf(handle.file, handle.line, handle.column, style),
                    isValid ? renderCount(handle) : renderEnd(handle, style),
                    renderUse(handle));
    if (isValid)
      text += renderPayload(row, reply.shown, style);
  }
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

} // namespace mlir::trackdbg
