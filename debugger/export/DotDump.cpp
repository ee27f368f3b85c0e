//===- DotDump.cpp - The graph for Graphviz -------------------------------===//

#include "export/DotDump.h"

#include "export/DotText.h"
#include "export/Exported.h"
#include "export/JsonText.h"
#include "trace/ActionNumber.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/BitVector.h"

#include <map>

namespace mlir::trackdbg {

namespace {
llvm::StringRef lineOf(const Edge &edge) {
  if (edge.evidence == Evidence::Location)
    return "dotted";
  return edge.role == EdgeRole::StandsFor ? "dashed" : "solid";
}

/// The paler the weaker.
llvm::StringRef colorOf(Strength strength) {
  switch (strength) {
  case Strength::Exact:
    return "black";
  case Strength::Structural:
    return "gray30";
  case Strength::Weak:
    return "gray60";
  case Strength::Approximate:
    break;
  }
  return "gray70";
}

class DotDump {
public:
  DotDump(const Lineage &lineage, const Subgraph *part, llvm::raw_ostream &out)
      : lineage(lineage), definitions(lineage.definitions()), part(part),
        exported(lineage, part), text(out) {}

  void run() {
    text.put("digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n"
             "  // solid: made from; dashed: stands for; dotted: only a "
             "location\n");
    // A picture of ops without edges says nothing, but of those asked for.
    llvm::BitVector shown(lineage.opCount() + 1);
    if (part)
      shown = part->ops;
    exported.forEachEdge(kDrawnLocationEdges, [&](const Edge &edge, bool) {
      shown.set(edge.from);
      shown.set(edge.to);
      writeEdge(edge);
    });
    exported.forEachTakeover(
        [&](const TakeoverEnd &from, const TakeoverEnd &to, ActionId action) {
          if (!from.argument)
            shown.set(from.op);
          if (!to.argument)
            shown.set(to.op);
          writeTakeover(from, to, action);
        });
    for (unsigned id : shown.set_bits())
      writeOp(lineage.op(id));
    writeArguments();
    text.put("}\n");
  }

private:
  void writeEdge(const Edge &edge) {
    text.put("  op", edge.from, " -> op", edge.to, " [label=\"");
    if (edge.role == EdgeRole::StandsFor)
      text.put("stands for it\\n");
    if (edge.argument)
      text.put("from argument ", edge.argument->number, "\\n");
    text.put(toString(edge.evidence));
    if (edge.action != 0)
      text.put(" by ", nameOf(edge.action));
    text.put("\", style=", lineOf(edge),
             ", color=", colorOf(strengthOf(edge.rule)), "];\n");
  }

  void writeTakeover(const TakeoverEnd &from, const TakeoverEnd &to,
                     ActionId action) {
    text.put("  ", nodeOf(from), " -> ", nodeOf(to),
             " [label=\"stands for it\\n", toString(Evidence::Replaced));
    if (action != 0)
      text.put(" by ", nameOf(action));
    text.put("\", style=dashed, color=",
             colorOf(strengthOf(Evidence::Replaced)), "];\n");
  }

  /// "op3", "argument2_0": its block and its number.
  std::string nodeOf(const TakeoverEnd &end) {
    if (!end.argument)
      return fmt::format("op{}", end.op);
    arguments.insert(
        {{end.argument->block, end.argument->number}, *end.argument});
    return nodeOf(*end.argument);
  }
  static std::string nodeOf(const ArgumentRef &argument) {
    return fmt::format("argument{}_{}", argument.block, argument.number);
  }

  void writeArguments() {
    for (const auto &[key, argument] : arguments)
      text.put("  ", nodeOf(argument), " [label=\"argument ", argument.number,
               " of\\n", argument.isOfEntry ? "#" : "a block in #",
               argument.holder, " ", escapeDot(lineage.opName(argument.holder)),
               "\", shape=ellipse];\n");
  }

  void writeOp(const OpInfo &op) {
    text.put("  op", op.id, " [label=\"#", op.id, " ",
             escapeDot(definitions.string(op.nameId)));
    std::string place = definitions.placeText(op.location);
    if (!place.empty())
      text.put("\\n", escapeDot(place));
    if (!op.isAlive())
      text.put("\\n", toString(op.ended));
    if (!op.isAlive() && op.endAction != 0)
      text.put(" by ", actionNumber(op.endAction));
    text.put(op.isAlive() ? "\"];\n" : "\", style=dashed];\n");
  }

  /// "a12 Fold in canonicalize", "a3 cse".
  std::string nameOf(ActionId id) {
    const ActionKindInfo kind = lineage.actionKind(id);
    llvm::StringRef title = kind.isPass() ? kind.passWord() : kind.title();
    std::string name =
        fmt::format("{} {}", actionNumber(id), withoutUnnamedNamespace(title));
    ActionId pass = lineage.passOf(id);
    if (pass != 0 && pass != id)
      name += " in " + lineage.actionKind(pass).passWord().str();
    return escapeDot(name);
  }

  const Lineage &lineage;
  const Definitions &definitions;
  const Subgraph *part;
  Exported exported;
  TextBuffer text;
  /// Those that are connected with an op, by block and number.
  std::map<std::pair<uint32_t, uint32_t>, ArgumentRef> arguments;
};
} // namespace

void dumpDot(const Lineage &lineage, const Subgraph *part,
             llvm::raw_ostream &out) {
  DotDump(lineage, part, out).run();
}

} // namespace mlir::trackdbg
