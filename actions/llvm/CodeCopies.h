//===- CodeCopies.h - Copies of the compiler that follow ops --------------===//
//
// Where the compiler translates a module to LLVM IR, a copy of it is made. The
// compiler goes on as it would. The copy goes on too, with a number for each op
// in place of debug locations, and when it has generated code it tells the
// trace which op each instruction comes from, and ends.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_CODECOPIES_H
#define TRACKDBG_ACTIONS_LLVM_CODECOPIES_H

#include "trace/TraceFile.h"
#include "llvm/FinalCodeLibrary.h"

#include "mlir/Debug/ExecutionContext.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace mlir::trackdbg {

/// Hands a module on to the caller, who owns it then. It never deletes one, so
/// that nothing of LLVM's modules is needed here. It is returned in the same
/// way as a std::unique_ptr<llvm::Module>.
struct LeaveModule {
  void operator()(llvm::Module *) const {}
};
using ModulePointer = std::unique_ptr<llvm::Module, LeaveModule>;

/// For one compiler. Passes of LLVM must be actions, for the copies to see
/// them.
class CodeCopies final : private CodeReceiver {
public:
  /// How long a copy may be at work when its compiler has ended, in time of the
  /// processor, and how long it may wait for something at any time. Give or
  /// take some seconds.
  static constexpr unsigned kSeconds = 300;

  /// `newestPosition` is that of the newest event of the calling thread. Called
  /// first in a copy: `becomeCopy` makes the tracker one that records for
  /// nobody, and calls `observer` for each action.
  using Observer = tracing::ExecutionContext::Observer;
  CodeCopies(TraceFile &file, std::function<uint64_t()> newestPosition,
             std::function<void(Observer &observer)> becomeCopy)
      : file(file), newestPosition(std::move(newestPosition)),
        becomeCopy(std::move(becomeCopy)) {}

  using Translate = llvm::function_ref<ModulePointer()>;
  /// Calls `translate`, which translates `root`, in the compiler and in a copy
  /// of it: this returns in both. Any thread, and so are the others.
  ModulePointer translate(Operation *root, Translate translate);

  /// As an AboutToGenerate. In a copy, the passes end the process if code of
  /// the translated module comes out.
  void aboutToGenerate(llvm::TargetMachine &target,
                       llvm::legacy::PassManagerBase &manager,
                       CodeOutput &output);
  /// For a JIT, to tell what it loads; null for none.
  llvm::JITEventListener *loadListener();

  /// What this process is, if it is a copy.
  class Copy;

private:
  FinalCodeLibrary *loadedLibrary();
  trace::SnapshotPart partOf(Operation *root);
  /// Whether this is the copy.
  bool fork(const trace::SnapshotPart &part);
  void noteFollowed(const trace::FinalCode &code) override;
  void noteGenerated(const llvm::Module &module,
                     std::optional<trace::GeneratedCode> code,
                     bool isForJIT) override;
  void noteLoaded(const trace::GeneratedCode &code) override;
  void tell(const trace::SnapshotPart &part, const trace::GeneratedCode &code);

  /// Of what follows. Not held in a copy.
  std::mutex mutex;
  TraceFile &file;
  std::function<uint64_t()> newestPosition;
  std::function<void(Observer &)> becomeCopy;
  FinalCodeLibrary *library = nullptr;
  bool isLoaded = false;
  uint64_t translations = 0; ///< So far.
  /// Of the compiler: what was translated to each module.
  llvm::DenseMap<const llvm::Module *, trace::SnapshotPart> parts;
  struct Generated {
    trace::SnapshotPart part;
    trace::GeneratedCode code;
  };
  /// Of the compiler: what a JIT may load. It gets the code alone, and has two
  /// modules with the same code in the order in which they were generated.
  std::vector<Generated> unloaded;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_CODECOPIES_H
