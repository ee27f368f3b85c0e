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

static json::Object toJson(const LineOfSource &line) {
  return json::Object{{"file", jsonText(line.file)}, {"line", line.line}};
}

static json::Object toJson(const CodeOfOneLine &code) {
  json::Object object{{"offset", int64_t(code.offset)},
                      {"size", int64_t(code.size)}};
  if (code.line.line != 0)
    object["line"] = toJson(code.line);
  addFlag(object, "asked", code.isAsked);
  return object;
}

static json::Object toJson(const MachineFunction &function) {
  json::Object object{{"name", jsonText(function.name)},
                      {"section", jsonText(function.section)},
                      {"offset", int64_t(function.offset)},
                      {"size", int64_t(function.size)},
                      {"check", toString(function.check)},
                      {"instructions", jsonList(function.instructions)}};
  addCount(object, "address", function.address);
  if (!function.ownLines.empty())
    object["ownLines"] = jsonList(function.ownLines);
  return object;
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
  json::Object object;
  addText(object, "sourceTrace", answer.sourceTrace);
  return jsonLine(object, {jsonElements("asked", answer.asked),
                           jsonElements("functions", answer.functions),
                           jsonElements("passes", answer.steps),
                           jsonElements("translated", answer.translated)});
}

std::string assemblyJson(const AssemblyReply &reply) {
  return jsonLine({}, {jsonElements("functions", reply.functions)});
}

static json::Object
reasonsJson(const std::array<uint64_t, kCodeReasons> &byReason) {
  json::Object reasons;
  for (size_t reason = 0; reason < byReason.size(); ++reason)
    addCount(reasons, toString(trace::CodeReason(reason)), byReason[reason]);
  return reasons;
}

static json::Object toJson(const CodeTableRow &row) {
  json::Object object{{"instructions", int64_t(row.instructions)},
                      {"fromOneOp", int64_t(row.fromOne)},
                      {"fromSeveralOps", int64_t(row.fromSeveral)},
                      {"fromNone", reasonsJson(row.byReason)},
                      {"fromPass", int64_t(row.fromPass)},
                      {"ops", int64_t(row.ops)},
                      {"check", toString(row.check)}};
  addText(object, "function", row.function);
  if (!row.sources.empty())
    object["sources"] = jsonList(row.sources);
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
  json::Object object{{"check", toString(reply.answer.check)}};
  addText(object, "sourceTrace", reply.answer.sourceTrace);
  return jsonLine(object, {jsonElements("asked", reply.answer.asked),
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
  return jsonLine(json::Object{{"check", toString(reply.table.check)},
                               {"total", toJson(reply.table.total)}},
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
  addText(object, "trace", answer.trace);
  addText(object, "sourceTrace", answer.sourceTrace);
  if (!answer.inherited.empty())
    object["inherited"] = jsonList(answer.inherited);
  return jsonLine(object, {});
}

static json::Object toJson(const CostRow &row) {
  json::Object object{{"cost", int64_t(row.cost)},
                      {"instructions", int64_t(row.instructions)}};
  if (!row.ops.empty())
    object["ops"] = jsonList(row.ops);
  if (!row.lines.empty())
    object["lines"] = jsonList(row.lines);
  addText(object, "name", row.name);
  addText(object, "trace", row.trace);
  return object;
}

static json::Object toJson(const LoopOfLine &loop) {
  json::Object object{{"line", toJson(loop.line)},
                      {"name", jsonText(loop.name)},
                      {"count", loop.count}};
  addText(object, "pass", loop.pass);
  return object;
}

static json::Object toJson(const MachineLoop &loop) {
  return json::Object{{"function", jsonText(loop.function)},
                      {"begin", int64_t(loop.begin)},
                      {"end", int64_t(loop.end)},
                      {"cost", int64_t(loop.cost)},
                      {"line", toJson(loop.line)}};
}

static json::Object toJson(const LineWithoutCode &row) {
  json::Object object = toJson(row.line);
  if (row.last.op.id != 0)
    object["last"] = toJson(row.last);
  if (row.op.id != 0) {
    object["op"] = toJson(row.op);
    object["by"] = toJson(row.by);
  }
  return object;
}

std::string linesWithoutCodeJson(const LinesWithoutCodeReply &reply) {
  const LinesWithoutCode &answer = reply.answer;
  return jsonLine(json::Object{{"check", toString(answer.check)},
                               {"lines", int64_t(answer.lines)},
                               {"withCode", int64_t(answer.withCode)}},
                  {jsonElements("lost", answer.lost)});
}

std::string costJson(const CostReply &reply) {
  const CostAnswer &answer = reply.answer;
  json::Array others;
  for (const auto &[file, cost] : answer.others) {
    json::Object other{{"cost", int64_t(cost)}};
    addText(other, "file", file);
    others.push_back(std::move(other));
  }
  auto names = [](ArrayRef<std::string> all) {
    json::Array texts;
    for (const std::string &name : all)
      texts.push_back(jsonText(name));
    return texts;
  };
  json::Object object{{"profile", jsonText(answer.profile)},
                      {"unit", jsonText(answer.unit)},
                      {"total", int64_t(answer.total)},
                      {"traced", int64_t(answer.traced)},
                      {"withOps", int64_t(answer.withOps)},
                      {"fromNone", reasonsJson(answer.byReason)},
                      {"fromPass", int64_t(answer.fromPass)},
                      {"others", std::move(others)},
                      {"rebuilt", names(answer.rebuilt)}};
  if (!answer.otherThanCopy.empty())
    object["otherThanCopy"] = names(answer.otherThanCopy);
  return jsonLine(object, {jsonElements("rows", answer.rows),
                           jsonElements("loops", answer.loops),
                           jsonElements("machineLoops", answer.machineLoops)});
}

} // namespace mlir::trackdbg
