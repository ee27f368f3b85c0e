//===- JsonLine.cpp - One answer as one line of JSON ----------------------===//

#include "render/JsonLine.h"

#include "render/Render.h"
#include "trace/PlainText.h"

#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {

json::Value jsonText(StringRef value) {
  return json::isUTF8(value) ? json::Value(value)
                             : json::Value(json::fixUTF8(value));
}

void addText(json::Object &object, StringRef key, StringRef value) {
  if (!value.empty())
    object[key] = jsonText(value);
}

void addCount(json::Object &object, StringRef key, uint64_t count) {
  if (count != 0)
    object[key] = int64_t(count);
}

void addFlag(json::Object &object, StringRef key, bool flag) {
  if (flag)
    object[key] = true;
}

json::Object toJson(const ActionRef &action) {
  json::Object object{{"number", int64_t(action.number)}};
  addText(object, "tag", action.tag);
  addText(object, "name", action.name);
  addText(object, "pass", action.pass);
  return object;
}

json::Object toJson(const OpRef &op) {
  json::Object object{{"id", int64_t(op.id)}, {"name", jsonText(op.name)}};
  addText(object, "symbol", op.symbol);
  addText(object, "location", op.location);
  addText(object, "inside", op.around);
  if (op.argument) {
    object["argument"] = int64_t(op.argument->number);
    object["ofEntryBlock"] = op.argument->isOfEntry;
  }
  object["state"] = toString(op.ended);
  if (!op.alive)
    object["endedBy"] = toJson(op.endedBy);
  addFlag(object, "stillThere", op.isStillThere);
  return object;
}

json::Object toJson(const LineageTree::NameCount &each) {
  return json::Object{{"name", jsonText(each.name)},
                      {"count", int64_t(each.count)}};
}

void addOthers(json::Object &object, const OthersAtPlace &others) {
  if (others.count != 0)
    object["othersAtPlace"] = json::Object{{"count", int64_t(others.count)},
                                           {"alive", int64_t(others.alive)}};
}

std::string jsonLine(const json::Object &object,
                     const std::vector<JsonElements> &lists) {
  // Null stands for a value of the object.
  std::map<StringRef, const JsonElements *> keys;
  for (const auto &entry : object)
    keys.emplace(entry.first, nullptr);
  for (const JsonElements &list : lists)
    keys.emplace(list.key, &list);
  std::string result;
  raw_string_ostream stream(result);
  json::OStream writer(stream);
  writer.object([&] {
    for (auto [key, list] : keys) {
      if (list)
        writer.attributeArray(key, [&] { list->write(writer); });
      else
        writer.attribute(key, *object.get(key));
    }
  });
  stream << '\n';
  return plainJson(std::move(result));
}

std::string renderJsonError(StringRef error) {
  return jsonLine(json::Object{{"error", jsonText(error)}}, {});
}

} // namespace mlir::trackdbg
