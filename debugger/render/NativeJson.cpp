//===- NativeJson.cpp - The compiler's C++, for programs ------------------===//

#include "render/NativeJson.h"

#include "render/JsonLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static StringRef nameOf(NativeDeed deed) {
  switch (deed) {
  case NativeDeed::Created:
    return "created";
  case NativeDeed::Replaced:
    return "replaced";
  case NativeDeed::Erased:
    return "erased";
  }
  return "";
}

static StringRef nameOf(trace::StackEnd end) {
  switch (end) {
  case trace::StackEnd::Action:
    return "action";
  case trace::StackEnd::Thread:
    return "thread";
  case trace::StackEnd::Unknown:
    return "unknown";
  case trace::StackEnd::Full:
    return "full";
  case trace::StackEnd::Other:
    return "other stack";
  }
  return "";
}

/// Beyond 53 bits a program may not get a number back as it was.
json::Object toJson(const NativeFrame &frame) {
  json::Object object{
      {"address", "0x" + utohexstr(frame.address, /*LowerCase=*/true)}};
  addText(object, "function", frame.function);
  addText(object, "file", frame.file);
  addCount(object, "line", frame.line);
  addCount(object, "functionLine", frame.functionLine);
  addText(object, "module", frame.module);
  addFlag(object, "inlined", frame.isInlined);
  return object;
}

static json::Object toJson(const NativeRow &row) {
  json::Object object;
  addText(object, "reason", row.reason);
  if (row.line) {
    object["at"] = toJson(row.line->frame);
    if (row.line->caller)
      object["calledFrom"] = toJson(*row.line->caller);
  }
  return object;
}

void addNativeRow(json::Object &object, const NativeRow &row) {
  object[nameOf(row.deed)] = toJson(row);
}

namespace {
struct OpWithRows {
  const OpListEntry *entry;
  const std::vector<NativeRow> *rows;
};

json::Object toJson(const OpWithRows &op) {
  json::Object object = mlir::trackdbg::toJson(op.entry->op);
  object["madeBy"] = mlir::trackdbg::toJson(op.entry->bornIn);
  for (const NativeRow &row : *op.rows)
    addNativeRow(object, row);
  return object;
}

} // namespace

static json::Array textList(const std::vector<std::string> &texts) {
  json::Array array;
  for (const std::string &text : texts)
    array.push_back(jsonText(text));
  return array;
}

static json::Object toJson(const DebugLines::Row &row) {
  json::Object object{{"instructions", int64_t(row.instructions)}};
  addText(object, "file", row.line.file);
  addCount(object, "line", row.line.line);
  addFlag(object, "ours", row.isOurs);
  addText(object, "pass", row.pass);
  addCount(object, "action", row.action);
  return object;
}

std::string nativeJson(const NativeLinesReply &reply) {
  std::vector<OpWithRows> ops;
  for (auto [entry, rows] : zip_equal(reply.list.ops, reply.rows))
    ops.push_back({&entry, &rows});
  json::Object object{{"folded", int64_t(reply.list.folded)}};
  addOthers(object, reply.list.others);
  if (!reply.problems.empty())
    object["problems"] = textList(reply.problems);
  if (reply.object)
    object["debugLines"] = jsonList(reply.object->rows);
  return jsonLine(object, {jsonElements("ops", ops)});
}

std::string nativeJson(const NativeSourceReply &reply) {
  json::Object object{{"action", toJson(reply.action)}};
  if (!reply.isPdl)
    object["function"] = toJson(reply.function);
  addText(object, "file", reply.file);
  addCount(object, "line", reply.line);
  addFlag(object, "pdl", reply.isPdl);
  addText(object, "problem", reply.problem);
  return jsonLine(object, {});
}

static json::Object toJson(const std::pair<size_t, Frame> &action) {
  const Frame &frame = action.second;
  json::Object object{{"number", frame.action},
                      {"behind", int64_t(action.first)}};
  addText(object, "tag", frame.tag);
  addText(object, "name", frame.name);
  return object;
}

std::string nativeJson(const NativeStackReply &reply) {
  json::Object object{{"end", nameOf(reply.stack.end)}};
  if (reply.op) {
    object["op"] = toJson(*reply.op);
    object["did"] = nameOf(reply.deed);
    addCount(object, "others", reply.others);
  }
  if (!reply.stack.problems.empty())
    object["problems"] = textList(reply.stack.problems);
  return jsonLine(object, {jsonElements("actions", reply.actions),
                           jsonElements("functions", reply.stack.frames)});
}

namespace {
struct PatternWithFunction {
  const PatternRow *row;
  const std::optional<NativeFrame> *function;
};

json::Object toJson(const PatternWithFunction &pattern) {
  const PatternRow &row = *pattern.row;
  json::Object object{{"pass", jsonText(row.pass)},
                      {"name", jsonText(row.name)},
                      {"tried", int64_t(row.tried)},
                      {"applied", int64_t(row.applied)}};
  addText(object, "root", row.root);
  addCount(object, "benefit", row.benefit);
  addFlag(object, "unlisted", row.isUnlisted);
  if (*pattern.function)
    object["function"] = mlir::trackdbg::toJson(**pattern.function);
  return object;
}
} // namespace

std::string nativeJson(const PatternsReply &reply) {
  std::vector<PatternWithFunction> patterns;
  for (auto [row, function] : zip_equal(reply.list.rows, reply.functions))
    patterns.push_back({&row, &function});
  return jsonLine({}, {jsonElements("patterns", patterns)});
}

} // namespace mlir::trackdbg
