//===- FakeCompiler.cpp - Plays the part of a tracked compiler ------------===//
//
// Carries out its arguments one after the other, so that a test can have any
// compiler it likes: it can stop, crash, lie or hang. At a stop it answers
// every question with what the debugger has told it so far.
//
//   hello[=VERSION]   connect and say Hello
//   configure         wait for Configure and make the trace
//   action            begin the next action, as "apply-pattern" FakePattern
//   end               end it
//   hit=ID:HITS:LEFT  what the next stop reports of a breakpoint
//   stop[=ID,ID...]   stop and answer until told to go on
//   slow=MILLISECONDS    from now on every answer takes so long
//   interrupted       wait for an interrupt and stop for it
//   busy              begin an action that never ends
//   garbage | half | close | twice | silence    misbehave on the socket
//   letgo             wait until the debugger has closed the connection
//   finish | outofspace    the recording is over
//   out=TEXT | in | descriptors | group | environment=NAME    on stdout
//   exit=CODE | raise=SIGNAL | abrupt=CODE
//
//===----------------------------------------------------------------------===//

#include "trackdbg/Protocol.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace llvm;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

__attribute__((used)) static const char kMarker[] = TRACKDBG_LINKED_IN_MARK;

namespace {

class FakeCompiler {
public:
  /// Carries out "word" or "word=value".
  void perform(StringRef word, StringRef value);

private:
  void hello(StringRef version);
  void configure();
  void stop(StringRef breakpoints, bool interrupted);
  void finish();
  void takeHit(StringRef text);
  void answer(const Request &request);
  void note(const Configure &told);
  void note(const Resume &told);
  void noteBreakpoints(ArrayRef<BreakpointSpec> specs);
  bool performOnStreams(StringRef word, StringRef value);

  void makeTrace(const std::string &path);
  void define(DefinitionKind kind, uint32_t id, const void *data, size_t size);
  void record(EventKind kind);
  void waitForInterrupt();
  void waitForTheEnd();

  void send(const Message &message) { sendText(encode(message)); }
  void sendText(StringRef text);
  Message receive();

  int socket = -1;
  std::string buffer;
  std::string told; ///< What the debugger said, for `answer`.
  std::vector<HitCount> hits;
  unsigned answerDelay = 0; ///< In milliseconds.

  char *file = nullptr; ///< Header, one segment of each kind.
  uint64_t events = 0;
};

[[noreturn]] void fail(const char *what) {
  errs() << "fake compiler: " << what << "\n";
  _exit(99);
}

void FakeCompiler::sendText(StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0)
      return;
    text = text.drop_front(count);
  }
}

/// The debugger is gone when nothing comes: then so is the reason to live.
Message FakeCompiler::receive() {
  size_t end;
  while ((end = buffer.find('\n')) == std::string::npos) {
    char chunk[4096];
    ssize_t count = recv(socket, chunk, sizeof(chunk), 0);
    if (count <= 0)
      _exit(98);
    buffer.append(chunk, count);
  }
  Expected<Message> message = decode(StringRef(buffer).take_front(end));
  buffer.erase(0, end + 1);
  if (!message)
    fail("the debugger sent no message");
  return *message;
}

void FakeCompiler::hello(StringRef version) {
  const char *path = getenv(kSocketVariable);
  if (!path)
    fail("no socket in the environment");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
  socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(socket, reinterpret_cast<sockaddr *>(&address), sizeof(address)))
    fail("cannot connect");
  Message message;
  Hello &hello = message.hello.emplace();
  hello.processId = getpid();
  hello.commandLine = {"/usr/bin/fake-compiler"};
  hello.mlirVersion = "22.1";
  hello.wayIn = WayIn::Linked;
  if (!version.empty())
    version.getAsInteger(10, hello.version);
  send(message);
}

void FakeCompiler::configure() {
  Message message = receive();
  if (!message.configure)
    fail("expected Configure");
  note(*message.configure);
  makeTrace(message.configure->tracePath);
}

void FakeCompiler::noteBreakpoints(ArrayRef<BreakpointSpec> specs) {
  told += " breakpoints";
  for (const BreakpointSpec &spec : specs)
    told += formatv(" {0}:{1}:{2}", spec.id, spec.enabled ? "on" : "off",
                    spec.ignoreCount)
                .str();
}

void FakeCompiler::note(const Configure &configure) {
  told += configure.interactive ? "[interactive" : "[record";
  told += configure.control == Control::Step ? " step" : " continue";
  noteBreakpoints(configure.breakpoints);
  told += "]";
}

void FakeCompiler::note(const Resume &resume) {
  told += "[resume " + std::to_string(int(resume.control));
  if (resume.breakpoints)
    noteBreakpoints(*resume.breakpoints);
  told += "]";
}

void FakeCompiler::answer(const Request &request) {
  usleep(answerDelay * 1000);
  Message message;
  Response &response = message.response.emplace();
  if (std::holds_alternative<SelectFrameRequest>(request)) {
    response.answer = DoneAnswer();
  } else {
    UnitAnswer answer;
    answer.unit.text = told;
    response.answer = std::move(answer);
  }
  send(message);
}

void FakeCompiler::finish() {
  reinterpret_cast<FileHeader *>(file)->state = RecordingState::Finished;
  Message message;
  message.farewell = Farewell{hits, 0};
  send(message);
}

void FakeCompiler::takeHit(StringRef text) {
  HitCount hit;
  auto [id, rest] = text.split(':');
  auto [count, left] = rest.split(':');
  id.getAsInteger(10, hit.id);
  count.getAsInteger(10, hit.hits);
  left.getAsInteger(10, hit.ignoreCount);
  hits.push_back(hit);
}

void FakeCompiler::stop(StringRef breakpoints, bool interrupted) {
  Message message;
  Stopped &stopped = message.stopped.emplace();
  stopped.interrupted = interrupted;
  stopped.hits = hits;
  SmallVector<StringRef> ids;
  breakpoints.split(ids, ',', -1, /*KeepEmpty=*/false);
  for (StringRef id : ids)
    id.getAsInteger(10, stopped.breakpoints.emplace_back());
  Frame inner, outer;
  inner.action = 2;
  inner.tag = "apply-pattern";
  inner.name = "FakePattern";
  outer.action = 1;
  outer.tag = "pass-execution";
  stopped.stack = {inner, outer};
  send(message);
  for (Message next = receive();; next = receive()) {
    if (next.request) {
      answer(*next.request);
    } else if (next.resume) {
      note(*next.resume);
      return;
    }
  }
}

void FakeCompiler::define(DefinitionKind kind, uint32_t id, const void *data,
                          size_t size) {
  auto *segment = reinterpret_cast<SegmentHeader *>(file + kHeaderSize);
  char *at = reinterpret_cast<char *>(segment) + segment->used;
  DefinitionHeader header{kind, uint32_t(size), id};
  memcpy(at, &header, sizeof(header));
  memcpy(at + sizeof(header), data, size);
  segment->used += (sizeof(header) + size + 3) / 4 * 4;
}

void FakeCompiler::makeTrace(const std::string &path) {
  int fd = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  size_t size = kHeaderSize + 2 * kSegmentSize;
  if (fd < 0 || ftruncate(fd, size))
    return;
  file = static_cast<char *>(
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  close(fd);
  for (auto kind : {SegmentKind::Definitions, SegmentKind::Events}) {
    auto *segment =
        new (file + kHeaderSize + (kind == SegmentKind::Events) * kSegmentSize)
            SegmentHeader();
    segment->magic = kSegmentMagic;
    segment->kind = kind;
    segment->used = sizeof(SegmentHeader);
  }
  const char tag[] = "apply-pattern", name[] = "FakePattern";
  define(DefinitionKind::String, 1, tag, sizeof(tag) - 1);
  define(DefinitionKind::String, 2, name, sizeof(name) - 1);
  const uint32_t kind[] = {1, 2, 0};
  define(DefinitionKind::ActionKind, 1, kind, sizeof(kind));

  auto *header = new (file) FileHeader();
  header->version = kFormatVersion;
  header->headerSize = kHeaderSize;
  header->segmentSize = kSegmentSize;
  header->eventSize = sizeof(Event);
  header->processId = getpid();
  header->firstTicks = 1000;
  header->lastTicks = 2000;
  header->lastNanoseconds = 1000;
  header->segmentCount = 2;
  memcpy(header->magic, kMagic, sizeof(kMagic));
}

void FakeCompiler::record(EventKind kind) {
  if (!file)
    return;
  auto *header = reinterpret_cast<FileHeader *>(file);
  auto *segment =
      reinterpret_cast<SegmentHeader *>(file + kHeaderSize + kSegmentSize);
  ++events;
  auto *event = reinterpret_cast<trace::Event *>(
      reinterpret_cast<char *>(segment) + segment->used);
  *event = {trace::Event::pack(events, kind), 0, 1000 + events, 1, 0};
  if (kind == EventKind::ActionBegin) {
    ++header->actionsBegun;
    header->currentActionKind = 1;
    header->currentActionSince = 1500;
  }
  segment->used += sizeof(trace::Event);
}

void FakeCompiler::waitForTheEnd() {
  char ignored[256];
  while (::read(socket, ignored, sizeof(ignored)) > 0)
    ;
}

void FakeCompiler::waitForInterrupt() {
  auto *header = reinterpret_cast<FileHeader *>(file);
  while (!header->interruptRequested.exchange(0))
    usleep(200);
}

bool FakeCompiler::performOnStreams(StringRef word, StringRef value) {
  if (word == "out") {
    outs() << value << "\n";
  } else if (word == "in") {
    char chunk[4096];
    for (ssize_t count; (count = read(0, chunk, sizeof(chunk))) > 0;)
      outs().write(chunk, count);
  } else if (word == "environment") {
    const char *text = getenv(value.str().c_str());
    outs() << (text ? text : "unset") << "\n";
  } else if (word == "group") {
    outs() << (getpgrp() == getpid() ? "own group" : "shared group") << "\n";
  } else if (word == "descriptors") {
    DIR *directory = opendir("/proc/self/fd");
    while (dirent *entry = readdir(directory))
      if (int fd; !StringRef(entry->d_name).getAsInteger(10, fd) &&
                  fd != dirfd(directory))
        outs() << fd << " ";
    outs() << "\n";
    closedir(directory);
  } else {
    return false;
  }
  outs().flush();
  return true;
}

void FakeCompiler::perform(StringRef word, StringRef value) {
  auto *header = reinterpret_cast<FileHeader *>(file);
  int number = 0;
  (void)value.getAsInteger(10, number);
  if (performOnStreams(word, value))
    return;
  if (word == "hello")
    hello(value);
  else if (word == "configure")
    configure();
  else if (word == "action")
    record(EventKind::ActionBegin);
  else if (word == "end")
    record(EventKind::ActionEnd);
  else if (word == "hit")
    takeHit(value);
  else if (word == "stop")
    stop(value, /*interrupted=*/false);
  else if (word == "interrupted")
    waitForInterrupt(), stop("", /*interrupted=*/true);
  else if (word == "slow")
    answerDelay = number;
  else if (word == "busy")
    record(EventKind::ActionBegin), sendText(""), pause();
  else if (word == "garbage")
    sendText("{\"stopped\": [1, 2}\n");
  else if (word == "half")
    sendText("{\"stopped\": {\"when\": \"bef");
  else if (word == "twice")
    sendText("{\"hello\": {}}\n");
  else if (word == "silence")
    pause();
  else if (word == "close")
    ::close(socket);
  else if (word == "letgo")
    waitForTheEnd();
  else if (word == "finish")
    finish();
  else if (word == "outofspace")
    header->endError = ENOSPC, header->state = RecordingState::OutOfSpace;
  else if (word == "exit")
    exit(number);
  else if (word == "abrupt")
    _exit(number);
  else if (word == "raise")
    raise(number);
  else
    fail("unknown step");
}

} // namespace

int main(int argc, char **argv) {
  FakeCompiler compiler;
  for (int i = 1; i < argc; ++i) {
    auto [word, value] = StringRef(argv[i]).split('=');
    compiler.perform(word, value);
  }
  return 0;
}
