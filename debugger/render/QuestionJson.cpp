//===- QuestionJson.cpp - Answers for programs ----------------------------===//

#include "render/QuestionJson.h"

#include "render/JsonLine.h"

using namespace llvm;

namespace mlir::trackdbg {

static json::Object toJson(const TrackedOp &tracked) {
  json::Object object{{"op", toJson(tracked.op)}};
  if (tracked.way == TrackedAs::Not) {
    object["instead"] = toJson(tracked.other);
    addFlag(object, "madeFor", tracked.isMadeFor);
    return object;
  }
  object["became"] = toJson(tracked.other);
  object["as"] = toString(tracked.way);
  return object;
}

static json::Object toJson(const TrackAnswer::Instead &instead) {
  json::Object object{{"name", jsonText(instead.name)},
                      {"state", toString(instead.ended)},
                      {"count", int64_t(instead.count)}};
  addFlag(object, "madeFor", instead.isMadeFor);
  return object;
}

static json::Object toJson(const TrackRow &row) {
  json::Object object{{"name", jsonText(row.name)},
                      {"total", int64_t(row.total)},
                      {"did", int64_t(row.did)}};
  if (row.ended != Ended::Alive)
    object["state"] = toString(row.ended);
  return object;
}

static std::string lineOf(const TrackAnswer &answer) {
  auto as = [&](TrackedAs way) { return int64_t(answer.countAs(way)); };
  int64_t asCopy = as(TrackedAs::Copy), asSame = as(TrackedAs::Same);
  json::Object object{{"from", jsonText(answer.from)},
                      {"into", jsonText(answer.into)},
                      {"total", int64_t(answer.total)},
                      {"did", int64_t(answer.did)},
                      {"didNot", int64_t(answer.didNot())},
                      {"asResult", as(TrackedAs::Result) + asCopy + asSame},
                      {"asPart", as(TrackedAs::Part)},
                      {"asInside", as(TrackedAs::Inside)},
                      {"asWeak", as(TrackedAs::Weak)},
                      {"asPlace", as(TrackedAs::Place)}};
  addCount(object, "asCopy", asCopy);
  addCount(object, "asSame", asSame);
  addText(object, "at", answer.at);
  addText(object, "note", answer.note);
  if (answer.by)
    object["by"] = toString(*answer.by);
  addCount(object, "moreRows", answer.moreRows);
  addOthers(object, answer.atPlace);
  std::vector<JsonElements> lists = {jsonElements("became", answer.became),
                                     jsonElements("others", answer.others),
                                     jsonElements("instead", answer.instead)};
  if (answer.by)
    lists.push_back(jsonElements("rows", answer.rows));
  return jsonLine(object, lists);
}

static json::Object toJson(const FateRow &row) {
  return json::Object{
      {"name", jsonText(row.name)},        {"created", int64_t(row.created)},
      {"replaced", int64_t(row.replaced)}, {"merged", int64_t(row.merged)},
      {"erased", int64_t(row.erased)},     {"unseen", int64_t(row.unseen)},
      {"alive", int64_t(row.alive)}};
}

static std::string lineOf(const FateTable &table) {
  json::Object total = toJson(table.total);
  total.erase("name");
  return jsonLine(
      json::Object{{"by", toString(table.by)}, {"total", std::move(total)}},
      {jsonElements("rows", table.rows)});
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

static std::string lineOf(const LostAnswer &answer) {
  json::Object object{{"lines", int64_t(answer.lines)},
                      {"survive", int64_t(answer.survive)},
                      {"percent", answer.percentCovered()}};
  addCount(object, "unchecked", answer.unchecked);
  return jsonLine(object, {jsonElements("lost", answer.lost),
                           jsonElements("surviving", answer.surviving),
                           jsonElements("passes", answer.passes)});
}

static json::Object toJson(const Misplaced &each) {
  json::Object object{{"op", toJson(each.op)},
                      {"line", int64_t(each.line)},
                      {"key", jsonText(each.key)},
                      {"after", toJson(each.after)},
                      {"afterKey", jsonText(each.afterKey)},
                      {"placedBy", toJson(each.placedBy)}};
  if (each.placed != 0)
    object["placed"] = int64_t(each.placed);
  return object;
}

static std::string lineOf(const OrderAnswer &answer) {
  json::Object object{{"stage", jsonText(answer.stage)},
                      {"blocks", int64_t(answer.blocks)},
                      {"ops", int64_t(answer.ops)},
                      {"blocksOutOfOrder", int64_t(answer.blocksOutOfOrder)},
                      {"misplaced", int64_t(answer.misplaced)}};
  addCount(object, "passesSince", answer.passesSince);
  return jsonLine(object, {jsonElements("list", answer.list)});
}

std::string questionJson(const QuestionReply &reply) {
  return std::visit([](const auto &answer) { return lineOf(answer); },
                    reply.answer);
}

} // namespace mlir::trackdbg
