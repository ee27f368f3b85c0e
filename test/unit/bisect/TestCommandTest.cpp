//===- TestCommandTest.cpp - What a test command says ---------------------===//

#include "bisect/TestCommand.h"

#include "support/TestFolder.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;
using llvm::Expected;

namespace {

const RunOutput kRun{"/tmp/it's out", "/tmp/err", "139"};

TEST(TestCommand, NamesTheFilesAndTheStatus) {
  EXPECT_EQ(expandTestCommand("diff %o %e %x", kRun),
            "diff '/tmp/it'\\''s out' '/tmp/err' '139'");
  EXPECT_EQ(expandTestCommand("date +%%s %q %", kRun), "date +%s %q %");
}

struct Judging : testing::Test {
  Expected<TestOutcome> judge(const char *text, bool isCancelled = false) {
    TestCommand command;
    command.text = text;
    command.log = folder.pathOf("log");
    return runTest(command, kRun, [=] { return isCancelled; });
  }
  Verdict verdict(const char *text) {
    Expected<TestOutcome> outcome = judge(text);
    EXPECT_TRUE(bool(outcome));
    return outcome ? outcome->verdict : Verdict::CannotTell;
  }
  TestFolder folder;
};

TEST_F(Judging, ByTheExitCode) {
  EXPECT_EQ(verdict("true"), Verdict::Good);
  EXPECT_EQ(verdict("false"), Verdict::Bad);
  EXPECT_EQ(verdict("exit 125"), Verdict::CannotTell);
  EXPECT_EQ(verdict("exit 128"), Verdict::Bad);
  EXPECT_EQ(verdict("kill -SEGV $$"), Verdict::Bad);
}

TEST_F(Judging, KnowsTheRunFromTheEnvironment) {
  EXPECT_EQ(verdict("test \"$MLIR_TRACK_DBG_STATUS\" = 139"), Verdict::Good);
  EXPECT_EQ(verdict("test \"$MLIR_TRACK_DBG_OUTPUT\" = \"/tmp/it's out\""),
            Verdict::Good);
}

TEST_F(Judging, WhatIsNotThereIsNoVerdict) {
  Expected<TestOutcome> outcome = judge("no-such-command-anywhere %o");
  ASSERT_FALSE(bool(outcome));
  std::string text = toString(outcome.takeError());
  EXPECT_NE(text.find("cannot run the test command (exit code 127"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("no-such-command-anywhere"), std::string::npos) << text;
}

TEST_F(Judging, EndsWhenItIsCancelled) {
  Expected<TestOutcome> outcome =
      judge("while :; do :; done", /*isCancelled=*/true);
  ASSERT_FALSE(bool(outcome));
  EXPECT_TRUE(outcome.errorIsA<Cancelled>());
  consumeError(outcome.takeError());
}

} // namespace
