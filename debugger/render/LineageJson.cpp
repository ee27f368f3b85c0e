//===- LineageJson.cpp - What ops became and came from, for programs ------===//

#include "render/LineageJson.h"

#include "export/JsonText.h"
#include "render/JsonLine.h"
#include "render/NativeJson.h"

using namespace llvm;

namespace mlir::trackdbg {

static void addEvidence(json::Object &object,
                        const std::optional<Evidence> &evidence) {
  if (!evidence)
    return;
  object["evidence"] = toString(*evidence);
  object["strength"] = toString(strengthOf(*evidence));
}

//===----------------------------------------------------------------------===//
// became, origin
//===----------------------------------------------------------------------===//

static void addChanges(json::Object &object, StringRef key, uint32_t times,
                       const ActionRef &last) {
  if (times != 0)
    object[key] =
        json::Object{{"actions", int64_t(times)}, {"last", toJson(last)}};
}

static json::Object toJson(const Beside &beside) {
  json::Object object{{"op", toJson(beside.op)},
                      {"action", toJson(beside.action)}};
  addEvidence(object, beside.evidence);
  return object;
}

static json::Object toJson(const InlinedBody &inlined) {
  json::Object object{{"op", toJson(inlined.callee)}};
  if (!inlined.goneBefore.empty())
    object["goneBefore"] = jsonList(inlined.goneBefore);
  addCount(object, "moreGone", inlined.moreGone);
  return object;
}

static json::Object toJson(const LineageNode &node) {
  json::Object object{{"depth", int64_t(node.depth)}};
  if (node.more != 0) {
    object["more"] = int64_t(node.more);
    object["name"] = jsonText(node.op.name);
  } else {
    object["op"] = toJson(node.op);
  }
  addEvidence(object, node.evidence);
  if (node.evidence) {
    object["strength"] = toString(strengthOf(node.rule));
    object["rule"] = toString(node.rule);
    object["role"] = toString(node.role);
    object["action"] = toJson(node.action);
  }
  addChanges(object, "moved", node.changes.moved, node.changes.lastMoved);
  addChanges(object, "modified", node.changes.modified,
             node.changes.lastModified);
  json::Array through, spentCasts;
  for (const Passed &each : node.through)
    through.push_back(int64_t(each.id));
  for (OpId each : node.spentCasts)
    spentCasts.push_back(int64_t(each));
  if (!through.empty())
    object["through"] = std::move(through);
  if (!spentCasts.empty())
    object["spentCasts"] = std::move(spentCasts);
  if (!node.beside.empty())
    object["beside"] = jsonList(node.beside);
  addCount(object, "moreBeside", node.moreBeside);
  if (node.inlined)
    object["inlined"] = toJson(*node.inlined);
  addCount(object, "holds", node.holds);
  addFlag(object, "repeated", node.repeated);
  addCount(object, "folded", node.folded);
  addCount(object, "guessesAbove", node.guessesAbove);
  addFlag(object, "moreAtPlace", node.moreAtPlace);
  return object;
}

std::string lineageJson(const LineageReply &reply) {
  const LineageTree &tree = reply.tree;
  json::Object object{{"asked", int64_t(tree.asked)},
                      {"reached", int64_t(tree.reached)},
                      {"alive", int64_t(tree.alive)},
                      {"folded", int64_t(tree.folded)},
                      {"leaves", jsonList(tree.leaves)}};
  addCount(object, "guessed", tree.guessed);
  addText(object, "at", tree.moment);
  addOthers(object, tree.others);
  addFlag(object, "ofArguments", tree.isOfArguments);
  addFlag(object, "outermost", tree.listed == Listed::Outermost);
  std::vector<WithNative<LineageNode>> nodes;
  for (const LineageNode &node : tree.nodes) {
    ArrayRef<NativeRow> rows = reply.native;
    if (node.depth > 0)
      rows = {};
    while (!rows.empty() && rows.front().op != node.op.id)
      rows = rows.drop_front();
    nodes.push_back({&node, rows.take_front(1)});
  }
  return jsonLine(object, {jsonElements("nodes", nodes)});
}

//===----------------------------------------------------------------------===//
// history, ops
//===----------------------------------------------------------------------===//

static json::Object toJson(const Alteration &change) {
  json::Object object{{"what", change.what}};
  addText(object, "name", change.name);
  if (change.index)
    object["index"] = int64_t(*change.index);
  addText(object, "from", change.from);
  addText(object, "to", change.to);
  if (change.fromOp.id)
    object["fromOp"] = toJson(change.fromOp);
  if (change.toOp.id)
    object["toOp"] = toJson(change.toOp);
  return object;
}

static json::Object toJson(const Kin &kin) {
  json::Object object = toJson(static_cast<const OpRef &>(kin));
  object["evidence"] = toString(kin.evidence);
  return object;
}

static json::Object toJson(const HistoryEntry &entry) {
  json::Object object{{"event", toString(entry.kind)},
                      {"action", toJson(entry.action)}};
  addEvidence(object, entry.evidence());
  if (!entry.others.empty())
    object["others"] = jsonList(entry.others);
  if (!entry.standIns.empty())
    object["standIns"] = jsonList(entry.standIns);
  addCount(object, "folded", entry.folded);
  if (!entry.changes.empty())
    object["changes"] = jsonList(entry.changes);
  addCount(object, "moreChanges", entry.foldedChanges);
  return object;
}

static json::Object toJson(const History &history) {
  return json::Object{{"op", toJson(history.op)},
                      {"events", jsonList(history.entries)}};
}

std::string lineageJson(const HistoryReply &reply) {
  const HistoryAnswer &answer = reply.answer;
  json::Object object{{"folded", int64_t(answer.folded)}};
  addText(object, "at", answer.moment);
  addOthers(object, answer.others);
  addCount(object, "uncomparedFrom", answer.uncomparedFrom);
  std::vector<WithNative<History>> ops;
  for (auto [op, rows] : zip_equal(answer.ops, reply.native))
    ops.push_back({&op, rows});
  return jsonLine(object, {jsonElements("ops", ops)});
}

static json::Object toJson(const OpListEntry &entry) {
  json::Object op = toJson(entry.op);
  op["madeBy"] = toJson(entry.bornIn);
  addCount(op, "parent", entry.parent);
  return op;
}

std::string lineageJson(const OpList &list) {
  json::Object object{{"folded", int64_t(list.folded)}};
  addText(object, "at", list.moment);
  addOthers(object, list.others);
  return jsonLine(object, {jsonElements("ops", list.ops)});
}

//===----------------------------------------------------------------------===//
// blame, why-erased
//===----------------------------------------------------------------------===//

static json::Object toJson(const BlameRow &row) {
  json::Array deeds;
  for (const DeedCount &each : row.deeds) {
    json::Object deed{{"did", toString(each.deed)},
                      {"name", jsonText(each.name)},
                      {"count", int64_t(each.count)},
                      {"approximate", each.approximate}};
    if (!each.what.empty()) {
      json::Array what;
      for (const std::string &title : each.what)
        what.push_back(jsonText(title));
      deed["what"] = std::move(what);
    }
    deeds.push_back(std::move(deed));
  }
  json::Object object{{"action", toJson(row.action)},
                      {"deeds", std::move(deeds)}};
  addCount(object, "alike", row.alike);
  addCount(object, "last", row.last);
  return object;
}

std::string lineageJson(const BlameReply &reply) {
  const BlameAnswer &answer = reply.answer;
  json::Object object{{"asked", int64_t(answer.asked)},
                      {"reached", int64_t(answer.reached)},
                      {"actions", int64_t(answer.actions)},
                      {"passRuns", int64_t(answer.passRuns)},
                      {"unseen", int64_t(answer.unseen)},
                      {"folded", int64_t(answer.folded)}};
  addText(object, "at", answer.moment);
  addText(object, "pass", answer.onlyPass);
  addOthers(object, answer.others);
  addCount(object, "uncomparedFrom", answer.uncomparedFrom);
  std::vector<WithNative<BlameRow>> rows;
  for (auto [row, native] : zip_equal(answer.rows, reply.native))
    rows.push_back({&row, native ? ArrayRef(*native) : ArrayRef<NativeRow>()});
  return jsonLine(object, {jsonElements("rows", rows)});
}

static json::Object toJson(const Successor &successor) {
  json::Object object{{"op", toJson(successor.op)},
                      {"role", toString(successor.role)}};
  addEvidence(object, successor.evidence);
  object["strength"] = toString(strengthOf(successor.rule));
  object["rule"] = toString(successor.rule);
  addFlag(object, "spentCast", successor.kind == Successorship::SpentCast);
  return object;
}

static json::Object toJson(const StandIn &standIn) {
  return json::Object{{"op", toJson(standIn.op)},
                      {"as", toString(standIn.way)},
                      {"strength", toString(standIn.strength)}};
}

static json::Object toJson(const LastUser &user) {
  json::Object object{{"op", toJson(user.op)},
                      {"endedBy", toJson(user.endedBy)}};
  addFlag(object, "livesOn", user.livesOn);
  return object;
}

static json::Object toJson(const Death &death) {
  json::Object object{{"op", toJson(death.op)}, {"alive", death.op.alive}};
  if (death.op.alive)
    return object;
  object["successors"] = jsonList(death.successors);
  object["standIns"] = jsonList(death.standIns);
  if (death.around.id != 0)
    object["around"] = toJson(death.around);
  else if (death.successors.empty() && death.op.ended == Ended::Erased)
    object["users"] = toString(death.disuse);
  if (death.lastUser.op.id != 0)
    object["lastUser"] = toJson(death.lastUser);
  addCount(object, "moreSuccessors", death.moreSuccessors);
  addCount(object, "moreStandIns", death.moreStandIns);
  addFlag(object, "incomplete", death.incomplete);
  return object;
}

static json::Object toJson(const EndKind &kind) {
  json::Object object{{"name", jsonText(kind.name)},
                      {"state", toString(kind.ended)},
                      {"count", int64_t(kind.count)}};
  if (!kind.successor.empty())
    object["successor"] = jsonText(kind.successor);
  return object;
}

static json::Object toJson(const EndGroup &group) {
  json::Object object{{"count", int64_t(group.count)},
                      {"kinds", jsonList(group.kinds)}};
  if (group.first.number != 0)
    object["first"] = toJson(group.first);
  return object;
}

std::string lineageJson(const WhyErasedAnswer &answer) {
  json::Object object{{"asked", int64_t(answer.asked)},
                      {"alive", int64_t(answer.alive)},
                      {"folded", int64_t(answer.folded)}};
  if (!answer.groups.empty())
    object["groups"] = jsonList(answer.groups);
  addOthers(object, answer.others);
  return jsonLine(object, {jsonElements("ops", answer.ops)});
}

//===----------------------------------------------------------------------===//
// why-not
//===----------------------------------------------------------------------===//

static json::Object toJson(const FailedMatch &match) {
  json::Object object{{"action", toJson(match.first)},
                      {"last", int64_t(match.last)},
                      {"attempts", int64_t(match.attempts)},
                      {"ops", int64_t(match.ops)},
                      {"op", toJson(match.op)}};
  addText(object, "reason", match.reason);
  return object;
}

static json::Object toJson(const DiagnosticRow &row) {
  json::Object object{{"severity", toString(row.severity)},
                      {"count", int64_t(row.count)}};
  addText(object, "text", row.text);
  addText(object, "location", row.location);
  if (row.first.number != 0) {
    object["action"] = toJson(row.first);
    object["last"] = int64_t(row.last);
  }
  if (row.op.id != 0)
    object["op"] = toJson(row.op);
  return object;
}

std::string lineageJson(const DiagnosticsReply &reply) {
  const DiagnosticCounts &counts = reply.list.counts;
  return jsonLine(json::Object{{"errors", int64_t(counts.errors)},
                               {"warnings", int64_t(counts.warnings)},
                               {"remarks", int64_t(counts.remarks)}},
                  {jsonElements("diagnostics", reply.list.rows)});
}

static json::Object toJson(const PatternOwner &owner) {
  json::Object object{{"pass", jsonText(owner.pass)}};
  addText(object, "root", owner.root);
  return object;
}

static json::Object toJson(const PassVisit &visit) {
  json::Object object{{"action", toJson(visit.pass)},
                      {"did", toString(visit.did)},
                      {"ops", int64_t(visit.ops)},
                      {"runs", int64_t(visit.runs)},
                      {"last", int64_t(visit.last)}};
  if (!visit.said.empty()) {
    json::Array said;
    for (const DiagnosticRow &each : visit.said)
      said.push_back(toJson(each));
    object["said"] = std::move(said);
  }
  return object;
}

static json::Object toJson(const AppliedPattern &applied) {
  return json::Object{{"action", toJson(applied.first)},
                      {"last", int64_t(applied.last)},
                      {"count", int64_t(applied.count)},
                      {"rolledBack", applied.rolledBack}};
}

static json::Object toJson(const LegalizationAttempt &attempt) {
  json::Object object{{"action", toJson(attempt.action)},
                      {"op", toJson(attempt.op)},
                      {"depth", int64_t(attempt.depth)}};
  addText(object, "reason", attempt.reason);
  if (!attempt.made.empty()) {
    json::Array made;
    for (const std::string &each : attempt.made)
      made.push_back(jsonText(each));
    object["made"] = std::move(made);
  }
  return object;
}

static json::Object toJson(const IllegalOpAnswer &illegal) {
  return json::Object{{"op", toJson(illegal.op)},
                      {"pass", toJson(illegal.pass)},
                      {"diagnostic", jsonText(illegal.diagnostic)},
                      {"attempts", jsonList(illegal.attempts)},
                      {"folded", int64_t(illegal.folded)}};
}

std::string lineageJson(const WhyNotAnswer &answer) {
  return jsonLine(json::Object{{"asked", int64_t(answer.asked)},
                               {"tried", int64_t(answer.tried)},
                               {"attempts", int64_t(answer.attempts)},
                               {"rolledBack", int64_t(answer.rolledBack)},
                               {"failed", int64_t(answer.failed)},
                               {"folded", int64_t(answer.folded)},
                               {"hasReasons", answer.hasReasons}},
                  {jsonElements("failures", answer.failures),
                   jsonElements("applied", answer.applied),
                   jsonElements("patternOf", answer.owners),
                   jsonElements("visits", answer.visits),
                   jsonElements("illegal", answer.illegal)});
}

//===----------------------------------------------------------------------===//
// stages
//===----------------------------------------------------------------------===//

static StringRef nameOf(Snapshots::Kept kept) {
  switch (kept) {
  case Snapshots::Kept::No:
    return "none";
  case Snapshots::Kept::Unchanged:
    return "unchanged";
  case Snapshots::Kept::Text:
    return "kept";
  }
  return "none";
}

static json::Object toJson(const StageSummary &row) {
  json::Object object{{"number", int64_t(row.stage.number)},
                      {"ops", int64_t(row.ops)},
                      {"text", nameOf(row.kept)}};
  if (row.changesByHand > 0)
    object["changesByHand"] = int64_t(row.changesByHand);
  if (row.stage.number == 0)
    return object;
  addFlag(object, "byHand", row.isByHand);
  object["input"] = int64_t(row.input) + 1;
  object["opsBefore"] = int64_t(row.opsBefore);
  object["action"] = int64_t(row.stage.pass);
  addText(object, "name", row.pass);
  addText(object, "pass", row.argument);
  if (!row.nested.empty()) {
    json::Array nested;
    for (const std::string &each : row.nested)
      nested.push_back(jsonText(each));
    object["nested"] = std::move(nested);
  }
  object["ended"] = row.stage.reached;
  object["result"] = resultText(row.result);
  object["made"] = int64_t(row.made);
  object["erased"] = int64_t(row.erased);
  object["replaced"] = int64_t(row.replaced);
  object["changed"] = int64_t(row.changed);
  object["moved"] = int64_t(row.moved);
  object["nanoseconds"] = int64_t(row.duration.count());
  return object;
}

std::string lineageJson(const StagesReply &reply) {
  return jsonLine({}, {jsonElements("stages", reply.rows)});
}

} // namespace mlir::trackdbg
