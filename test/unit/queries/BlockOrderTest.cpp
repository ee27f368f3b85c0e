//===- BlockOrderTest.cpp - Which ops stand out of their order ------------===//

#include "support/TraceWriter.h"

#include "queries/BlockOrder.h"
#include "trace/TraceFileWriter.h"
#include "trackdbg/SnapshotTies.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

/// A compile whose stages are printed. Ops are numbered from 1; #1 is what
/// holds the others, and is at no place.
class PrintedRun {
public:
  PrintedRun() {
    writer.header().snapshotMode = SnapshotMode::Passes;
    op(0);
  }

  uint32_t place(uint32_t line, uint32_t column = 1,
                 llvm::StringRef file = "a.mlir") {
    return writer.fileLocation(writer.string(file), line, column);
  }
  uint32_t name(llvm::StringRef text) {
    return writer.nameLocation(writer.string(text));
  }
  OpId op(uint32_t location) {
    writer.event(EventKind::Create, addressOf(++lastOp), kBlock,
                 writer.string("t.op"), location);
    return lastOp;
  }
  /// One op for each location.
  std::vector<OpId> ops(llvm::ArrayRef<uint32_t> locations) {
    std::vector<OpId> made;
    for (uint32_t location : locations)
      made.push_back(op(location));
    return made;
  }
  void move(OpId op) { writer.event(EventKind::Insert, addressOf(op), kBlock); }
  void beginPass(llvm::StringRef argument) {
    kind = writer.actionKind("pass-execution", "Pass", argument);
    writer.event(EventKind::ActionBegin, 0, ++ticks, kind);
    ++lastPass;
  }
  void endPass() { writer.event(EventKind::ActionEnd, 0, ++ticks, kind); }

  /// A line of a stage. Its indentation is that of the text.
  struct Line {
    std::string text;
    OpId op = 0;
  };
  /// Prints the stage that is there now: the start, or what the last pass left.
  void print(llvm::ArrayRef<Line> lines) {
    std::string text;
    std::vector<SnapshotTie> ties;
    for (const Line &line : lines) {
      text += line.text + "\n";
      if (line.op == 0)
        continue;
      ties.push_back({uint32_t(llvm::StringRef(text).count('\n')),
                      uint32_t(line.text.find_first_not_of(' ')),
                      addressOf(line.op)});
    }
    SnapshotText header = {};
    header.tieCount = ties.size();
    header.textSize = header.packedTextSize = text.size();
    header.packedTiesSize = header.tieCount * kTieSize;
    SnapshotPart key = {};
    key.kind = SnapshotKind::Text;
    key.moment = lastPass == 0 ? SnapshotMoment::Before : SnapshotMoment::After;
    key.action = std::max<uint64_t>(lastPass, 1);
    key.root = addressOf(1);
    key.position = writer.lastPosition();
    writer.snapshot(
        key,
        std::string(reinterpret_cast<const char *>(&header), sizeof(header)) +
            text + layOutTies(ties.size(), [&](size_t i) { return ties[i]; }));
  }
  /// The same for one block that holds these ops.
  void printBlock(llvm::ArrayRef<OpId> ops) {
    std::vector<Line> lines{{"func {", 1}};
    for (OpId op : ops)
      lines.push_back({"  t.op", op});
    lines.push_back({"}"});
    print(lines);
  }

  llvm::Expected<OrderAnswer> ask(const OrderQuestion &question = {}) {
    // The one before reads the file of that name.
    lineage.reset();
    if (std::string problem = messageOf(writer.save(file.path()));
        !problem.empty())
      ADD_FAILURE() << problem;
    lineage = llvm::cantFail(Lineage::open(file.path()));
    EXPECT_EQ(lineage->trace().problem(), "");
    return blockOrder(*lineage, question);
  }
  OrderAnswer answer(const OrderQuestion &question = {}) {
    auto answer = ask(question);
    if (answer)
      return *answer;
    ADD_FAILURE() << llvm::toString(answer.takeError());
    return {};
  }
  std::string failure(const OrderQuestion &question = {}) {
    return messageOf(ask(question).takeError());
  }

private:
  static constexpr uint64_t kBlock = 0x50;
  static uint64_t addressOf(OpId op) { return 0x1000 + 0x10 * uint64_t(op); }

  TraceFileWriter writer;
  TemporaryFile file;
  std::unique_ptr<Lineage> lineage;
  OpId lastOp = 0;
  uint32_t kind = 0;
  uint64_t lastPass = 0, ticks = 1000;
};

/// "#4 a.mlir:1:1 after #3 a.mlir:2:1 by 0" for each.
List linesOf(const OrderAnswer &answer) {
  List lines;
  for (const Misplaced &each : answer.list)
    lines.push_back(fmt::format("#{} {} after #{} {} by {}", each.op.id,
                                each.key, each.after.id, each.afterKey,
                                each.placedBy.number));
  return lines;
}

/// "5 ops in 2 blocks: 1 out of order, in 1"
std::string totalsOf(const OrderAnswer &answer) {
  return fmt::format("{} ops in {} blocks: {} out of order, in {}", answer.ops,
                     answer.blocks, answer.misplaced, answer.blocksOutOfOrder);
}

TEST(BlockOrder, OfLinesThatRiseNothingIsTold) {
  PrintedRun run;
  run.printBlock(run.ops({run.place(1), run.place(2, 1), run.place(2, 9)}));
  OrderAnswer answer = run.answer();
  EXPECT_EQ(totalsOf(answer), "3 ops in 1 blocks: 0 out of order, in 0");
  EXPECT_EQ(answer.stage, "the start");
  EXPECT_EQ(linesOf(answer), List());
}

TEST(BlockOrder, TheFewestThatWouldHaveToMoveAreTold) {
  PrintedRun run;
  // #4 stands before #5 and #6; one move is enough.
  run.printBlock(run.ops(
      {run.place(1), run.place(2), run.place(5), run.place(3), run.place(4)}));
  OrderAnswer answer = run.answer();
  EXPECT_EQ(totalsOf(answer), "5 ops in 1 blocks: 1 out of order, in 1");
  EXPECT_EQ(linesOf(answer), List({"#5 a.mlir:3:1 after #4 a.mlir:5:1 by 0"}));
  EXPECT_EQ(answer.list[0].line, 5u);
}

TEST(BlockOrder, EachIsToldBesideTheNearestThatStays) {
  PrintedRun run;
  run.printBlock(run.ops({run.place(3), run.place(4), run.place(1),
                          run.place(5), run.place(2, 7), run.place(6)}));
  EXPECT_EQ(linesOf(run.answer()),
            List({"#4 a.mlir:1:1 after #3 a.mlir:4:1 by 0",
                  "#6 a.mlir:2:7 after #5 a.mlir:5:1 by 0"}));
}

TEST(BlockOrder, ColumnsOrderTheOpsOfALine) {
  PrintedRun run;
  run.printBlock(run.ops({run.place(1, 9), run.place(1, 3)}));
  EXPECT_EQ(linesOf(run.answer()),
            List({"#3 a.mlir:1:3 after #2 a.mlir:1:9 by 0"}));
}

TEST(BlockOrder, EqualKeysAreInOrder) {
  PrintedRun run;
  run.printBlock(run.ops(
      {run.place(2), run.place(2), run.place(2), run.place(1), run.place(2)}));
  EXPECT_EQ(linesOf(run.answer()),
            List({"#5 a.mlir:1:1 after #4 a.mlir:2:1 by 0"}));
}

TEST(BlockOrder, OpsOfDifferentFilesHaveNoOrder) {
  PrintedRun run;
  run.printBlock(run.ops({run.place(9, 1, "b.mlir"), run.place(1),
                          run.place(8, 1, "b.mlir"), run.place(2)}));
  OrderAnswer answer = run.answer();
  EXPECT_EQ(totalsOf(answer), "4 ops in 1 blocks: 1 out of order, in 1");
  EXPECT_EQ(linesOf(answer), List({"#4 b.mlir:8:1 after #2 b.mlir:9:1 by 0"}));
}

TEST(BlockOrder, OpsWithoutAKeyStandAnywhere) {
  PrintedRun run;
  // Unknown, a line of 0, a name with no place behind it.
  run.printBlock(
      run.ops({run.place(5), 0, run.place(0), run.name("x"), run.place(6)}));
  EXPECT_EQ(totalsOf(run.answer()), "2 ops in 1 blocks: 0 out of order, in 0");
}

TEST(BlockOrder, BlocksAreNotComparedWithEachOther) {
  PrintedRun run;
  std::vector<OpId> ops = run.ops({run.place(10), run.place(7), run.place(8),
                                   run.place(5), run.place(4), run.place(3),
                                   run.place(11), run.place(1), run.place(2)});
  run.print({{"func {", 1},
             {"  t.if {", ops[0]},
             {"    t.op", ops[1]},
             {"    t.op", ops[2]},
             {"  } else {"},
             {"    t.op", ops[3]},
             {"    t.op", ops[4]},
             {"    t.op", ops[5]},
             {"  }"},
             {"  t.op", ops[6]},
             {"^bb1:"},
             {"  t.op", ops[7]},
             {"  t.op", ops[8]},
             {"}"}});
  OrderAnswer answer = run.answer();
  EXPECT_EQ(totalsOf(answer), "9 ops in 4 blocks: 2 out of order, in 1");
  // One may stay, and both others stand before it.
  EXPECT_EQ(linesOf(answer), List({"#7 a.mlir:3:1 after #5 a.mlir:5:1 by 0",
                                   "#7 a.mlir:3:1 after #6 a.mlir:4:1 by 0"}));
}

TEST(BlockOrder, ABlockOfOneKeyDoesNotCount) {
  PrintedRun run;
  std::vector<OpId> ops = run.ops({run.place(2), run.place(1)});
  run.print({{"func {", 1},
             {"  t.if {", ops[0]},
             {"    t.op", ops[1]},
             {"  }"},
             {"}"}});
  EXPECT_EQ(totalsOf(run.answer()), "0 ops in 0 blocks: 0 out of order, in 0");
}

TEST(BlockOrder, AKeyIsANumberInTheLocation) {
  PrintedRun run;
  // The places would say otherwise; what has no number, or one too large, has
  // no key.
  run.printBlock(
      run.ops({run.name("DEBUG|9|"), run.name("DEBUG|10|"),
               run.name("DEBUG|x|"), run.place(1),
               run.name("DEBUG|99999999999999999999|"), run.name("DEBUG|2|")}));
  OrderQuestion question;
  question.key = "DEBUG[|]([0-9]+|x)";
  OrderAnswer answer = run.answer(question);
  EXPECT_EQ(totalsOf(answer), "3 ops in 1 blocks: 1 out of order, in 1");
  EXPECT_EQ(linesOf(answer), List({"#7 2 after #3 10 by 0"}));
}

TEST(BlockOrder, TheActionThatMovedOneOfTheTwoIsNamed) {
  PrintedRun run;
  std::vector<OpId> ops =
      run.ops({run.place(1), run.place(2), run.place(3), run.place(4)});
  run.printBlock(ops);
  run.beginPass("swap"); // 1
  run.move(ops[1]);
  run.endPass();
  run.printBlock({ops[1], ops[0], ops[2], ops[3]});
  run.beginPass("other"); // 2, which moves what stands right
  run.move(ops[3]);
  run.endPass();
  run.printBlock({ops[1], ops[0], ops[2], ops[3]});
  OrderAnswer answer = run.answer();
  EXPECT_EQ(answer.stage, "stage 2 (after other)");
  EXPECT_EQ(linesOf(answer), List({"#2 a.mlir:1:1 after #3 a.mlir:2:1 by 1"}));
  EXPECT_EQ(answer.list[0].placedBy.pass, "swap");
}

TEST(BlockOrder, TheActionThatMadeOneOfTheTwoIsNamed) {
  PrintedRun run;
  OpId first = run.op(run.place(5));
  run.printBlock({first});
  run.beginPass("make"); // 1
  OpId made = run.op(run.place(3));
  run.endPass();
  run.printBlock({first, made});
  EXPECT_EQ(linesOf(run.answer()),
            List({"#3 a.mlir:3:1 after #2 a.mlir:5:1 by 1"}));
}

TEST(BlockOrder, OfAStageOnlyWhatCameBeforeItIsToBlame) {
  PrintedRun run;
  std::vector<OpId> ops = run.ops({run.place(1), run.place(2)});
  run.printBlock(ops);
  run.beginPass("swap"); // 1
  run.move(ops[0]);
  run.endPass();
  run.printBlock({ops[1], ops[0]});
  run.beginPass("swap-back"); // 2
  run.move(ops[0]);
  run.endPass();
  run.printBlock(ops);
  OrderQuestion question;
  question.at = Moment{1};
  EXPECT_EQ(linesOf(run.answer(question)),
            List({"#2 a.mlir:1:1 after #3 a.mlir:2:1 by 1"}));
  question.at = Moment::start();
  EXPECT_EQ(run.answer(question).misplaced, 0u);
  // At the end they are in order again.
  OrderAnswer answer = run.answer();
  EXPECT_EQ(answer.stage, "stage 2 (after swap-back)");
  EXPECT_EQ(answer.misplaced, 0u);
}

TEST(BlockOrder, TheListIsCutAndAllAreCounted) {
  PrintedRun run;
  std::vector<uint32_t> falling;
  for (uint32_t line = 500; line > 0; --line)
    falling.push_back(run.place(line));
  run.printBlock(run.ops(falling));
  OrderQuestion question;
  question.maxListed = 3;
  OrderAnswer answer = run.answer(question);
  EXPECT_EQ(totalsOf(answer), "500 ops in 1 blocks: 499 out of order, in 1");
  EXPECT_EQ(answer.list.size(), 3u);
  question.maxListed = SIZE_MAX;
  EXPECT_EQ(run.answer(question).list.size(), 499u);
}

TEST(BlockOrder, ErrorsSayWhatWouldWork) {
  PrintedRun empty;
  EXPECT_EQ(empty.failure(),
            "the order of ops is known from the text of a stage, and none was "
            "kept; record or run again with '--snapshots=ends' or "
            "'--snapshots=passes'");
  PrintedRun run;
  run.printBlock(run.ops({run.name("DEBUG|1|"), run.name("DEBUG|2|")}));
  run.beginPass("p"); // 1
  run.endPass();
  OrderQuestion question;
  question.key = "DEBUG[0-9]";
  EXPECT_EQ(run.failure(question),
            "'DEBUG[0-9]' has no group for the number to compare; put the "
            "number in parentheses, as in 'DEBUG\\|([0-9]+)'");
  question.key = "(";
  EXPECT_EQ(run.failure(question),
            "'(' is not a regular expression: parentheses not balanced");
  question.key = "NOTHING([0-9]+)";
  EXPECT_EQ(run.failure(question),
            "no block at the start has two ops in whose locations "
            "'NOTHING([0-9]+)' finds a number");
  question.key = "";
  question.at = Moment{1};
  EXPECT_EQ(run.failure(question),
            "stage 1 could not be printed: the copy of the compiler that was "
            "to do it has failed or is still at work");
  question.at = Moment{99};
  EXPECT_EQ(run.failure(question), "the order of ops is known only at stages, "
                                   "and the end of a99 is not a stage");
}
} // namespace
