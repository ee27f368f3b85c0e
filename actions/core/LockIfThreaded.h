//===- LockIfThreaded.h - A lock that one thread does not pay for ---------===//

#ifndef TRACKDBG_ACTIONS_CORE_LOCKIFTHREADED_H
#define TRACKDBG_ACTIONS_CORE_LOCKIFTHREADED_H

#include <mutex>
#include <sys/single_threaded.h>

namespace mlir::trackdbg {

/// Holds the mutex while it lives, if the process has ever had a second thread.
/// Otherwise it costs a load: nobody else could start one meanwhile, so its
/// holder must not either.
class LockIfThreaded {
public:
  explicit LockIfThreaded(std::mutex &mutex)
      : mutex(__libc_single_threaded ? nullptr : &mutex) {
    if (this->mutex)
      this->mutex->lock();
  }
  ~LockIfThreaded() {
    if (mutex)
      mutex->unlock();
  }
  LockIfThreaded(const LockIfThreaded &) = delete;
  LockIfThreaded &operator=(const LockIfThreaded &) = delete;

private:
  std::mutex *const mutex;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_LOCKIFTHREADED_H
