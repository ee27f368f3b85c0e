//===- TraceInUse.cpp - Traces that are not to be overwritten -------------===//

#include "trace/TraceInUse.h"

#include "llvm/Support/FileSystem.h"

#include <mutex>
#include <set>

namespace mlir::trackdbg {

namespace {
struct Uses {
  std::mutex mutex;
  std::multiset<llvm::sys::fs::UniqueID> files;
};
} // namespace

static Uses &uses() {
  static Uses known;
  return known;
}

TraceInUse::TraceInUse(int descriptor) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(descriptor, status))
    return;
  file = status.getUniqueID();
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
  llvm::sys::fs::UniqueID file;
  if (llvm::sys::fs::getUniqueID(path, file))
    return false;
  std::lock_guard<std::mutex> lock(uses().mutex);
  return uses().files.count(file) != 0;
}

} // namespace mlir::trackdbg
