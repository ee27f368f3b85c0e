//===- TrialWatch.cpp -----------------------------------------------------===//

#include "stop/TrialWatch.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;

TrialWatch::TrialWatch(uint64_t number, const std::string &folder)
    : number(number), failed(folder + "/failed"), again(folder + "/again") {}

void TrialWatch::begin(const ActiveAction &action) {
  kind = action.kind;
  root = action.rootAlive ? action.root : nullptr;
  if (root)
    location = root->getLoc();
}

/// Nothing of it may be left in the heap of the compiler.
static void append(const std::string &file, uint64_t number) {
  int descriptor =
      open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return;
  dprintf(descriptor, "%llu\n", static_cast<unsigned long long>(number));
  close(descriptor);
}

void TrialWatch::beforeExecute(const tracing::ActionActiveStack *entry,
                               tracing::Breakpoint *, bool willExecute) {
  const auto &action = static_cast<const ActiveAction &>(*entry);
  if (action.number == number)
    begin(action);
  // Another op may get the address later.
  if (willExecute && root && action.kind == kind && action.root == root &&
      action.rootAlive && LocationAttr(root->getLoc()) == location)
    begun = action.number;
}

void TrialWatch::afterExecute(const tracing::ActionActiveStack *entry) {
  const auto &action = static_cast<const ActiveAction &>(*entry);
  if (begun == 0 || action.number != begun)
    return;
  begun = 0;
  if (action.number == number) {
    if (action.result == trace::ActionResult::Failure)
      append(failed, number);
  } else if (action.result == trace::ActionResult::Success) {
    append(again, action.number);
  }
}
