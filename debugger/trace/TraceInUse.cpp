//===- TraceInUse.cpp - Traces that are not to be overwritten -------------===//

#include "trace/TraceInUse.h"

#include <mutex>
#include <set>
#include <sys/stat.h>

namespace mlir::trackdbg {

namespace {
struct Uses {
  std::mutex mutex;
  std::multiset<std::pair<dev_t, ino_t>> files;
};
} // namespace

static Uses &uses() {
  static Uses known;
  return known;
}

TraceInUse::TraceInUse(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return;
  file = {status.st_dev, status.st_ino};
  std::lock_guard<std::mutex> lock(uses().mutex);
  uses().files.insert(*file);
}

TraceInUse::~TraceInUse() {
  if (!file)
    return;
  std::lock_guard<std::mutex> lock(uses().mutex);
  uses().files.erase(uses().files.find(*file));
}

bool isTraceInUse(llvm::StringRef path) {
  struct stat status;
  if (::stat(path.str().c_str(), &status) != 0)
    return false;
  std::lock_guard<std::mutex> lock(uses().mutex);
  return uses().files.count({status.st_dev, status.st_ino}) != 0;
}

} // namespace mlir::trackdbg
