//===- RenderDot.cpp - Answers as graphs for Graphviz ---------------------===//

#include "render/Render.h"

#include "export/DotText.h"
#include "queries/PipelineTree.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// info passes
//===----------------------------------------------------------------------===//

/// "57 runs, 12 changed something, 1 failed", or what its one run did.
static std::string runsOf(const PipelineNode &node) {
  const PassRun &run = node.first;
  if (node.runs == 1) {
    std::string text = actionNumber(run.action);
    if (!run.opName.empty())
      text += formatv(" on #{0} {1}", run.op, run.opName);
    if (!run.ended || node.failed || node.changed)
      text += formatv(", {0}", !run.ended    ? "open"
                               : node.failed ? "failed"
                                             : "changed something");
    return text;
  }
  std::string text = counted(node.runs, "run");
  if (node.changed)
    text += formatv(", {0} changed something", node.changed);
  if (node.failed)
    text += formatv(", {0} failed", node.failed);
  return text;
}

static StringRef lookOf(const PipelineNode &node) {
  if (node.failed)
    return "color=red";
  return node.changed ? "color=black" : "color=gray60, fontcolor=gray40";
}

std::string renderDot(const PassesReply &reply) {
  std::string text = "digraph passes {\n  node [shape=box];\n"
                     "  // gray: changed nothing; red: failed\n";
  for (const auto &[number, node] : enumerate(pipelineTree(reply.runs))) {
    text += formatv(
        "  pass{0} [label=\"{1}\\n{2}\\n{3}\", {4}];\n", number,
        escapeDot(briefPassName(node.first.name, node.first.argument)),
        escapeDot(runsOf(node)), renderDuration(node.duration), lookOf(node));
    if (node.parent)
      text += formatv("  pass{0} -> pass{1};\n", *node.parent, number);
  }
  return text + "}\n";
}

//===----------------------------------------------------------------------===//
// track
//===----------------------------------------------------------------------===//

namespace {
class TrackedOps {
public:
  std::string render(const TrackAnswer &answer) {
    text = "digraph track {\n  rankdir=LR;\n  node [shape=box];\n"
           "  // solid: became one; dashed: did not; dotted: only a location\n";
    for (const TrackedOp &each : answer.became)
      writeStep(each, each.way == TrackedAs::Place ? "dotted" : "solid");
    for (const TrackedOp &each : answer.others)
      writeStep(each, "dashed");
    return text + "}\n";
  }

private:
  void writeStep(const TrackedOp &step, StringRef line) {
    writeOp(step.op);
    if (step.other.id == step.op.id)
      return;
    writeOp(step.other);
    text += formatv("  op{0} -> op{1} [label=\"{2}\", style={3}];\n",
                    step.op.id, step.other.id,
                    step.way == TrackedAs::Not ? "" : toString(step.way), line);
  }

  void writeOp(const OpRef &op) {
    if (!written.insert(op.id).second)
      return;
    text += formatv("  op{0} [label=\"#{0} {1}", op.id, escapeDot(op.name));
    if (!op.symbol.empty())
      text += " @" + escapeDot(op.symbol);
    if (!op.location.empty())
      text += "\\n" + escapeDot(op.location);
    if (!op.alive)
      text += formatv("\\n{0}", toString(op.ended));
    text += op.alive ? "\"];\n" : "\", style=dashed];\n";
  }

  DenseSet<OpId> written;
  std::string text;
};
} // namespace

std::string renderDot(const TrackAnswer &answer) {
  return TrackedOps().render(answer);
}

} // namespace mlir::trackdbg
