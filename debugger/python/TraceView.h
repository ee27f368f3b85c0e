//===- TraceView.h - A trace and its stages, kept for scripts -------------===//
//
// A TraceView, and each op of it, keeps the trace alive: a live session that
// restarts its compiler makes another view, and the old view still answers.
// Questions that only the stopped compiler can answer are sent to it until it
// goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_TRACEVIEW_H
#define TRACKDBG_DEBUGGER_PYTHON_TRACEVIEW_H

#include "graph/OpStacks.h"
#include "native/NativeNames.h"
#include "python/Reach.h"
#include "python/StageOps.h"
#include "queries/OpSpec.h"

#include <map>

namespace mlir::trackdbg {

/// Where the lineage comes from: a file, or the debugger's session.
class TraceSource {
public:
  virtual ~TraceSource() = default;
  /// Up to date; another object after the compiler was started anew.
  virtual llvm::Expected<std::shared_ptr<Lineage>> lineage() = 0;
  /// Waits for stages that are being printed.
  virtual void awaitTexts() {}
  virtual bool isStopped() const { return false; }
  /// Asks the stopped compiler.
  virtual llvm::Expected<std::string> print(uint64_t address);
  virtual LiveResolver resolver() { return {}; }
  /// Of the code of the compiler. As long as this.
  virtual NativeNames &nativeNames();

private:
  std::unique_ptr<NativeNames> names; ///< Where there is no session's.
};

/// A recorded file.
std::shared_ptr<TraceSource> openTrace(llvm::StringRef path);

/// One stage, or what is there at a stop.
struct StageView {
  uint32_t number = 0;
  bool isAtStop = false;
  uint64_t version = 0; ///< Of the lineage when this was made.
  std::string title;    ///< "the start", ...
  std::string whyNoText;
  StageOps ops;
};
using StageHandle = std::shared_ptr<const StageView>;

class TraceView {
public:
  TraceView(std::shared_ptr<Lineage> lineage,
            std::shared_ptr<TraceSource> source)
      : shared(std::move(lineage)), source(std::move(source)) {}

  const Lineage &lineage() const { return *shared; }
  const std::shared_ptr<Lineage> &sharedLineage() const { return shared; }

  /// A stage by number. Linear in its ops at the first call.
  llvm::Expected<StageHandle> stage(uint32_t number);
  /// What is there now: at the stop, or at the end.
  llvm::Expected<StageHandle> newest();
  /// As parseMoment reads it; a moment inside a pass has no text.
  llvm::Expected<StageHandle> at(llvm::StringRef moment);

  /// The op as printed there; asks the compiler where that is at the stop.
  llvm::Expected<std::string> textOf(const StageView &stage, OpId op);
  llvm::Expected<std::string> valueNameOf(const StageView &stage, OpId op);
  /// The C++ stack of what was done to an op; null where there is none, as for
  /// an op of the input. Valid until the next question. The first one of a
  /// trace reads all its events.
  llvm::Expected<const NativeStack *> stackOf(OpId op, NativeDeed deed);
  /// What `spec` names, `%5` included where the compiler is stopped.
  llvm::Expected<std::vector<OpId>> find(llvm::StringRef spec, bool wholePlace);

private:
  const std::vector<Stage> &allStages();
  StageHandle make(const Stage &stage);
  StageHandle remember(uint32_t key, StageHandle view);

  std::shared_ptr<Lineage> shared;
  std::shared_ptr<TraceSource> source;
  std::map<uint32_t, StageHandle> stages;
  std::vector<Stage> known; ///< As of knownVersion.
  uint64_t knownVersion = 0;
};

/// The text of an error that came from above, which it uses up.
std::string takeMessage(llvm::Error error);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_TRACEVIEW_H
