//===- QuestionsTest.cpp - Questions about all ops at once ----------------===//

#include "support/TraceWriter.h"

#include "graph/LocationIndex.h"
#include "queries/Fates.h"
#include "queries/LostLines.h"
#include "queries/TrackInto.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0, F = 0xf0;

TrackQuestion ask(llvm::StringRef from, llvm::StringRef into) {
  TrackQuestion question;
  question.from = from;
  question.into = into;
  return question;
}

/// "2 of 3: #1 result, #2 part".
std::string trackedIn(TraceWriter &trace, TrackQuestion question,
                      llvm::StringRef at = "") {
  WrittenTrace lineage(trace);
  if (!at.empty())
    question.at = llvm::cantFail(parseMoment(*lineage, at));
  auto answer = trackInto(*lineage, question);
  if (!answer)
    return messageOf(answer.takeError());
  std::string text = fmt::format("{} of {}", answer->did, answer->total);
  const char *separator = ": ";
  for (const TrackedOp &op : answer->became) {
    text +=
        fmt::format("{}#{} {}", separator, op.op.id, toString(op.way).str());
    separator = ", ";
  }
  return text;
}

std::string trackedIn(TraceWriter &trace, llvm::StringRef from,
                      llvm::StringRef into, llvm::StringRef at = "") {
  return trackedIn(trace, ask(from, into), at);
}

TEST(TrackInto, FollowsResultsThroughSeveralSteps) {
  TraceWriter trace;
  trace.create(A, "t.conv"); // #1
  trace.create(B, "t.conv"); // #2
  trace.beginPass("p");
  trace.rewrite(A, C, "t.generic"); // #3
  trace.rewrite(C, D, "t.matmul");  // #4
  trace.rewrite(B, E, "t.generic"); // #5
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 2: #1 result");
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.generic"),
            "2 of 2: #1 result, #2 result");
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.generic", "end"),
            "1 of 2: #2 result");
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.conv"), "0 of 2");
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.conv", "start"),
            "2 of 2: #1 same, #2 same");
}

/// Two convolutions, each expanded to a helper and a product, of which the
/// second one's product stays generic and the first one's becomes a matmul.
struct TwoConvolutions : TraceWriter {
  TwoConvolutions() {
    create(A, "t.conv"); // #1
    create(B, "t.conv"); // #2
    beginPass("p");
    beginPattern("Expand", A);
    create(C, "t.empty");   // #3
    create(D, "t.generic"); // #4
    replace(A, D);
    erase(A);
    end();
    beginPattern("Expand", B);
    create(E, "t.empty");   // #5
    create(F, "t.generic"); // #6
    replace(B, F);
    erase(B);
    end();
  }
};

TEST(TrackInto, AFoldedHelperDoesNotLeadToItsOperand) {
  TwoConvolutions trace;
  trace.rewrite(D, 0x100, "t.matmul");
  // The second one's helper turns out to be the first one's product.
  trace.replace(E, 0x100);
  trace.erase(E);
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 2: #1 result");
}

TEST(TrackInto, ASharedHelperDoesNotLeadToTheOthersPlaces) {
  TraceWriter trace;
  uint32_t first = trace.place("a.mlir", 1), second = trace.place("a.mlir", 2);
  trace.create(A, "t.conv", first);  // #1
  trace.create(B, "t.conv", second); // #2
  trace.beginPass("expand");
  trace.beginPattern("Expand", A);
  trace.create(C, "t.empty", first); // #3
  trace.erase(A);
  trace.end();
  trace.beginPattern("Expand", B);
  trace.create(D, "t.empty", second); // #4
  trace.erase(B);
  trace.end();
  trace.end();
  trace.beginPass("cse");
  trace.equal(C, D);
  trace.erase(D);
  trace.end();
  trace.beginPass("lower");
  trace.create(E, "t.matmul", first); // #5
  trace.put(E, C);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 2: #1 weak");
}

TEST(TrackInto, OnlyAPlaceConnectsAnOpWithWhatIsMadeBesideIt) {
  TraceWriter trace;
  uint32_t line = trace.place("a.mlir", 1);
  trace.create(A, "t.conv", line);  // #1
  trace.create(B, "t.empty", line); // #2
  trace.beginPass("lower");
  trace.create(C, "t.matmul", line); // #3
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 1: #1 place");
  EXPECT_EQ(trackedIn(trace, "t.empty", "t.matmul"), "1 of 1: #2 place");
  TrackQuestion exact = ask("t.empty", "t.matmul");
  exact.exactOnly = true;
  EXPECT_EQ(trackedIn(trace, exact), "0 of 1");
}

TEST(TrackInto, WhatBecameOfTheOpsInsideCountsToo) {
  TraceWriter trace;
  trace.create(A, "t.conv"); // #1
  trace.blockParent(0x1, A);
  trace.create(B, "t.mul", 0, 0x1); // #2
  trace.create(C, "t.conv");        // #3
  trace.beginPass("lower");
  trace.clone(D, B, "t.mul"); // #4
  trace.rewrite(D, E, "t.fmul");
  trace.erase(B);
  trace.blockErase(0x1);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.fmul"), "1 of 2: #1 inside");
  EXPECT_EQ(trackedIn(trace, "t.mul", "t.fmul"), "1 of 1: #2 result");
  // That an op was inside from the beginning is not what became of it.
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.mul", "start"), "0 of 2");
}

TEST(TrackInto, ABodyThatMovesOnStillCountsForWhatHeldItAtTheStart) {
  TraceWriter trace;
  trace.create(A, "t.conv"); // #1
  trace.blockParent(0x1, A);
  trace.create(B, "t.mul", 0, 0x1); // #2
  trace.create(C, "t.loop");        // #3
  trace.beginPass("lower");
  trace.blockParent(0x1, C);
  trace.erase(A);
  trace.rewrite(B, E, "t.fmul");
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.fmul"), "1 of 1: #1 inside");
}

TEST(TrackInto, ABodyMovedToACallHasNothingOfItsEarlierCopies) {
  TraceWriter trace;
  trace.create(A, "t.call"); // #1
  trace.create(B, "t.call"); // #2
  trace.create(C, "t.add");  // #3
  trace.beginPass("inline");
  trace.beginCall("inlineCall", A);
  trace.clone(D, C, "t.add"); // #4
  trace.endCall("inlineCall", A);
  trace.beginCall("inlineCall", B);
  trace.movedFor(C, B);
  trace.endCall("inlineCall", B);
  trace.end();
  trace.beginPass("lower");
  trace.rewrite(D, E, "t.mul"); // #5
  trace.rewrite(C, F, "t.sub"); // #6
  trace.end();
  EXPECT_EQ(trackedIn(trace, "#2", "t.sub").substr(0, 6), "1 of 1");
  EXPECT_EQ(trackedIn(trace, "#2", "t.mul"), "0 of 1");
  EXPECT_EQ(trackedIn(trace, "#3", "t.mul"), "1 of 1: #3 result");
}

/// Ops of few names and places that are copied, merged, replaced and expanded
/// in an order that a seed gives.
struct RandomRewrites : TraceWriter {
  explicit RandomRewrites(unsigned seed) : state(seed) {
    for (int i = 0; i < 6; ++i)
      make(/*atPlace=*/true);
    for (int pass = 0; pass < 4; ++pass) {
      beginPass("p");
      for (int i = 0; i < 5; ++i)
        rewriteOne();
      end();
    }
  }

private:
  unsigned next(unsigned below) {
    state = state * 1103515245 + 12345;
    return (state >> 16 & 0x7fff) % below;
  }
  uint64_t make(bool atPlace) {
    uint64_t op = 0x1000 + 0x10 * ++made;
    create(op, fmt::format("t.{}", "abcd"[next(4)]),
           atPlace ? place("a.mlir", 1 + next(3)) : 0);
    alive.push_back(op);
    return op;
  }
  void take(uint64_t op) {
    erase(op);
    llvm::erase(alive, op);
  }
  void rewriteOne() {
    if (alive.size() < 3)
      return (void)make(/*atPlace=*/true);
    uint64_t op = alive[next(alive.size())];
    switch (next(5)) {
    case 0: {
      uint64_t copy = 0x1000 + 0x10 * ++made;
      clone(copy, op, "t.c");
      alive.push_back(copy);
      return;
    }
    case 1:
      if (op == alive.front())
        return;
      equal(alive.front(), op);
      return take(op);
    case 2:
      beginPattern("Expand", op);
      make(next(2));
      replace(op, make(next(2)));
      take(op);
      return end();
    case 3:
      make(/*atPlace=*/true);
      return take(op);
    default:
      replace(op, make(/*atPlace=*/false));
      return take(op);
    }
  }

  unsigned state;
  uint64_t made = 0;
  std::vector<uint64_t> alive;
};

TEST(TrackInto, AgreesWithBecame) {
  unsigned did = 0, didNot = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomRewrites trace(seed);
    WrittenTrace lineage(trace);
    for (Followed followed : {Followed{false, false}, Followed{true, false},
                              Followed{false, true}, Followed{true, true}})
      for (OpId op = 1; op <= lineage->opCount(); ++op)
        for (std::string name : {"t.a", "t.b", "t.c", "t.d"}) {
          std::string spec = fmt::format("#{}", op);
          QueryOptions options;
          static_cast<Followed &>(options) = followed;
          options.fold = Fold::Nothing;
          options.maxNodes = SIZE_MAX;
          LineageTree tree = llvm::cantFail(became(*lineage, spec, options));
          bool leadsThere =
              llvm::any_of(tree.nodes, [&](const LineageNode &node) {
                return node.depth != 0 && node.op.name == name;
              });
          TrackQuestion question = ask(spec, name);
          static_cast<Followed &>(question) = followed;
          TrackAnswer answer = llvm::cantFail(trackInto(*lineage, question));
          EXPECT_EQ(answer.did != 0, leadsThere)
              << "seed " << seed << ", " << spec << " into " << name;
          ++(leadsThere ? did : didNot);
        }
  }
  EXPECT_GT(did, 1000u);
  EXPECT_GT(didNot, 1000u);
}

/// "@f 1/2, @g 0/1".
std::string rowsOf(TraceWriter &trace, TrackKey by) {
  WrittenTrace lineage(trace);
  TrackQuestion question = ask("t.conv", "t.matmul");
  question.by = by;
  TrackAnswer answer = llvm::cantFail(trackInto(*lineage, question));
  std::vector<std::string> rows;
  for (const TrackRow &row : answer.rows)
    rows.push_back(fmt::format("{}{} {}/{}", row.name,
                               row.ended == Ended::Alive ? "" : " gone",
                               row.did, row.total));
  return fmt::format("{}", fmt::join(rows, ", "));
}

TEST(TrackInto, CountsByFunctionLineAndResult) {
  TraceWriter trace;
  uint32_t third = trace.place("a.mlir", 3), ninth = trace.place("a.mlir", 9);
  trace.create(0x1, "func.func");
  trace.symbol(0x1, "f");
  trace.blockParent(0x10, 0x1);
  trace.create(0x2, "func.func");
  trace.symbol(0x2, "g");
  trace.blockParent(0x20, 0x2);
  trace.create(A, "t.conv", ninth, 0x10);
  trace.create(B, "t.conv", third, 0x10);
  trace.create(C, "t.conv", third, 0x20);
  trace.create(D, "t.conv", 0, 0x20);
  trace.create(E, "t.conv");
  trace.beginPass("p");
  // What is made for another function is counted where it came from.
  trace.rewrite(A, F, "t.matmul");
  trace.insert(F, 0x20);
  trace.rewrite(B, 0x100, "t.loop");
  trace.rewrite(C, 0x200, "t.matmul");
  trace.erase(D);
  trace.end();
  EXPECT_EQ(rowsOf(trace, TrackKey::Function), " 0/1, @f 1/2, @g 1/2");
  EXPECT_EQ(rowsOf(trace, TrackKey::Line), " 0/2, a.mlir:3 1/2, a.mlir:9 1/1");
  EXPECT_EQ(rowsOf(trace, TrackKey::Result),
            "t.matmul 2/2, t.conv 0/1, t.conv gone 0/1, t.loop 0/1");
}

TEST(TrackInto, WhatStandsForAnOpCountsOnlyWhenAsked) {
  TraceWriter trace;
  trace.create(A, "t.conv"); // #1
  trace.create(B, "t.conv"); // #2
  trace.beginPass("cse");
  trace.equal(A, B);
  trace.erase(B);
  trace.end();
  trace.beginPass("p");
  trace.beginPattern("Expand", A);
  trace.create(C, "t.matmul"); // #3
  trace.create(D, "t.reshape");
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 2: #1 part");
  TrackQuestion through = ask("t.conv", "t.matmul");
  through.through = true;
  EXPECT_EQ(trackedIn(trace, through), "2 of 2: #1 part, #2 part");
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul", "cse"), "0 of 2");
}

TEST(TrackInto, CopiesCountWithTheirOriginal) {
  TraceWriter trace;
  trace.create(A, "t.conv"); // #1
  trace.beginPass("unroll");
  trace.clone(B, A, "t.conv"); // #2
  trace.clone(C, A, "t.conv"); // #3
  trace.erase(A);
  trace.end();
  trace.beginPass("p");
  trace.rewrite(C, D, "t.matmul");
  trace.end();
  EXPECT_EQ(trackedIn(trace, "t.conv", "t.matmul"), "1 of 1: #1 result");
}

TEST(TrackInto, SaysThatNoOpIsCalledSo) {
  TraceWriter trace;
  trace.create(A, "t.conv");
  WrittenTrace lineage(trace);
  auto answer = trackInto(*lineage, ask("t.conv", "t.matmul"));
  ASSERT_TRUE(bool(answer));
  EXPECT_EQ(answer->did, 0u);
  EXPECT_EQ(answer->note, "no op is named 't.matmul'.");
  EXPECT_EQ(trackedIn(trace, "t.conv", "#99"),
            "no op #99: the ops so far are #1 to #1");
}

TEST(TrackInto, TakesManyOpsThatShareOneDescendantInOneWalk) {
  TraceWriter trace;
  constexpr uint64_t kOps = 20000;
  for (uint64_t i = 1; i <= kOps; ++i)
    trace.create(0x1000 * i, "t.conv");
  trace.beginPass("cse");
  for (uint64_t i = 2; i <= kOps; ++i) {
    trace.equal(0x1000, 0x1000 * i);
    trace.erase(0x1000 * i);
  }
  trace.end();
  trace.beginPass("p");
  for (uint64_t i = 0; i < kOps; ++i)
    trace.rewrite(i == 0 ? 0x1000 : 0x800 + 0x1000 * i, 0x1800 + 0x1000 * i,
                  "t.generic");
  trace.rewrite(0x800 + 0x1000 * kOps, 0x10, "t.matmul");
  trace.end();
  WrittenTrace lineage(trace);
  TrackQuestion question = ask("t.conv", "t.matmul");
  question.through = true;
  auto answer = trackInto(*lineage, question);
  ASSERT_TRUE(bool(answer));
  EXPECT_EQ(answer->countAs(TrackedAs::Result), kOps);
}

TEST(Fates, RowsAddUpToTheTotal) {
  TwoConvolutions trace;
  trace.rewrite(D, 0x100, "t.matmul");
  trace.equal(C, E);
  trace.erase(E);
  trace.end();
  WrittenTrace lineage(trace);
  for (FateKey key : {FateKey::Op, FateKey::Pass, FateKey::Pattern}) {
    FateTable table = fates(*lineage, key);
    FateRow sum;
    for (const FateRow &row : table.rows) {
      sum.created += row.created;
      sum.replaced += row.replaced;
      sum.merged += row.merged;
      sum.erased += row.erased;
      sum.alive += row.alive;
    }
    EXPECT_EQ(sum.created, 7u);
    EXPECT_EQ(sum.replaced, 3u);
    EXPECT_EQ(sum.merged, 1u);
    EXPECT_EQ(sum.erased, 0u);
    EXPECT_EQ(sum.alive, 3u);
    EXPECT_EQ(table.total.created, 7u);
    EXPECT_EQ(table.total.alive, 3u);
  }
}

TEST(Fates, PassesComeInTheOrderOfTheirWork) {
  TraceWriter trace;
  trace.create(A, "t.a");
  trace.beginPass("first");
  trace.create(B, "t.b");
  trace.end();
  trace.beginPass("second");
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  std::vector<std::string> names;
  for (const FateRow &row : fates(*lineage, FateKey::Pass).rows)
    names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string>{"", "first", "second"}));
}

/// "3 dropped, 4 merged #1", then the lines that survive.
std::string lostIn(TraceWriter &trace) {
  WrittenTrace lineage(trace);
  LostAnswer answer = llvm::cantFail(lostLines(*lineage, "", 100));
  std::string text;
  for (const SourceLineFate &line : answer.lost) {
    text += fmt::format("{} {}", line.line, toString(line.how).str());
    if (line.into.id != 0)
      text += fmt::format(" #{}", line.into.id);
    text += ", ";
  }
  text += "kept";
  for (const SourceLineFate &line : answer.surviving)
    text += fmt::format(" {}", line.line);
  return text;
}

TEST(LostLines, TellWhatHappenedToTheLastOp) {
  TraceWriter trace;
  uint32_t lines[7];
  for (uint32_t line = 1; line < 7; ++line)
    lines[line] = trace.place("a.mlir", line);
  for (uint64_t op = 1; op < 7; ++op)
    trace.create(0x10 * op, "t.a", lines[op]);
  trace.beginPass("p");
  trace.erase(0x10);
  trace.equal(0x20, 0x50);
  trace.erase(0x20);
  trace.replace(0x30, 0x50);
  trace.erase(0x30);
  trace.rewrite(0x40, 0x70, "t.b"); // #7
  trace.end();
  trace.beginPass("q");
  trace.create(0x80, "t.c", trace.fused({lines[6], lines[5]}));
  trace.erase(0x60);
  trace.end();
  EXPECT_EQ(lostIn(trace),
            "1 dropped, 2 merged #5, 3 folded #5, 4 rewritten #7, kept 5 6");
}

TEST(LostLines, RankPassesByUnknownLocations) {
  TraceWriter trace;
  uint32_t line = trace.place("a.mlir", 1);
  trace.create(A, "t.a", line);
  trace.beginPass("careful");
  trace.create(B, "t.b", line);
  trace.end();
  trace.beginPass("careless");
  trace.create(C, "t.b");
  trace.create(D, "t.b", line);
  trace.end();
  WrittenTrace lineage(trace);
  LostAnswer answer = llvm::cantFail(lostLines(*lineage, "a.mlir", 1));
  ASSERT_EQ(answer.passes.size(), 1u);
  EXPECT_EQ(answer.passes[0].pass, "careless");
  EXPECT_EQ(answer.passes[0].created, 2u);
  EXPECT_EQ(answer.passes[0].unknown, 1u);
  EXPECT_EQ(answer.percentCovered(), 100);
}

TEST(LostLines, ALocationChangedInPlaceIsLost) {
  TraceWriter trace;
  trace.create(A, "t.a", trace.place("a.mlir", 1));
  trace.relocate(A, trace.place("a.mlir", 2));
  trace.create(B, "t.a", trace.place("a.mlir", 3));
  trace.beginPass("p");
  trace.event(EventKind::Erase, B, 0, 0, trace.place("a.mlir", 2));
  trace.end();
  EXPECT_EQ(lostIn(trace), "3 relocated, kept 2");
}

TEST(LostLines, AModificationTellsANewLocationAndWhoGaveIt) {
  TraceWriter trace;
  trace.create(A, "t.a", trace.place("a.mlir", 1));
  trace.create(B, "t.a", trace.place("a.mlir", 2));
  trace.beginPass("relocate");
  trace.modify(A, trace.place("a.mlir", 2));
  trace.modify(B);
  trace.end();
  EXPECT_EQ(lostIn(trace), "1 relocated, kept 2");
  WrittenTrace lineage(trace);
  LostAnswer answer = llvm::cantFail(lostLines(*lineage, "", 100));
  EXPECT_EQ(answer.lost.front().by.pass, "relocate");
  EXPECT_EQ(answer.lost.front().last.id, 1u);
  // It is still found where it was made.
  EXPECT_EQ(lineage->places().opsAt({lineage->places().files()[0], 1}),
            std::vector<OpId>({1}));
}

TEST(LostLines, TheEndTellsWhatNoEventSaid) {
  TraceWriter trace;
  trace.create(A, "t.a", trace.place("a.mlir", 1));
  trace.create(B, "t.a", trace.place("a.mlir", 2));
  trace.create(C, "t.a", trace.place("a.mlir", 3));
  trace.beginPass("p");
  trace.rewrite(C, D, "t.b"); // #4
  trace.end();
  EXPECT_EQ(lostIn(trace), "3 rewritten #4, kept 1 2");
  trace.teardown(A);
  trace.endAt(A, trace.place("a.mlir", 1));
  trace.teardown(B);
  trace.endAt(B, 0);
  EXPECT_EQ(lostIn(trace), "2 relocated, 3 rewritten #4, kept 1");
}

TEST(LostLines, OpsThatAreNotFreedMayHaveOtherLocations) {
  TraceWriter trace;
  trace.create(A, "t.a", trace.place("a.mlir", 1));
  trace.create(B, "t.a", trace.place("a.mlir", 2));
  auto unchecked = [&] {
    return llvm::cantFail(lostLines(*WrittenTrace(trace), "", 100)).unchecked;
  };
  // Nothing has run that could have given them any.
  EXPECT_EQ(unchecked(), 0u);
  trace.beginPass("p");
  EXPECT_EQ(unchecked(), 2u);
  // The IR is compared when a pass is over.
  trace.end();
  EXPECT_EQ(unchecked(), 0u);
  trace.header().comparedUntil = 1;
  EXPECT_EQ(unchecked(), 2u);
  trace.teardown(A);
  trace.endAt(A, 0);
  EXPECT_EQ(unchecked(), 1u);
  trace.erase(B);
  EXPECT_EQ(unchecked(), 0u);
}

TEST(LostLines, OfALocationThatCameBackNothingIsTold) {
  TraceWriter trace;
  uint32_t first = trace.place("a.mlir", 1);
  trace.create(A, "t.a", first);
  trace.beginPass("p");
  trace.modify(A, trace.place("a.mlir", 2));
  trace.modify(A, first);
  trace.end();
  EXPECT_EQ(lostIn(trace), "kept 1");
}

TEST(LostLines, WhatCameLastIsTold) {
  TraceWriter trace;
  uint32_t line = trace.place("a.mlir", 1), other = trace.place("b.mlir", 9);
  trace.create(A, "t.a", line);
  trace.create(B, "t.a", line);
  trace.beginPass("first");
  trace.modify(A, other);
  trace.end();
  trace.beginPass("second");
  trace.erase(B);
  trace.end();
  EXPECT_EQ(lostIn(trace), "1 dropped, kept");
  // An op that was made later, and relocated nobody knows when, had it last.
  trace.create(C, "t.c", line);
  trace.teardown(C);
  trace.endAt(C, other);
  EXPECT_EQ(lostIn(trace), "1 relocated, kept");
}
} // namespace
