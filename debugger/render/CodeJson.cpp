//===- CodeJson.cpp - Machine code for programs ---------------------------===//

#include "render/CodeJson.h"

#include "render/JsonLine.h"

using namespace llvm;

namespace mlir::trackdbg {

static json::Object toJson(const MachineInstruction &instruction) {
  json::Object object{{"offset", int64_t(instruction.offset)},
                      {"size", int64_t(instruction.size)},
                      {"text", jsonText(instruction.text)},
                      {"evidence", toString(instruction.evidence)}};
  addFlag(object, "asked", instruction.isAsked);
  if (!instruction.ops.empty()) {
    object["ops"] = jsonList(instruction.ops);
    return object;
  }
  object["reason"] = toString(instruction.reason);
  addText(object, "pass", instruction.pass);
  addCount(object, "action", instruction.passAction);
  return object;
}

static json::Object toJson(const MachineFunction &function) {
  return json::Object{{"name", jsonText(function.name)},
                      {"section", jsonText(function.section)},
                      {"offset", int64_t(function.offset)},
                      {"size", int64_t(function.size)},
                      {"check", toString(function.check)},
                      {"instructions", jsonList(function.instructions)}};
}

static json::Object toJson(const LLVMInstruction &instruction) {
  return json::Object{{"op", toJson(instruction.op)},
                      {"function", jsonText(instruction.function)},
                      {"text", jsonText(instruction.text)}};
}

static json::Object toJson(const CodePassStep &step) {
  json::Object object{{"pass", jsonText(step.pass)},
                      {"function", jsonText(step.function)},
                      {"before", int64_t(step.before)},
                      {"after", int64_t(step.after)}};
  addCount(object, "action", step.action);
  return object;
}

std::string finalCodeJson(const FinalCodeReply &reply) {
  const FinalAnswer &answer = reply.answer;
  return jsonLine({}, {jsonElements("asked", answer.asked),
                       jsonElements("functions", answer.functions),
                       jsonElements("passes", answer.steps),
                       jsonElements("translated", answer.translated)});
}

std::string assemblyJson(const AssemblyReply &reply) {
  return jsonLine({}, {jsonElements("functions", reply.functions)});
}

static json::Object toJson(const CodeTableRow &row) {
  json::Object reasons;
  for (size_t reason = 0; reason < row.byReason.size(); ++reason)
    addCount(reasons, toString(trace::CodeReason(reason)),
             row.byReason[reason]);
  json::Object object{{"instructions", int64_t(row.instructions)},
                      {"fromOneOp", int64_t(row.fromOne)},
                      {"fromSeveralOps", int64_t(row.fromSeveral)},
                      {"fromNone", std::move(reasons)},
                      {"fromPass", int64_t(row.fromPass)},
                      {"ops", int64_t(row.ops)},
                      {"check", toString(row.check)}};
  addText(object, "function", row.function);
  if (row.lines.empty())
    return object;
  json::Array lines;
  for (const auto &[file, line] : row.lines)
    lines.push_back(json::Object{{"file", jsonText(file)}, {"line", line}});
  object["lines"] = std::move(lines);
  return object;
}

std::string codeTableJson(const CodeTableReply &reply) {
  return jsonLine(json::Object{{"total", toJson(reply.table.total)}},
                  {jsonElements("functions", reply.table.rows)});
}

static json::Object toJson(const CodeFateRow &row) {
  json::Object object{{"op", toJson(row.op)}, {"fate", toString(row.fate)}};
  addCount(object, "instructions", row.instructions);
  addText(object, "pass", row.pass);
  addCount(object, "action", row.action);
  if (!row.by.empty())
    object["by"] = jsonList(row.by);
  return object;
}

std::string whyNoCodeJson(const WhyNoCodeReply &reply) {
  return jsonLine(json::Object(), {jsonElements("asked", reply.answer.asked),
                                   jsonElements("rows", reply.answer.rows)});
}

static json::Object toJson(const CodeFateCounts &counts) {
  json::Object fates;
  for (size_t fate = 0; fate < counts.byFate.size(); ++fate)
    addCount(fates, toString(CodeFate(fate)), counts.byFate[fate]);
  json::Object object{{"ops", int64_t(counts.ops)},
                      {"fates", std::move(fates)}};
  addText(object, "name", counts.name);
  return object;
}

std::string codeFatesJson(const CodeFatesReply &reply) {
  return jsonLine(json::Object{{"total", toJson(reply.table.total)}},
                  {jsonElements("rows", reply.table.rows)});
}

std::string whoseJson(const WhoseReply &reply) {
  const WhoseAnswer &answer = reply.answer;
  const MachineInstruction &instruction = answer.function.instructions.front();
  json::Array ops;
  for (auto [op, steps, sources] :
       zip(instruction.ops, answer.steps, answer.sources))
    ops.push_back(json::Object{{"op", toJson(op)},
                               {"passes", jsonList(steps)},
                               {"sources", jsonList(sources)}});
  json::Object object{
      {"function", jsonText(answer.function.name)},
      {"section", jsonText(answer.function.section)},
      {"check", toString(answer.function.check)},
      {"distance", int64_t(instruction.offset - answer.function.offset)},
      {"instruction", toJson(instruction)},
      {"ops", std::move(ops)}};
  return jsonLine(object, {});
}

} // namespace mlir::trackdbg
