//===- ConnectionTest.cpp -------------------------------------------------===//

#include "inferior/Connection.h"

#include "gtest/gtest.h"

#include <sys/socket.h>

using namespace mlir::trackdbg;

namespace {

struct ConnectionTest : testing::Test {
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    connection = std::make_unique<Connection>(FileDescriptor(ends[0]));
    other = FileDescriptor(ends[1]);
  }
  void say(llvm::StringRef text) {
    ASSERT_EQ(write(other.get(), text.data(), text.size()),
              ssize_t(text.size()));
    ASSERT_FALSE(connection->receive());
  }
  /// The title of the answer that comes next; "-" if none has come.
  std::string nextTitle() {
    auto message = connection->next();
    if (!message)
      return toString(message.takeError());
    if (!*message || !(*message)->response)
      return "-";
    return (*message)->response->error;
  }
  static std::string answer(std::string title) {
    Message message;
    message.response.emplace().error = std::move(title);
    return encode(message);
  }

  std::unique_ptr<Connection> connection;
  FileDescriptor other;
};

TEST_F(ConnectionTest, MessagesMayComeInPiecesAndTogether) {
  std::string text = answer("one") + answer("two") + answer("three");
  for (char c : text.substr(0, 10)) {
    say(std::string(1, c));
    EXPECT_EQ(nextTitle(), "-");
  }
  say(text.substr(10));
  EXPECT_EQ(nextTitle(), "one");
  say(answer("four"));
  EXPECT_EQ(nextTitle(), "two");
  EXPECT_EQ(nextTitle(), "three");
  EXPECT_EQ(nextTitle(), "four");
  EXPECT_EQ(nextTitle(), "-");
  EXPECT_FALSE(connection->atEnd());
}

TEST_F(ConnectionTest, WhatWasSaidBeforeTheEndIsThere) {
  say(answer("last"));
  other.close();
  ASSERT_FALSE(connection->receive());
  EXPECT_TRUE(connection->atEnd());
  EXPECT_EQ(nextTitle(), "last");
  EXPECT_EQ(nextTitle(), "-");
}

TEST_F(ConnectionTest, HalfALineAtTheEndIsAnError) {
  say("{\"response\"");
  other.close();
  ASSERT_FALSE(connection->receive());
  EXPECT_EQ(nextTitle(), "it stopped in the middle of a message");
}

TEST_F(ConnectionTest, NonsenseIsAnErrorThatSaysWhere) {
  for (const char *text :
       {"\n", "7\n", "{}\n", "{\"response\": 3}\n",
        "{\"response\": {}, \"hello\": {}}\n", "\xff\xfe\n"}) {
    say(text);
    EXPECT_TRUE(llvm::StringRef(nextTitle())
                    .starts_with("it sent an invalid message ("))
        << text;
  }
}

std::string problemOf(llvm::StringRef line) {
  return toString(decode(line).takeError());
}

TEST_F(ConnectionTest, DeepNestingIsAnErrorAndNoCrash) {
  constexpr char kProblem[] = "the message is nested too deeply";
  EXPECT_EQ(problemOf(std::string(2'000'000, '[')), kProblem);
  std::string objects;
  for (int i = 0; i < 500'000; ++i)
    objects += "{\"a\":";
  EXPECT_EQ(problemOf(objects), kProblem);
  EXPECT_EQ(problemOf("\"\\\\\"" + std::string(100, '[')), kProblem);
  // What is not deep is told of as before.
  for (std::string text :
       {std::string(32, '['), "\"" + std::string(99, '['),
        "\"\\\"" + std::string(99, '{') + "\"", std::string(99, ']')})
    EXPECT_NE(problemOf(text), kProblem) << text;
}

TEST_F(ConnectionTest, AHugeMessageIsAnErrorBeforeItTakesTheMemory) {
  constexpr char kProblem[] = "the message has too many parts";
  auto listOf = [](llvm::StringRef element, unsigned count) {
    std::string text = "[";
    for (unsigned i = 0; i < count; ++i)
      text += element;
    return text;
  };
  EXPECT_EQ(problemOf(listOf("0,", 40'000'000)), kProblem);
  EXPECT_EQ(problemOf(listOf("{},", 400'000)), kProblem);
  // A text is one part, and there may be many breakpoints.
  EXPECT_NE(problemOf(listOf("\"{,{,{,{,\",", 1'000'000)), kProblem);
  EXPECT_NE(problemOf(listOf("{},", 200'000)), kProblem);
}

TEST_F(ConnectionTest, SendingToNobodyIsAnError) {
  other.close();
  Message message;
  message.request = HandlesRequest();
  EXPECT_TRUE(llvm::StringRef(toString(connection->send(message)))
                  .starts_with("it cannot be written to"));
}

TEST_F(ConnectionTest, BreakpointsOfAnyNameArriveWhole) {
  Message message;
  Configure &configure = message.configure.emplace();
  for (const char *name : {"a file.mlir", "", "line\nbreak 3", "\"quoted\"",
                           "one; 2 3;", "one; 2 3;"}) {
    BreakpointSpec spec;
    spec.id = configure.breakpoints.size() + 1;
    spec.kind = BreakpointSpec::Kind::Pattern;
    spec.name = name;
    spec.enabled = false;
    configure.breakpoints.push_back(spec);
  }
  say(encode(message));
  auto received = connection->next();
  ASSERT_TRUE(received && *received);
  EXPECT_EQ(**received, message);
}

TEST_F(ConnectionTest, AnEmptyOmissionIsOneAllTheSame) {
  Message message;
  message.configure.emplace().omission.emplace();
  say(encode(message));
  auto received = connection->next();
  ASSERT_TRUE(received && *received);
  EXPECT_EQ(**received, message);
}

TEST_F(ConnectionTest, BreakpointsThatDifferInNumbersOnlyArriveWhole) {
  Message message;
  auto &breakpoints = message.resume.emplace().breakpoints.emplace();
  using Kind = BreakpointSpec::Kind;
  breakpoints.push_back({1, Kind::Location, "f.mlir", 3});
  breakpoints.push_back({2, Kind::Location, "f.mlir", 3, 7});
  breakpoints.push_back({3, Kind::Location, "f.mlir", 0, 0, 0, 5});
  breakpoints.push_back({4, Kind::Location, "f.mlir", 3, 0, 0, 0, false});
  breakpoints.push_back({9, Kind::Action, "", 0, 0, 1000000007});
  breakpoints.push_back({12, Kind::Action, ""});
  breakpoints.push_back(
      {13, Kind::Action, "", 0, 0, 7, 2, true, "hits > 1; 2"});
  breakpoints.push_back(
      {14, Kind::Action, "", 0, 0, 7, 2, false, "hits > 1; 2"});
  breakpoints.push_back({15, Kind::Action, "", 0, 0, 7, 2, false, "hits > 2"});
  breakpoints.push_back({16, Kind::Watch, "%5"});
  breakpoints.back().ops = {{0x7fffffffeff0, 12}, {16, 13}};
  breakpoints.push_back({17, Kind::CatchCreate, "arith.addi"});
  say(encode(message));
  auto received = connection->next();
  ASSERT_TRUE(received && *received);
  EXPECT_EQ(**received, message);
}

TEST_F(ConnectionTest, BreakpointsThatAreNoneAreRefused) {
  for (llvm::StringRef text :
       {"location", "location 1 3", "location 1 3 a.f 1", "place 1 1 a 1;1;",
        "location 1 3 a.f 2;1;", "location 1 3 a.f 1;1 2 3 4 5 6;",
        "location 1 99999999999 a.f 1;1;", "location 1 1 a 1;one;",
        "location 1 1 a 18446744073709551615;1;", "location 3 1 a 9 hits 1;1;",
        "location 3 1 a 1;1;", "watch 1 2 %5 1;1 0 0 0 0 16;"}) {
    say(("{\"resume\":{\"breakpoints\":\"" + text + "\"}}\n").str());
    EXPECT_TRUE(llvm::StringRef(nextTitle())
                    .starts_with("it sent an invalid message ("))
        << text.str();
  }
}

} // namespace
