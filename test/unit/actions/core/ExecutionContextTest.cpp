//===- ExecutionContextTest.cpp - Stepping through actions ----------------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"

#include <chrono>
#include <thread>

using namespace mlir;
using namespace mlir::trackdbg;
using Strings = std::vector<std::string>;

TEST(ExecutionContext, RunsEverythingWithoutBreakpoints) {
  ScriptedRun run;
  run.runTree();
  EXPECT_TRUE(run.stops.empty());
  EXPECT_EQ(run.executed, (Strings{"outer", "middle", "inner", "sibling"}));
}

TEST(ExecutionContext, TheTimeOfObserversIsNotTheCompilers) {
  struct Reader : ExecutionContext::Observer {
    const ActionClock &clock = ThreadState::current().clock;
    std::vector<uint64_t> times;
    void read() {
      times.push_back(clock.now());
      times.push_back(clock.now());
    }
    void beforeExecute(const tracing::ActionActiveStack *,
                       tracing::Breakpoint *, bool) override {
      read();
    }
    void afterExecute(const tracing::ActionActiveStack *) override { read(); }
  } reader;
  ScriptedRun run;
  run.execution->registerObserver(&reader);
  run.dispatch<Inner>([] {});
  ASSERT_EQ(reader.times.size(), 4u);
  EXPECT_EQ(reader.times[0], reader.times[1]);
  EXPECT_EQ(reader.times[2], reader.times[3]);
  EXPECT_GT(reader.times[2], reader.times[0]);
}

TEST(ExecutionContext, StepStopsAtEveryEvent) {
  ScriptedRun run(std::vector<Control>(20, Control::Step));
  run.execution->setControl(Control::Step);
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before outer", "before middle", "before inner",
                                "after inner", "after middle", "before sibling",
                                "after sibling", "after outer"}));
}

TEST(ExecutionContext, NextGoesOverNestedActions) {
  ScriptedRun run({Control::Next});
  run.breakOnTag("middle");
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before middle", "after middle"}));
}

TEST(ExecutionContext, NextAfterAnActionGoesToTheNextOne) {
  ScriptedRun run({Control::Next, Control::Next, Control::Next, Control::Next});
  run.breakOnTag("middle");
  run.runTree();
  EXPECT_EQ(run.stops,
            (Strings{"before middle", "after middle", "before sibling",
                     "after sibling", "after outer"}));
}

TEST(ExecutionContext, FinishStopsWhenTheParentCompletes) {
  ScriptedRun run({Control::Finish});
  run.breakOnTag("inner");
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before inner", "after middle"}));
}

TEST(ExecutionContext, FinishAtTheOutermostActionRunsOn) {
  ScriptedRun run({Control::Finish});
  run.breakOnTag("outer");
  run.runTree();
  EXPECT_EQ(run.stops, Strings{"before outer"});
}

TEST(ExecutionContext, SkipDoesNotRunTheActionAndGoesOn) {
  ScriptedRun run({Control::Skip});
  run.breakOnTag("middle");
  run.breakOnTag("sibling", 2);
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before middle", "before sibling"}));
  EXPECT_EQ(run.executed, (Strings{"outer", "sibling"}));
}

TEST(ExecutionContext, ApplyRunsToTheNextBreakpoint) {
  ScriptedRun run({Control::Apply});
  run.breakOnTag("outer");
  run.breakOnTag("sibling", 2);
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before outer", "before sibling"}));
}

TEST(ExecutionContext, ReportsAllBreakpointsThatMatch) {
  ScriptedRun run;
  run.breakOnTag("inner", 7);
  run.breakOnTag("/nn/", 3);
  run.runTree();
  ASSERT_EQ(run.reported.size(), 1u);
  EXPECT_EQ(run.reported.front(), (std::vector<int64_t>{3, 7}));
}

TEST(ExecutionContext, IgnoreCountsPassHitsOver) {
  ScriptedRun run;
  run.breakOnTag("inner", 1, /*ignoreCount=*/1);
  run.runTree();
  EXPECT_TRUE(run.stops.empty());
  run.runTree();
  EXPECT_EQ(run.stops, Strings{"before inner"});
  ASSERT_EQ(run.breakpoints->hits().size(), 1u);
  EXPECT_EQ(run.breakpoints->hits().front().hits, 2);
}

TEST(ExecutionContext, AnInterruptStopsAtTheNextAction) {
  ScriptedRun run;
  run.dispatch<Outer>([&] {
    run.file->header().interruptRequested = 1;
    run.dispatch<Inner>([] {});
  });
  EXPECT_EQ(run.stops, Strings{"before inner"});
  EXPECT_EQ(run.file->header().interruptRequested, 0u);
}

TEST(ExecutionContext, AnInterruptMayStopAfterAnAction) {
  ScriptedRun run;
  run.dispatch<Outer>([&] { run.file->header().interruptRequested = 1; });
  EXPECT_EQ(run.stops, Strings{"after outer"});
}

TEST(ExecutionContext, AStopTakesNoTimeOfAnAction) {
  // Much longer than the actions take, in ticks of any machine.
  constexpr uint64_t kStop = 1 << 29;
  struct Durations : ExecutionContext::Observer {
    void afterExecute(const tracing::ActionActiveStack *stack) override {
      auto &action = static_cast<const ActiveAction &>(*stack);
      const trace::Event &end = ThreadState::current().next[-1];
      all.push_back(end.kind() == trace::EventKind::ActionLeaf
                        ? end.location
                        : end.object - action.beginTicks);
    }
    std::vector<uint64_t> all;
  } durations;
  ScriptedRun run;
  run.execution->registerObserver(&durations);
  run.execution->setController([](ActiveAction &, const StopReason &) {
    for (uint64_t begin = readTicks(); readTicks() - begin < kStop;)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Control::Step;
  });
  run.breakOnTag("inner");
  run.runTree();
  ASSERT_EQ(durations.all.size(), 4u);
  for (uint64_t duration : durations.all)
    EXPECT_LT(duration, kStop);
}

TEST(ExecutionContext, NumbersActionsInDispatchOrder) {
  ScriptedRun run(std::vector<Control>(20, Control::Step));
  std::vector<uint64_t> numbers;
  run.execution->setControl(Control::Step);
  run.execution->setController(
      [&](ActiveAction &action, const StopReason &reason) {
        if (reason.when == When::Before)
          numbers.push_back(action.number);
        return Control::Step;
      });
  run.runTree();
  EXPECT_EQ(numbers, (std::vector<uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(run.file->header().actionsBegun, 4u);
}

//===----------------------------------------------------------------------===//
// Upstream's observers and breakpoint managers
//===----------------------------------------------------------------------===//

namespace {
struct CountingObserver : tracing::ExecutionContext::Observer {
  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *, bool willExecute) override {
    seen.push_back((willExecute ? "run " : "skip ") +
                   action->getAction().getTag().str());
    depth = std::max(depth, action->getDepth());
  }
  void afterExecute(const tracing::ActionActiveStack *action) override {
    seen.push_back("ran " + action->getAction().getTag().str());
  }
  Strings seen;
  int depth = 0;
};

struct EveryBreakpoint : tracing::BreakpointBase<EveryBreakpoint> {
  void print(raw_ostream &os) const override { os << "every"; }
};

struct SiblingManager : tracing::BreakpointManagerBase<SiblingManager> {
  tracing::Breakpoint *match(const tracing::Action &action) const override {
    return action.getTag() == "sibling" ? &breakpoint : nullptr;
  }
  mutable EveryBreakpoint breakpoint;
};
} // namespace

TEST(ExecutionContext, CallsUpstreamObservers) {
  ScriptedRun run({Control::Skip});
  CountingObserver observer;
  run.execution->registerObserver(&observer);
  run.breakOnTag("middle");
  run.runTree();
  EXPECT_EQ(observer.seen, (Strings{"run outer", "skip middle", "run sibling",
                                    "ran sibling", "ran outer"}));
  EXPECT_EQ(observer.depth, 1);
}

TEST(ExecutionContext, AsksUpstreamBreakpointManagers) {
  ScriptedRun run;
  SiblingManager manager;
  run.execution->addBreakpointManager(&manager);
  run.runTree();
  EXPECT_EQ(run.stops, Strings{"before sibling"});
}

//===----------------------------------------------------------------------===//
// Travelling. The tree's actions are outer 1, middle 2, inner 3, sibling 4.
//===----------------------------------------------------------------------===//

TEST(ExecutionContext, EachStopKnowsTheOneBefore) {
  ScriptedRun run(std::vector<Control>(20, Control::Step));
  run.execution->setControl(Control::Step);
  run.runTree();
  run.execution->setControl(Control::Step);
  run.runTree();
  EXPECT_EQ(Strings(run.previous.begin(), run.previous.begin() + 9),
            (Strings{"before 0", "before 1", "before 2", "before 3", "after 3",
                     "after 2", "before 4", "after 4", "after 1"}));
}

TEST(ExecutionContext, ThereIsNoStopAfterASkippedAction) {
  ScriptedRun run({Control::Skip});
  run.breakOnTag("middle");
  run.breakOnTag("sibling", 2);
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before middle", "before sibling"}));
  EXPECT_EQ(run.previous, (Strings{"before 1", "before 2"}));
}

TEST(ExecutionContext, RunToStopsThereAndNowhereElse) {
  ScriptedRun run({Control::RunTo, Control::RunTo});
  run.breakOnTag("outer");
  run.breakOnTag("inner", 2);
  run.targets = {{{2, When::After}}, {{4, When::Before}}};
  run.runTree();
  EXPECT_EQ(run.stops,
            (Strings{"before outer", "after middle", "before sibling"}));
  EXPECT_EQ(run.breakpoints->hits().size(), 1u) << "inner was passed unseen";
}

TEST(ExecutionContext, RunToNotesTheLastHitOnTheWay) {
  ScriptedRun run({Control::RunTo});
  run.breakOnTag("outer");
  run.breakOnTag("middle", 2);
  run.breakOnTag("sibling", 3);
  run.targets = {{{4, When::Before}, /*noteHits=*/true}};
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before outer", "before sibling"}));
  EXPECT_EQ(run.lastHits, (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(run.reported.back(), std::vector<int64_t>{3});
}

TEST(ExecutionContext, RunToLeavesOutWhatWasSkipped) {
  ScriptedRun run({Control::RunTo});
  run.breakOnTag("outer");
  run.targets = {{{3, When::Before}, false, {2}}};
  run.runTree();
  EXPECT_EQ(run.executed, (Strings{"outer", "sibling"}));
  // Without the middle one, the third action is the sibling.
  EXPECT_EQ(run.stops, (Strings{"before outer", "before sibling"}));
}

TEST(ExecutionContext, AWayThatBeginsBeforeWhatWasSkippedLeavesItOut) {
  ScriptedRun run({Control::RunTo});
  run.breakOnTag("middle");
  run.targets = {{{3, When::Before}, false, {2}}};
  run.runTree();
  EXPECT_EQ(run.executed, (Strings{"outer", "sibling"}));
  EXPECT_EQ(run.stops, (Strings{"before middle", "before sibling"}));
  EXPECT_EQ(run.previous, (Strings{"before 1", "before 2"}));
}

TEST(ExecutionContext, ACopyStopsBeforeWhatTheWayThatMadeItLeavesOut) {
  ScriptedRun run({Control::RunTo, Control::Continue});
  run.breakOnTag("outer");
  run.targets = {{{3, When::Before}, false, {2}}};
  WaypointSchedule schedule;
  schedule.fromAction = 2;
  run.execution->setWaypoint(
      [](ActiveAction &action, When when) {
        return action.number == 2 && when == When::Before;
      },
      schedule);
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before outer", "before middle"}));
  EXPECT_EQ(run.executed, (Strings{"outer", "middle", "inner", "sibling"}));
}

TEST(ExecutionContext, RunToNotesAHitBeforeWhatWasSkipped) {
  ScriptedRun run({Control::RunTo});
  run.breakOnTag("outer");
  run.breakOnTag("middle", 2);
  run.targets = {{{3, When::Before}, /*noteHits=*/true, {2}}};
  run.runTree();
  EXPECT_EQ(run.stops, (Strings{"before outer", "before sibling"}));
  EXPECT_EQ(run.lastHits, (std::vector<uint64_t>{0, 2}));
}

TEST(ExecutionContext, RunToStopsWhereItsTargetHasBeenPassed) {
  ScriptedRun run({Control::RunTo});
  run.breakOnTag("sibling");
  run.targets = {{{3, When::Before}}};
  run.runTree();
  run.runTree();
  EXPECT_EQ(run.stops,
            (Strings{"before sibling", "before outer", "before sibling"}));
}

TEST(ExecutionContext, AWaypointStops) {
  ScriptedRun run;
  WaypointSchedule schedule;
  run.execution->setWaypoint(
      [](ActiveAction &action, When when) {
        return action.number == 3 && when == When::After;
      },
      schedule);
  run.runTree();
  EXPECT_EQ(run.stops, Strings{"after inner"});
}

TEST(ExecutionContext, AWaypointIsShownActionsThatAreDue) {
  ScriptedRun run;
  WaypointSchedule schedule;
  schedule.fromAction = 3;
  std::vector<uint64_t> shown;
  run.execution->setWaypoint(
      [&](ActiveAction &action, When when) {
        if (when == When::Before)
          shown.push_back(action.number);
        return false;
      },
      schedule);
  run.runTree();
  EXPECT_EQ(shown, (std::vector<uint64_t>{3, 4}));
  shown.clear();
  schedule.fromAction = WaypointSchedule::kNever;
  run.runTree();
  EXPECT_TRUE(shown.empty());
  schedule.fromTicks = ThreadState::current().clock.now();
  run.runTree();
  EXPECT_EQ(shown.size(), 4u);
}
