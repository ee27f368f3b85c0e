//===- Describe.cpp - Ops and actions as answers name them ----------------===//

#include "lineage/Queries.h"

namespace mlir::trackdbg {

ActionRef describeAction(const Lineage &lineage, ActionId id) {
  ActionRef result;
  ActionInfo action = lineage.action(id);
  if (action.id == 0)
    return result;
  ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
  result.number = id;
  result.tag = kind.tag.str();
  result.name = kind.name.str();
  if (kind.isPattern())
    result.pattern = result.name;
  if (ActionId pass = lineage.passOf(id)) {
    ActionKindInfo around = lineage.actionKind(pass);
    result.pass =
        (around.argument.empty() ? around.name : around.argument).str();
  }
  return result;
}

OpRef describeOp(const Lineage &lineage, OpId id) {
  OpRef result;
  OpInfo op = lineage.op(id);
  result.id = op.id;
  result.name = lineage.opName(id).str();
  result.symbol = lineage.symbol(id).str();
  result.location = lineage.definitions().placeText(op.location);
  result.ended = op.ended;
  result.alive = op.isAlive();
  if (!result.alive)
    result.endedBy = describeAction(lineage, op.endAction);
  return result;
}

/// Its own symbol name, or that of the nearest op around it.
static std::string symbolAround(const Lineage &lineage, OpId id) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; id != 0 && depth < kMaxNesting; ++depth) {
    llvm::StringRef symbol = lineage.symbol(id);
    if (!symbol.empty())
      return symbol.str();
    id = lineage.op(id).parent;
  }
  return {};
}

Frame describeFrame(const Lineage &lineage, ActionId id) {
  Frame frame;
  ActionInfo action = lineage.action(id);
  const Definitions &definitions = lineage.definitions();
  ActionKindInfo kind = definitions.actionKind(action.kind);
  frame.action = action.id;
  frame.tag = kind.tag.str();
  frame.name = kind.name.str();
  frame.argument = kind.argument.str();
  OpInfo op = lineage.op(action.rootOp);
  if (op.id == 0)
    return frame;
  frame.op = lineage.opName(op.id).str();
  if (SourcePlace place = definitions.place(op.location)) {
    frame.file = definitions.string(place.fileId).str();
    frame.line = place.line;
    frame.column = place.column;
  }
  frame.location = definitions.locationText(op.location);
  frame.address = lineage.liveAddress(op.id).value_or(0);
  frame.symbol = symbolAround(lineage, op.id);
  frame.alive = op.isAlive();
  return frame;
}

std::vector<Frame> stackAtEnd(const Lineage &lineage) {
  std::vector<Frame> frames;
  for (ActionId id : lineage.openActions())
    frames.push_back(describeFrame(lineage, id));
  return frames;
}

std::chrono::nanoseconds openFor(const Lineage &lineage, ActionId id) {
  uint64_t ticks = lineage.elapsed(lineage.action(id));
  return std::chrono::nanoseconds(lineage.trace().durationNanoseconds(ticks));
}

} // namespace mlir::trackdbg
