//===- SummaryJson.cpp ----------------------------------------------------===//

#include "render/SummaryJson.h"

#include "render/JsonLine.h"

using namespace llvm;

namespace mlir::trackdbg {

static json::Object toJson(const PassSummary &pass) {
  json::Object object{{"action", int64_t(pass.action)},
                      {"runs", int64_t(pass.runs)},
                      {"changedRuns", int64_t(pass.changedRuns)},
                      {"opsBefore", int64_t(pass.opsBefore)},
                      {"opsAfter", int64_t(pass.opsAfter)},
                      {"made", int64_t(pass.made)},
                      {"ended", int64_t(pass.ended)},
                      {"modified", int64_t(pass.modified)},
                      {"moved", int64_t(pass.moved)},
                      {"nanoseconds", int64_t(pass.time.count())}};
  if (pass.firstChanged != 0)
    object["firstChanged"] = int64_t(pass.firstChanged);
  addText(object, "name", pass.name);
  addText(object, "pass", pass.argument);
  return object;
}

/// Of a pattern or a pass of LLVM.
static json::Object toJson(const ActionStatistics &pattern) {
  json::Object object{{"tried", int64_t(pattern.tried)},
                      {"applied", int64_t(pattern.applied)},
                      {"nanoseconds", int64_t(pattern.total.count())}};
  addText(object, "name", pattern.name);
  addText(object, "pass", pattern.argument);
  return object;
}

static json::Object toJson(const PassFailure &failure) {
  json::Object object{{"pass", toJson(failure.pass)}};
  if (failure.on.id != 0)
    object["on"] = toJson(failure.on);
  if (failure.illegal.id != 0)
    object["illegal"] = toJson(failure.illegal);
  addText(object, "diagnostic", failure.diagnostic);
  return object;
}

static json::Object toJson(const RewriteLoop &loop) {
  json::Array patterns;
  for (const std::string &each : loop.patterns)
    if (!each.empty())
      patterns.push_back(jsonText(each));
  return json::Object{{"last", toJson(loop.last)},
                      {"length", int64_t(loop.length)},
                      {"applied", int64_t(loop.applied)},
                      {"patterns", std::move(patterns)}};
}

static json::Object endOf(const SummaryReply &reply) {
  if (!reply.ending)
    return json::Object{{"how", reply.state == State::NotRunning
                                    ? "not recorded"
                                    : "has not ended"}};
  bool isSignal = reply.ending->kind == Ending::Kind::Signaled;
  json::Object object{{"how", isSignal ? "signal" : "exit"},
                      {"code", int64_t(reply.ending->code)}};
  addText(object, "signal", reply.ending->signalName);
  return object;
}

static json::Object linesOf(const LostAnswer &lines) {
  json::Object object{{"all", int64_t(lines.lines)},
                      {"survive", int64_t(lines.survive)}};
  json::Array lost;
  for (auto [how, count] : countLost(lines))
    lost.push_back(
        json::Object{{"how", toString(how)}, {"count", int64_t(count)}});
  object["lost"] = std::move(lost);
  return object;
}

std::string summaryJson(const SummaryReply &reply) {
  const Summary &summary = reply.summary;
  json::Object object{{"end", endOf(reply)},
                      {"nanoseconds", int64_t(summary.time.count())},
                      {"actions", int64_t(summary.actions)},
                      {"passRuns", int64_t(summary.passRuns)},
                      {"opsAtStart", int64_t(summary.opsAtStart)},
                      {"opsAtEnd", int64_t(summary.opsAtEnd)},
                      {"opsAtPeak", int64_t(summary.opsAtPeak)},
                      {"errors", int64_t(summary.diagnostics.errors)},
                      {"warnings", int64_t(summary.diagnostics.warnings)},
                      {"remarks", int64_t(summary.diagnostics.remarks)},
                      {"lines", linesOf(summary.lines)}};
  addText(object, "compile", reply.compile);
  if (summary.loop)
    object["loop"] = toJson(*summary.loop);
  if (summary.peakAfter)
    object["peakAfter"] = int64_t(summary.passes[*summary.peakAfter].action);
  return jsonLine(object, {jsonElements("passes", summary.passes),
                           jsonElements("patterns", summary.patterns),
                           jsonElements("llvmPasses", summary.llvmPasses),
                           jsonElements("failures", summary.failures)});
}

} // namespace mlir::trackdbg
