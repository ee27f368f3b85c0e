//===- PassEndsTest.cpp - What is found when a pass is over ---------------===//

#include "support/TraceWriter.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops and blocks.
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0;
constexpr uint64_t Block = 0x1000, Other = 0x2000;

List edgesOf(TraceWriter &trace) {
  WrittenTrace lineage(trace);
  List result;
  for (OpId id = 1; id <= lineage->opCount(); ++id)
    lineage->forEachParent(id, [&](const Edge &edge) {
      result.push_back(fmt::format("{}>{} {} {}", edge.from, id,
                                   toString(edge.rule).str(),
                                   toString(edge.role).str()));
    });
  return result;
}

/// "modified in 1": what happened to an op.
List notesOf(TraceWriter &trace, OpId op) {
  WrittenTrace lineage(trace);
  List result;
  lineage->forEachNote(op, [&](const Note &note) {
    result.push_back(fmt::format(
        "{} in {}", note.kind == NoteKind::Moved ? "moved" : "modified",
        note.action));
  });
  return result;
}

/// "operand 1 from 2 to 0 in 1", "3 to 4 in 1".
List changesOf(TraceWriter &trace, OpId op) {
  WrittenTrace lineage(trace);
  List result;
  lineage->forEachChange(op, [&](const OpChange &change) {
    result.push_back(change.what
                         ? fmt::format("{} to {} in {}", change.what->from,
                                       change.what->to, change.action)
                         : fmt::format("operand {} from {} to {} in {}",
                                       change.operand, change.from, change.to,
                                       change.action));
  });
  return result;
}

/// Two ops of the input; action 1, a pass, has begun.
struct TwoOps : TraceWriter {
  TwoOps() {
    create(A, "test.a"); // #1
    create(B, "test.b"); // #2
    beginPass("pass");
  }
};

/// The same, and a function with a block.
struct TwoOpsAndAFunction : TraceWriter {
  TwoOpsAndAFunction() {
    create(A, "test.a");    // #1
    create(B, "test.b");    // #2
    create(C, "func.func"); // #3
    blockParent(Block, C);
    beginPass("pass");
  }
};

TEST(PassEnds, WhatWasThereStandsForAnOpWhoseUsesItTook) {
  TwoOps trace;
  trace.erase(B);
  trace.usesTaken(trace.now(), A);
  trace.end();
  EXPECT_EQ(edgesOf(trace), List({"2>1 uses taken stands for"}));
  EXPECT_EQ(WrittenTrace(trace)->op(2).ended, Ended::Replaced);
}

TEST(PassEnds, WhatThePassMadeIsMadeFromIt) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3
  trace.erase(B);
  trace.usesTaken(trace.now(), C);
  trace.end();
  EXPECT_EQ(edgesOf(trace), List({"2>3 uses taken made from"}));
}

TEST(PassEnds, AnArgumentTakesUsesWithoutAnEdge) {
  TwoOps trace;
  trace.erase(B);
  trace.usesTaken(trace.now(), Block | 1);
  trace.end();
  EXPECT_EQ(edgesOf(trace), List());
  EXPECT_EQ(WrittenTrace(trace)->op(2).ended, Ended::Replaced);
}

TEST(PassEnds, OnlyTheOpsThatDiedInThePassLoseUses) {
  TwoOps trace;
  trace.erase(B);
  uint64_t death = trace.now();
  trace.end();
  trace.beginPass("next");
  trace.usesTaken(death, A);
  trace.usesTaken(death + 1, A);
  trace.usesTaken(~uint64_t(0), A);
  trace.end();
  EXPECT_EQ(edgesOf(trace), List());
}

TEST(PassEnds, OneDeathIsToldFromAnotherAtItsAddress) {
  TwoOps trace;
  trace.erase(B);
  uint64_t first = trace.now();
  trace.create(B, "test.again"); // #3
  trace.erase(B);
  trace.usesTaken(first, A);
  trace.end();
  EXPECT_EQ(edgesOf(trace), List({"2>1 uses taken stands for"}));
}

TEST(PassEnds, AChangeWithoutAWordIsThePasss) {
  TwoOps trace;
  uint32_t from = trace.string("1"), to = trace.string("2");
  trace.changed(A, ChangeKind::Attribute, "value", from, to);
  trace.operandChanged(A, 1, B, Block | 1);
  trace.end();
  EXPECT_EQ(notesOf(trace, 1), List({"modified in 1"}));
  EXPECT_EQ(changesOf(trace, 1), List({fmt::format("{} to {} in 1", from, to),
                                       "operand 1 from 2 to 0 in 1"}));
  EXPECT_EQ(changesOf(trace, 2), List());
}

TEST(PassEnds, AnOperandChangesInTheActionThatReplacedWhatItWas) {
  TwoOps trace;
  trace.create(C, "test.c");   // #3, made by the pass
  trace.beginPattern("first"); // 2
  trace.create(D, "test.d");   // #4
  trace.replace(B, D);
  trace.modify(A);
  trace.erase(B);
  trace.end();
  trace.beginPattern("second"); // 3
  trace.modify(A);
  trace.end();
  trace.operandChanged(A, 0, B, D, /*wasTold=*/true);
  trace.operandChanged(A, 1, Block | 1, C);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1),
            List({"operand 0 from 2 to 4 in 2", "operand 1 from 0 to 3 in 3"}));
  EXPECT_EQ(edgesOf(trace), List({"2>4 replaced made from"}));
}

TEST(PassEnds, WhatWasToldIsNotConcludedAgain) {
  for (bool wasTold : {false, true}) {
    TwoOps trace;
    trace.create(C, "test.c"); // #3
    trace.modify(A);
    trace.operandChanged(A, 0, B, C, wasTold);
    trace.end();
    EXPECT_EQ(edgesOf(trace).size(), wasTold ? 0 : 1);
  }
}

/// The numbers of the arguments that `op` stands for.
std::vector<uint32_t> argumentsBefore(TraceWriter &trace, OpId op) {
  WrittenTrace lineage(trace);
  std::vector<uint32_t> numbers;
  for (const ArgumentStep &step : lineage->argumentsBefore(op))
    numbers.push_back(step.argument.number);
  return numbers;
}

TEST(PassEnds, AnOpThatIsUsedWhereAnArgumentWasStandsForIt) {
  TwoOpsAndAFunction trace;
  trace.operandChanged(A, 0, argumentRef(Block, 2), B);
  trace.end();
  EXPECT_EQ(argumentsBefore(trace, 2), std::vector<uint32_t>{2});
}

TEST(PassEnds, AnArgumentThatThePassMadeIsNotWhatWasThere) {
  TwoOps trace;
  trace.create(C, "test.launch"); // #3
  trace.blockParent(Block, C);
  trace.operandChanged(A, 0, argumentRef(Block, 2), B);
  trace.end();
  EXPECT_EQ(argumentsBefore(trace, 2), std::vector<uint32_t>{});
}

/// "argument 1 of 3", "1 in 3": what stands for an op, or for an argument,
/// whose block is the first one or not.
std::string nameOf(const ArgumentRef &argument) {
  return fmt::format("{}{} {} {}", argument.isOfEntry ? "argument " : "",
                     argument.number, argument.isOfEntry ? "of" : "in",
                     argument.holder);
}

List argumentsFor(TraceWriter &trace, OpId op) {
  WrittenTrace lineage(trace);
  List names;
  for (const ArgumentStep &step : lineage->argumentsFor(op))
    names.push_back(nameOf(step.argument) +
                    (lineage->isThere(step.argument) ? "" : ", gone"));
  return names;
}

TEST(PassEnds, AnArgumentOfABlockThatIsGoneIsTakenOver) {
  TwoOpsAndAFunction trace;
  trace.blockErase(Block);
  // Another one is at its address.
  trace.create(D, "test.loop"); // #4
  trace.blockParent(Block, D);
  trace.operandChanged(A, 0, argumentRef(Block, 2), B);
  trace.end();
  EXPECT_EQ(argumentsBefore(trace, 2), std::vector<uint32_t>{2});
}

/// #1, which an argument replaced; and a block of #3 and one of #4.
struct ReplacedByAnArgument : TraceWriter {
  ReplacedByAnArgument() {
    create(A, "test.a");      // #1
    create(B, "test.b");      // #2
    create(C, "test.callee"); // #3
    create(D, "test.caller"); // #4
    blockParent(Block, C);
    blockParent(Other, D);
    beginPass("fold");
    replace(A, argumentRef(Block, 1));
    erase(A);
    end();
    beginPass("next");
  }
};

TEST(PassEnds, AnArgumentGoesWhereItsBlockGoes) {
  ReplacedByAnArgument trace;
  trace.blockParent(Block, D);
  trace.end();
  EXPECT_EQ(argumentsFor(trace, 1), List{"1 in 4"});
}

TEST(PassEnds, AnArgumentTakesOverFromOneOfABlockThatIsGone) {
  ReplacedByAnArgument trace;
  trace.blockErase(Block);
  trace.operandChanged(B, 0, argumentRef(Block, 1), argumentRef(Other, 5));
  trace.end();
  EXPECT_EQ(argumentsFor(trace, 1), List{"5 in 4"});
}

TEST(PassEnds, AnArgumentOfABlockThatIsGoneIsNotThere) {
  ReplacedByAnArgument trace;
  trace.blockErase(Block);
  trace.end();
  EXPECT_EQ(argumentsFor(trace, 1), List{"1 in 3, gone"});
}

TEST(PassEnds, OperandsThatChangePlacesReplaceNothing) {
  TwoOpsAndAFunction trace;
  trace.operandChanged(A, 0, argumentRef(Block, 0), B);
  trace.operandChanged(A, 1, argumentRef(Block, 1), B);
  trace.operandChanged(A, 2, B, argumentRef(Block, 0));
  // What another op uses says nothing of that.
  trace.operandChanged(B, 0, A, argumentRef(Block, 1));
  trace.end();
  EXPECT_EQ(argumentsBefore(trace, 2), std::vector<uint32_t>{1});
}

TEST(PassEnds, AChangeThatARewriterToldIsItsAction) {
  TwoOps trace;
  trace.beginPattern("P", A);
  trace.modify(A);
  trace.end();
  trace.operandChanged(A, 0, B, B);
  trace.end();
  EXPECT_EQ(notesOf(trace, 1), List({"modified in 2"}));
  EXPECT_EQ(changesOf(trace, 1), List({"operand 0 from 2 to 2 in 2"}));
}

TEST(PassEnds, WhatDiedBeforeAPassWasNotFoundByIt) {
  TwoOps trace;
  trace.erase(B);
  trace.create(B, "test.again"); // #3
  trace.beginPass("inside");
  trace.erase(B);
  trace.create(B, "test.new"); // #4
  trace.operandChanged(A, 0, B, B);
  trace.end();
  trace.operandChanged(A, 1, B, B);
  trace.end();
  // The pass around it found the first one.
  EXPECT_EQ(changesOf(trace, 1),
            List({"operand 0 from 3 to 4 in 2", "operand 1 from 2 to 4 in 2"}));
}

TEST(PassEnds, WhatARewriterToldAndDidNotDoIsNotCounted) {
  TwoOps trace;
  trace.modify(A);
  trace.insert(A, Block);
  trace.insert(A, Block + 0x1000);
  trace.modify(A);
  trace.unchanged(A);
  trace.end();
  trace.beginPass("next");
  trace.modify(A);
  trace.end();
  EXPECT_EQ(notesOf(trace, 1), List({"moved in 1", "modified in 2"}));
}

TEST(PassEnds, AnOpIsNotChangedByThePassThatMadeIt) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3
  trace.changed(C, ChangeKind::OperandCount, "", 1, 2);
  trace.end();
  EXPECT_EQ(notesOf(trace, 3), List());
  EXPECT_EQ(changesOf(trace, 3), List());
}

TEST(PassEnds, WhatAnOperandWasIsKnownByTheOpThatStoodThere) {
  TwoOps trace;
  trace.erase(B);
  trace.create(B, "test.again"); // #3, at the address of #2
  trace.operandChanged(A, 0, B, B);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), List({"operand 0 from 2 to 3 in 1"}));
}

TEST(PassEnds, LocationsAreThoseAtTheEndOfThePass) {
  TwoOps trace;
  uint32_t was = trace.place("a.mlir", 1);
  uint32_t is = trace.place("a.mlir", 2);
  trace.create(C, "test.c", was); // #3
  trace.changed(A, ChangeKind::Location, "", 0, is);
  trace.changed(C, ChangeKind::BirthLocation, "", was, is);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->lastLocation(1).location, is);
  EXPECT_EQ(lineage->lastLocation(1).action, 1u);
  EXPECT_EQ(lineage->lastLocation(3).location, is);
}
} // namespace
