//===- ListenerTest.cpp - Who may connect ---------------------------------===//

#include "inferior/Listener.h"

#include "llvm/ADT/ScopeExit.h"

#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

/// In a process of another user; whether it could.
bool connectAs(uid_t user, const std::string &path) {
  pid_t child = fork();
  if (child == 0) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    _exit(setuid(user) != 0 ||
          connect(socket, reinterpret_cast<sockaddr *>(&address),
                  sizeof(address)) != 0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

TEST(Listener, OnlyItsUserIsLetIn) {
  constexpr uid_t kNobody = 65534;
  if (geteuid() != 0)
    GTEST_SKIP() << "another user's process can only be made by root";
  // Another user can enter this one, whatever TMPDIR is.
  std::string folder = "/tmp/trackdbg-listener-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder.data()));
  llvm::scope_exit clean([&] { std::filesystem::remove_all(folder); });
  std::string path = folder + "/socket";
  llvm::Expected<Listener> listener = Listener::create(path);
  ASSERT_TRUE(bool(listener));
  // As if the folder had been made with the wrong permissions.
  chmod(folder.c_str(), 0777);
  chmod(path.c_str(), 0777);
  ASSERT_TRUE(connectAs(kNobody, path));
  EXPECT_FALSE(listener->accept());
  ASSERT_TRUE(connectAs(geteuid(), path));
  EXPECT_TRUE(bool(listener->accept()));
}

} // namespace
