//===- ReplayTest.cpp - The IR after each action --------------------------===//

#include "changes/Rebuilt.h"
#include "export/ActionLog.h"

#include "support/TraceWriter.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x1000, F = 0x2000, A = 0xa000, B = 0xb000,
                   C = 0xc000, D = 0xd000;
constexpr uint64_t Body = 0x1100, Entry = 0x2100, Second = 0x2200,
                   Third = 0x2300;

/// A function of one argument with `A`, in a module. Action 1 is a pass.
struct OneFunction : TraceWriter {
  OneFunction() {
    traits("func.return", kIsTerminator);
    create(A, "test.a");
    create(F, "func.func");
    create(Module, "builtin.module");
    blockPut(Body, Module);
    blockPut(Entry, F);
    opsPut(F, Body);
    opsPut(A, Entry);
    opText(Module, "n0,dbuiltin,|builtin.module <r0.0;>");
    opText(F, "n0,dfunc,|func.func @f(<a0.0;>: i32) <r0.2;>");
    blockText(Entry, {"i32"});
    opText(A, "n1,|test.a <o0;> : i32", {argumentRef(Entry, 0)});
    beginPass("p", Module);
  }
};

std::string rebuilt(const Lineage &lineage, ActionId action,
                    bool isAfter = true) {
  auto printed = rebuildIR(lineage, {{action, isAfter}});
  return printed ? printed->front().text : toString(printed.takeError());
}

TEST(Replay, PrintsAsMLIRDoes) {
  OneFunction trace;
  trace.end();
  WrittenTrace written(trace);
  EXPECT_EQ(rebuilt(*written, 1, false), "module {\n"
                                         "  func.func @f(%arg0: i32) {\n"
                                         "    %0 = test.a %arg0 : i32\n"
                                         "  }\n"
                                         "}\n");
  auto printed = rebuildIR(*written, {{1, true}});
  ASSERT_TRUE(bool(printed));
  std::vector<Tie> ties = printed->front().ties;
  ASSERT_EQ(ties.size(), 3u);
  EXPECT_EQ(ties[2].line, 3u);
  EXPECT_EQ(ties[2].column, 4u);
  EXPECT_EQ(ties[2].op, 1u);
}

TEST(Replay, AnActionIsSeenBeforeAndAfter) {
  OneFunction trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.opsPut(B, Entry, A);
  trace.opText(B, "n1,|test.b <o0;>, <o1;>",
               {resultRef(A, 0), argumentRef(Entry, 0)});
  trace.end();
  trace.beginPattern("Q", A);
  trace.create(C, "test.c");
  trace.opsPut(C, Entry);
  trace.opText(C, "n1,r0.c,|test.c");
  trace.opText(B, "n1,|test.b <o0;>", {resultRef(C, 0)});
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace written(trace);
  EXPECT_EQ(rebuilt(*written, 2), "module {\n"
                                  "  func.func @f(%arg0: i32) {\n"
                                  "    %0 = test.a %arg0 : i32\n"
                                  "    %1 = test.b %0, %arg0\n"
                                  "  }\n"
                                  "}\n");
  EXPECT_EQ(rebuilt(*written, 3, false), rebuilt(*written, 2));
  EXPECT_EQ(rebuilt(*written, 3), "module {\n"
                                  "  func.func @f(%arg0: i32) {\n"
                                  "    %c = test.c\n"
                                  "    %0 = test.b %c\n"
                                  "  }\n"
                                  "}\n");
  EXPECT_EQ(rebuilt(*written, 1), rebuilt(*written, 3));
}

TEST(Replay, BlocksHaveLabels) {
  OneFunction trace;
  trace.create(B, "test.br");
  trace.opsPut(B, Entry, A);
  trace.blockPut(Second, F, 0, Entry);
  trace.blockPut(Third, F, 0, Entry);
  trace.blockText(Second, {"f32"});
  trace.opText(B, "n0,|test.br <s0;>, <s1;>", {}, {Second, Second});
  trace.create(C, "func.return");
  trace.opsPut(C, Second);
  trace.opText(C, "n0,|func.return");
  trace.end();
  EXPECT_EQ(rebuilt(*WrittenTrace(trace), 1),
            "module {\n"
            "  func.func @f(%arg0: i32) {\n"
            "    %0 = test.a %arg0 : i32\n"
            "    test.br ^bb2, ^bb2\n"
            "  ^bb1:  // no predecessors\n"
            "  ^bb2(%1: f32):  // 2 preds: ^bb0, ^bb0\n"
            "    return\n"
            "  }\n"
            "}\n");
}

TEST(Replay, OpsThatMoveTogetherKeepTheirOrder) {
  OneFunction trace;
  uint64_t before = A;
  for (uint64_t op : {B, C, D}) {
    trace.create(op, "test.x");
    trace.opsPut(op, Entry, before);
    trace.opText(op, op == B ? "n0,|b" : op == C ? "n0,|c" : "n0,|d");
    before = op;
  }
  trace.beginPattern("P", A);
  trace.opsPut(C, Entry, 0, 2);
  trace.end();
  trace.end();
  EXPECT_EQ(rebuilt(*WrittenTrace(trace), 2), "module {\n"
                                              "  func.func @f(%arg0: i32) {\n"
                                              "    c\n"
                                              "    d\n"
                                              "    %0 = test.a %arg0 : i32\n"
                                              "    b\n"
                                              "  }\n"
                                              "}\n");
}

TEST(Replay, NamesAreThoseOfMLIR) {
  OneFunction trace;
  trace.create(B, "test.b");
  trace.opsPut(B, Entry, A);
  trace.opText(B, "n3,r0.c0,r2.x y,|test.b");
  trace.create(C, "test.c");
  trace.opsPut(C, Entry, B);
  trace.opText(C, "n1,r0.c0,|test.c <o0;> <o1;> <o2;> <u;>",
               {resultRef(B, 0), resultRef(B, 1), resultRef(B, 2)});
  trace.end();
  EXPECT_EQ(rebuilt(*WrittenTrace(trace), 1),
            "module {\n"
            "  func.func @f(%arg0: i32) {\n"
            "    %0 = test.a %arg0 : i32\n"
            "    %c0:2, %x_y = test.b\n"
            "    %c0_0 = test.c %c0#0 %c0#1 %x_y <<UNKNOWN SSA VALUE>>\n"
            "  }\n"
            "}\n");
}

TEST(Replay, SaysWhatIsMissing) {
  TraceWriter trace;
  trace.beginPass("p", Module);
  trace.end();
  EXPECT_EQ(rebuilt(*WrittenTrace(trace), 1),
            "the IR after each action was not recorded; 'record --changes' "
            "does");
  OneFunction large;
  large.end();
  large.header().comparedUntil = 1;
  EXPECT_EQ(rebuilt(*WrittenTrace(large), 1),
            "the IR is not known from a1 on: there were too many ops to "
            "compare");
}

//===----------------------------------------------------------------------===//
// Records that cannot be
//===----------------------------------------------------------------------===//

TEST(Replay, AnOpInsideItselfIsPrintedOnce) {
  OneFunction trace;
  trace.blockPut(Body, F);
  trace.opsPut(Module, Entry);
  trace.end();
  EXPECT_LT(rebuilt(*WrittenTrace(trace), 1).size(), 400u);
}

TEST(Replay, AnyRecordIsRead) {
  OneFunction trace;
  for (unsigned kind = 0; kind != 8; ++kind)
    for (size_t size = 0; size != 6; ++size)
      for (uint64_t word :
           {uint64_t(0), ~uint64_t(0), A, Entry, F | uint64_t(1) << 60}) {
        trace.changeRecord(ChangeRecordKind(kind),
                           std::vector<uint64_t>(size, word));
      }
  trace.opsPut(A, Entry, A, ~uint64_t(0));
  trace.opText(A,
               "n99999999999,r7.x,a9.9.y,w3.3.3,z,|<o9;><a9.9;><s9;><v9;>"
               "<r9.9;><n99999999;><q;><o",
               {1, 2, 3});
  trace.end();
  EXPECT_NE(rebuilt(*WrittenTrace(trace), 1), "");
}

TEST(Replay, ARecordThatLeavesItsSegmentIsAFault) {
  OneFunction trace;
  trace.changeRecord(ChangeRecordKind::OpsPut, {A});
  trace.end();
  std::string bytes = trace.bytes();
  uint64_t good =
      ChangeHead{ChangeRecordKind::OpsPut, 2, trace.now() - 1}.word();
  size_t at = bytes.find(
      std::string(reinterpret_cast<const char *>(&good), sizeof(good)));
  ASSERT_NE(at, std::string::npos);
  uint64_t wrong = ChangeHead{ChangeRecordKind::OpsPut, 3, trace.now()}.word();
  bytes.replace(at, sizeof(wrong), reinterpret_cast<const char *>(&wrong),
                sizeof(wrong));
  TemporaryFile file;
  file.write(bytes);
  auto lineage = Lineage::open(file.path());
  ASSERT_TRUE(bool(lineage));
  EXPECT_TRUE(
      (*lineage)->trace().problem().contains("is longer than its segment"));
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

TEST(Patches, ShowEachActionByItself) {
  OneFunction trace;
  trace.symbol(F, "f");
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.opsPut(B, Entry, A);
  trace.opText(B, "n1,r0.b,|test.b <o0;>", {resultRef(A, 0)});
  trace.opText(A, "n1,|test.a new");
  trace.end();
  trace.beginPattern("Q", A);
  trace.opsPut(A, Entry, B);
  trace.end();
  trace.beginPattern("R", A);
  trace.erase(B);
  trace.end();
  trace.end();
  std::string text;
  llvm::raw_string_ostream os(text);
  ExportOptions options;
  options.format = LogFormat::Patches;
  ASSERT_FALSE(bool(exportActions(*WrittenTrace(trace), options, os)));
  EXPECT_EQ(llvm::StringRef(text).split("\n\n").second.str(),
            "# a2 apply-pattern 'P' in p\n"
            "@@ func.func @f @@\n"
            "+  %b_4 = test.b %1\n"
            "-  %1 = test.a %arg0_2 : i32\n"
            "+  %1 = test.a new\n"
            "\n"
            "# a3 apply-pattern 'Q' in p\n"
            "@@ func.func @f @@\n"
            ">  %1 = test.a new\n"
            "\n"
            "# a4 apply-pattern 'R' in p\n"
            "@@ func.func @f @@\n"
            "-  %b_4 = test.b %1\n"
            "\n");
}
} // namespace
