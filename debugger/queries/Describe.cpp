//===- Describe.cpp - Ops and actions as answers name them ----------------===//

#include "queries/Queries.h"

#include "graph/Holders.h"

#include <fmt/format.h>

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
  if (ActionId pass = lineage.passOf(id))
    result.pass = lineage.actionKind(pass).passWord().str();
  return result;
}

/// The location of the nearest op around it that has one.
static std::string placeAround(const Lineage &lineage, const OpInfo &op) {
  for (OpId holder : holdersOf(lineage, op.id)) {
    std::string place =
        lineage.definitions().rangeText(lineage.locationOf(holder));
    if (!place.empty())
      return place;
  }
  return "";
}

OpRef describeOp(const Lineage &lineage, OpId id) {
  return describeOp(lineage, id, OpsAt(lineage, Moment::end()));
}

OpRef describeOp(const Lineage &lineage, OpId id, const OpsAt &at) {
  OpRef result;
  OpInfo op = lineage.op(id);
  result.id = op.id;
  result.name = lineage.opName(id).str();
  result.symbol = lineage.symbol(id).str();
  result.location = lineage.definitions().rangeText(op.location);
  if (result.location.empty())
    result.around = placeAround(lineage, op);
  result.alive = !at.hasEnded(op);
  if (!result.alive) {
    result.ended = op.ended;
    result.isStillThere = op.isStillThere;
    result.endedBy = describeAction(lineage, op.endAction);
  }
  return result;
}

OpRef describeArgument(const Lineage &lineage, const ArgumentRef &argument) {
  return describeArgument(lineage, argument, OpsAt(lineage, Moment::end()));
}

OpRef describeArgument(const Lineage &lineage, const ArgumentRef &argument,
                       const OpsAt &at) {
  ArgumentRef then = argument;
  if (!at.wasBorn(lineage.op(argument.holder)))
    if (ArgumentRef before = lineage.beforeMove(argument); before.holder != 0)
      then = before;
  OpRef result = describeOp(lineage, then.holder, at);
  result.argument = then;
  return result;
}

llvm::StringRef toString(Role role) {
  switch (role) {
  case Role::Result:
    return "result";
  case Role::Helper:
    return "helper";
  case Role::Part:
    return "part";
  case Role::Copy:
    return "copy";
  case Role::MergedInto:
    return "merged into";
  case Role::Guess:
    return "guess";
  }
  return "unknown";
}

Role roleOf(const Lineage &lineage, const Edge &edge) {
  switch (edge.evidence) {
  case Evidence::Replaced:
    return Role::Result;
  case Evidence::Cloned:
    return Role::Copy;
  case Evidence::Merged:
    return Role::MergedInto;
  case Evidence::Expanded:
    if (edge.rule == Rule::Inlined)
      return Role::Part;
    return lineage.op(edge.from).ended == Ended::Replaced ? Role::Helper
                                                          : Role::Part;
  case Evidence::Location:
    return Role::Guess;
  }
  return Role::Guess;
}

Changes changesOf(const Lineage &lineage, OpId id, const OpsAt &at) {
  Changes changes;
  ActionId lastMoved = 0, lastModified = 0;
  lineage.forEachNote(id, [&](const Note &note) {
    if (note.action != 0 && !at.isPast(note.action))
      return;
    bool isMove = note.kind == NoteKind::Moved;
    ++(isMove ? changes.moved : changes.modified);
    (isMove ? lastMoved : lastModified) = note.action;
  });
  changes.lastMoved = describeAction(lineage, lastMoved);
  changes.lastModified = describeAction(lineage, lastModified);
  return changes;
}

std::string symbolAt(const Lineage &lineage, OpId id) {
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

std::string opWithPlace(const Lineage &lineage, OpId id) {
  OpRef op = describeOp(lineage, id);
  std::string text = fmt::format("#{} {}", op.id, op.name);
  if (std::string symbol = symbolAt(lineage, id); !symbol.empty())
    text += " in @" + symbol;
  if (!op.location.empty())
    text += " at " + op.location;
  else if (!op.around.empty())
    text += " inside " + op.around;
  return text;
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
  frame.text = definitions.string(action.text).str();
  OpInfo op = lineage.op(action.rootOp);
  if (op.id == 0)
    return frame;
  frame.op = lineage.opName(op.id).str();
  if (SourcePlace place = definitions.place(op.location)) {
    frame.file = definitions.string(place.fileId).str();
    frame.line = place.line;
    frame.column = place.column;
  } else {
    frame.around = describeOp(lineage, op.id).around;
  }
  frame.location = definitions.locationText(op.location);
  frame.address = lineage.liveAddress(op.id).value_or(0);
  frame.symbol = symbolAt(lineage, op.id);
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
