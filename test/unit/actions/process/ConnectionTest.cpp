//===- ConnectionTest.cpp - The socket to the debugger --------------------===//

#include "process/Connection.h"

#include "trackdbg/MessageLimit.h"

#include "llvm/ADT/StringRef.h"

#include <gtest/gtest.h>

#include <string>
#include <sys/socket.h>
#include <thread>

using namespace mlir::trackdbg;

namespace {
/// What is received where this is sent.
Message sendOver(const Message &message) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Connection tracker(OwnDescriptor(ends[0]), "");
  Connection debugger(OwnDescriptor(ends[1]), "");
  std::thread sender([&] { EXPECT_TRUE(tracker.send(message)); });
  std::optional<Message> received = debugger.receive();
  sender.join();
  EXPECT_TRUE(received.has_value());
  return received.value_or(Message());
}

Message answerOf(size_t size) {
  UnitAnswer answer;
  answer.unit.text.assign(size, 'x');
  Message message;
  message.response.emplace().answer = std::move(answer);
  return message;
}
} // namespace

TEST(Connection, AnAnswerThatIsTooLongIsAnError) {
  Message message = answerOf(100);
  EXPECT_EQ(sendOver(message).response, message.response);
  Message received = sendOver(answerOf(kLongestMessage));
  ASSERT_TRUE(received.response);
  EXPECT_FALSE(received.response->answer);
  EXPECT_EQ(received.response->error,
            "the answer has more than 256 MiB, as the IR is too large");
}
