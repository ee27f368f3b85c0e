//===- DebuggerTest.cpp - Debugger against a compiler that plays parts ----===//

#include "support/TestFolder.h"

#include "Debugger.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace std::chrono_literals;
using llvm::Expected;
using llvm::StringRef;
using Kind = Event::Kind;

namespace {

bool contains(StringRef text, StringRef part) { return text.contains(part); }

BreakpointSpec pass(std::string name) {
  BreakpointSpec spec;
  spec.kind = BreakpointSpec::Kind::Pass;
  spec.name = std::move(name);
  return spec;
}

struct DebuggerTest : testing::Test {
  /// A debugger of the fake compiler, which carries out `steps`.
  Debugger &make(StringRef steps) {
    return makeCommand((StringRef(FAKE_COMPILER) + " " + steps).str());
  }
  Debugger &makeCommand(StringRef words) {
    llvm::SmallVector<StringRef> parts;
    words.split(parts, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      options.launch.arguments.push_back(part.str());
    return start();
  }
  Debugger &makeScript(StringRef text) {
    options.launch.arguments = {folder.program("script", text)};
    return start();
  }
  Debugger &start() {
    options.launch.standardOutput = folder.pathOf("out");
    debugger = std::make_unique<Debugger>(options);
    return *debugger;
  }

  Event expect(Expected<Event> event, Kind kind) {
    if (!event) {
      ADD_FAILURE() << toString(event.takeError());
      return {};
    }
    EXPECT_EQ(event->kind, kind);
    return *event;
  }
  Event run(Kind kind, Control first = Control::Continue) {
    return expect(debugger->run(first), kind);
  }
  Event resume(Kind kind, Control control = Control::Continue) {
    return expect(debugger->resume(control), kind);
  }
  /// What the compiler was told so far.
  std::string told() {
    Expected<UnitAnswer> answer = debugger->ask(PrintRequest());
    if (!answer)
      return toString(answer.takeError());
    return answer->unit.text;
  }
  /// As its trace says.
  pid_t compilerProcess() {
    std::string bytes;
    std::ifstream file(debugger->tracePath().str(), std::ios::binary);
    trace::FileHeader header;
    file.read(reinterpret_cast<char *>(&header), sizeof(header));
    return header.processId;
  }
  std::string output() { return folder.contents("out"); }

  Options options;
  TestFolder folder;
  std::unique_ptr<Debugger> debugger;
};

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

TEST_F(DebuggerTest, WithoutAProgramThereIsNothingToRun) {
  start();
  EXPECT_TRUE(contains(toString(debugger->run(Control::Continue).takeError()),
                       "there is no program to run"));
  EXPECT_EQ(debugger->state(), State::NotRunning);
}

TEST_F(DebuggerTest, AMissingProgramIsNeverTracked) {
  makeCommand("/no/such/compiler");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::NeverTracked);
  EXPECT_EQ(event.ending.note, "there is no file '/no/such/compiler'");
}

TEST_F(DebuggerTest, ABrokenProgramIsNeverTracked) {
  options.launch.arguments = {folder.program("broken", "\x7f"
                                                       "ELF junk")};
  start();
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::NeverTracked);
  EXPECT_TRUE(contains(event.ending.note, "cannot execute"))
      << event.ending.note;
}

TEST_F(DebuggerTest, ACommandWithoutACompilerIsNeverTracked) {
  makeCommand("sh -c true");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::NeverTracked);
  EXPECT_TRUE(contains(event.ending.note,
                       "'sh' ended with exit code 0 without making an MLIR "
                       "context"))
      << event.ending.note;
}

TEST_F(DebuggerTest, AScriptWithoutAFirstLineIsTheShells) {
  makeScript("echo shell $1\n");
  run(Kind::Ended);
  EXPECT_EQ(output(), "shell\n");
}

TEST_F(DebuggerTest, StandardStreamsAreAsTheLaunchSays) {
  options.launch.standardInput = folder.file("in", "some input\n");
  make("in hello configure finish");
  run(Kind::Ended);
  EXPECT_EQ(output(), "some input\n");
}

TEST_F(DebuggerTest, WithoutAFileTheInputIsEmpty) {
  make("in out=end");
  run(Kind::Ended);
  EXPECT_EQ(output(), "end\n");
}

TEST_F(DebuggerTest, AMissingInputStartsNothing) {
  options.launch.standardInput = "/no/such/input";
  make("out=started");
  EXPECT_EQ(toString(debugger->run(Control::Continue).takeError()),
            "cannot read '/no/such/input': no such file or directory");
  EXPECT_EQ(output(), "");
}

TEST_F(DebuggerTest, TheCompilerHasItsOwnGroupAndNoneOfOurFiles) {
  make("group descriptors");
  // High up, where no file of our parent is, which the compiler does inherit.
  int ours = fcntl(STDIN_FILENO, F_DUPFD, 800);
  run(Kind::Ended);
  close(ours);
  EXPECT_TRUE(StringRef(output()).starts_with("own group\n0 1 2 ")) << output();
  EXPECT_FALSE(contains(output(), " " + std::to_string(ours) + " "))
      << output();
}

TEST_F(DebuggerTest, APreloadOfTheUserIsKept) {
  setenv("LD_PRELOAD", "libc.so.6", 1);
  make("environment=LD_PRELOAD");
  run(Kind::Ended);
  unsetenv("LD_PRELOAD");
  EXPECT_TRUE(StringRef(output()).rtrim().ends_with("libc.so.6")) << output();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// What this process has used of a processor.
std::chrono::nanoseconds processorTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::nanoseconds(time.tv_nsec);
}

/// A process that connects to the debugger of a compiler that prints where that
/// listens, and says nothing.
pid_t connectTo(const std::string &path) {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  pid_t process = fork();
  if (process == 0) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(socket, reinterpret_cast<sockaddr *>(&address),
                sizeof(address)))
      _exit(1);
    close(ready[1]);
    pause();
  }
  close(ready[1]);
  char end;
  EXPECT_EQ(read(ready[0], &end, 1), 0);
  close(ready[0]);
  return process;
}

TEST_F(DebuggerTest, WaitingForAnAnswerCostsNothingWhileAnotherConnects) {
  make("environment=MLIR_TRACK_DBG_SOCKET hello configure slow=1000 action "
       "stop finish");
  run(Kind::Stopped);
  pid_t other = connectTo(StringRef(output()).trim().str());
  auto before = processorTime();
  EXPECT_NE(told(), "");
  // Of the second that the answer takes.
  EXPECT_LT(processorTime() - before, 100ms);
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
}

//===----------------------------------------------------------------------===//
// Stopping and going on
//===----------------------------------------------------------------------===//

TEST_F(DebuggerTest, StopsLooksAndEnds) {
  make("hello configure action stop=1 end finish exit=3");
  Event event = run(Kind::Stopped);
  EXPECT_EQ(event.stop.breakpoints, std::vector<int64_t>{1});
  EXPECT_EQ(debugger->state(), State::Stopped);
  ASSERT_EQ(debugger->stack().size(), 2u);
  EXPECT_EQ(debugger->stack()[0].name, "FakePattern");
  EXPECT_EQ(told(), "[interactive continue breakpoints]");

  event = resume(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::Exited);
  EXPECT_EQ(event.ending.code, 3);
  EXPECT_EQ(event.ending.actionsRun, 1);
  EXPECT_EQ(event.ending.note, "");
  EXPECT_EQ(debugger->state(), State::NotRunning);
  EXPECT_TRUE(debugger->stack().empty());
  EXPECT_EQ(toString(debugger->ask(PrintRequest()).takeError()),
            "the program is not being run");
}

TEST_F(DebuggerTest, ControlsAndChangedBreakpointsReachTheCompiler) {
  make("hello configure stop stop stop finish");
  ASSERT_TRUE(bool(debugger->addBreakpoint(pass("CSE"), false)));
  run(Kind::Stopped, Control::Step);
  EXPECT_EQ(told(), "[interactive step breakpoints 1:on:0]");
  resume(Kind::Stopped, Control::Next);
  EXPECT_EQ(told(), "[interactive step breakpoints 1:on:0][resume 4]");
  ASSERT_FALSE(debugger->enableBreakpoint(1, false));
  ASSERT_FALSE(debugger->ignoreBreakpoint(1, 7));
  resume(Kind::Stopped, Control::Finish);
  EXPECT_TRUE(contains(told(), "[resume 5 breakpoints 1:off:7]")) << told();
  resume(Kind::Ended);
}

TEST_F(DebuggerTest, HitsAreTakenOverAndTemporariesGo) {
  make("hello configure hit=1:5:2 hit=2:1:0 stop=2 finish");
  ASSERT_TRUE(bool(debugger->addBreakpoint(pass("A"), false)));
  ASSERT_TRUE(bool(debugger->addBreakpoint(pass("B"), true)));
  Event event = run(Kind::Stopped);
  EXPECT_EQ(event.temporaryHits, std::vector<int64_t>{2});
  ASSERT_EQ(debugger->breakpoints().size(), 1u);
  EXPECT_EQ(debugger->breakpoints()[0].hits, 5);
  EXPECT_EQ(debugger->breakpoints()[0].spec.ignoreCount, 2);
}

TEST_F(DebuggerTest, FramesAreSelectedHereAndThere) {
  make("hello configure stop finish");
  run(Kind::Stopped);
  EXPECT_EQ(toString(debugger->selectFrame(2)),
            "there is no frame 2; the outermost is 1");
  EXPECT_FALSE(debugger->selectFrame(1));
  EXPECT_EQ(debugger->selectedFrame(), 1u);
  resume(Kind::Ended);
  EXPECT_EQ(toString(debugger->selectFrame(0)), "there is no stack");
}

TEST_F(DebuggerTest, RunAgainEndsTheOldRun) {
  make("hello configure stop silence");
  run(Kind::Stopped);
  run(Kind::Stopped);
  EXPECT_EQ(debugger->state(), State::Stopped);
}

TEST_F(DebuggerTest, KillEndsTheCompilerAndKeepsTheTrace) {
  make("hello configure action stop silence");
  EXPECT_EQ(toString(debugger->kill().takeError()),
            "the program is not being run");
  run(Kind::Stopped);
  Expected<Ending> ending = debugger->kill();
  ASSERT_TRUE(bool(ending));
  EXPECT_EQ(ending->signalName, "SIGKILL");
  EXPECT_EQ(debugger->state(), State::NotRunning);
  EXPECT_TRUE(bool(debugger->lineage()));
}

TEST_F(DebuggerTest, TheDestructorLeavesNoCompilerBehind) {
  make("hello configure stop silence");
  run(Kind::Stopped);
  Event event = *debugger->lastEvent();
  std::string trace = debugger->tracePath().str();
  EXPECT_TRUE(llvm::sys::fs::exists(trace));
  debugger.reset();
  EXPECT_FALSE(llvm::sys::fs::exists(trace));
}

//===----------------------------------------------------------------------===//
// Interrupts and progress
//===----------------------------------------------------------------------===//

TEST_F(DebuggerTest, AnInterruptStopsAtTheNextAction) {
  make("hello configure action interrupted finish");
  bool done = false;
  debugger->setProgressSink([&](const Progress &progress) {
    if (!std::exchange(done, true))
      debugger->interrupt();
  });
  Event event = run(Kind::Stopped);
  EXPECT_TRUE(event.stop.interrupted);
  resume(Kind::Ended);
}

TEST_F(DebuggerTest, AnInterruptBeforeTheCompilerStopsItsFirstAction) {
  options.launch.standardInput = folder.pathOf("fifo");
  ASSERT_EQ(mkfifo(options.launch.standardInput.c_str(), 0600), 0);
  int fifo = open(options.launch.standardInput.c_str(), O_RDWR | O_CLOEXEC);
  make("in hello configure stop finish");
  bool done = false;
  debugger->setProgressSink([&](const Progress &) {
    if (!std::exchange(done, true))
      debugger->interrupt();
    else if (fifo >= 0)
      close(std::exchange(fifo, -1));
  });
  Event event = run(Kind::Stopped);
  EXPECT_TRUE(event.stop.interrupted);
  EXPECT_EQ(told(), "[interactive step breakpoints]");
}

/// As a Ctrl-C does that comes while the run is being prepared.
TEST_F(DebuggerTest, InterruptsBeforeTheRunAreNotLost) {
  make("hello configure busy");
  debugger->interrupt();
  debugger->interrupt();
  run(Kind::StillRunning);
}

TEST_F(DebuggerTest, InterruptsBeforeTheRunGoesOnAreNotLost) {
  make("hello configure stop busy");
  run(Kind::Stopped);
  debugger->interrupt();
  debugger->interrupt();
  resume(Kind::StillRunning);
}

TEST_F(DebuggerTest, ASecondInterruptComesBackWithoutAStop) {
  make("hello configure busy");
  std::vector<Progress> seen;
  debugger->setProgressSink([&](const Progress &progress) {
    seen.push_back(progress);
    if (progress.actions == 1)
      debugger->interrupt();
  });
  Event event = run(Kind::StillRunning);
  EXPECT_EQ(event.busyIn.action, 1);
  EXPECT_EQ(event.busyIn.name, "FakePattern");
  EXPECT_GT(event.busyFor, 0ns);
  EXPECT_EQ(debugger->state(), State::Running);
  EXPECT_EQ(seen.back().action, "FakePattern");
  EXPECT_TRUE(seen.back().interruptPending);
  EXPECT_EQ(toString(debugger->ask(PrintRequest()).takeError()),
            "the compiler is not at a stop");
  // Waits on, and may be interrupted again.
  resume(Kind::StillRunning);
  EXPECT_TRUE(bool(debugger->kill()));
}

TEST_F(DebuggerTest, ARunningCompilerFetchesNewBreakpoints) {
  make("hello configure action interrupted stop finish");
  bool added = false;
  debugger->setProgressSink([&](const Progress &progress) {
    if (!progress.actions || std::exchange(added, true))
      return;
    EXPECT_TRUE(bool(debugger->addBreakpoint(pass("CSE"), false)));
  });
  run(Kind::Stopped);
  EXPECT_TRUE(contains(told(), "[resume 0 breakpoints 1:on:0]")) << told();
}

//===----------------------------------------------------------------------===//
// When things go wrong
//===----------------------------------------------------------------------===//

TEST_F(DebuggerTest, ACrashIsNamedWithItsStack) {
  std::string trace = folder.pathOf("crash.trace");
  options.tracePath = trace;
  make("hello configure action end action raise=11");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::Signaled);
  EXPECT_EQ(event.ending.signalName, "SIGSEGV");
  EXPECT_EQ(event.ending.actionsRun, 2);
  ASSERT_EQ(event.ending.stack.size(), 1u);
  EXPECT_EQ(event.ending.stack[0].name, "FakePattern");
  EXPECT_EQ(debugger->stack().size(), 1u);

  Expected<std::unique_ptr<Debugger>> later = Debugger::open(trace);
  ASSERT_TRUE(bool(later)) << toString(later.takeError());
  EXPECT_TRUE((*later)->isRecording());
  EXPECT_EQ((*later)->stack().size(), 1u);
  EXPECT_EQ((*later)->lastEvent()->ending.signalName, "SIGSEGV");
  EXPECT_EQ(toString((*later)->run(Control::Continue).takeError()),
            "this is a recording: there is nothing to run");
}

TEST_F(DebuggerTest, ACrashBelowAScriptIsNamedToo) {
  makeScript("#!/bin/sh\n" FAKE_COMPILER
             " hello configure action raise=6 2> /dev/null\nexit 7\n");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::Exited);
  EXPECT_EQ(event.ending.code, 7);
  EXPECT_TRUE(contains(event.ending.note, "'fake-compiler' (process "))
      << event.ending.note;
  EXPECT_TRUE(contains(event.ending.note, "died in a1 (FakePattern)"))
      << event.ending.note;
}

TEST_F(DebuggerTest, AnExitInsideAnActionHasItsStack) {
  make("hello configure action finish exit=2");
  EXPECT_EQ(run(Kind::Ended).ending.stack.size(), 1u);
}

TEST_F(DebuggerTest, ARecordingThatEndedEarlyIsSaid) {
  make("hello configure action outofspace");
  EXPECT_EQ(run(Kind::Ended).ending.note,
            "the recording ended early: no space left on device; the compile "
            "went on");
}

TEST_F(DebuggerTest, NonsenseIsDetachedAndTheCompileGoesOn) {
  const std::pair<const char *, const char *> cases[] = {
      {"garbage letgo", "it sent an invalid message"},
      {"twice letgo", "it sent a message out of turn"},
      // It may or may not have been alive to be detached then.
      {"half close", ""}};
  for (auto [steps, why] : cases) {
    make(std::string("hello configure ") + steps + " out=done finish exit=5");
    Event event = run(Kind::Ended);
    EXPECT_EQ(event.ending.code, 5);
    EXPECT_TRUE(contains(event.ending.note, why)) << event.ending.note;
    EXPECT_EQ(output(), "done\n");
    options.launch.arguments.clear();
  }
}

TEST_F(DebuggerTest, DeathInTheMiddleOfAMessageIsJustADeath) {
  make("hello configure action half raise=9");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.signalName, "SIGKILL");
  EXPECT_EQ(event.ending.stack.size(), 1u);
}

TEST_F(DebuggerTest, AnotherProtocolIsRefusedWithARemedy) {
  make("hello=99 out=done exit=5");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.kind, Ending::Kind::NeverTracked);
  EXPECT_TRUE(contains(event.ending.note,
                       "its tracker speaks protocol 99, and mlir-track-dbg "
                       "speaks " +
                           std::to_string(kProtocolVersion)))
      << event.ending.note;
  EXPECT_EQ(output(), "done\n");
}

TEST_F(DebuggerTest, ACompilerThatDiesAtAStopIsFoundOut) {
  make("hello configure action stop silence");
  Event event = run(Kind::Stopped);
  ASSERT_EQ(kill(compilerProcess(), SIGKILL), 0);
  EXPECT_EQ(told(),
            "the compiler has ended where it stood; 'continue' tells how");
  event = resume(Kind::Ended);
  EXPECT_EQ(event.ending.signalName, "SIGKILL");
  EXPECT_EQ(event.ending.stack.size(), 2u);
}

TEST_F(DebuggerTest, ATraceNeverOverwritesSomethingElse) {
  options.tracePath = folder.file("source.f90", "program precious\n");
  make("hello configure");
  EXPECT_TRUE(contains(toString(debugger->run(Control::Continue).takeError()),
                       "it exists and is not a trace"));
  EXPECT_EQ(folder.contents("source.f90"), "program precious\n");
  options.tracePath = "/no/such/folder/a.trace";
  debugger = std::make_unique<Debugger>(options);
  EXPECT_TRUE(contains(toString(debugger->run(Control::Continue).takeError()),
                       "there is no such folder"));
}

TEST_F(DebuggerTest, NamesThatNeverCameAreExplained) {
  make("hello configure action end finish");
  BreakpointSpec near, number;
  near.kind = BreakpointSpec::Kind::Pattern;
  near.name = "FakePatern";
  number.kind = BreakpointSpec::Kind::Action;
  number.action = 12;
  ASSERT_TRUE(bool(debugger->addBreakpoint(near, false)));
  ASSERT_TRUE(bool(debugger->addBreakpoint(number, false)));
  near.name = "Pattern"; // The end of a word does not match as a suffix.
  ASSERT_TRUE(bool(debugger->addBreakpoint(near, false)));
  near.name = "/Pat/";
  ASSERT_TRUE(bool(debugger->addBreakpoint(near, false)));
  run(Kind::Ended);
  EXPECT_EQ(debugger->breakpoints()[0].neverMatched,
            "no pattern 'FakePatern' was tried; did you mean 'FakePattern'?");
  EXPECT_EQ(debugger->breakpoints()[1].neverMatched,
            "there was no action a12; the run had 1");
  EXPECT_EQ(debugger->breakpoints()[2].neverMatched,
            "no pattern 'Pattern' was tried; did you mean 'FakePattern'?");
  EXPECT_EQ(debugger->breakpoints()[3].neverMatched, "");
}

//===----------------------------------------------------------------------===//
// Several compilers
//===----------------------------------------------------------------------===//

TEST_F(DebuggerTest, EachCompilerHasItsTrace) {
  options.tracePath = folder.pathOf("all.trace");
  options.interactive = false;
  makeScript("#!/bin/sh\n" FAKE_COMPILER
             " hello configure action finish\n" FAKE_COMPILER
             " hello configure action action finish\n");
  Event event = run(Kind::Ended);
  EXPECT_EQ(event.ending.actionsRun, 3);
  EXPECT_EQ(event.ending.note,
            "2 compilers were recorded: " + folder.pathOf("all.trace") + ", " +
                folder.pathOf("all.2.trace"));
  EXPECT_TRUE(llvm::sys::fs::exists(folder.pathOf("all.2.trace")));
}

TEST_F(DebuggerTest, StopsOfTwoCompilersComeOneAfterTheOther) {
  makeScript("#!/bin/sh\n" FAKE_COMPILER
             " hello configure stop=1 finish &\n" FAKE_COMPILER
             " hello configure stop=2 finish\nwait\n");
  Event first = run(Kind::Stopped);
  std::string trace = debugger->tracePath().str();
  Event second = resume(Kind::Stopped);
  EXPECT_NE(first.stop.breakpoints, second.stop.breakpoints);
  EXPECT_NE(debugger->tracePath(), trace);
  resume(Kind::Ended);
}

TEST_F(DebuggerTest, ACompilerThatOutlivesTheCommandIsWaitedFor) {
  // The script waits only until the compiler has connected.
  makeScript("#!/bin/sh\nmkfifo $0.fifo\n" FAKE_COMPILER
             " hello configure out=there stop finish > $0.fifo &\n"
             "read line < $0.fifo\nexit 4\n");
  run(Kind::Stopped);
  EXPECT_EQ(resume(Kind::Ended).ending.code, 4);
}

TEST_F(DebuggerTest, ARecordIsToldSo) {
  options.interactive = false;
  make("hello configure finish");
  EXPECT_EQ(run(Kind::Ended).ending.kind, Ending::Kind::Exited);
}

} // namespace
