//===- DiagnosticsTest.cpp - What the compiler reported -------------------===//

#include "support/TraceWriter.h"

#include "queries/Diagnostics.h"
#include "queries/PassVisits.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x10, A = 0xa0, B = 0xb0;
constexpr uint64_t Block = 0x1000;

TEST(Diagnostics, OneRowForWhatIsSaidAgainAtOnePlace) {
  TraceWriter trace;
  uint32_t first = trace.place("a.mlir", 1), second = trace.place("a.mlir", 2);
  trace.diagnosed(Severity::Error, "unknown", first);
  for (const char *pass : {"p", "q"}) {
    trace.beginPass(pass);
    trace.diagnosed(Severity::Warning, "odd", first);
    trace.diagnosed(Severity::Warning, "odd", first);
    trace.diagnosed(Severity::Remark, "odd", first);
    trace.diagnosed(Severity::Warning, "odd", second);
    trace.end();
  }
  DiagnosticList list = diagnosticsOf(*WrittenTrace(trace));
  EXPECT_EQ(list.counts.errors, 1u);
  EXPECT_EQ(list.counts.warnings, 6u);
  EXPECT_EQ(list.counts.remarks, 2u);
  ASSERT_EQ(list.rows.size(), 7u);
  EXPECT_EQ(list.rows[0].text, "unknown");
  EXPECT_EQ(list.rows[0].location, "a.mlir:1:1");
  EXPECT_EQ(list.rows[0].first.number, 0u);
  EXPECT_EQ(list.rows[1].count, 2u);
  EXPECT_EQ(list.rows[1].first.pass, "p");
  EXPECT_EQ(list.rows[4].first.pass, "q");
}

TEST(Diagnostics, AnIllegalOpIsAnError) {
  TraceWriter trace;
  trace.create(A, "t.a");
  trace.beginPass("p");
  trace.leftIllegal(A, "failed to legalize");
  trace.leftIllegal(B, "of an op that nobody knows");
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->illegalOps().size(), 1u);
  EXPECT_EQ(countDiagnostics(*lineage).errors, 2u);
  EXPECT_EQ(diagnosticsOf(*lineage).rows[0].op.id, 1u);
}

TEST(Diagnostics, PassesThatRanOverAnOp) {
  TraceWriter trace;
  uint32_t place = trace.place("a.mlir", 7);
  trace.create(A, "t.a", place, Block);   // #1
  trace.create(Module, "builtin.module"); // #2
  trace.blockParent(Block, Module);
  trace.beginPass("over", Module); // 1
  trace.diagnosed(Severity::Remark, "seen", place);
  trace.end();
  trace.create(B, "t.other");      // #3
  trace.beginPass("elsewhere", B); // 2
  trace.end();
  trace.beginPass("modifies", Module); // 3
  trace.modify(A);
  trace.end();
  trace.beginPass("erases", Module); // 4
  trace.erase(A);
  trace.end();
  trace.beginPass("later", Module); // 5
  trace.end();
  OpId asked = 1;
  std::vector<PassVisit> visits = passesOver(*WrittenTrace(trace), {asked, {}});
  ASSERT_EQ(visits.size(), 3u);
  EXPECT_EQ(visits[0].pass.pass, "over");
  EXPECT_EQ(visits[0].did, PassVisit::Did::Nothing);
  ASSERT_EQ(visits[0].said.size(), 1u);
  EXPECT_EQ(visits[0].said[0].text, "seen");
  EXPECT_EQ(visits[1].did, PassVisit::Did::Modified);
  EXPECT_EQ(visits[2].did, PassVisit::Did::Ended);
}

} // namespace
