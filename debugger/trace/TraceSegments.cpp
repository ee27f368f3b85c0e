//===- TraceSegments.cpp - What is read of the segments of a trace --------===//

#include "trace/TraceFile.h"

#include "trackdbg/TraceChanges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <fmt/format.h>

namespace mlir::trackdbg {

using namespace trace;

// After a thread's first bad event: no position is larger.
static constexpr uint64_t kBrokenThread = ~uint64_t(0);

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// The segment that the window stood in for holds all of it now.
void TraceFile::leaveHome(Window &window) {
  if (window.home == kNoHome)
    return;
  Segment &home = segments[window.home];
  EventRun &run = runs[home.run];
  home.inWindow = nullptr;
  run.events = llvm::ArrayRef<Event>(
      reinterpret_cast<const Event *>(home.base + kEventsOffset),
      std::min<uint64_t>(run.events.size(), eventsInFile(window.home)));
  window.home = kNoHome;
  window.copied = 0;
}

bool TraceFile::mayStandIn(const Window &window, uint64_t home) {
  const auto *header =
      reinterpret_cast<const SegmentHeader *>(segments[window.segment].base);
  // Its home is counted last, and may not be there yet.
  if (home == kNoHome || home >= segments.size())
    return false;
  const Segment &segment = segments[home];
  if (segment.kind == SegmentKind::Events && !segment.broken &&
      !segment.inWindow && runs[segment.run].thread == header->thread)
    return true;
  if (!segment.broken)
    report(fmt::format("the window in segment {} stands in for segment {}, "
                       "which is not its own",
                       window.segment, home));
  return false;
}

/// Copies what is new in the window, unless it is emptied meanwhile.
void TraceFile::readWindow(Window &window) {
  const char *base = segments[window.segment].base;
  const auto *header = reinterpret_cast<const SegmentHeader *>(base);
  uint64_t home = header->home.load(std::memory_order_acquire);
  if (home != window.home)
    leaveHome(window);
  if (window.home == kNoHome && !mayStandIn(window, home))
    return;
  uint64_t used = readableBytes(window.segment);
  if (!window.copy)
    window.copy = std::make_unique<char[]>(kSegmentSize);
  // The last event may have changed in place.
  uint64_t from = window.copied >= kEventsOffset + sizeof(Event)
                      ? window.copied - sizeof(Event)
                      : 0;
  if (used < from)
    return;
  std::memcpy(window.copy.get() + from, base + from, used - from);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (header->home.load(std::memory_order_relaxed) != home)
    return leaveHome(window);
  window.home = home;
  window.copied = used;
  segments[home].inWindow = window.copy.get();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

uint64_t TraceFile::readableBytes(uint64_t index) {
  Segment &segment = segments[index];
  if (segment.broken)
    return 0;
  if (segment.inWindow) {
    auto isIn = [&](const Window &window) { return window.home == index; };
    return llvm::find_if(windows, isIn)->copied;
  }
  uint64_t used = usedBytes(segment);
  if (used < sizeof(SegmentHeader) || used > kSegmentSize) {
    report(fmt::format("segment {} claims to hold {} bytes", index, used));
    segment.broken = true;
    return 0;
  }
  uint64_t present = std::min(kSegmentSize, knownSize - segmentOffset(index));
  if (used <= present)
    return used;
  report(fmt::format("the file ends in segment {}, {} bytes before its end",
                     index, used - present));
  return present;
}

void TraceFile::readLastOp(uint64_t index, uint64_t end) {
  const Segment &segment = segments[index];
  constexpr uint64_t kBegin = sizeof(SegmentHeader) + sizeof(LastOp);
  if (segment.broken || end < kBegin)
    return;
  LastOp last;
  std::memcpy(&last, segment.base + sizeof(SegmentHeader), sizeof(last));
  lastOpText = {last.action,
                llvm::StringRef(segment.base + kBegin, end - kBegin),
                last.isCut != 0};
}

void TraceFile::readEvents(uint64_t index, uint64_t end) {
  Segment &segment = segments[index];
  if (segment.broken || end < segment.consumed + sizeof(Event))
    return;
  EventRun &run = runs[segment.run];
  uint64_t &last = lastPositions[run.thread];
  size_t available = (end - kEventsOffset) / sizeof(Event);
  const char *content = segment.inWindow ? segment.inWindow : segment.base;
  const auto *events = reinterpret_cast<const Event *>(content + kEventsOffset);
  size_t good = run.events.size();
  for (; good < available; ++good) {
    if (const char *fault = findFault(events[good], last)) {
      report(fmt::format("event {} of segment {} {}", good, index, fault));
      segment.broken = true;
      last = kBrokenThread;
      break;
    }
    last = events[good].position();
  }
  run.events = llvm::ArrayRef<Event>(events, good);
  segment.consumed = kEventsOffset + good * sizeof(Event);
}

static const char *faultOfChange(const Change &change,
                                 const Definitions &table) {
  auto isKnown = [](uint32_t id, uint32_t limit) {
    return id == 0 || id < limit;
  };
  uint32_t strings = table.stringLimit(), locations = table.locationLimit();
  uint32_t limit = change.hasTexts() ? strings
                   : change.kind == ChangeKind::Location ||
                           change.kind == ChangeKind::BirthLocation
                       ? locations
                       : ~uint32_t(0);
  if (!isKnown(change.name, strings) || !isKnown(change.from, limit) ||
      !isKnown(change.to, limit))
    return "names a string or a location that is not defined";
  return nullptr;
}

const char *TraceFile::findFault(const Event &event,
                                 uint64_t lastPosition) const {
  if (lastPosition == kBrokenThread)
    return "follows a broken one";
  if (event.position() <= lastPosition)
    return "is out of order";
  switch (event.kind()) {
  case EventKind::ActionBegin:
    if (event.location >= table.stringLimit() && event.location != 0)
      return "names a string that is not defined";
    [[fallthrough]];
  case EventKind::ActionEnd:
  case EventKind::ActionLeaf:
    return event.name < table.actionKindLimit() || event.name == 0
               ? nullptr
               : "names an action kind that is not defined";
  case EventKind::Create:
  case EventKind::Clone:
    if (event.name >= table.stringLimit() && event.name != 0)
      return "names a string that is not defined";
    [[fallthrough]];
  case EventKind::Erase:
  case EventKind::Modify:
  case EventKind::Relocate:
  case EventKind::LastLocation:
    return event.location < table.locationLimit() || event.location == 0
               ? nullptr
               : "names a location that is not defined";
  case EventKind::Diagnostic:
    if (event.object > uint64_t(Severity::Remark))
      return "has a severity that there is not";
    if (event.location >= table.locationLimit() && event.location != 0)
      return "names a location that is not defined";
    return event.name < table.stringLimit() || event.name == 0
               ? nullptr
               : "names a string that is not defined";
  case EventKind::MadeFor:
    return event.name == 0 && event.location == 0
               ? nullptr
               : "has something in a field that it does not use";
  case EventKind::Symbol:
  case EventKind::Reason:
  case EventKind::CallBegin:
  case EventKind::CallEnd:
    return event.name < table.stringLimit() || event.name == 0
               ? nullptr
               : "names a string that is not defined";
  case EventKind::Insert:
  case EventKind::Replace:
  case EventKind::Drop:
  case EventKind::Equal:
  case EventKind::BlockParent:
  case EventKind::BlockErase:
  case EventKind::Teardown:
  case EventKind::Transfer:
  case EventKind::CopyOf:
  case EventKind::Operands:
  case EventKind::Place:
  case EventKind::UsesTaken:
  case EventKind::OperandChanged:
  case EventKind::Unchanged:
  case EventKind::MovedFor:
    return nullptr;
  case EventKind::Changed:
    return faultOfChange(Change(event), table);
  case EventKind::None:
    break;
  }
  return "is of no known kind";
}

void TraceFile::readDefinitions(uint64_t index, uint64_t end) {
  Segment &segment = segments[index];
  // A definition takes at least its header, so this bounds the ids. The size of
  // the file does not: most of it may be a hole.
  uint64_t idLimit =
      definitionSegments * kSegmentSize / sizeof(DefinitionHeader);
  while (!segment.broken && segment.consumed < end) {
    const char *fault = nullptr;
    DefinitionHeader header = {};
    uint64_t left = end - segment.consumed;
    const char *start = segment.base + segment.consumed;
    if (left < sizeof(header)) {
      fault = "is cut off";
    } else {
      std::memcpy(&header, start, sizeof(header));
      fault = header.size > left - sizeof(header)
                  ? "is longer than its segment"
                  : table.add(header, start + sizeof(header), idLimit);
    }
    if (fault) {
      report(fmt::format("the definition at byte {} of segment {} {}",
                         segment.consumed, index, fault));
      segment.broken = true;
      return;
    }
    segment.consumed += sizeof(header) + llvm::alignTo(header.size, 4);
  }
}

void TraceFile::readChanges(uint64_t index, uint64_t end) {
  Segment &segment = segments[index];
  const auto *first =
      reinterpret_cast<const uint64_t *>(segment.base + sizeof(SegmentHeader));
  while (!segment.broken && segment.consumed + sizeof(uint64_t) <= end) {
    uint64_t word;
    std::memcpy(&word, segment.base + segment.consumed, sizeof(word));
    uint64_t size = ChangeHead::read(word).words * sizeof(uint64_t);
    if (size == 0 || size > end - segment.consumed) {
      report(fmt::format("the record at byte {} of segment {} is longer than "
                         "its segment",
                         segment.consumed, index));
      segment.broken = true;
      return;
    }
    segment.consumed += size;
    changes[segment.run].words = llvm::ArrayRef(
        first, (segment.consumed - sizeof(SegmentHeader)) / sizeof(uint64_t));
  }
}

void TraceFile::readStacks(uint64_t index, uint64_t end) {
  const Segment &segment = segments[index];
  constexpr uint64_t kBegin = sizeof(SegmentHeader);
  if (segment.broken || end < kBegin)
    return;
  const auto *bytes = reinterpret_cast<const uint8_t *>(segment.base + kBegin);
  stacks[segment.run].bytes = llvm::ArrayRef(bytes, end - kBegin);
}

void TraceFile::readSnapshots(uint64_t index, uint64_t end) {
  Segment &segment = segments[index];
  while (!segment.broken && segment.consumed < end) {
    SnapshotPiece piece = {};
    uint64_t left = end - segment.consumed;
    const char *start = segment.base + segment.consumed;
    if (left >= sizeof(piece.part))
      std::memcpy(&piece.part, start, sizeof(piece.part));
    if (left < sizeof(piece.part) ||
        piece.part.size > left - sizeof(piece.part)) {
      report(fmt::format("the snapshot at byte {} of segment {} is longer than "
                         "its segment",
                         segment.consumed, index));
      segment.broken = true;
      return;
    }
    piece.bytes = llvm::StringRef(start + sizeof(piece.part), piece.part.size);
    pieces.push_back(piece);
    segment.consumed += llvm::alignTo(sizeof(piece.part) + piece.part.size, 8);
  }
}

} // namespace mlir::trackdbg
