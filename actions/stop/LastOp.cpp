//===- LastOp.cpp - The op that the compiler crashed on -------------------===//

#include "stop/LastOp.h"

#include "observers/TraceRecorder.h"

#include <cstring>

using namespace mlir;
using namespace mlir::trackdbg;

static std::string print(Operation *op, LastOpForm form) {
  OpPrintingFlags flags;
  flags.useLocalScope().assumeVerified();
  flags.elideLargeElementsAttrs(16).elideLargeResourceString(80);
  if (form == LastOpForm::Generic)
    flags.printGenericOpForm();
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, flags);
  return text;
}

void mlir::trackdbg::writeLastOp(TraceFile &file, LastOpForm form) {
  const ActiveAction *action = ThreadState::current().top;
  while (action && (!action->root || !action->rootAlive))
    action = action->parent;
  if (!action)
    return;
  std::string text = print(action->root, form);
  trace::SegmentHeader *segment =
      file.addSegment(trace::SegmentKind::LastOp, /*thread=*/0);
  if (!segment)
    return;
  auto *last = reinterpret_cast<trace::LastOp *>(segment + 1);
  char *place = reinterpret_cast<char *>(last + 1);
  size_t room = reinterpret_cast<char *>(segment) + trace::kSegmentSize - place;
  size_t size = std::min(room, text.size());
  last->action = action->number;
  last->isCut = size < text.size();
  std::memcpy(place, text.data(), size);
  segment->used.store(place + size - reinterpret_cast<char *>(segment),
                      std::memory_order_release);
}
