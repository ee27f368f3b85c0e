//===- QuestionJson.cpp - Answers for programs ----------------------------===//

#include "terminal/QuestionJson.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

json::Value jsonText(StringRef value) {
  return json::isUTF8(value) ? json::Value(value)
                             : json::Value(json::fixUTF8(value));
}

json::Object toJson(const ActionRef &action) {
  json::Object object{{"number", int64_t(action.number)}};
  if (!action.tag.empty())
    object["tag"] = jsonText(action.tag);
  if (!action.name.empty())
    object["name"] = jsonText(action.name);
  if (!action.pass.empty())
    object["pass"] = jsonText(action.pass);
  return object;
}

json::Object toJson(const OpRef &op) {
  json::Object object{{"id", int64_t(op.id)}, {"name", jsonText(op.name)}};
  if (!op.symbol.empty())
    object["symbol"] = jsonText(op.symbol);
  if (!op.location.empty())
    object["location"] = jsonText(op.location);
  object["state"] = toString(op.ended);
  if (!op.alive)
    object["endedBy"] = toJson(op.endedBy);
  return object;
}

static json::Object toJson(const TrackedOp &tracked) {
  json::Object object{{"op", toJson(tracked.op)}};
  if (tracked.way == TrackedAs::Not) {
    object["instead"] = toJson(tracked.other);
    return object;
  }
  object["became"] = toJson(tracked.other);
  object["as"] = toString(tracked.way);
  return object;
}

static json::Object toJson(const TrackAnswer::Instead &instead) {
  return json::Object{{"name", jsonText(instead.name)},
                      {"state", toString(instead.ended)},
                      {"count", int64_t(instead.count)}};
}

static json::Object toJson(const TrackAnswer &answer) {
  json::Object object{{"from", jsonText(answer.from)},
                      {"into", jsonText(answer.into)},
                      {"total", int64_t(answer.total)},
                      {"did", int64_t(answer.did)},
                      {"didNot", int64_t(answer.didNot())},
                      {"asResult", int64_t(answer.asResult)},
                      {"asPart", int64_t(answer.asPart)},
                      {"asPlace", int64_t(answer.asPlace)},
                      {"became", jsonList(answer.became)},
                      {"others", jsonList(answer.others)},
                      {"instead", jsonList(answer.instead)}};
  if (!answer.at.empty())
    object["at"] = jsonText(answer.at);
  if (!answer.note.empty())
    object["note"] = jsonText(answer.note);
  return object;
}

static json::Object toJson(const FateRow &row) {
  return json::Object{
      {"name", jsonText(row.name)},        {"created", int64_t(row.created)},
      {"replaced", int64_t(row.replaced)}, {"merged", int64_t(row.merged)},
      {"erased", int64_t(row.erased)},     {"unseen", int64_t(row.unseen)},
      {"alive", int64_t(row.alive)}};
}

static json::Object toJson(const FateTable &table) {
  json::Object total = toJson(table.total);
  total.erase("name");
  return json::Object{{"by", toString(table.by)},
                      {"rows", jsonList(table.rows)},
                      {"total", std::move(total)}};
}

json::Object toJson(const LineageTree::NameCount &each) {
  return json::Object{{"name", jsonText(each.name)},
                      {"count", int64_t(each.count)}};
}

static json::Object toJson(const SourceLineFate &line) {
  json::Object object{{"file", jsonText(line.file)},
                      {"line", int64_t(line.line)},
                      {"opsAtStart", int64_t(line.opsAtStart)}};
  if (!line.isLost()) {
    object["survivesAs"] = jsonList(line.survivors);
    return object;
  }
  object["how"] = toString(line.how);
  object["last"] = toJson(line.last);
  // Of a relocation it may not be known.
  if (line.how != LostHow::Relocated || line.by.number != 0)
    object["by"] = toJson(line.by);
  if (line.into.id != 0)
    object["into"] = toJson(line.into);
  return object;
}

static json::Object toJson(const LocationLoss &loss) {
  return json::Object{{"pass", jsonText(loss.pass)},
                      {"made", int64_t(loss.created)},
                      {"unknown", int64_t(loss.unknown)}};
}

static json::Object toJson(const LostAnswer &answer) {
  return json::Object{{"lines", int64_t(answer.lines)},
                      {"survive", int64_t(answer.survive)},
                      {"percent", answer.percentCovered()},
                      {"lost", jsonList(answer.lost)},
                      {"surviving", jsonList(answer.surviving)},
                      {"passes", jsonList(answer.passes)}};
}

static json::Object toJson(const Misplaced &each) {
  return json::Object{{"op", toJson(each.op)},
                      {"line", int64_t(each.line)},
                      {"key", jsonText(each.key)},
                      {"after", toJson(each.after)},
                      {"afterKey", jsonText(each.afterKey)},
                      {"placedBy", toJson(each.placedBy)}};
}

static json::Object toJson(const OrderAnswer &answer) {
  return json::Object{{"stage", jsonText(answer.stage)},
                      {"blocks", int64_t(answer.blocks)},
                      {"ops", int64_t(answer.ops)},
                      {"blocksOutOfOrder", int64_t(answer.blocksOutOfOrder)},
                      {"misplaced", int64_t(answer.misplaced)},
                      {"list", jsonList(answer.list)}};
}

std::string questionJson(const QuestionReply &reply) {
  std::string result;
  raw_string_ostream stream(result);
  std::visit([&](const auto &answer) { stream << json::Value(toJson(answer)); },
             reply.answer);
  return result + "\n";
}

} // namespace mlir::trackdbg
