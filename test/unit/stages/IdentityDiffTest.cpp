//===- IdentityDiffTest.cpp - How printed IR differs, op by op ------------===//

#include "stages/IdentityDiff.h"

#include "stages/CarriedNames.h"
#include "stages/Diff.h"
#include "support/TraceWriter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

/// A text in which `#3` at the begin of a line says which op begins there. It
/// is not part of the text.
class Text {
public:
  Text(llvm::StringRef marked) : text(make(marked)) {}
  DiffLines lines() const { return DiffLines::of(&text); }

private:
  static StageText make(llvm::StringRef marked) {
    std::string text;
    std::vector<Tie> ties;
    llvm::SmallVector<llvm::StringRef> lines;
    marked.split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (auto [number, line] : llvm::enumerate(lines)) {
      if (line.consume_front("#")) {
        OpId op = 0;
        line.consumeInteger(10, op);
        line = line.drop_front();
        ties.push_back(
            {uint32_t(number + 1), uint32_t(line.find_first_not_of(' ')), op});
      }
      text += line.str() + "\n";
    }
    return StageText(std::move(text), std::move(ties));
  }
  StageText text;
};

/// The lines of `after` with the names of `before`.
List carried(const Text &before, const Text &after) {
  DiffLines old = before.lines(), young = after.lines();
  CarriedNames names(old, young);
  List result;
  for (const std::string &line : names.lines())
    result.push_back(llvm::StringRef(line).trim().str());
  return result;
}

/// A line for each that is not the same: "-", "+", "<", ">", or "~" and what it
/// is, with what it is tied to.
List differences(const Lineage &lineage, const Text &before, const Text &after,
                 const DiffedAction *action = nullptr) {
  DiffLines old = before.lines(), young = after.lines();
  List result;
  for (const IdentityLine &line :
       diffByIdentity(lineage, old, young, action).lines) {
    if (line.kind == IdentityLine::Kind::Same)
      continue;
    constexpr llvm::StringLiteral kSigns(" ~-+<>");
    bool isOld = line.after.empty();
    std::string text =
        kSigns[size_t(line.kind)] +
        llvm::StringRef(isOld ? line.before : line.after).trim().str();
    if (!line.otherName.empty())
      text += " (" + line.otherName + ")";
    result.push_back(text);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

List words(llvm::StringRef before, llvm::StringRef after) {
  List result;
  for (const DiffWords &each : diffWords(before, after))
    result.push_back(" -+"[size_t(each.kind)] + each.text.str());
  return result;
}

TEST(DiffWords, NamesAreWhole) {
  EXPECT_EQ(words("%2 = addi %0, %1 : i32", "%2 = addi %0, %10 : i32"),
            List({" %2 = addi %0, ", "-%1", "+%10", "  : i32"}));
  EXPECT_EQ(words("", "a"), List({"+a"}));
  EXPECT_EQ(words("a", ""), List({"-a"}));
  EXPECT_EQ(words("@f", "@f"), List({" @f"}));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(CarriedNames, AnOpKeepsTheNameItHad) {
  EXPECT_EQ(carried(Text("#1 %0 = a\n#2 %1 = b\n#3 %2:2 = c %1, %0\n#4 d %2#1"),
                    Text("#2 %0 = b\n#5 %1 = n %0\n#3 %2:2 = c %1, %0\n"
                         "#4 d %2#1")),
            List({"%1 = b", "%new1 = n %1", "%2:2 = c %new1, %1", "d %2#1"}));
}

TEST(CarriedNames, AnArgumentIsKnownByItsPlace) {
  EXPECT_EQ(carried(Text("#1 f(%arg0: i) {\n#2   for %arg1 = %arg0 {\n"
                         "#3     use %arg1\n  }\n}"),
                    Text("#1 f(%arg0: i) {\n#4   for %arg1 = %arg0 {\n  }\n"
                         "#2   for %arg2 = %arg0 {\n#3     use %arg2\n  }\n}")),
            List({"f(%arg0: i) {", "for %new1 = %arg0 {", "}",
                  "for %arg1 = %arg0 {", "use %arg1", "}", "}"}));
}

TEST(CarriedNames, AnArgumentIsKnownByItsUsersWhereSomeAreGone) {
  EXPECT_EQ(carried(Text("#1 f(%arg0: i, %arg1: i) {\n#2   use %arg1\n}"),
                    Text("#1 f(%arg0: i) {\n#2   use %arg0\n}")),
            List({"f(%arg1: i) {", "use %arg1", "}"}));
  // One before the others, and one between them.
  EXPECT_EQ(
      carried(Text("#1 f {\n^bb1(%0: i, %1: i):\n#2   use %0\n#3   ret %1\n}"),
              Text("#1 f {\n^bb1(%0: i, %1: i, %2: i, %3: i):\n#2   use %1\n"
                   "#3   ret %3\n}")),
      List({"f {", "^bb1(%new1: i, %0: i, %new2: i, %1: i):", "use %0",
            "ret %1", "}"}));
  // The one that nothing uses has the place that is left.
  EXPECT_EQ(
      carried(Text("#1 f {\n^bb1(%0: i, %1: i, %2: i):\n#2   use %0\n"
                   "#3   ret %2\n}"),
              Text("#1 f {\n^bb1(%0: i, %1: i):\n#2   use %3\n#3   ret %1\n}")),
      List({"f {", "^bb1(%0: i, %2: i):", "use %3", "ret %2", "}"}));
}

TEST(CarriedNames, ABlockIsKnownByItsOps) {
  EXPECT_EQ(
      carried(Text("#1 f() {\n#2   br ^bb1(%0)\n^bb1(%1: i):  // pred: ^bb0\n"
                   "#3   ret %1\n}"),
              Text("#1 f() {\n#2   br ^bb2(%0)\n^bb1(%1: i):\n#4   x %1\n"
                   "^bb2(%2: i):\n#3   ret %2\n}")),
      List({"f() {", "br ^bb1(%0)", "^new1(%new1: i):", "x %new1",
            "^bb1(%1: i):", "ret %1", "}"}));
}

TEST(CarriedNames, ABlockOfAnotherOpHasANewName) {
  // The body of a loop becomes a block of the function.
  EXPECT_EQ(carried(Text("#1 f() {\n^bb0(%0: i):\n#2   a\n#3   for {\n"
                         "  ^bb0(%1: i):\n#4     use %1\n  }\n}"),
                    Text("#1 f() {\n^bb0(%0: i):\n#2   a\n#5   br ^bb1\n"
                         "^bb1(%1: i):\n#4   use %1\n}")),
            List({"f() {", "^bb0(%0: i):", "a", "br ^new1",
                  "^new1(%1: i):", "use %1", "}"}));
  // All blocks of an op go into one that takes its place.
  EXPECT_EQ(carried(Text("#1 f() {\n^bb1:\n#2   a\n^bb2:\n#3   b\n}"),
                    Text("#4 g() {\n^bb7:\n#2   a\n^bb8:\n#3   b\n}")),
            List({"g() {", "^bb1:", "a", "^bb2:", "b", "}"}));
}

TEST(CarriedNames, ANewOpAroundTheSameOpsKeepsNames) {
  EXPECT_EQ(carried(Text("#1 f @f(%0) {\n#2   for %1 {\n#3     for %2 {\n"
                         "#4       use %0, %1, %2\n    }\n  }\n}"),
                    Text("#5 g @f(%0) {\n#6   par (%1) {\n#7     par (%2) {\n"
                         "#4       use %0, %1, %2\n    }\n  }\n}")),
            List({"g @f(%0) {", "par (%1) {", "par (%2) {", "use %0, %1, %2",
                  "}", "}", "}"}));
  // A loop that is new among others does not.
  EXPECT_EQ(carried(Text("#1 for %0 {\n#2   use %0\n}"),
                    Text("#3 for %0 {\n#4   new %0\n}\n#1 for %1 {\n"
                         "#2   use %1\n}")),
            List({"for %new1 {", "new %new1", "}", "for %0 {", "use %0", "}"}));
}

TEST(CarriedNames, AnOpOfAnotherFunctionHasANewName) {
  // The inliner takes an op to where the call was.
  EXPECT_EQ(carried(Text("#1 f @f {\n#2   %0 = a\n}\n#3 f @g {\n"
                         "#4   %0 = call\n#5   use %0\n}"),
                    Text("#3 f @g {\n#2   %0 = a\n#5   use %0\n}")),
            List({"f @g {", "%new1 = a", "use %new1", "}"}));
  // A new function has those of the one that it stands for.
  EXPECT_EQ(carried(Text("#1 f @f {\n#2   %7 = a\n#3   use %7\n}"),
                    Text("#4 g @f {\n#2   %0 = a\n#3   use %0\n}")),
            List({"g @f {", "%7 = a", "use %7", "}"}));
}

TEST(CarriedNames, OtherRegionsMayUseANameAgain) {
  EXPECT_EQ(
      carried(Text("#1 if {\n#2   %0 = a\n#3   y %0\n} else {\n"
                   "#4   %0 = b\n#5   y %0\n}"),
              Text("#6 %0 = n\n#1 if {\n#2   %1 = a\n#3   y %1\n} else {\n"
                   "#4   %1 = b\n#5   y %1\n}")),
      List({"%new1 = n", "if {", "%0 = a", "y %0", "} else {", "%0 = b", "y %0",
            "}"}));
}

TEST(CarriedNames, WhatStandsBehindMayBeUsed) {
  EXPECT_EQ(carried(Text("#1 f {\n#2   use %0\n#3   %0 = a\n}"),
                    Text("#1 f {\n#2   use %1\n#4   %0 = n\n#3   %1 = a\n}")),
            List({"f {", "use %0", "%new1 = n", "%0 = a", "}"}));
}

TEST(CarriedNames, StringsAreLeftAlone) {
  EXPECT_EQ(carried(Text("#1 %0 = a"), Text("#2 %0 = n \"%0 \\\" %0\" %0")),
            List({"%new1 = n \"%0 \\\" %0\" %new1"}));
}

TEST(CarriedNames, ANewNameIsOneThatNobodyHas) {
  EXPECT_EQ(carried(Text("#1 %new1 = a"), Text("#1 %new1 = a\n#2 %1 = n")),
            List({"%new1 = a", "%new2 = n"}));
}

TEST(CarriedNames, OpsThatAreNotKnownKeepTheirNames) {
  EXPECT_EQ(carried(Text("#0 %0 = a"), Text("#0 %1 = a\n#0 use %1")),
            List({"%1 = a", "use %1"}));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

TEST(IdentityDiff, RenumberingIsNoDifference) {
  TraceWriter trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(differences(*lineage, Text("#1 %0 = a\n#2 %1 = b\n#3 c %1"),
                        Text("#2 %0 = b\n#3 c %0")),
            List({"-%0 = a"}));
  EXPECT_EQ(differences(*lineage, Text("#1 {\n#2   %0 = a\n}"),
                        Text("#1 {\n#2   %5 = a\n}")),
            List());
}

TEST(IdentityDiff, TellsWhatBecameOfAnOp) {
  constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0;
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2
  trace.beginPass("pass");
  trace.clone(C, A, "test.a"); // #3
  trace.create(D, "test.d");   // #4
  trace.replace(B, D);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(differences(*lineage, Text("#1 %0 = a\n#2 %1 = b\n"),
                        Text("#1 %0 = a\n#3 %1 = a\n#4 %2 = d")),
            List({"-%1 = b (%new2)", "+%new1 = a (%0)", "+%new2 = d"}));
}

TEST(IdentityDiff, AnOpThatMovesIsNotANewOne) {
  TraceWriter trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(differences(*lineage,
                        Text("#1 f {\n#2   %0 = a\n#3   l {\n"
                             "#4     %1 = b\n  }\n}"),
                        Text("#1 f {\n#4   %0 = b\n#2   %1 = a\n#3   l {\n"
                             "  }\n}")),
            List({">%1 = b", "<%1 = b"}));
}

TEST(IdentityDiff, WhatWasHiddenIsNotNew) {
  TraceWriter trace;
  WrittenTrace lineage(trace);
  // The body of #3 was not printed.
  EXPECT_EQ(differences(*lineage, Text("#3 %0 = matmul\n"),
                        Text("#4 %0 = generic {\n#2   %1 = b\n}\n")),
            List({"-%0 = matmul", "+%new1 = generic {", ">%new2 = b", "+}"}));
}

/// A conversion that is open: its pattern, action 3, put #4 in place of #2,
/// which holds #3.
struct OpenConversion : TraceWriter {
  OpenConversion() {
    create(0x10, "builtin.module");
    create(0xa0, "for");
    create(0xa1, "yield");
    beginPass("convert", 0x10);
    begin("apply-conversion", "", 0x10);
    beginPattern("P", 0xa0);
    create(0xb0, "br");
    replace(0xa0, 0xb0);
    end();
  }
  static bool isInIt(ActionId action) { return action == 3; }
  const DiffedAction diffed{4, isInIt};
};

TEST(IdentityDiff, WhatAConversionKeepsIsGone) {
  OpenConversion trace;
  WrittenTrace lineage(trace);
  Text before("#1 module {\n#2   %0 = for {\n#3     yield\n  }\n}\n");
  Text after(
      "#1 module {\n#4   %0 = br\n#3   yield\n#2   %1 = for {\n  }\n}\n");
  EXPECT_EQ(
      differences(*lineage, before, after, &trace.diffed),
      List({"+%new1 = br", ">yield", "-%0 = for { (%new1)", "<yield", "-}"}));
  DiffLines old = before.lines(), young = after.lines();
  IdentityCounts counts =
      diffByIdentity(*lineage, old, young, &trace.diffed).counts;
  EXPECT_EQ(counts.replaced, 1u);
  EXPECT_EQ(counts.stillThere, 1u);
  EXPECT_EQ(counts.moved, 1u);
  EXPECT_EQ(counts.made, 1u);
}

TEST(IdentityDiff, WhatIsPrintedOnOneSideOnlyIsThereOnBoth) {
  OpenConversion trace;
  WrittenTrace lineage(trace);
  // MLIR does not print the yield of a loop.
  Text without("#1 module {\n}\n"), with("#1 module {\n#3   yield\n}\n");
  EXPECT_EQ(differences(*lineage, without, with, &trace.diffed),
            List({">yield"}));
  EXPECT_EQ(differences(*lineage, with, without, &trace.diffed),
            List({"<yield"}));
}

TEST(IdentityDiff, HunksHaveLinesAroundThem) {
  IdentityDiff diff;
  diff.lines.resize(20);
  for (size_t changed : {0, 3, 12, 19})
    diff.lines[changed].kind = IdentityLine::Kind::Changed;
  std::vector<std::pair<size_t, size_t>> found;
  for (const IdentityHunk &hunk : hunksOf(diff, 1))
    found.push_back({hunk.first, hunk.end});
  EXPECT_EQ(found, (std::vector<std::pair<size_t, size_t>>{
                       {0, 5}, {11, 14}, {18, 20}}));
}
} // namespace
