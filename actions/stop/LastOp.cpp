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

namespace {
struct Found {
  Operation *op = nullptr;
  uint64_t action = 0;
};
} // namespace

static Found findLastOp(TraceFile &file) {
  if (uint64_t verified = crashActivityOf(file.header()).op)
    return {reinterpret_cast<Operation *>(verified)};
  const ActiveAction *action = ThreadState::current().top;
  while (action && (!action->root || !action->rootAlive))
    action = action->parent;
  return action ? Found{action->root, action->number} : Found();
}

void mlir::trackdbg::writeLastOp(TraceFile &file, LastOpForm form) {
  Found found = findLastOp(file);
  if (!found.op)
    return;
  std::string text = print(found.op, form);
  trace::SegmentHeader *segment =
      file.addSegment(trace::SegmentKind::LastOp, /*thread=*/0);
  if (!segment)
    return;
  auto *last = reinterpret_cast<trace::LastOp *>(segment + 1);
  char *place = reinterpret_cast<char *>(last + 1);
  size_t room = reinterpret_cast<char *>(segment) + trace::kSegmentSize - place;
  size_t size = std::min(room, text.size());
  last->action = found.action;
  last->isCut = size < text.size();
  std::memcpy(place, text.data(), size);
  segment->used.store(place + size - reinterpret_cast<char *>(segment),
                      std::memory_order_release);
}
