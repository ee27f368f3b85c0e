//===- SocketPathTest.cpp - Where the debugger listens --------------------===//

#include "process/SocketPath.h"

#include <gtest/gtest.h>

#include <string>

using namespace mlir::trackdbg;

namespace {

constexpr char kVariable[] = "TRACKDBG_SOCKET_PATH_TEST";

TEST(SocketPath, OutlivesTheVariable) {
  setenv(kVariable, "/tmp/socket", 1);
  SocketPath path(kVariable);
  EXPECT_STREQ(path.get(), "/tmp/socket");
  unsetenv(kVariable);
  EXPECT_STREQ(path.get(), "/tmp/socket");
}

TEST(SocketPath, IsNoneWhereTheVariableWasNotSetAtFirst) {
  SocketPath path(kVariable);
  EXPECT_EQ(path.get(), nullptr);
  setenv(kVariable, "/tmp/socket", 1);
  EXPECT_EQ(path.get(), nullptr);
  unsetenv(kVariable);
}

TEST(SocketPath, IsNoneWhereNoSocketCanHaveIt) {
  setenv(kVariable, std::string(sizeof(sockaddr_un::sun_path), 'x').c_str(), 1);
  EXPECT_EQ(SocketPath(kVariable).get(), nullptr);
  unsetenv(kVariable);
}

TEST(SocketPath, IsWhatWasSet) {
  setenv(kVariable, "/tmp/socket", 1);
  SocketPath path(kVariable);
  path.set("/tmp/another");
  EXPECT_STREQ(path.get(), "/tmp/another");
  unsetenv(kVariable);
}

} // namespace
