//===- PlanRequest.cpp - Asking the debugger for a plan -------------------===//

#include "preload/PlanRequest.h"

#include "process/LocalSocket.h"
#include "process/SocketPath.h"
#include "trackdbg/FileMessage.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utility>

namespace mlir::trackdbg {

static SocketPath socketPath(plan::kSocketVariable);

bool isDebuggerNamed() { return socketPath.get(); }

/// A connection to the debugger, on which a question about `file` has been
/// asked; none where that is not possible.
static OwnDescriptor ask(plan::Ask question, const char *text,
                         const OwnDescriptor &file) {
  const char *path = socketPath.get();
  if (!path || !file)
    return OwnDescriptor();
  OwnDescriptor socket = connectTo(path, SOCK_SEQPACKET);
  // A debugger that somebody has stopped must not stop the program for ever.
  constexpr timeval kLongest{60, 0};
  constexpr size_t kMostText = 1024;
  char message[1 + kMostText] = {char(question)};
  size_t length = strnlen(text, kMostText);
  memcpy(message + 1, text, length);
  if (setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &kLongest,
                 sizeof(kLongest)) != 0 ||
      sendWithFile(socket.get(), message, 1 + length, file.get()) < 0)
    return OwnDescriptor();
  return socket;
}

/// The debugger closes the connection when it has taken note of what was said.
/// A process that ended before would seem to have said nothing.
static void awaitEnd(const OwnDescriptor &socket) {
  char byte;
  ssize_t count;
  do
    count = recv(socket.get(), &byte, sizeof(byte), 0);
  while (count > 0 || (count < 0 && errno == EINTR));
}

static OwnDescriptor openToRead(const char *path) {
  return OwnDescriptor(::open(path, O_RDONLY | O_CLOEXEC));
}

/// The path in an answer of `size` bytes: behind its first byte, with its end.
static bool takePath(const char *answer, ssize_t size, plan::Reply kind,
                     char (&path)[PATH_MAX]) {
  if (size < 2 || answer[0] != char(kind) || answer[size - 1] != '\0')
    return false;
  memcpy(path, answer + 1, size - 1);
  return true;
}

PlanRequest::PlanRequest(PlanRequest &&other) noexcept
    : socket(std::move(other.socket)), asked(std::move(other.asked)),
      bytes(std::exchange(other.bytes, nullptr)), byteCount(other.byteCount) {
  memcpy(trackerPath, other.trackerPath, sizeof(trackerPath));
}

PlanRequest::~PlanRequest() {
  if (bytes)
    munmap(const_cast<unsigned char *>(bytes), byteCount);
}

bool PlanRequest::receive() {
  char text[1 + PATH_MAX];
  int received;
  ssize_t count = receiveWithFile(socket.get(), text, sizeof(text), received);
  OwnDescriptor plan(received);
  struct stat status;
  if (!plan || !takePath(text, count, plan::Reply::Plan, trackerPath) ||
      fstat(plan.get(), &status) != 0)
    return false;
  byteCount = status.st_size;
  void *mapped =
      mmap(nullptr, byteCount, PROT_READ, MAP_PRIVATE, plan.get(), 0);
  if (mapped == MAP_FAILED)
    return false;
  bytes = static_cast<const unsigned char *>(mapped);
  return true;
}

bool PlanRequest::send(const char *path, plan::Ask question) {
  asked = openToRead(path);
  socket = ask(question, "", asked);
  return socket && receive();
}

void PlanRequest::finish(plan::Outcome outcome) {
  ::send(socket.get(), &outcome, sizeof(outcome), MSG_NOSIGNAL);
  awaitEnd(socket);
  socket.close();
  asked.close();
}

bool askForTracker(const char *library, plan::Ask question,
                   char (&tracker)[PATH_MAX]) {
  OwnDescriptor socket = ask(question, "", openToRead(library));
  if (!socket)
    return false;
  char text[1 + PATH_MAX];
  int received; // None comes with it.
  ssize_t count = receiveWithFile(socket.get(), text, sizeof(text), received);
  return takePath(text, count, plan::Reply::Tracker, tracker);
}

void reportTrouble(const char *file, const char *words) {
  awaitEnd(ask(plan::Ask::Trouble, words, openToRead(file)));
}

void reportAnother(const char *file) {
  awaitEnd(ask(plan::Ask::Another, "", openToRead(file)));
}

} // namespace mlir::trackdbg
