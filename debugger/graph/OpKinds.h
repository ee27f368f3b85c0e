//===- OpKinds.h - What kind of op a name stands for ----------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_OPKINDS_H
#define TRACKDBG_DEBUGGER_GRAPH_OPKINDS_H

#include "graph/LineageGraph.h"

#include <vector>

namespace mlir::trackdbg {

/// Bits of TraceFormat.h. The compiler said them of each op name; of a trace of
/// a format before 5 a few well-known names tell.
uint32_t traitsOfName(const Definitions &definitions, uint32_t name);

/// Whether an op of this name only gives another type or shape to a value.
bool isCastName(llvm::StringRef name);

/// What the rules of the lineage need to know of ops.
class OpKinds {
public:
  OpKinds(const Lineage::Graph &graph, const Definitions &definitions)
      : graph(graph), definitions(definitions) {}

  bool isTerminator(OpId op) const { return is(op, kTerminator); }
  bool isConstant(OpId op) const { return is(op, kConstant); }
  bool isFunction(OpId op) const { return is(op, kFunction); }
  /// The one of MLIR itself.
  bool isModule(OpId op) const { return is(op, kModule); }
  /// It holds symbols: a module of any dialect.
  bool isSymbolTable(OpId op) const { return is(op, kSymbolTable); }
  /// Made by a conversion between its own ops: it comes from what it casts.
  bool isConversionCast(OpId op) const { return is(op, kConversionCast); }
  /// See isCastName.
  bool isCast(OpId op) const { return is(op, kCast); }

private:
  static constexpr uint8_t kKnown = 1, kTerminator = 2, kConstant = 4,
                           kFunction = 8, kModule = 16, kConversionCast = 32,
                           kSymbolTable = 64, kCast = 128;
  bool is(OpId op, uint8_t kind) const {
    uint16_t name = graph.ops[op].name;
    if (name >= byName.size() || !(byName[name] & kKnown))
      learn(name);
    return (byName[name] & kind) != 0;
  }
  void learn(uint16_t name) const;

  const Lineage::Graph &graph;
  const Definitions &definitions;
  mutable std::vector<uint8_t> byName; ///< By index into Graph::names.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_OPKINDS_H
