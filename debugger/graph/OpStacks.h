//===- OpStacks.h - The C++ stacks that made and ended each op ------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_OPSTACKS_H
#define TRACKDBG_DEBUGGER_GRAPH_OPSTACKS_H

#include "graph/Lineage.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

/// What a function of C++ did to an op.
enum class NativeDeed { Created, Replaced, Erased };

/// Ids for Definitions::stacks(), each 0 where there was none.
struct StacksOfOp {
  uint32_t of(NativeDeed deed) const {
    switch (deed) {
    case NativeDeed::Created:
      return created;
    case NativeDeed::Replaced:
      return replaced;
    case NativeDeed::Erased:
      return erased;
    }
    return 0;
  }

  uint32_t created = 0;
  /// Where its results were given to others last.
  uint32_t replaced = 0;
  /// Where a rewriter was told to erase it, or else where it was freed.
  uint32_t erased = 0;
};

/// Whether the trace has the C++ stacks of its events.
inline bool hasStacks(const Lineage &lineage) {
  return lineage.trace().header().keepsStacks != 0;
}

/// What to say where it has none.
inline constexpr const char *kTraceWithoutStacks =
    "The trace has no C++ stacks; record it again, without --no-stacks.";

/// Which stack did what to which op. Reads all events of the trace, 12 million
/// in about a second, and takes 12 bytes an op. See Lineage::stacks.
class OpStacks {
public:
  explicit OpStacks(const TraceFile &trace) : trace(trace), cursor(trace) {}

  /// Takes in what the trace has got since.
  void refresh();

  StacksOfOp of(OpId op) const {
    return op < ops.size() ? StacksOfOp(ops[op]) : StacksOfOp();
  }

  /// The op that was made last at an address, also if it is gone; 0 for none.
  OpId lastAt(uint64_t address) const { return opsByAddress.lookup(address); }

private:
  /// How far the entries of a thread are read.
  struct Entries {
    std::vector<uint32_t> runs;   ///< Indices into TraceFile::stackRuns().
    size_t run = 0, consumed = 0; ///< Bytes of that run.
  };
  struct Record : StacksOfOp {
    bool isDropped = false; ///< `erased` is where a rewriter was told.
  };
  void takeInRuns();
  uint32_t nextEntry(uint32_t thread);
  void read(const trace::Event &event, uint32_t stack);

  const TraceFile &trace;
  EventCursor cursor;
  size_t knownRuns = 0;
  llvm::DenseMap<uint32_t, Entries> entries; ///< By thread.
  std::vector<Record> ops{1};                ///< By OpId.
  llvm::DenseMap<uint64_t, OpId> opsByAddress;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_OPSTACKS_H
