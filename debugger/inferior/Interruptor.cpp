//===- Interruptor.cpp ----------------------------------------------------===//

#include "inferior/Interruptor.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <unistd.h>

namespace mlir::trackdbg {

Interruptor::Interruptor() : counter(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Interruptor::raise() {
  int saved = errno;
  isRaised = true;
  uint64_t one = 1;
  (void)!write(counter.get(), &one, sizeof(one));
  errno = saved;
}

uint64_t Interruptor::take() {
  uint64_t count = 0;
  // First, so that an interrupt that comes in between is not lost.
  isRaised = false;
  ssize_t size =
      retryOnSignal([&] { return read(counter.get(), &count, sizeof(count)); });
  return size == sizeof(count) ? count : 0;
}

} // namespace mlir::trackdbg
