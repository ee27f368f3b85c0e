//===- WorkProgress.cpp - How far a long piece of work is -----------------===//

#include "trace/WorkProgress.h"

#include <algorithm>

namespace mlir::trackdbg {

static thread_local WorkListener *innermost = nullptr;
static constexpr uint64_t kCalls = 200;

WorkListener::WorkListener(Tell tell) : tell(tell), outer(innermost) {
  innermost = this;
}

WorkListener::~WorkListener() { innermost = outer; }

WorkProgress::WorkProgress(llvm::StringRef what, uint64_t total)
    : what(what), total(total), next(total / kCalls + 1) {}

void WorkProgress::tell() {
  next += total / kCalls + 1;
  if (innermost && total != 0)
    innermost->tell(what,
                    unsigned(std::min<uint64_t>(100 * done / total, 100)));
}

void tellOfWork(llvm::StringRef what) {
  if (innermost)
    innermost->tell(what, std::nullopt);
}

} // namespace mlir::trackdbg
