//===- Interner.h - Names and locations, written once each ----------------===//

#ifndef TRACKDBG_ACTIONS_TRACE_INTERNER_H
#define TRACKDBG_ACTIONS_TRACE_INTERNER_H

#include "process/OwnHeap.h"
#include "trace/TraceFile.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace mlir::trackdbg {

/// What a dispatched action is: interned, so that breakpoints and the trace
/// compare numbers.
struct ActionKind {
  uint32_t id;
  std::string tag, name, argument;
  /// The name as the compiler has it. `name` is withUnnamedNamespace() of it.
  std::string spelling;
  bool isPass; ///< "pass-execution"
  /// The pass that runs others on the ops in its own.
  bool isAdaptor;
  /// Neither MLIR's nor the tracker's, but the compiler's.
  bool isOwn;
};

/// Whether an action can be left out.
enum class Need { Optional, Required };

/// Gives strings, op names, locations and action kinds their trace ids, and
/// writes the definition of each the first time. Ids count from 1 without
/// gaps. Any thread; a known pointer costs one short lock and one look-up.
///
/// MLIR uniques names and locations within a context, so they are known by
/// pointer. `forgetPointers` must be called when a context dies, because the
/// next one may put something else at the same address.
class Interner {
public:
  explicit Interner(TraceFile &file) : file(file) {}

  uint32_t idOf(OperationName name);
  uint32_t idOf(Location location);
  uint32_t idOf(StringAttr text);
  uint32_t idOf(llvm::StringRef text);
  /// The id, and the text where it lives as long as this.
  std::pair<uint32_t, llvm::StringRef> keep(llvm::StringRef text);
  /// The texts need not outlive the call; the result lives as long as this.
  const ActionKind &actionKind(llvm::StringRef tag, llvm::StringRef name,
                               llvm::StringRef argument,
                               Need need = Need::Optional);
  /// The kind with that id. Lives as long as the interner.
  const ActionKind &actionKind(uint32_t id) const;

  /// Writes a definition that only its caller knows; `id` is 0 for what has
  /// none. What is longer than a string may be is cut.
  void define(trace::DefinitionKind kind, uint32_t id, llvm::StringRef bytes);
  /// Bytes used of the segment being filled; 0 without one.
  uint64_t segmentBytes() const { return segment ? segment->used.load() : 0; }
  /// See TraceFile::cutTo.
  void cutTo(uint64_t bytes) {
    if (segment)
      segment->used = bytes;
  }
  void forgetPointers();
  /// Changes when pointers are forgotten.
  uint64_t generation() const {
    return currentGeneration.load(std::memory_order_acquire);
  }

private:
  /// Breakpoints have things interned too.
  struct Lock {
    explicit Lock(std::mutex &mutex) : guard(mutex) {}
    OwnHeap heap;
    std::lock_guard<std::mutex> guard;
  };
  llvm::StringMapEntry<uint32_t> &entryOf(llvm::StringRef text);
  uint32_t idOfString(llvm::StringRef text);
  void defineOpName(OperationName name, uint32_t id);
  uint32_t lockedIdOf(StringAttr text);
  uint32_t defineLocation(Location location);
  void write(trace::DefinitionKind kind, uint32_t id, const void *payload,
             size_t size);

  TraceFile &file;
  mutable std::mutex mutex;
  std::atomic<uint64_t> currentGeneration{1};
  trace::SegmentHeader *segment = nullptr;

  llvm::DenseMap<const void *, uint32_t> names;
  llvm::DenseMap<const void *, uint32_t> locations;
  llvm::StringMap<uint32_t> strings;
  llvm::DenseMap<uint32_t, uint32_t> traitsOfNames; ///< As written, by string.
  uint32_t lastLocation = 0;

  llvm::StringMap<uint32_t> kindByText;
  std::vector<std::unique_ptr<ActionKind>> kinds;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_TRACE_INTERNER_H
