//===- RenderTest.cpp - Replies as their readers see them -----------------===//

#include "render/Render.h"

#include "trace/Cancellation.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

/// Each op cloned from the one before.
LineageReply chainOf(unsigned length) {
  LineageReply reply;
  for (unsigned i = 0; i < length; ++i) {
    LineageNode node;
    node.op.id = i + 1;
    node.op.name = "test.op";
    node.depth = i;
    if (i > 0)
      node.evidence = Evidence::Cloned;
    reply.tree.nodes.push_back(std::move(node));
  }
  return reply;
}

/// Each pass inside the one before.
PassesReply nestOf(unsigned length) {
  PassesReply reply;
  reply.isWhole = true;
  for (unsigned i = 0; i < length; ++i) {
    PassRun run;
    run.action = i + 1;
    run.around = i;
    run.depth = i;
    run.name = "Pass";
    reply.runs.push_back(std::move(run));
  }
  return reply;
}

TEST(Render, DeepLinesStayShort) {
  constexpr unsigned kDeep = 10'000, kMostOfALine = 200;
  EXPECT_LT(render(chainOf(kDeep), RenderStyle()).size(), kDeep * kMostOfALine);
  EXPECT_LT(render(nestOf(kDeep), RenderStyle()).size(), kDeep * kMostOfALine);
  std::string text = render(nestOf(43), RenderStyle());
  EXPECT_NE(text.find("  " + std::string(80, ' ') + "Pass\n"),
            std::string::npos);
  EXPECT_NE(text.find("  " + std::string(80, ' ') + "(+2) Pass\n"),
            std::string::npos);
}

TEST(Render, APassIsIndentedBelowWhatIsShown) {
  PassesReply reply;
  for (unsigned i = 1; i <= 30; ++i) {
    PassRun manager, pass;
    manager.action = 2 * i;
    manager.name = "mlir::detail::OpToOpPassAdaptor";
    manager.changed = true;
    manager.duration = std::chrono::nanoseconds(i);
    pass.action = 2 * i + 1;
    pass.around = manager.action;
    pass.depth = 1;
    pass.name = "Pass" + std::to_string(i);
    pass.changed = i != 30;
    pass.duration = std::chrono::nanoseconds(i == 30 ? 100 : i);
    reply.runs.insert(reply.runs.end(), {manager, pass});
  }
  std::string text = render(reply, RenderStyle());
  EXPECT_EQ(text.find("Adaptor"), std::string::npos) << text;
  EXPECT_NE(text.find("  Pass29\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("    Pass29\n"), std::string::npos) << text;
  // It changed nothing, but took long.
  EXPECT_NE(text.find("  Pass30\n"), std::string::npos) << text;
  reply.isWhole = true;
  text = render(reply, RenderStyle());
  EXPECT_NE(text.find("    Pass29\n"), std::string::npos) << text;
}

TEST(Render, TwoMovesAreTwice) {
  LineageReply reply = chainOf(1);
  reply.tree.nodes.front().changes.moved = 2;
  reply.tree.nodes.front().changes.lastMoved.number = 7;
  std::string text = render(reply, RenderStyle());
  EXPECT_NE(text.find("= moved twice, last by a7"), std::string::npos) << text;
}

TEST(Render, LongAnswersAreGivenUp) {
  std::atomic<bool> requested = true;
  CancellationScope trees(requested);
  render(chainOf(2), RenderStyle());
  EXPECT_TRUE(trees.wasCancelled());
  CancellationScope passes(requested);
  render(nestOf(2), RenderStyle());
  EXPECT_TRUE(passes.wasCancelled());
}

Frame patternFrame() {
  Frame frame;
  frame.action = 1234;
  frame.tag = "apply-pattern";
  frame.name = "(anonymous namespace)::FoldAddZero";
  frame.op = "arith.addi";
  frame.file = "conv.mlir";
  frame.line = 12;
  frame.column = 8;
  frame.symbol = "main";
  return frame;
}

Frame passFrame() {
  Frame frame;
  frame.action = 7;
  frame.tag = "pass-execution";
  frame.name = "CanonicalizerPass";
  frame.argument = "canonicalize";
  frame.op = "func.func";
  frame.symbol = "main";
  frame.file = "conv.mlir";
  frame.line = 3;
  return frame;
}

EventReply stopReply(When when) {
  EventReply reply;
  reply.event.stop.when = when;
  reply.event.stop.stack = {patternFrame(), passFrame()};
  return reply;
}

Breakpoint numbered(int64_t id, bool temporary = false) {
  Breakpoint breakpoint;
  breakpoint.spec.id = id;
  breakpoint.temporary = temporary;
  return breakpoint;
}

std::string plain(const Reply &reply) { return render(reply, RenderStyle()); }

TEST(Render, StopAtABreakpointNamesItAndTheSource) {
  EventReply reply = stopReply(When::Before);
  reply.breakpoints = {numbered(2)};
  reply.source = SourceLine{12, "  %2 = arith.addi %1, %0 : i32"};
  EXPECT_EQ(plain(reply),
            "\nBreakpoint 2, before a1234: pattern (anonymous "
            "namespace)::FoldAddZero on arith.addi at conv.mlir:12:8\n"
            "12\t  %2 = arith.addi %1, %0 : i32\n");
}

TEST(Render, AllMatchingBreakpointsAreNamed) {
  EventReply reply = stopReply(When::Before);
  reply.breakpoints = {numbered(1), numbered(3, true)};
  EXPECT_TRUE(
      StringRef(plain(reply))
          .starts_with("\nBreakpoints 1, 3 (temporary), before a1234: "));
  reply.breakpoints = {numbered(3, true)};
  EXPECT_TRUE(StringRef(plain(reply))
                  .starts_with("\nTemporary breakpoint 3, before a1234: "));
}

TEST(Render, StopAfterSaysWhatHappened) {
  EventReply reply = stopReply(When::After);
  Stopped &stop = reply.event.stop;
  stop.result = Outcome::Succeeded;
  stop.created = 2;
  stop.erased = 1;
  stop.replaced = 1;
  EXPECT_EQ(plain(reply),
            "After a1234: pattern (anonymous namespace)::FoldAddZero on "
            "arith.addi at conv.mlir:12:8 succeeded: 2 created, 1 erased, 1 "
            "replaced\n");
  reply.event.stop = stopReply(When::After).event.stop;
  stop.result = Outcome::Failed;
  stop.reason = "operand is not a constant";
  EXPECT_TRUE(
      StringRef(plain(reply))
          .ends_with(" at conv.mlir:12:8 failed: operand is not a constant\n"));
}

TEST(Render, InterruptSaysSo) {
  EventReply reply = stopReply(When::Before);
  reply.event.stop.interrupted = true;
  EXPECT_TRUE(
      StringRef(plain(reply)).starts_with("\nInterrupted, before a1234"));
}

TEST(Render, WhatIsSaidBesideAStopFitsTheScreen) {
  RenderStyle narrow;
  narrow.isForScreen = true;
  narrow.width = 30;
  EventReply reply = stopReply(When::After);
  reply.event.stop.result = Outcome::Failed;
  reply.event.stop.reason = "the operand is not a constant";
  EXPECT_NE(render(reply, narrow)
                .find("\n  failed: the operand is not a\n      constant\n"),
            std::string::npos)
      << render(reply, narrow);
  BreakpointAddedReply added{numbered(1), "It watches what has a long name."};
  EXPECT_TRUE(StringRef(render(added, narrow))
                  .ends_with("It watches what has a long\nname.\n"));
}

TEST(Render, EndsAreGdbs) {
  EventReply reply;
  reply.event.kind = Event::Kind::Ended;
  Ending &ending = reply.event.ending;
  ending.processId = 42;
  EXPECT_EQ(plain(reply), "[Inferior 1 (process 42) exited normally]\n");
  ending.code = 3;
  EXPECT_EQ(plain(reply), "[Inferior 1 (process 42) exited with code 03]\n");
  ending.inferior = 0;
  EXPECT_EQ(plain(reply), "[Command (process 42) exited with code 03]\n");
  ending.kind = Ending::Kind::Signaled;
  ending.code = 11;
  ending.signalName = "SIGSEGV";
  ending.stack = {patternFrame()};
  EXPECT_EQ(plain(reply),
            "\nProgram terminated with signal SIGSEGV, Segmentation fault.\n"
            "The program no longer exists.\n"
            "It was in a1234: pattern (anonymous "
            "namespace)::FoldAddZero on arith.addi at conv.mlir:12:8\n");
}

TEST(Render, ACrashBesideTheActionsTellsOfWhat) {
  EventReply reply;
  reply.event.kind = Event::Kind::Ended;
  Ending &ending = reply.event.ending;
  ending.kind = Ending::Kind::Signaled;
  ending.code = 11;
  ending.signalName = "SIGSEGV";
  ending.stack = {passFrame()};
  Activity &activity = ending.activity.emplace();
  auto lastLine = [&] {
    return StringRef(plain(reply)).rtrim().rsplit('\n').second.str();
  };
  activity.kind = trace::ActivityKind::Parsing;
  EXPECT_EQ(lastLine(), "It crashed while parsing the input");
  activity.file = "conv.mlir";
  EXPECT_EQ(lastLine(), "It crashed while parsing the input conv.mlir");
  activity.line = 12;
  EXPECT_EQ(lastLine(),
            "It crashed while parsing the input, at or after conv.mlir:12");
  activity.parsedOp = "gpu.launch";
  EXPECT_EQ(lastLine(),
            "It crashed while parsing the input: gpu.launch, conv.mlir:12");
  activity = Activity();
  activity.kind = trace::ActivityKind::ReadingBytecode;
  activity.file = "conv.mlirbc";
  EXPECT_EQ(lastLine(), "It crashed while reading the bytecode conv.mlirbc");
  activity = Activity();
  activity.kind = trace::ActivityKind::Verifying;
  EXPECT_EQ(lastLine(), "It crashed while verifying IR");
  activity.root = "builtin.module";
  EXPECT_EQ(lastLine(), "It crashed while verifying IR: an op in "
                        "builtin.module");
  activity.isOfInput = true;
  activity.file = "conv.mlir";
  EXPECT_EQ(lastLine(), "It crashed while verifying the parsed input: an op in "
                        "builtin.module, conv.mlir");
  activity.op.id = 4;
  activity.op.name = "gpu.launch";
  activity.line = 12;
  activity.column = 3;
  EXPECT_EQ(lastLine(), "It crashed while verifying the parsed input: "
                        "gpu.launch, conv.mlir:12:3");
  activity.isOfInput = false;
  activity.leftBy = passFrame();
  EXPECT_EQ(lastLine(),
            "It crashed while verifying what a7 left (pass canonicalize on "
            "func.func @main at conv.mlir:3): gpu.launch, conv.mlir:12:3");
}

TEST(Render, Backtrace) {
  BacktraceReply reply;
  reply.frames = {{0, patternFrame()}, {1, passFrame()}};
  reply.frames[0].frame.alive = false;
  reply.more = true;
  EXPECT_EQ(plain(reply),
            "#0  a1234 pattern (anonymous namespace)::FoldAddZero on "
            "arith.addi at conv.mlir:12:8 (erased)\n"
            "#1  a7 pass CanonicalizerPass (canonicalize) on func.func @main "
            "at conv.mlir:3\n"
            "(More stack frames follow...)\n");
}

TEST(Render, DiffIsUnified) {
  DiffReply reply{"func.func @main", "a\nb\n", "a\nc\n"};
  EXPECT_EQ(plain(reply), "--- before func.func @main\n"
                          "+++ after func.func @main\n"
                          "@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  reply.after = reply.before;
  EXPECT_EQ(plain(reply), "The action did not change func.func @main.\n");
}

TEST(Render, ColoursOnlyWhereAskedFor) {
  DiffReply reply{"", "a\n", "b\n"};
  RenderStyle style;
  style.colors = Colors::On;
  EXPECT_NE(render(reply, style).find("\033[31m-a\033[0m"), std::string::npos);
  EXPECT_EQ(plain(reply).find('\033'), std::string::npos);
}

TEST(Render, SourceMarksTheCurrentLine) {
  SourceReply reply{"a.mlir", {{1, "one"}, {2, "\tx two"}}, 2, 4};
  EXPECT_EQ(plain(reply), "   1\tone\n-> 2\t\tx two\n   \t\t  ^\n");
}

TEST(Render, UnitsOfTheContext) {
  UnitsReply reply;
  reply.shown = UnitsShown::Numbered;
  reply.units = {{Unit::Kind::Op, "%0 = a.b\nrest", "a.b", 1, true},
                 {Unit::Kind::Op, "c.d", "c.d", 2, false}};
  EXPECT_EQ(plain(reply), "#0: op %0 = a.b\n#1: op c.d (erased)\n");
}

TEST(Render, ExplainsAValueWithoutAName) {
  UnitsReply reply;
  reply.shown = UnitsShown::Whole;
  reply.units = {{Unit::Kind::Op, "a.b %0", "a.b", 1, true}};
  EXPECT_EQ(plain(reply), "a.b %0\n");
  reply.units[0].text = "a.b <<UNKNOWN SSA VALUE>>";
  EXPECT_EQ(plain(reply),
            "a.b <<UNKNOWN SSA VALUE>>\n"
            "<<UNKNOWN SSA VALUE>> is a value that nothing in this IR defines: "
            "its op or block argument has been taken out, or is not put in "
            "yet. 'info locals' names the ops that define the operands of the "
            "op at the cursor.\n");
}

TEST(Render, ExplainsAValueWithoutANameInADiff) {
  DiffReply reply{"", "a.b %0\n", "a.b <<UNKNOWN SSA VALUE>>\n"};
  StringRef explained = "\n<<UNKNOWN SSA VALUE>> is a value that nothing in "
                        "this IR defines: its op or block argument has been "
                        "taken out, or is not put in yet.\n";
  EXPECT_TRUE(StringRef(plain(reply)).ends_with(explained)) << plain(reply);
  RenderStyle style;
  style.colors = Colors::On;
  EXPECT_TRUE(StringRef(render(reply, style)).ends_with(explained));
  // What is not shown is not explained.
  reply.before = reply.after;
  EXPECT_FALSE(StringRef(plain(reply)).contains("nothing in this IR"));
  // Nor is what a program of the user's prints.
  EXPECT_EQ(plain(EchoReply{"<<UNKNOWN SSA VALUE>>"}), "<<UNKNOWN SSA VALUE>>");
}

TEST(Render, ProgressFitsOneLine) {
  Progress progress;
  progress.actions = 12345;
  progress.actionsPerSecond = 1000;
  progress.pass = "canonicalize";
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[12,345 actions, 1000/s, pass canonicalize]");
  progress.action = "pattern Slow";
  progress.inAction = std::chrono::milliseconds(2500);
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[12,345 actions, 1000/s, pass canonicalize, pattern Slow for "
            "2.50 s]");
  RenderStyle narrow;
  narrow.width = 61;
  EXPECT_EQ(renderProgress(progress, narrow),
            "[12,345 actions, pass canonicalize, pattern Slow for 2.50 s]")
      << "What is known from the rest is left out first.";
  narrow.width = 50;
  EXPECT_EQ(renderProgress(progress, narrow),
            "[12,345 actions, pass canonicalize for 2.50 s]");
  narrow.width = 20;
  EXPECT_EQ(renderProgress(progress, narrow), "[12,345 actions]");
  narrow.width = 10;
  EXPECT_EQ(renderProgress(progress, narrow).size(), 9u);
  progress.interruptPending = true;
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[12,345 actions; will stop at the next action, Ctrl-C again for a "
            "prompt]");
}

TEST(Render, ProgressTellsWhereTheCompilerIsToGo) {
  Progress progress;
  progress.actions = 40;
  progress.actionsPerSecond = 10;
  progress.goal = 120;
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[going to a120: a40, 10/s]");
  progress.isSearching = true;
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[looking for a stop before a120: a40, 10/s]");
  progress.bisectRun = 3;
  progress.goal = 0;
  EXPECT_EQ(renderProgress(progress, RenderStyle()),
            "[run 3: 40 actions, 10/s]");
}

TEST(Render, Durations) {
  using namespace std::chrono;
  EXPECT_EQ(renderDuration(nanoseconds(999)), "999 ns");
  EXPECT_EQ(renderDuration(nanoseconds(1250)), "1.25 us");
  EXPECT_EQ(renderDuration(microseconds(12500)), "12.5 ms");
  EXPECT_EQ(renderDuration(milliseconds(125000)), "125 s");
}

TEST(Render, ReferenceNamesEveryCommand) {
  std::string reference = renderReference();
  for (const CommandSpec *row : allCommands())
    EXPECT_NE(reference.find(("### `" + row->synopsis + "`").str()),
              std::string::npos)
        << row->name.str();
}

TEST(Render, LongLinesBreakAtBlanks) {
  EXPECT_EQ(wrap("aaa bbb ccc\n  not this one at all\n", 7),
            "aaa bbb\nccc\n  not this one at all\n");
}

TEST(Render, LongLinesBreakByVisibleColumns) {
  EXPECT_EQ(wrap("\033[36maaa\033[0m \033[36mbbb\033[0m ccc", 7),
            "\033[36maaa\033[0m \033[36mbbb\033[0m\nccc\n");
  EXPECT_EQ(wrap("\u00e4\u00e4\u00e4 bbb ccc", 7),
            "\u00e4\u00e4\u00e4 bbb\nccc\n");
  // A number stays with what it counts.
  EXPECT_EQ(wrap("1 aa, 12 bb", 8), "1 aa,\n12 bb\n");
  EXPECT_EQ(wrap("1 aa, 12, bb", 9), "1 aa, 12,\nbb\n");
  EXPECT_EQ(wrap("aaaaaaaaa bb cc", 7), "aaaaaaaaa\nbb cc\n")
      << "A long word does not keep the next one on its line";
}

} // namespace
