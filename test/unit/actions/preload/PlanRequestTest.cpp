//===- PlanRequestTest.cpp - Telling the debugger -------------------------===//

#include "preload/PlanRequest.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

// A process that ends right after it has told would seem to have told nothing.
TEST(PlanRequest, WhoTellsSomethingWaitsUntilItIsNoted) {
  std::string path = "/tmp/plan-request-test." + std::to_string(getpid());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, path.c_str());
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  ASSERT_EQ(
      bind(listener, reinterpret_cast<sockaddr *>(&address), sizeof(address)),
      0);
  ASSERT_EQ(listen(listener, 1), 0);
  setenv(plan::kSocketVariable, path.c_str(), 1);
  std::atomic<int> noted = 0;
  std::thread debugger([&] {
    for (int i = 0; i < 2; ++i) {
      int client = accept(listener, nullptr, nullptr);
      char message[64];
      EXPECT_GT(recv(client, message, sizeof(message), 0), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      ++noted;
      close(client);
    }
  });
  reportTrouble("/proc/self/exe", "words");
  EXPECT_EQ(noted, 1);
  reportAnother("/proc/self/exe");
  EXPECT_EQ(noted, 2);
  debugger.join();
  close(listener);
  unlink(path.c_str());
  unsetenv(plan::kSocketVariable);
}

} // namespace
