//===- WindowTest.cpp - Windows that stand in for segments ----------------===//

#include "support/TraceWriter.h"

#include "trace/EventCursor.h"

#include <cstring>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {

constexpr uint64_t kDefinitions = 0, kFirst = 1, kWindow = 2, kSecond = 3;

/// A trace of one thread whose file the test changes as a compiler would.
/// Segment 0 has the definitions, 1 and 3 are homes, 2 is the window.
struct WindowTest : ::testing::Test {
  WindowTest() {
    TraceWriter writer;
    uint32_t name = writer.string("test.op");
    for (uint64_t op = 1; op <= 6; ++op)
      made.push_back(writer.event(EventKind::Create, op * 16, 0, name));
    content = writer.bytes();
    // It began with the definitions; the events go where the tests want them.
    content.resize(kHeaderSize + kSegmentSize);
    for (uint64_t index : {kFirst, kWindow, kSecond})
      begin(index,
            index == kWindow ? SegmentKind::Window : SegmentKind::Events);
    count() = 3;
    content.resize(offsetOf(kSecond));
  }

  static uint64_t offsetOf(uint64_t index) {
    return kHeaderSize + index * kSegmentSize;
  }
  std::atomic<uint64_t> &count() {
    return reinterpret_cast<FileHeader *>(content.data())->segmentCount;
  }
  SegmentHeader &segment(uint64_t index) {
    return *reinterpret_cast<SegmentHeader *>(content.data() + offsetOf(index));
  }
  void begin(uint64_t index, SegmentKind kind) {
    content.resize(std::max<size_t>(content.size(), offsetOf(index + 1)));
    auto *header = new (content.data() + offsetOf(index)) SegmentHeader();
    header->magic = kSegmentMagic;
    header->kind = kind;
    header->used = sizeof(SegmentHeader);
    header->home = kNoHome;
  }
  /// Makes the events [first, last) the content of a segment.
  void fill(uint64_t index, size_t first, size_t last) {
    std::memcpy(content.data() + offsetOf(index) + sizeof(SegmentHeader),
                &made[first], (last - first) * sizeof(Event));
    segment(index).used =
        sizeof(SegmentHeader) + (last - first) * sizeof(Event);
  }
  void open() {
    file.write(content);
    auto opened = TraceFile::open(file.path());
    ASSERT_TRUE(bool(opened)) << toString(opened.takeError());
    trace = std::move(*opened);
    cursor.emplace(*trace);
  }
  void refresh() {
    file.write(content);
    trace->refresh();
  }
  /// The ops of the new events; changed events are in brackets.
  std::string newOps() {
    std::string ops;
    auto add = [&](const Event &event) {
      ops += (ops.empty() ? "" : " ") + std::to_string(event.subject / 16);
    };
    cursor->drain([&](const Event &event, uint32_t) { add(event); },
                  [&](const Event &, const Event &now, uint32_t) {
                    ops += "[" + std::to_string(now.subject / 16) + "]";
                  });
    return ops;
  }

  std::vector<Event> made;
  std::string content;
  TemporaryFile file;
  std::unique_ptr<TraceFile> trace;
  std::optional<EventCursor> cursor;
};

TEST_F(WindowTest, StandsInForItsHome) {
  fill(kFirst, 0, 1);
  fill(kWindow, 0, 3);
  segment(kWindow).home = kFirst;
  open();
  EXPECT_EQ(newOps(), "1 2 3");
  EXPECT_EQ(trace->problem(), "");
}

TEST_F(WindowTest, WithoutAHomeSaysNothing) {
  fill(kFirst, 0, 2);
  fill(kWindow, 0, 3);
  open();
  EXPECT_EQ(newOps(), "1 2");
  EXPECT_EQ(trace->problem(), "");
}

TEST_F(WindowTest, LosesAndRepeatsNothingWhenItTurns) {
  fill(kWindow, 0, 2);
  segment(kWindow).home = kFirst;
  open();
  EXPECT_EQ(newOps(), "1 2");
  // It went on, was copied, and began again.
  fill(kFirst, 0, 4);
  content.resize(offsetOf(kSecond + 1));
  begin(kSecond, SegmentKind::Events);
  count() = 4;
  fill(kWindow, 4, 5);
  segment(kWindow).home = kSecond;
  refresh();
  EXPECT_EQ(newOps(), "3 4 5");
  fill(kWindow, 4, 6);
  refresh();
  EXPECT_EQ(newOps(), "6");
  EXPECT_EQ(trace->eventCount(), 6u);
  EXPECT_EQ(trace->problem(), "");
}

TEST_F(WindowTest, MayNameAHomeThatIsNotCountedYet) {
  fill(kFirst, 0, 4);
  fill(kWindow, 4, 5);
  segment(kWindow).home = kSecond;
  open();
  EXPECT_EQ(newOps(), "1 2 3 4");
  EXPECT_EQ(trace->problem(), "");
}

TEST_F(WindowTest, GivesALastEventAgainThatHasChanged) {
  fill(kWindow, 0, 2);
  segment(kWindow).home = kFirst;
  open();
  EXPECT_EQ(newOps(), "1 2");
  made[1].object = 7;
  fill(kWindow, 0, 3);
  refresh();
  EXPECT_EQ(newOps(), "[2] 3");
}

TEST_F(WindowTest, WithAHomeThatIsNotItsOwnIsReported) {
  fill(kFirst, 0, 2);
  fill(kWindow, 0, 3);
  for (uint64_t home : {kDefinitions, kWindow}) {
    segment(kWindow).home = home;
    open();
    EXPECT_EQ(newOps(), "1 2");
    EXPECT_NE(trace->problem(), "");
  }
  segment(kWindow).home = kFirst;
  segment(kWindow).thread = 5;
  open();
  EXPECT_EQ(newOps(), "1 2");
  EXPECT_NE(trace->problem(), "");
}

TEST_F(WindowTest, ThatClaimsTooMuchIsReported) {
  fill(kWindow, 0, 3);
  segment(kWindow).home = kFirst;
  for (uint64_t used : {uint64_t(0), kSegmentSize + 1, ~uint64_t(0)}) {
    segment(kWindow).used = used;
    open();
    EXPECT_NE(trace->problem(), "") << used;
    newOps();
  }
}

TEST_F(WindowTest, WhoseHomeWasCutOffIsLeftAlone) {
  fill(kWindow, 0, 3);
  segment(kWindow).home = kFirst;
  open();
  EXPECT_EQ(newOps(), "1 2 3");
  // It turns, but what it says it copied is not there.
  content.resize(offsetOf(kSecond) + 100);
  begin(kSecond, SegmentKind::Events);
  content.resize(offsetOf(kSecond) + sizeof(SegmentHeader));
  count() = 4;
  segment(kWindow).home = kSecond;
  refresh();
  newOps();
  EXPECT_LE(trace->eventCount(), 6u);
}

TEST_F(WindowTest, TracesWithoutWindowsStillOpen) {
  fill(kFirst, 0, 3);
  reinterpret_cast<FileHeader *>(content.data())->version = kOldestVersion;
  open();
  EXPECT_EQ(newOps(), "1 2 3");
}

} // namespace
