//===- CancellationTest.cpp - Long walks that nobody wants any more -------===//

#include "support/TraceWriter.h"

#include "export/ActionLog.h"
#include "export/Dump.h"
#include "queries/Blame.h"
#include "queries/Fates.h"
#include "queries/LostLines.h"
#include "queries/PassRuns.h"
#include "queries/Queries.h"
#include "queries/Statistics.h"
#include "queries/Subgraph.h"
#include "queries/Summary.h"
#include "queries/TrackInto.h"
#include "queries/WhyErased.h"
#include "queries/WhyNot.h"
#include "stages/StageSummary.h"
#include "trace/Cancellation.h"
#include "trace/OutputFile.h"
#include "trace/WorkProgress.h"

#include "llvm/Support/FileSystem.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
/// A chain of ops, each made from the one before in a pass of its own.
struct Chain : TraceWriter {
  Chain() {
    constexpr unsigned kLength = 100;
    create(0x10, "builtin.module");
    create(addressOf(0), "test.op0", place("in.mlir", 1));
    for (unsigned i = 1; i < kLength; ++i) {
      beginPass("pass" + std::to_string(i), 0x10);
      leaf("Other", addressOf(i - 1));
      beginPattern("Pattern", addressOf(i - 1));
      create(addressOf(i), "test.op" + std::to_string(i), place("in.mlir", i));
      replace(addressOf(i - 1), addressOf(i));
      erase(addressOf(i - 1));
      end();
      end();
    }
  }
  static uint64_t addressOf(unsigned i) { return 0x1000 + 0x10 * i; }
};

/// Whether `walk` gives up; and whether it does not where nobody asked for it.
template <typename Walk> bool givesUp(Walk walk) {
  std::atomic<bool> requested = false;
  {
    CancellationScope scope(requested);
    walk();
    EXPECT_FALSE(scope.wasCancelled());
  }
  requested = true;
  CancellationScope scope(requested);
  walk();
  return scope.wasCancelled();
}

template <typename Answer> void drop(llvm::Expected<Answer> answer) {
  if (!answer)
    llvm::consumeError(answer.takeError());
}
} // namespace

TEST(Cancellation, ScopesNestAndEnd) {
  EXPECT_FALSE(isCancelled());
  std::atomic<bool> outerFlag = false, innerFlag = true;
  CancellationScope outer(outerFlag);
  EXPECT_TRUE(outer.isOutermost());
  EXPECT_FALSE(isCancelled());
  {
    CancellationScope inner(innerFlag);
    EXPECT_FALSE(inner.isOutermost());
    EXPECT_FALSE(inner.wasCancelled());
    EXPECT_TRUE(isCancelled());
    EXPECT_TRUE(inner.wasCancelled());
  }
  // What was given up inside is missing outside too.
  EXPECT_TRUE(outer.wasCancelled());
  EXPECT_FALSE(isCancelled());
}

TEST(Cancellation, EndsEveryQuestion) {
  Chain trace;
  WrittenTrace written(trace);
  const Lineage &lineage = *written;
  QueryOptions options;
  EXPECT_TRUE(givesUp([&] { drop(became(lineage, "#2", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(origin(lineage, "#50", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(blame(lineage, "#2", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(whyErased(lineage, "#2", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(history(lineage, "#2", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(ops(lineage, "", options)); }));
  EXPECT_TRUE(givesUp([&] { drop(ops(lineage, "/op9/", options)); }));
  QueryOptions deep;
  deep.depth = 50;
  EXPECT_TRUE(givesUp([&] { drop(history(lineage, "#2", deep)); }));
  EXPECT_TRUE(givesUp([&] {
    WhyNotQuestion question;
    question.spec = "#2";
    drop(whyNot(lineage, question));
  }));
  EXPECT_TRUE(givesUp([&] {
    TrackQuestion question;
    question.from = "#2";
    question.into = "#90";
    drop(trackInto(lineage, question));
  }));
  EXPECT_TRUE(givesUp([&] {
    SubgraphQuestion question;
    question.became.push_back("#2");
    drop(findSubgraph(lineage, question));
  }));
  EXPECT_TRUE(givesUp([&] { fates(lineage, FateKey::Op); }));
  EXPECT_TRUE(givesUp([&] { drop(lostLines(lineage, "", 10)); }));
  EXPECT_TRUE(givesUp([&] { actionStatistics(lineage); }));
  EXPECT_TRUE(givesUp([&] { passes(lineage); }));
  EXPECT_TRUE(givesUp([&] { summarizeStages(lineage); }));
  EXPECT_TRUE(givesUp([&] { summarize(lineage); }));
}

TEST(Cancellation, EndsBetweenTheOpsOfAQuestion) {
  Chain trace;
  WrittenTrace written(trace);
  const Lineage &lineage = *written;
  // As if Ctrl-C came where the work is told of the first time.
  auto timesToldOf = [](llvm::StringRef work, auto walk) {
    std::atomic<bool> requested = false;
    CancellationScope scope(requested);
    unsigned told = 0;
    auto tell = [&](llvm::StringRef what, std::optional<unsigned>) {
      if (what != work)
        return;
      ++told;
      requested = true;
    };
    WorkListener listener(tell);
    walk();
    EXPECT_TRUE(scope.wasCancelled());
    return told;
  };
  EXPECT_EQ(timesToldOf("writing the histories",
                        [&] { drop(history(lineage, "/op[1-4]/", {})); }),
            1u);
  EXPECT_EQ(timesToldOf("tracking the ops",
                        [&] {
                          TrackQuestion question;
                          question.from = "/op[1-4]/";
                          question.into = "test.op90";
                          drop(trackInto(lineage, question));
                        }),
            1u);
}

TEST(Cancellation, EndsTheReadingOfATrace) {
  Chain trace;
  WrittenTrace written(trace);
  auto open = [&](OnCancel onCancel) {
    return messageOf(Lineage::open(written.path(), onCancel).takeError());
  };
  std::atomic<bool> requested = true;
  CancellationScope scope(requested);
  EXPECT_EQ(open(OnCancel::GoOn), "");
  EXPECT_FALSE(scope.wasCancelled());
  EXPECT_EQ(open(OnCancel::GiveUp), "interrupted while reading the trace");
  EXPECT_TRUE(scope.wasCancelled());
}

TEST(Cancellation, EndsEveryExport) {
  Chain trace;
  WrittenTrace written(trace);
  const Lineage &lineage = *written;
  auto into = [](auto write) {
    std::string text;
    llvm::raw_string_ostream out(text);
    write(out);
  };
  for (DumpFormat format :
       {DumpFormat::Json, DumpFormat::Dot, DumpFormat::Text})
    EXPECT_TRUE(givesUp([&] {
      into([&](llvm::raw_ostream &out) { dump(lineage, format, out); });
    }));
  for (LogFormat format :
       {LogFormat::Log, LogFormat::JsonLines, LogFormat::ChromeTrace}) {
    ExportOptions options;
    options.format = format;
    EXPECT_TRUE(givesUp([&] {
      into([&](llvm::raw_ostream &out) {
        llvm::consumeError(exportActions(lineage, options, out));
      });
    }));
  }
}

TEST(Cancellation, LeavesNoHalfOfAFile) {
  Chain trace;
  WrittenTrace written(trace);
  for (DumpFormat format :
       {DumpFormat::Json, DumpFormat::Text, DumpFormat::Sqlite}) {
    TemporaryFile file;
    std::atomic<bool> requested = true;
    CancellationScope scope(requested);
    EXPECT_EQ(messageOf(dumpToFile(*written, format, file.path())),
              "the writing of '" + file.path() + "' was interrupted");
    EXPECT_FALSE(llvm::sys::fs::exists(file.path()));
  }
  std::atomic<bool> requested = true;
  CancellationScope scope(requested);
  llvm::consumeError(dumpToFile(*written, DumpFormat::Text, "/dev/null"));
  EXPECT_TRUE(llvm::sys::fs::exists("/dev/null"));
}
