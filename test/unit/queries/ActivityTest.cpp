//===- ActivityTest.cpp - What a crash report says of the compiler --------===//

#include "support/TraceWriter.h"

#include "queries/Activity.h"

#include <csignal>
#include <cstring>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x10, A = 0xa0;

CrashActivity &crashOf(TraceWriter &trace, ActivityKind kind) {
  crashReportOf(trace.header()).signal = SIGABRT;
  CrashActivity &report = crashActivityOf(trace.header());
  report.kind = kind;
  return report;
}

TEST(Activity, WithoutACrashThereIsNone) {
  TraceWriter trace;
  crashOf(trace, ActivityKind::Parsing);
  crashReportOf(trace.header()).signal = 0;
  EXPECT_FALSE(activityAtEnd(*WrittenTrace(trace)));
}

TEST(Activity, OfACrashInAnActionThereIsNone) {
  TraceWriter trace;
  crashOf(trace, ActivityKind::None);
  EXPECT_FALSE(activityAtEnd(*WrittenTrace(trace)));
}

TEST(Activity, NamesTheOpThatWasVerifiedAndThePassThatLeftIt) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "test.a", trace.place("/src/in.mlir", 3, 7));
  trace.beginPass("canonicalize", Module);
  trace.end();
  CrashActivity &report = crashOf(trace, ActivityKind::Verifying);
  report.root = Module;
  report.op = A;
  report.leftBy = 1;
  std::optional<Activity> activity = activityAtEnd(*WrittenTrace(trace));
  ASSERT_TRUE(activity);
  EXPECT_EQ(activity->op.name, "test.a");
  EXPECT_EQ(activity->op.id, 2u);
  EXPECT_EQ(activity->root, "builtin.module");
  EXPECT_EQ(activity->leftBy.argument, "canonicalize");
  EXPECT_EQ(activity->file, "/src/in.mlir");
  EXPECT_EQ(activity->line, 3u);
  EXPECT_EQ(activity->column, 7u);
  EXPECT_FALSE(activity->isOfInput);
}

TEST(Activity, ClaimsNothingOfOpsAndActionsThatAreNotThere) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  CrashActivity &report = crashOf(trace, ActivityKind::Verifying);
  report.root = 0x30;
  report.op = A;
  report.leftBy = (uint64_t(1) << 32) + 1;
  std::optional<Activity> activity = activityAtEnd(*WrittenTrace(trace));
  ASSERT_TRUE(activity);
  EXPECT_EQ(activity->op.id, 0u);
  EXPECT_EQ(activity->root, "");
  EXPECT_EQ(activity->leftBy.action, 0);
  crashOf(trace, ActivityKind(77));
  EXPECT_FALSE(activityAtEnd(*WrittenTrace(trace)));
}

TEST(Activity, TextsNeedNotEnd) {
  TraceWriter trace;
  CrashActivity &report = crashOf(trace, ActivityKind::Parsing);
  std::memset(report.name, 'n', sizeof(report.name));
  std::memset(report.file, 'f', sizeof(report.file));
  report.line = 4;
  std::optional<Activity> activity = activityAtEnd(*WrittenTrace(trace));
  ASSERT_TRUE(activity);
  EXPECT_EQ(activity->parsedOp, std::string(CrashActivity::kMaxName, 'n'));
  EXPECT_EQ(activity->file, std::string(CrashActivity::kMaxFile, 'f'));
  EXPECT_EQ(activity->line, 4u);
}
} // namespace
