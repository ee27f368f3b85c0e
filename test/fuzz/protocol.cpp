//===- protocol.cpp - Any bytes from the other end of the socket ----------===//
//
// A libFuzzer target: takes the input as what one side of the protocol
// receives, in one piece. What is a message must be written and read back as
// the same one, whichever side reads it, and what it tells must be fit to be
// shown.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "inferior/Connection.h"
#include "render/Render.h"
#include "trackdbg/Expression.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {
void must(bool condition) {
  if (!condition)
    std::abort();
}

void show(const Reply &reply) {
  for (Colors colors : {Colors::Off, Colors::On})
    render(reply, RenderStyle{colors, 80});
}

/// What a breakpoint asks for is compiled in the compiler.
void compile(const BreakpointSpec &spec) {
  auto read = Expression::parse(spec.condition);
  if (!read)
    consumeError(read.takeError());
  StringRef name = spec.name;
  if (name.size() < 2 || !name.consume_front("/") || !name.consume_back("/"))
    return;
  if (auto regex = UserRegex::make(name))
    regex->match("mlir::arith::AddIOp");
  else
    consumeError(regex.takeError());
}

void show(const Stopped &stop) {
  EventReply reply;
  reply.event.stop = stop;
  for (int64_t id : stop.breakpoints) {
    Breakpoint &breakpoint = reply.breakpoints.emplace_back();
    breakpoint.spec.id = id;
  }
  show(Reply(std::move(reply)));
  BacktraceReply stack;
  for (const Frame &frame : stop.stack)
    stack.frames.push_back({stack.frames.size(), frame});
  show(Reply(std::move(stack)));
}

struct ShowAnswer {
  void operator()(const UnitAnswer &answer) { showUnits({answer.unit}); }
  void operator()(const UnitsAnswer &answer) { showUnits(answer.units); }
  void operator()(const DiffAnswer &answer) {
    show(Reply(DiffReply{answer.title, answer.before, answer.after}));
  }
  void operator()(const DescribeAnswer &answer) {
    DescriptionReply reply;
    reply.answer = answer;
    for (DescriptionShown shown :
         {DescriptionShown::Parts, DescriptionShown::Arguments,
          DescriptionShown::Types}) {
      reply.shown = shown;
      show(Reply(reply));
    }
  }
  void operator()(const HandlesAnswer &answer) {
    HandlesReply reply;
    for (const Handle &handle : answer.handles)
      reply.rows.push_back({handle.name, handle, {}});
    for (HandlesShown shown : {HandlesShown::All, HandlesShown::One}) {
      reply.shown = shown;
      if (shown == HandlesShown::One)
        reply.rows.resize(std::min<size_t>(reply.rows.size(), 1));
      if (!reply.rows.empty())
        show(Reply(reply));
    }
  }
  void operator()(const ValueAnswer &answer) {
    auto read = Expression::parse(answer.literal);
    if (!read)
      consumeError(read.takeError());
  }
  void operator()(const ChangedAnswer &answer) { show(answer.stop); }
  /// All others are numbers and paths that nobody shows as they are.
  template <typename Other> void operator()(const Other &) {}

private:
  static void showUnits(const std::vector<Unit> &units) {
    for (UnitsShown shown :
         {UnitsShown::Numbered, UnitsShown::Brief, UnitsShown::Whole})
      show(Reply(UnitsReply{units, shown}));
  }
};

void use(const Message &message) {
  if (message.stopped)
    show(*message.stopped);
  if (message.response && message.response->answer)
    std::visit(ShowAnswer(), *message.response->answer);
  if (message.configure)
    for_each(message.configure->breakpoints, compile);
  if (message.resume && message.resume->breakpoints)
    for_each(*message.resume->breakpoints, compile);
}

void writeAndReadBack(const Message &message) {
  std::string line = encode(message);
  must(StringRef(line).count('\n') == 1 && line.back() == '\n');
  Expected<Message> again = decode(StringRef(line).drop_back());
  if (!again) {
    errs() << toString(again.takeError()) << '\n';
    std::abort();
  }
  must(*again == message);
  must(encode(*again) == line);
}

/// A connection whose other end has sent `text` and closed.
Connection receiving(StringRef text) {
  int ends[2];
  must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
                  ends) == 0);
  must(write(ends[1], text.data(), text.size()) == ssize_t(text.size()));
  close(ends[1]);
  return Connection(FileDescriptor(ends[0]));
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  Connection connection = receiving(text);
  must(!errorToBool(connection.receive()) && connection.atEnd());
  while (true) {
    Expected<std::optional<Message>> message = connection.next();
    auto [line, rest] = text.split('\n');
    bool isWhole = line.size() < text.size();
    text = rest;
    if (!message) {
      must(!toString(message.takeError()).empty());
      if (!isWhole)
        return 0;
      // The tracker lets go, too, and knows no more than this.
      must(errorToBool(decode(line).takeError()));
      continue;
    }
    if (!*message) {
      must(line.empty() && !isWhole);
      return 0;
    }
    writeAndReadBack(**message);
    use(**message);
  }
}
