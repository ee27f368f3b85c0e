//===- LiveTrace.h - The header page of a trace that is being written -----===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_LIVETRACE_H
#define TRACKDBG_DEBUGGER_INFERIOR_LIVETRACE_H

#include "inferior/Progress.h"
#include "trace/TraceFile.h"
#include "trace/TraceInUse.h"

#include <chrono>
#include <string>

namespace mlir::trackdbg {

/// Shares the first page of a trace with the compiler that writes it: reads
/// how far it is and asks it to stop, without a message. Everything answers
/// "nothing yet" until the compiler has made the file.
class LiveTrace {
public:
  explicit LiveTrace(std::string path) : path(std::move(path)) {}
  LiveTrace(const LiveTrace &) = delete;
  ~LiveTrace();

  const std::string &filePath() const { return path; }
  /// Maps the page if the file has one by now. Two system calls until then.
  bool attach();

  void requestInterrupt(bool wanted);
  /// Whether the tracker has yet to see the request.
  bool interruptRequested() const;
  /// Writes a wait status of the compiler into the header.
  void noteEnd(int waitStatus);

  /// Whether a copy of the compiler is still printing a snapshot into it.
  bool isBeingPrinted() const { return trackdbg::isBeingPrinted(path); }

  /// OutOfSpace also where somebody has overwritten the page.
  trace::RecordingState state() const;
  /// The errno of RecordingState::OutOfSpace.
  int endError() const;
  int64_t actions() const;
  /// Where the text of an end was left out, the action from before which it can
  /// be had; else 0.
  int64_t firstEndLeftOut() const;
  /// Whether of the IR between passes it gets the start and the end only.
  bool hasEndsOnly() const;

  /// The rate is over the last second or so, given calls ten times a second.
  Progress progress();
  /// Frees what `progress` keeps open.
  void closeNames() { names.reset(); }
  /// From `ticks`, the time of an event, until now; 0 if that is unknown.
  std::chrono::nanoseconds since(uint64_t ticks) const;

private:
  bool isOverwritten() const;
  ActionKindInfo kindOf(uint32_t id);
  double rate(int64_t actions);

  std::string path;
  trace::FileHeader *header = nullptr;
  std::optional<TraceInUse> use;    ///< Of `header`.
  std::unique_ptr<TraceFile> names; ///< Opened when a name is asked for.
  struct Sample {
    std::chrono::steady_clock::time_point at;
    int64_t actions;
  };
  std::vector<Sample> samples; ///< Oldest first, of the last second.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_LIVETRACE_H
