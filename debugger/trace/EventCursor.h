//===- EventCursor.h - The events of a trace, in their one order ----------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_EVENTCURSOR_H
#define TRACKDBG_DEBUGGER_TRACE_EVENTCURSOR_H

#include "trace/TraceFile.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace mlir::trackdbg {

/// Reads every event once, merged over the threads by position, and goes on
/// where it was after the trace has grown. The last event of a thread may
/// change in place while the compiler lives: it is then given again, in its
/// new form, before the next one of its thread.
class EventCursor {
public:
  explicit EventCursor(const TraceFile &file) : file(file) {}

  /// Calls `read(event, thread)` for what is new and `amend(before, after,
  /// thread)` for what was read before and has changed. Returns whether there
  /// was any.
  template <typename Read, typename Amend> bool drain(Read read, Amend amend) {
    takeInRuns();
    bool any = false;
    for (Stream &stream : streams) {
      trace::Event now;
      if (!rereadLast(stream, now))
        continue;
      trace::Event before = stream.last;
      stream.last = now;
      amend(before, now, stream.thread);
      any = true;
    }
    for (uint64_t limit = 0; Stream *stream = earliest(limit);) {
      any = true;
      drainUpTo(*stream, limit, read);
    }
    return any;
  }

  /// Where the event lies that `read` is called with; for use in it.
  TraceFile::EventRef beingRead() const {
    return TraceFile::refTo(reading->runs[reading->lastRun],
                            reading->lastIndex);
  }

private:
  struct Stream {
    uint32_t thread = 0;
    std::vector<uint32_t> runs; ///< Indices into TraceFile::eventRuns().
    size_t run = 0, index = 0;  ///< The next event to read.
    bool hasLast = false;
    size_t lastRun = 0, lastIndex = 0;
    trace::Event last = {};
  };

  /// Reads events of one stream up to position `limit`.
  template <typename Read>
  void drainUpTo(Stream &stream, uint64_t limit, Read &read) {
    reading = &stream;
    while (const trace::Event *next = peek(stream)) {
      // One copy: the compiler may change the event while it is read.
      trace::Event event;
      std::memcpy(&event, next, sizeof(event));
      if (event.position() > limit)
        return;
      stream.hasLast = true;
      stream.last = event;
      stream.lastRun = stream.run;
      stream.lastIndex = stream.index++;
      read(event, stream.thread);
    }
  }

  const trace::Event *peek(Stream &stream) const {
    llvm::ArrayRef<TraceFile::EventRun> all = file.eventRuns();
    while (stream.run < stream.runs.size()) {
      llvm::ArrayRef<trace::Event> events = all[stream.runs[stream.run]].events;
      if (stream.index < events.size())
        return &events[stream.index];
      // A thread leaves a segment for good when it has begun the next one.
      if (stream.run + 1 == stream.runs.size() ||
          all[stream.runs[stream.run + 1]].events.empty())
        return nullptr;
      ++stream.run;
      stream.index = 0;
    }
    return nullptr;
  }

  void takeInRuns();
  bool rereadLast(const Stream &stream, trace::Event &now) const;
  /// The stream with the earliest next event, or null; `limit` becomes the
  /// position up to which it may be read before another one's turn comes.
  Stream *earliest(uint64_t &limit);

  const TraceFile &file;
  size_t knownRuns = 0;
  std::vector<Stream> streams;
  const Stream *reading = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_EVENTCURSOR_H
