//===- PlanServerTest.cpp -------------------------------------------------===//

#include "support/TestFolder.h"

#include "injection/PlanServer.h"
#include "trackdbg/FileMessage.h"
#include "trackdbg/PatchPlan.h"

#include "gtest/gtest.h"

#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace mlir::trackdbg;

namespace {

PlanStore noTrackers() { return {TrackerCatalog({}), PlanCache("")}; }

constexpr auto kOfMLIR = PlanServer::Passes::OfMLIR;

struct PlanServerTest : testing::Test {
  FileDescriptor connect() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path.c_str());
    FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr *>(&address),
                        sizeof(address)),
              0);
    return socket;
  }
  /// Sends the file, and says how many bytes come back: 0 where the server has
  /// no plan and hangs up.
  ssize_t ask(const char *program, plan::Ask what = plan::Ask::Plan,
              const std::string &words = "") {
    FileDescriptor socket = connect();
    FileDescriptor file(open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::string text = char(what) + words;
    EXPECT_EQ(sendWithFile(socket.get(), text.data(), text.size(), file.get()),
              ssize_t(text.size()));
    return hangUp(socket);
  }
  static ssize_t hangUp(const FileDescriptor &socket) {
    char answer[4096];
    return recv(socket.get(), answer, sizeof(answer), 0);
  }

  /// What was refused, and whether it was to be tracked.
  using Refusals = std::vector<std::pair<std::string, bool>>;
  Refusals refusals() {
    Refusals all;
    for (const PlanServer::Refusal &each : server->refusals())
      all.emplace_back(each.sentence, each.isOfCompiler);
    return all;
  }

  TestFolder folder;
  std::string path = folder.pathOf("plans");
  std::unique_ptr<PlanServer> server =
      cantFail(PlanServer::start(path, noTrackers(), kOfMLIR));
};

TEST_F(PlanServerTest, AProgramWithoutMLIRGetsNoPlan) {
  EXPECT_EQ(ask("/bin/true"), 0);
  EXPECT_TRUE(server->refusals().empty());
}

TEST_F(PlanServerTest, WhatIsNoQuestionIsHungUpOn) {
  for (const char *text : {"P", "x", "", "PPPP"}) {
    FileDescriptor socket = connect();
    send(socket.get(), text, std::strlen(text), 0);
    shutdown(socket.get(), SHUT_WR);
    EXPECT_EQ(hangUp(socket), 0);
  }
  EXPECT_EQ(ask("/bin/true"), 0);
}

TEST_F(PlanServerTest, AFileThatIsNotRegularIsRefused) {
  EXPECT_EQ(ask("/dev/null"), 0);
  EXPECT_EQ(
      refusals(),
      Refusals({{"'/dev/null' cannot be read: not a regular file", true}}));
}

TEST_F(PlanServerTest, TheWordsOfTheLoaderAreTold) {
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(ask("/dev/null", plan::Ask::Trouble, "no\nroom"), 0);
  EXPECT_EQ(
      refusals(),
      Refusals({{"'/dev/null' cannot load its tracker: no\\nroom", true}}));
}

TEST_F(PlanServerTest, ASecondMLIRIsToldOnce) {
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(ask("/dev/null", plan::Ask::Another), 0);
  EXPECT_EQ(refusals(),
            Refusals({{"'/dev/null' made a context that is not tracked: of "
                       "several MLIRs in one process, only one is",
                       true}}));
}

TEST_F(PlanServerTest, NobodyHearsOfLLVMWhereItsPassesAreNotWanted) {
  EXPECT_EQ(ask("/bin/true", plan::Ask::LLVMTracker), 0);
  EXPECT_TRUE(server->refusals().empty());
}

TEST_F(PlanServerTest, ATrackerForLLVMThatIsMissingIsTold) {
  path = folder.pathOf("others");
  server = cantFail(
      PlanServer::start(path, noTrackers(), PlanServer::Passes::OfLLVMToo));
  EXPECT_EQ(ask("/bin/true", plan::Ask::LLVMTracker), 0);
  ASSERT_EQ(refusals().size(), 1u);
  EXPECT_NE(refusals()[0].first.find("lacks 'libtrackdbg-llvm-"),
            std::string::npos);
}

TEST_F(PlanServerTest, ItEndsWhileSomebodyWaits) {
  FileDescriptor one = connect(), two = connect();
  server.reset();
  EXPECT_LE(hangUp(two), 0);
}

TEST(PlanServer, ThePathMustBeFree) {
  TestFolder folder;
  std::string path = folder.pathOf("plans");
  auto first = cantFail(PlanServer::start(path, noTrackers(), kOfMLIR));
  EXPECT_EQ(
      toString(PlanServer::start(path, noTrackers(), kOfMLIR).takeError()),
      "cannot make the socket '" + path + "': address already in use");
  EXPECT_NE(toString(PlanServer::start("/" + std::string(200, 'x'),
                                       noTrackers(), kOfMLIR)
                         .takeError())
                .find("is too long for a socket"),
            std::string::npos);
}

} // namespace
