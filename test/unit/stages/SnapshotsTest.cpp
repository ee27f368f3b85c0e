//===- SnapshotsTest.cpp - Stages as text, sound and broken ---------------===//

#include "support/TraceWriter.h"

#include "stages/Snapshots.h"
#include "trace/TraceFileWriter.h"
#include "trackdbg/SnapshotTies.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x1000, A = 0x2000, B = 0x3000;
constexpr char kText[] = "module {\n  %0 = test.a\n  test.b\n}\n";

std::string tiesOf(llvm::ArrayRef<SnapshotTie> ties) {
  return layOutTies(ties.size(), [&](size_t index) { return ties[index]; });
}

SnapshotText headerOf(llvm::StringRef text, llvm::StringRef ties) {
  SnapshotText header = {};
  header.textSize = header.packedTextSize = text.size();
  header.tieCount = ties.size() / kTieSize;
  header.packedTiesSize = ties.size();
  return header;
}

std::string payloadOf(const SnapshotText &header, llvm::StringRef text,
                      llvm::StringRef ties) {
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header)) +
         text.str() + ties.str();
}

/// A module with two ops and one snapshot of the start. The second op is at an
/// address that another op had before.
class OneStage {
public:
  explicit OneStage(llvm::StringRef payload) {
    TraceFileWriter writer;
    writer.header().snapshotMode = SnapshotMode::Passes;
    uint32_t name = writer.string("test.op");
    writer.event(EventKind::Create, B, 0, name);
    writer.event(EventKind::Erase, B);
    for (uint64_t op : {Module, A, B})
      writer.event(EventKind::Create, op, 0, name);
    SnapshotPart key = {};
    key.kind = SnapshotKind::Text;
    key.moment = SnapshotMoment::Before;
    key.action = 1;
    key.root = Module;
    key.position = writer.lastPosition();
    writer.snapshot(key, payload);
    // Comes to the same address later, so the snapshot does not mean it.
    writer.event(EventKind::Create, A, 0, name);
    EXPECT_EQ(messageOf(writer.save(file.path())), "");
    lineage = llvm::cantFail(Lineage::open(file.path()));
  }

  llvm::Expected<Snapshots::Texts> texts() const {
    return snapshotsOf(*lineage).textsOf(stagesOf(*lineage).front());
  }
  std::string problem() const { return messageOf(texts().takeError()); }

private:
  TemporaryFile file;
  std::unique_ptr<Lineage> lineage;
};

constexpr char kDamaged[] =
    "the text of the stage is damaged in the trace; record it again";

const std::string &soundTies() {
  static const std::string ties =
      tiesOf({{1, 0, Module}, {2, 2, A}, {3, 2, B}});
  return ties;
}
} // namespace

TEST(Snapshots, TiesMeanTheOpsOfTheirTime) {
  OneStage stage(payloadOf(headerOf(kText, soundTies()), kText, soundTies()));
  Snapshots::Texts texts = llvm::cantFail(stage.texts());
  ASSERT_EQ(texts.size(), 1u);
  const StageText &text = *texts.front();
  EXPECT_EQ(text.text(), kText);
  ASSERT_EQ(text.ties().size(), 3u);
  EXPECT_EQ(text.ties()[0].op, 2u);
  EXPECT_EQ(text.ties()[1].op, 3u);
  EXPECT_EQ(text.ties()[2].op, 4u);
  EXPECT_EQ(text.textOf(text.ties()[0]), kText);
  EXPECT_EQ(text.textOf(text.ties()[1]), "  %0 = test.a\n");
  EXPECT_EQ(text.definitionsOf("%0#1", text.ties()).size(), 1u);
  EXPECT_TRUE(text.definitionsOf("%1", text.ties()).empty());
}

TEST(Snapshots, TiesThatDoNotFitAreLeftOut) {
  std::string ties =
      tiesOf({{0, 0, Module}, {2, 1, A}, {2, 77, A}, {99, 2, B}});
  OneStage stage(payloadOf(headerOf(kText, ties), kText, ties));
  EXPECT_TRUE(llvm::cantFail(stage.texts()).front()->ties().empty());
}

TEST(Snapshots, AnyNumberOfTiesMayClaimALongLine) {
  std::string text(1 << 22, ' ');
  text += "end\n";
  std::vector<SnapshotTie> claims(1 << 18, {1, 1 << 22, A});
  claims.resize(1 << 19, {1, (1 << 22) - 1, A});
  std::string ties = tiesOf(claims);
  OneStage stage(payloadOf(headerOf(text, ties), text, ties));
  EXPECT_EQ(llvm::cantFail(stage.texts()).front()->ties().size(), 1u << 18);
}

TEST(Snapshots, SizesThatLieAreRefused) {
  auto problemWith = [](auto change) {
    SnapshotText header = headerOf(kText, soundTies());
    change(header);
    return OneStage(payloadOf(header, kText, soundTies())).problem();
  };
  EXPECT_EQ(problemWith([](SnapshotText &) {}), "");
  EXPECT_EQ(problemWith([](SnapshotText &h) { h.textSize = ~uint64_t(0); }),
            kDamaged);
  EXPECT_EQ(problemWith([](SnapshotText &h) { h.textSize += 1; }), kDamaged);
  EXPECT_EQ(problemWith([](SnapshotText &h) { h.packedTextSize = 1 << 30; }),
            kDamaged);
  EXPECT_EQ(problemWith([](SnapshotText &h) { h.tieCount = ~uint64_t(0); }),
            kDamaged);
  EXPECT_EQ(problemWith([](SnapshotText &h) { h.packedTiesSize -= 8; }),
            kDamaged);
  EXPECT_EQ(
      problemWith([](SnapshotText &h) { h.packing = SnapshotPacking::Zstd; }),
      kDamaged);
  EXPECT_EQ(problemWith([](SnapshotText &h) {
              h.packing = SnapshotPacking::Zstd;
              h.textSize = kMaxSnapshotText;
            }),
            kDamaged);
  EXPECT_EQ(
      problemWith([](SnapshotText &h) { h.packing = SnapshotPacking(77); }),
      kDamaged);
}

TEST(Snapshots, LinesOutOfOrderAndShortPayloadsAreRefused) {
  std::string ties = tiesOf({{3, 2, B}, {2, 2, A}});
  EXPECT_EQ(OneStage(payloadOf(headerOf(kText, ties), kText, ties)).problem(),
            kDamaged);
  EXPECT_EQ(OneStage("short").problem(), kDamaged);
}

TEST(Snapshots, TextsLongerThanASegmentArePutTogether) {
  std::string text(3 * kSegmentSize, 'x');
  text += '\n';
  OneStage stage(payloadOf(headerOf(text, ""), text, ""));
  EXPECT_EQ(llvm::cantFail(stage.texts()).front()->text(), text);
}

TEST(Snapshots, ATextFromBeforeAStageThatWasNotPrintedIsNotShown) {
  TemporaryFile file;
  TraceFileWriter writer;
  writer.header().snapshotMode = SnapshotMode::Passes;
  writer.event(EventKind::Create, Module, 0, writer.string("builtin.module"));
  uint32_t pass = writer.actionKind("pass-execution", "Canonicalizer", "");
  auto snapshot = [&](uint64_t action, SnapshotMoment moment,
                      SnapshotKind kind) {
    SnapshotPart key = {};
    key.kind = kind;
    key.moment = moment;
    key.action = action;
    key.root = Module;
    key.position = writer.lastPosition();
    writer.snapshot(key, kind == SnapshotKind::Text
                             ? payloadOf(headerOf(kText, ""), kText, "")
                             : "");
  };
  snapshot(1, SnapshotMoment::Before, SnapshotKind::Text);
  for (uint64_t action : {1, 2, 3, 4}) {
    writer.event(EventKind::ActionBegin, Module, action * 1000, pass);
    writer.event(EventKind::ActionEnd, Module, action * 1000 + 1, pass);
    // The second pass changes something, and no copy can print it.
    if (action != 2)
      snapshot(action, SnapshotMoment::After,
               action == 4 ? SnapshotKind::Text : SnapshotKind::Unchanged);
  }
  ASSERT_EQ(messageOf(writer.save(file.path())), "");
  std::unique_ptr<Lineage> lineage = llvm::cantFail(Lineage::open(file.path()));
  std::vector<std::string> problems;
  for (const Stage &stage : stagesOf(*lineage))
    problems.push_back(
        messageOf(snapshotsOf(*lineage).textsOf(stage).takeError()));
  auto missing = [](int stage) {
    return "stage " + std::to_string(stage) +
           " could not be printed: the copy of the compiler that was to do it "
           "has failed or is still at work";
  };
  EXPECT_EQ(problems,
            (std::vector<std::string>{"", "", missing(2), missing(3), ""}));
}

/// The second input lies where the first one has lain.
TEST(Snapshots, AnInputIsNotTheOneThatLayThereBefore) {
  TraceFileWriter writer;
  writer.header().snapshotMode = SnapshotMode::Passes;
  uint32_t name = writer.string("builtin.module");
  uint32_t kind = writer.actionKind("pass-execution", "P", "p");
  auto snapshot = [&](uint64_t action, SnapshotMoment moment,
                      llvm::StringRef text) {
    SnapshotPart key = {};
    key.kind = SnapshotKind::Text;
    key.moment = moment;
    key.action = action;
    key.root = Module;
    key.position = writer.lastPosition();
    writer.snapshot(key, payloadOf(headerOf(text, ""), text, ""));
  };
  for (uint64_t input : {1, 2}) {
    writer.event(EventKind::Create, Module, 0, name);
    snapshot(input, SnapshotMoment::Before,
             input == 1 ? "start of 1\n" : "start of 2\n");
    writer.event(EventKind::ActionBegin, Module, 1000 * input, kind);
    writer.event(EventKind::ActionEnd, Module, 1000 * input + 1, kind);
    snapshot(input, SnapshotMoment::After,
             input == 1 ? "end of 1\n" : "end of 2\n");
    writer.event(EventKind::Teardown, Module);
  }
  TemporaryFile file;
  ASSERT_EQ(messageOf(writer.save(file.path())), "");
  std::unique_ptr<Lineage> lineage = llvm::cantFail(Lineage::open(file.path()));
  std::vector<Stage> stages = stagesOf(*lineage);
  ASSERT_EQ(stages.size(), 3u);
  const Snapshots &snapshots = snapshotsOf(*lineage);
  Snapshots::Texts texts = llvm::cantFail(snapshots.textsOf(stages[1]));
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0]->text(), "end of 1\n");
  Snapshots::Texts before = llvm::cantFail(snapshots.textsBefore(stages[2]));
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0]->text(), "start of 2\n");
}
