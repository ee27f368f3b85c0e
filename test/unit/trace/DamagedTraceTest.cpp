//===- DamagedTraceTest.cpp - Traces that are cut, broken or lie ----------===//
//
// Nothing in a file may crash or hang the reader. Every damaged trace here is
// asked everything that a user can ask; the sanitizers watch.
//
//===----------------------------------------------------------------------===//

#include "support/TraceWriter.h"

#include "export/ActionLog.h"
#include "export/Dump.h"
#include "queries/Activity.h"
#include "queries/PassRuns.h"
#include "queries/Queries.h"
#include "queries/Statistics.h"

#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <random>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, Module = 0x10;

/// A little of everything, on two threads.
void writeEverything(TraceWriter &trace) {
  trace.commandLine({"mlir-opt", "in.mlir"});
  uint32_t first = trace.place("in.mlir", 1);
  uint32_t second = trace.place("lib.mlir", 2, 0);
  uint32_t call = trace.callSite(first, second);
  uint32_t fused = trace.fused({trace.nameLocation("x", call), first});
  trace.create(Module, "builtin.module", first);
  trace.blockParent(0x500, Module);
  trace.create(A, "test.a", fused, 0x500);
  trace.create(B, "test.b", call);
  trace.insert(B, 0x500);
  trace.beginPass("outer", Module);
  trace.leaf("Fails", A);
  trace.beginPattern("Works", A);
  trace.create(C, "test.c", first, 0x500);
  trace.clone(D, B, "test.b", second);
  trace.replace(A, C);
  trace.drop(A);
  trace.end();
  trace.onThread(1);
  trace.beginPass("inner", B);
  trace.modify(B);
  trace.equal(D, B);
  trace.erase(D);
  trace.relocate(B, fused);
  trace.end(ActionResult::Failure);
  trace.onThread(0);
  trace.erase(A);
  trace.transfer(B, 0x600, 2);
  trace.blockErase(0x500);
  trace.end();
  trace.create(0xe0, "builtin.module", first);
  trace.symbol(0xe0, "m");
  trace.copyOf(B, 0xe0);
  trace.teardown(Module);
  trace.beginPass("open", 0xe0);
  crashReportOf(trace.header()).signal = 6;
  CrashActivity &activity = crashActivityOf(trace.header());
  activity.kind = ActivityKind::Verifying;
  activity.root = activity.op = 0xe0;
  activity.leftBy = 1;
}

/// Asks everything. The answers do not matter, only that they come.
void askEverything(const Lineage &lineage) {
  for (llvm::StringRef spec : {"in.mlir:1", "test.a", "/./", "#1", "lib"}) {
    for (bool exactOnly : {false, true}) {
      QueryOptions options;
      options.exactOnly = exactOnly;
      options.maxNodes = 20;
      llvm::consumeError(became(lineage, spec, options).takeError());
      llvm::consumeError(origin(lineage, spec, options).takeError());
      llvm::consumeError(history(lineage, spec, options).takeError());
      llvm::consumeError(ops(lineage, spec, options).takeError());
    }
  }
  actionStatistics(lineage);
  passes(lineage);
  stackAtEnd(lineage);
  activityAtEnd(lineage);
  for (DumpFormat format :
       {DumpFormat::Json, DumpFormat::Dot, DumpFormat::Text})
    dump(lineage, format, llvm::nulls());
  ExportOptions options;
  for (LogFormat format :
       {LogFormat::Log, LogFormat::JsonLines, LogFormat::ChromeTrace}) {
    options.format = format;
    llvm::consumeError(exportActions(lineage, options, llvm::nulls()));
  }
  llvm::consumeError(options.filter.add("descendants=in.mlir:1"));
  llvm::consumeError(exportActions(lineage, options, llvm::nulls()));
}

std::unique_ptr<Lineage> openOrNull(const std::string &path) {
  auto lineage = Lineage::open(path);
  if (lineage)
    return std::move(*lineage);
  EXPECT_NE(llvm::toString(lineage.takeError()), "");
  return nullptr;
}

TEST(DamagedTrace, ASoundOneHasNoProblem) {
  TraceWriter trace;
  writeEverything(trace);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->opCount(), 6u);
  EXPECT_EQ(lineage->actionCount(), 5u);
  EXPECT_EQ(lineage->unknownReferences(), 0u);
  askEverything(*lineage);
}

TEST(DamagedTrace, CutAnywhereItIsReadableUpToThere) {
  TraceWriter trace;
  writeEverything(trace);
  TemporaryFile file;
  file.write(trace.bytes());
  // From the end, so that one file does. Only bytes that are used matter; the
  // rest of a segment is one case.
  uint64_t all = WrittenTrace(trace)->trace().eventCount();
  uint64_t lastCount = all;
  for (uint64_t size = trace.bytes().size(); size-- > 0;) {
    uint64_t inSegment =
        size < kHeaderSize ? 0 : (size - kHeaderSize) % kSegmentSize;
    if (inSegment > 2000 || (size < kHeaderSize && size > 200))
      continue;
    ASSERT_EQ(::truncate(file.path().c_str(), size), 0);
    std::unique_ptr<Lineage> lineage = openOrNull(file.path());
    ASSERT_EQ(lineage != nullptr, size >= kHeaderSize) << size;
    if (!lineage)
      continue;
    uint64_t count = lineage->trace().eventCount();
    EXPECT_EQ(lineage->trace().problem().empty(), count == all) << size;
    EXPECT_LE(count, lastCount);
    lastCount = count;
    if (size % 61 == 0)
      askEverything(*lineage);
  }
}

TEST(DamagedTrace, SaysWhereItEnds) {
  TraceWriter trace;
  writeEverything(trace);
  std::string bytes = trace.bytes();
  bytes.resize(bytes.size() - kSegmentSize + 100);
  TemporaryFile file;
  file.write(bytes);
  EXPECT_EQ(openOrNull(file.path())->trace().problem(),
            "the file ends in segment 2, 124 bytes before its end");
  bytes.resize(kHeaderSize + kSegmentSize);
  file.write(bytes);
  EXPECT_EQ(openOrNull(file.path())->trace().problem(),
            "the file ends after 1 of 3 segments");
}

TEST(DamagedTrace, StopsAtTheFirstBadEventOfAThread) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.event(EventKind::Symbol, B, 0, /*name=*/999);
  trace.create(C, "test.c");
  trace.onThread(1);
  trace.create(D, "test.d");
  TemporaryFile file;
  trace.save(file.path());
  std::unique_ptr<Lineage> lineage = openOrNull(file.path());
  EXPECT_EQ(lineage->opCount(), 2u);
  EXPECT_EQ(lineage->trace().problem(),
            "event 1 of segment 1 names a string that is not defined");
}

TEST(DamagedTrace, AHoleInTheFileMakesNoIdPossible) {
  for (uint32_t id : {0x5000000u, 0xffffffffu}) {
    TraceWriter trace;
    trace.define(DefinitionKind::String, id, "x");
    TemporaryFile file;
    trace.save(file.path());
    ASSERT_EQ(truncate(file.path().c_str(), off_t(60) << 30), 0);
    std::unique_ptr<Lineage> lineage = openOrNull(file.path());
    EXPECT_EQ(
        lineage->trace().problem(),
        "the definition at byte 32 of segment 0 has an id that cannot be");
  }
}

TEST(DamagedTrace, FilesThatAreNoTraceSaySo) {
  TemporaryFile file;
  file.write(std::string(5000, 'x'));
  EXPECT_EQ(messageOf(Lineage::open(file.path()).takeError()),
            "'" + file.path() + "' is not a trace: it does not begin as one");
  file.write("short");
  EXPECT_EQ(messageOf(Lineage::open(file.path()).takeError()),
            "'" + file.path() +
                "' is not a trace: it has 5 bytes, less than the header of "
                "4096");
  EXPECT_EQ(messageOf(Lineage::open("/no/such").takeError()),
            "cannot open '/no/such': No such file or directory");
  EXPECT_EQ(messageOf(Lineage::open("/tmp").takeError()),
            "'/tmp' is not a trace: it is not a regular file");
  TraceWriter trace;
  trace.header().version = kFormatVersion + 1;
  file.write(trace.bytes());
  EXPECT_EQ(messageOf(Lineage::open(file.path()).takeError()),
            "'" + file.path() +
                "' is not a trace: it has format 15, and this debugger reads "
                "formats 3 to 14; record it again");
}

TEST(DamagedTrace, CutWhileItIsReadItStaysReadable) {
  TraceWriter trace;
  writeEverything(trace);
  WrittenTrace lineage(trace);
  for (uint64_t size :
       {kHeaderSize + kSegmentSize + 500, kHeaderSize + 1, uint64_t(0)}) {
    ASSERT_EQ(::truncate(lineage.path().c_str(), size), 0);
    lineage->refresh();
    EXPECT_NE(lineage->trace().problem(), "");
    askEverything(*lineage);
  }
}

TEST(DamagedTrace, RandomBytesDoNotMatter) {
  TraceWriter trace;
  writeEverything(trace);
  const std::string sound = trace.bytes();
  // Where something is: the header, and the begin of each segment.
  std::vector<size_t> places;
  for (size_t i = 0; i < 160; ++i)
    places.push_back(i);
  for (size_t segment = kHeaderSize; segment < sound.size();
       segment += kSegmentSize)
    for (size_t i = 0; i < 1100; ++i)
      places.push_back(segment + i);
  TemporaryFile file;
  file.write(sound);
  std::mt19937 random(4711);
  int opened = 0;
  for (int round = 0; round < 3000; ++round) {
    std::map<size_t, char> changes;
    for (unsigned i = 0, count = 1 + random() % 8; i < count; ++i)
      changes[places[random() % places.size()]] =
          random() % 3 ? char(random()) : char(random() % 20);
    std::FILE *raw = std::fopen(file.path().c_str(), "r+b");
    ASSERT_NE(raw, nullptr);
    auto put = [&](size_t at, char byte) {
      std::fseek(raw, at, SEEK_SET);
      std::fputc(byte, raw);
    };
    for (auto [at, byte] : changes)
      put(at, byte);
    std::fflush(raw);
    if (std::unique_ptr<Lineage> lineage = openOrNull(file.path())) {
      ++opened;
      askEverything(*lineage);
      lineage->refresh();
    }
    for (auto [at, byte] : changes)
      put(at, sound[at]);
    std::fclose(raw);
  }
  EXPECT_GT(opened, 1000);
}

TEST(DamagedTrace, RandomEventsDoNotMatter) {
  std::mt19937 random(815);
  for (int round = 0; round < 60; ++round) {
    TraceWriter trace(/*eventsPerSegment=*/200);
    for (unsigned i = 1; i < 6; ++i)
      trace.string(fmt::format("test.s{}", i));
    uint32_t place = trace.place("in.mlir", 1);
    for (unsigned i = 0; i < 4; ++i)
      place = trace.fused({place, place, trace.place("in.mlir", i % 2)});
    trace.actionKind("pass-execution", "P", "p");
    trace.actionKind("apply-pattern", "Q");
    for (int i = 0; i < 400; ++i) {
      trace.onThread(random() % 2);
      EventKind kind = EventKind(1 + random() % 18);
      bool isAction = kind <= EventKind::ActionLeaf;
      // Few addresses, so that circles of parents and of edges come about.
      trace.event(kind, 16 * (random() % 12),
                  isAction ? random() : 16 * (random() % 12),
                  isAction ? 1 + random() % 2 : random() % 6, random() % 7,
                  ActionResult(random() % 5));
    }
    WrittenTrace lineage(trace);
    askEverything(*lineage);
  }
}

TEST(DamagedTrace, MoreOpNamesThanThereAreDoNotMatter) {
  TraceWriter trace;
  constexpr uint32_t kNames = 70000;
  for (uint32_t i = 1; i <= kNames; ++i)
    trace.create(16 * i, fmt::format("test.s{}", i));
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->opCount(), kNames);
  EXPECT_EQ(lineage->opName(65535), "test.s65535");
  EXPECT_EQ(lineage->opName(kNames), "");
}
} // namespace
