//===- PlanRequest.cpp - Asking the debugger for a plan -------------------===//

#include "preload/PlanRequest.h"

#include "process/LocalSocket.h"
#include "trackdbg/FileMessage.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utility>

namespace mlir::trackdbg {

bool PlanRequest::connect() {
  const char *path = secure_getenv(plan::kSocketVariable);
  if (!path)
    return false;
  socket = connectTo(path, SOCK_SEQPACKET);
  // A debugger that somebody has stopped must not stop the program for ever.
  constexpr timeval kLongest{60, 0};
  return setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &kLongest,
                    sizeof(kLongest)) == 0;
}

bool PlanRequest::sendFile() {
  auto ask = plan::Ask::Plan;
  return sendWithFile(socket.get(), &ask, sizeof(ask), program.get()) ==
         sizeof(ask);
}

/// Two texts, each with its end.
bool PlanRequest::takePaths(const char *text, size_t size) {
  for (char *path : {trackerPath, fallbackPath}) {
    size_t length = strnlen(text, size);
    if (length == size || length >= PATH_MAX)
      return false;
    memcpy(path, text, length + 1);
    text += length + 1;
    size -= length + 1;
  }
  return true;
}

bool PlanRequest::receive() {
  char text[1 + 2 * PATH_MAX];
  int received;
  ssize_t count = receiveWithFile(socket.get(), text, sizeof(text), received);
  OwnDescriptor file(received);
  struct stat status;
  if (count < 1 || text[0] != char(plan::Reply::Plan) || !file ||
      !takePaths(text + 1, count - 1) || fstat(file.get(), &status) != 0)
    return false;
  byteCount = status.st_size;
  void *mapped =
      mmap(nullptr, byteCount, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapped == MAP_FAILED)
    return false;
  bytes = static_cast<const unsigned char *>(mapped);
  return true;
}

bool PlanRequest::send() {
  if (!connect())
    return false;
  program = OwnDescriptor(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  return program && sendFile() && receive();
}

void PlanRequest::finish(plan::Outcome outcome) {
  ::send(socket.get(), &outcome, sizeof(outcome), MSG_NOSIGNAL);
  close();
}

void PlanRequest::close() {
  socket.close();
  program.close();
}

} // namespace mlir::trackdbg
