//===- CrashJson.cpp - What is left of a crash, for programs --------------===//

#include "render/CrashJson.h"

#include "render/JsonLine.h"
#include "render/NativeJson.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

static json::Object toJson(const Frame &frame) {
  json::Object object{{"number", frame.action}};
  addText(object, "tag", frame.tag);
  addText(object, "name", frame.name);
  addText(object, "text", frame.text);
  if (frame.tag == "pass-execution")
    addText(object, "pass",
            frame.argument.empty() ? frame.name : frame.argument);
  return object;
}

static StringRef nameOf(trace::ActivityKind kind) {
  switch (kind) {
  case trace::ActivityKind::Verifying:
    return "verifying";
  case trace::ActivityKind::ReadingBytecode:
    return "reading bytecode";
  case trace::ActivityKind::Parsing:
  case trace::ActivityKind::None:
    break;
  }
  return "parsing";
}

static json::Object toJson(const Activity &activity) {
  json::Object object{{"doing", nameOf(activity.kind)}};
  addFlag(object, "parsed", activity.isOfInput);
  if (activity.leftBy.action)
    object["leftBy"] = toJson(activity.leftBy);
  if (activity.op.id)
    object["op"] = toJson(activity.op);
  addText(object, "root", activity.root);
  addText(object, "name", activity.parsedOp);
  addText(object, "file", activity.file);
  addCount(object, "line", activity.line);
  addCount(object, "column", activity.column);
  return object;
}

/// Beyond 53 bits a program may not get a number back as it was.
static std::string addressText(uint64_t address) {
  return "0x" + utohexstr(address, /*LowerCase=*/true);
}

std::string crashJson(const CrashReply &reply) {
  const Crash &crash = reply.crash;
  json::Object object{{"signal", crash.signalName}, {"number", crash.signal}};
  if (crash.address)
    object["address"] = addressText(*crash.address);
  if (crash.activity)
    object["while"] = toJson(*crash.activity);
  if (!crash.lastOp.empty()) {
    object["op"] = jsonText(crash.lastOp);
    addCount(object, "opOf", crash.lastOpAction);
    addFlag(object, "opIsCut", crash.lastOpIsCut);
  }
  addFlag(object, "moreFunctions", crash.hasMoreFrames);
  return jsonLine(object, {jsonElements("actions", crash.stack),
                           jsonElements("functions", crash.frames)});
}

} // namespace mlir::trackdbg
