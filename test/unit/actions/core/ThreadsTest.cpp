//===- ThreadsTest.cpp - Two contexts on two threads ----------------------===//
//
// Where the order matters, the threads take turns. Elsewhere they run as they
// like, for the thread sanitizer to watch. It takes the process that prints in
// this one's memory for a fork and loses track, so what it is to watch does not
// print.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <atomic>
#include <thread>

using namespace mlir;
using namespace mlir::trackdbg;
using Kind = BreakpointSpec::Kind;

namespace {

// With tags of MLIR's: of another action the text is printed, in a copy.
TRACKDBG_TEST_ACTION(Round, "GreedyPatternRewriteIteration")
TRACKDBG_TEST_ACTION(Fold, "fold")
TRACKDBG_TEST_ACTION(Conversion, "apply-conversion")

/// What one thread waits for and another gives, once.
class Turn {
public:
  void give() { isGiven = true; }
  void await() {
    while (!isGiven)
      std::this_thread::yield();
  }

private:
  std::atomic<bool> isGiven = false;
};

/// A context with a module, whose actions go through an ExecutionContext.
class Compile {
public:
  explicit Compile(ExecutionContext &execution) {
    context.disableMultithreading();
    module = ModuleOp::create(placeAt(1));
    context.registerActionHandler(
        [&](llvm::function_ref<void()> body, const tracing::Action &action) {
          execution.execute(body, action);
        });
  }
  Location placeAt(unsigned line) {
    return FileLineColLoc::get(&context, "a.mlir", line, 1);
  }
  Operation *make(StringRef name, unsigned line = 1) {
    auto op = ModuleOp::create(placeAt(line), name);
    module->push_back(op);
    return op;
  }
  template <typename Action>
  void dispatch(Operation *op, llvm::function_ref<void()> body = [] {}) {
    IRUnit unit(op);
    context.executeAction<Action>(body, unit);
  }
  Operation *root() { return *module; }

private:
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

struct Threads : testing::Test {
  Threads() {
    breakpoints.setEvents(&events);
    execution.addBreakpointManager(&breakpoints);
    execution.setController(
        [&](ActiveAction &action, const StopReason &reason) {
          return onStop(action, reason);
        });
    execution.setControl(Control::Continue);
  }
  ~Threads() override { llvm::sys::fs::remove(path); }

  static std::string temporaryFile() {
    int descriptor;
    llvm::SmallString<128> name;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("threads", "trace",
                                                    descriptor, name));
    ::close(descriptor);
    return name.str().str();
  }
  void breakAt(Kind kind, std::string name, std::string condition = "") {
    BreakpointSpec &spec = specs.emplace_back();
    spec.id = specs.size();
    spec.kind = kind;
    spec.name = std::move(name);
    spec.condition = std::move(condition);
    if (kind == Kind::Location)
      spec.line = 7;
  }
  void assign() { breakpoints.assign(specs); }
  void erase(Operation *op) {
    recorder.erasing(op);
    op->erase();
  }
  void eraseOne(Compile &compile) { erase(compile.make("f")); }
  int64_t hitsOf(int64_t id) {
    for (const HitCount &count : breakpoints.hits())
      if (count.id == id)
        return count.hits;
    return 0;
  }

  std::string path = temporaryFile();
  std::unique_ptr<TraceFile> file = TraceFile::create(path);
  TraceRecorder recorder{*file};
  EventBreakpoints events{recorder};
  BreakpointSet breakpoints{recorder.interner()};
  ExecutionContext execution{recorder, recorder.order(), recorder.interner(),
                             *file};
  std::vector<BreakpointSpec> specs;
  std::function<Control(ActiveAction &, const StopReason &)> onStop =
      [](ActiveAction &, const StopReason &) { return Control::Continue; };
};

TEST_F(Threads, EachHitIsCountedOnce) {
  constexpr unsigned kActions = 3000;
  breakAt(Kind::Tag, Round::tag.str());
  breakAt(Kind::Op, "builtin.module");
  breakAt(Kind::Location, "a.mlir");
  breakAt(Kind::Tag, Fold::tag.str(), "op.name == \"builtin.module\"");
  assign();
  std::atomic<unsigned> stops = 0;
  onStop = [&](ActiveAction &, const StopReason &reason) {
    ++stops;
    (void)breakpoints.sightings(reason.breakpoints);
    (void)breakpoints.hits();
    breakpoints.goOn();
    return Control::Continue;
  };
  auto compile = [&] {
    Compile one(execution);
    for (unsigned i = 0; i < kActions; ++i) {
      // Each place is new to the breakpoints.
      Operation *op = one.make("f", i);
      one.dispatch<Round>(op, [&] { one.dispatch<Fold>(op); });
    }
  };
  std::thread first(compile), second(compile);
  first.join();
  second.join();
  EXPECT_EQ(hitsOf(1), 2 * kActions);
  EXPECT_EQ(hitsOf(2), 4 * kActions);
  EXPECT_EQ(hitsOf(3), 4);
  EXPECT_EQ(hitsOf(4), 2 * kActions);
  EXPECT_EQ(stops, 4 * kActions);
}

TEST_F(Threads, BreakpointsChangeWhileAnotherThreadRuns) {
  constexpr unsigned kActions = 1000;
  breakAt(Kind::Tag, Round::tag.str());
  breakAt(Kind::CatchCreate, "builtin.module");
  assign();
  onStop = [&](ActiveAction &, const StopReason &reason) {
    EXPECT_FALSE(reason.breakpoints.empty());
    assign();
    return Control::Continue;
  };
  auto compile = [&] {
    Compile one(execution);
    for (unsigned i = 0; i < kActions; ++i)
      one.dispatch<Fold>(one.root(), [&] {
        Operation *op = one.make("f");
        recorder.created(op);
        one.dispatch<Round>(op);
        erase(op);
      });
  };
  std::thread first(compile), second(compile);
  first.join();
  second.join();
  EXPECT_EQ(hitsOf(1), 2 * kActions);
}

/// Runs `inside` on another thread, in an action of another context.
void inAnotherCompile(ExecutionContext &execution,
                      llvm::function_ref<void(Compile &)> inside) {
  std::thread([&] {
    Compile other(execution);
    other.dispatch<Round>(other.root(), [&] { inside(other); });
  }).join();
}

TEST_F(Threads, ActionsAreRecordedInTheOrderOfTheirNumbers) {
  // Between the numbering of an action and the recording of its begin.
  struct BeforeTheRecorder : ExecutionContext::Observer {
    void beforeExecute(const tracing::ActionActiveStack *action,
                       tracing::Breakpoint *, bool) override {
      if (action->getAction().getTag() == Round::tag)
        whenRoundBegins();
    }
    void afterExecute(const tracing::ActionActiveStack *action) override {
      auto &ended = static_cast<const ActiveAction &>(*action);
      positions[ended.number - 1] = ended.beginPosition;
    }
    std::function<void()> whenRoundBegins;
    std::array<uint64_t, 3> positions = {};
  } observer;
  execution.registerObserver(&observer);
  Turn begin, end;
  std::thread other([&] {
    Compile theirs(execution);
    begin.await();
    theirs.dispatch<Fold>(theirs.root());
    end.give();
  });
  observer.whenRoundBegins = [&] {
    begin.give();
    end.await();
  };
  Compile mine(execution);
  mine.dispatch<Conversion>(mine.root());
  mine.dispatch<Round>(mine.root());
  other.join();
  EXPECT_LT(0u, observer.positions[0]);
  EXPECT_LT(observer.positions[0], observer.positions[1]);
  EXPECT_LT(observer.positions[1], observer.positions[2]);
}

TEST_F(Threads, WhatIsCaughtIsToldWhereItHappened) {
  breakAt(Kind::CatchErase, "builtin.module");
  assign();
  std::vector<std::string> stops;
  onStop = [&](ActiveAction &action, const StopReason &) {
    stops.push_back(action.getAction().getTag().str());
    return Control::Continue;
  };
  Turn begin, erased, end;
  std::thread other([&] {
    Compile theirs(execution);
    begin.await();
    theirs.dispatch<Fold>(theirs.root(), [&] {
      eraseOne(theirs);
      erased.give();
      end.await();
    });
  });
  Compile mine(execution);
  // The other one begins later and ends later.
  mine.dispatch<Round>(mine.root(), [&] {
    begin.give();
    erased.await();
  });
  EXPECT_TRUE(stops.empty());
  end.give();
  other.join();
  EXPECT_EQ(stops, std::vector<std::string>{Fold::tag.str()});
}

TEST_F(Threads, WhatAStopSawIsKeptWhileOthersRun) {
  breakAt(Kind::CatchErase, "builtin.module");
  assign();
  std::vector<Sighting> seen;
  onStop = [&](ActiveAction &, const StopReason &reason) {
    inAnotherCompile(execution, [](Compile &) {});
    seen = breakpoints.sightings(reason.breakpoints);
    return Control::Continue;
  };
  Compile mine(execution);
  mine.dispatch<Round>(mine.root(), [&] { eraseOne(mine); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "erased builtin.module");
}

TEST_F(Threads, AStepToTheNextChangeIsOfItsThread) {
  std::vector<std::string> stops;
  onStop = [&](ActiveAction &action, const StopReason &) {
    stops.push_back(action.getAction().getTag().str());
    return Control::Continue;
  };
  Compile mine(execution);
  execution.setControl(Control::StepChange);
  mine.dispatch<Round>(mine.root(), [&] {
    inAnotherCompile(execution, [&](Compile &other) {
      recorder.created(other.make("theirs"));
    });
  });
  EXPECT_TRUE(stops.empty());
  mine.dispatch<Conversion>(mine.root(),
                            [&] { recorder.created(mine.make("mine")); });
  EXPECT_EQ(stops, std::vector<std::string>{Conversion::tag.str()});
}

TEST_F(Threads, AWatchedOpIsNotReadWhileAnotherThreadChangesIt) {
  Compile mine(execution);
  Operation *op = mine.make("watched");
  BreakpointSpec &spec = specs.emplace_back();
  spec.id = 1;
  spec.kind = Kind::Watch;
  spec.name = "it";
  spec.ops.push_back({reinterpret_cast<uintptr_t>(op), 0});
  assign();
  unsigned stops = 0;
  onStop = [&](ActiveAction &, const StopReason &) {
    ++stops;
    return Control::Continue;
  };
  mine.dispatch<Round>(mine.root(), [&] {
    op->setAttr("changed", UnitAttr::get(op->getContext()));
    // What ends on another thread did not do that.
    inAnotherCompile(execution, [](Compile &) {});
    EXPECT_EQ(stops, 0u);
  });
  EXPECT_EQ(stops, 1u);
}

/// Two compiles of 1000 actions each, on two threads.
static void runTwoCompiles(ExecutionContext &execution) {
  auto compile = [&] {
    Compile one(execution);
    for (unsigned i = 0; i < 1000; ++i)
      one.dispatch<Round>(one.root());
  };
  std::thread first(compile), second(compile);
  first.join();
  second.join();
}

TEST_F(Threads, ATravelEndsOnEitherThread) {
  std::atomic<unsigned> stops = 0;
  onStop = [&](ActiveAction &action, const StopReason &) {
    ++stops;
    EXPECT_EQ(action.number, 500u);
    return Control::Continue;
  };
  ExecutionContext::Target target;
  target.mark.action = 500;
  target.skipped = {10, 20, 30};
  execution.runTo(target);
  runTwoCompiles(execution);
  EXPECT_EQ(stops, 1u);
}

TEST_F(Threads, ATravelToASkippedActionEndsBehindIt) {
  std::atomic<unsigned> stops = 0;
  onStop = [&](ActiveAction &action, const StopReason &) {
    ++stops;
    EXPECT_GT(action.number, 500u);
    return Control::Continue;
  };
  ExecutionContext::Target target;
  target.mark.action = 500;
  target.mark.when = When::After;
  target.skipped = {500};
  execution.runTo(target);
  runTwoCompiles(execution);
  // Both threads may come there at the same time.
  EXPECT_GE(stops, 1u);
  EXPECT_LE(stops, 2u);
}

} // namespace
