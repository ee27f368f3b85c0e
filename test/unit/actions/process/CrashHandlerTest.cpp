//===- CrashHandlerTest.cpp - Signals that end the compiler ---------------===//

#include "process/CrashHandler.h"
#include "stop/NativeDebugger.h"

#include <gtest/gtest.h>

#include <csignal>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

trace::CrashReport *noReport() { return nullptr; }
void noWords() {}

void install(bool (*outlives)(int, void *)) {
  // The test's own may end it otherwise.
  for (int signal : {SIGTRAP, SIGSEGV, SIGSYS})
    std::signal(signal, SIG_DFL);
  installCrashHandler(noReport, noWords, outlives);
}

bool outlivesNothing(int, void *) { return false; }

TEST(CrashHandlerDeathTest, FaultsEndTheProcess) {
  EXPECT_EXIT(
      {
        install(outlivesNothing);
        *static_cast<volatile int *>(nullptr) = 1;
        _exit(0);
      },
      testing::KilledBySignal(SIGSEGV), "");
}

#ifdef __x86_64__
// They are over when their signal comes, and are not run a second time.
TEST(CrashHandlerDeathTest, BreakpointsEndTheProcess) {
  EXPECT_EXIT(
      {
        install(outlivesNothing);
        asm volatile("int3");
        _exit(0);
      },
      testing::KilledBySignal(SIGTRAP), "");
}

TEST(CrashHandlerDeathTest, HandlersOfBreakpointsAreCalled) {
  EXPECT_EXIT(
      {
        std::signal(SIGTRAP, [](int) { _exit(3); });
        installCrashHandler(noReport, noWords, outlivesNothing);
        asm volatile("int3");
        _exit(0);
      },
      testing::ExitedWithCode(3), "");
}

// A debugger that was killed may have left one at the function that it stops
// at.
TEST(CrashHandlerDeathTest, BreakpointsAtStopsDoNoHarm) {
  auto *begin =
      reinterpret_cast<const unsigned char *>(&mlir_track_dbg_stopped);
  EXPECT_EQ(*begin, 0x90) << "does not begin with a nop";
  EXPECT_TRUE(isBehindStopFunction(begin + 1));
  EXPECT_FALSE(isBehindStopFunction(begin));
  EXPECT_EXIT(
      {
        install([](int signal, void *behind) {
          return signal == SIGTRAP &&
                 static_cast<unsigned char *>(behind)[-1] == 0xcc;
        });
        asm volatile("int3");
        _exit(4);
      },
      testing::ExitedWithCode(4), "");
}
#endif

} // namespace
