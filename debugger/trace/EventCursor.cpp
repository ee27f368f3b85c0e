//===- EventCursor.cpp - The events of a trace, in their one order --------===//

#include "trace/EventCursor.h"

#include <algorithm>

namespace mlir::trackdbg {

void EventCursor::takeInRuns() {
  llvm::ArrayRef<TraceFile::EventRun> runs = file.eventRuns();
  for (; knownRuns < runs.size(); ++knownRuns) {
    uint32_t thread = runs[knownRuns].thread;
    // The newest segments belong to the newest threads, mostly.
    auto known = std::find_if(
        streams.rbegin(), streams.rend(),
        [&](const Stream &stream) { return stream.thread == thread; });
    if (known == streams.rend()) {
      streams.emplace_back();
      streams.back().thread = thread;
      known = streams.rbegin();
    }
    known->runs.push_back(knownRuns);
  }
}

bool EventCursor::rereadLast(const Stream &stream, trace::Event &now) const {
  if (!stream.hasLast)
    return false;
  llvm::ArrayRef<trace::Event> events =
      file.eventRuns()[stream.runs[stream.lastRun]].events;
  if (stream.lastIndex >= events.size())
    return false;
  std::memcpy(&now, &events[stream.lastIndex], sizeof(now));
  return std::memcmp(&now, &stream.last, sizeof(now)) != 0;
}

EventCursor::Stream *EventCursor::earliest(uint64_t &limit) {
  Stream *first = nullptr;
  uint64_t firstPosition = ~uint64_t(0);
  limit = ~uint64_t(0);
  for (Stream &stream : streams) {
    const trace::Event *next = peek(stream);
    if (!next)
      continue;
    uint64_t position = next->position();
    if (!first || position < firstPosition) {
      limit = first ? firstPosition : limit;
      first = &stream;
      firstPosition = position;
    } else {
      limit = std::min(limit, position);
    }
  }
  // The earliest one is always read, or a broken order could stand still.
  limit = std::max(limit, firstPosition);
  return first;
}

} // namespace mlir::trackdbg
