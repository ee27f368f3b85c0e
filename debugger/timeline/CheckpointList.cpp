//===- CheckpointList.cpp - The copies of one compiler to go back to ------===//

#include "timeline/CheckpointList.h"

#include "inferior/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <poll.h>
#include <sys/stat.h>

#include <limits>
#include <tuple>

using namespace llvm;

namespace mlir::trackdbg {

Checkpoint &CheckpointList::add(std::unique_ptr<Checkpoint> checkpoint) {
  auto next = partition_point(list, [&](const auto &other) {
    return !isBefore(checkpoint->mark, other->mark);
  });
  Checkpoint &added = **list.insert(next, std::move(checkpoint));
  auto isLive = [](const auto &each) { return each->isLive(); };
  if (size_t(count_if(list, isLive)) > kMost)
    removeLeastMissed();
  return added;
}

static bool hasDied(const Checkpoint &checkpoint) {
  pollfd end{checkpoint.pidFd.get(), POLLIN, 0};
  return checkpoint.pidFd && poll(&end, 1, 0) > 0;
}

void CheckpointList::noteDeaths() {
  for (auto &checkpoint : list)
    if (checkpoint->isLive() && hasDied(*checkpoint))
      checkpoint->connection.close();
}

Checkpoint *CheckpointList::newest(function_ref<bool(const Mark &)> fits) {
  noteDeaths();
  for (auto &checkpoint : reverse(list))
    if (checkpoint->isLive() && fits(checkpoint->mark))
      return checkpoint.get();
  return nullptr;
}

Checkpoint *CheckpointList::find(int64_t number) {
  auto found =
      find_if(list, [&](auto &other) { return other->number == number; });
  return found == list.end() ? nullptr : found->get();
}

void CheckpointList::remove(const Checkpoint &checkpoint) {
  erase_if(list, [&](auto &other) { return other.get() == &checkpoint; });
}

void CheckpointList::cutAfter(const Mark &mark) {
  erase_if(list, [&](auto &checkpoint) {
    if (!isBefore(mark, checkpoint->mark))
      return false;
    checkpoint->connection.close();
    return !checkpoint->isUsers();
  });
}

void CheckpointList::forgetAfter(const Mark &mark) {
  erase_if(list,
           [&](auto &checkpoint) { return isBefore(mark, checkpoint->mark); });
}

void CheckpointList::clear() {
  for (auto &checkpoint : list)
    killProcess(checkpoint->pidFd);
  list.clear();
}

/// Of what we hold ourselves, nobody sees the end before ours.
static std::vector<int64_t> ownPipes() {
  std::vector<int64_t> inodes;
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status;
    if (fstat(stream, &status) == 0 && !S_ISREG(status.st_mode))
      inodes.push_back(status.st_ino);
  }
  return inodes;
}

static void tell(Checkpoint &checkpoint, const Message &message) {
  if (Error error = checkpoint.connection.send(message)) {
    consumeError(std::move(error));
    checkpoint.connection.close();
  }
}

void CheckpointList::releasePipes() {
  for (auto &checkpoint : list) {
    if (!checkpoint->isLive() ||
        std::exchange(checkpoint->hasReleasedPipes, true))
      continue;
    Message message;
    message.releasePipes.emplace().kept = ownPipes();
    tell(*checkpoint, message);
  }
}

/// Takes out the one whose absence lengthens the way to some place least,
/// measured by how far back that place is: near the newest they stay dense. The
/// first one, the newest and the user's stay; false if there is no other.
bool CheckpointList::removeLeastMissed() {
  double now = list.back()->mark.position + 1;
  double least = std::numeric_limits<double>::infinity();
  Checkpoint *leastMissed = nullptr;
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i]->isLive() || mustStay(i))
      continue;
    double gap = list[i + 1]->mark.position - list[i - 1]->mark.position;
    double missed = gap / (now - list[i]->mark.position);
    if (missed < least)
      std::tie(least, leastMissed) = std::tuple(missed, list[i].get());
  }
  if (leastMissed)
    remove(*leastMissed);
  return leastMissed;
}

/// Whether it takes its memory to the disk now.
static bool swapOut(Checkpoint &checkpoint) {
  if (!checkpoint.isLive() || std::exchange(checkpoint.isSwappedOut, true))
    return false;
  SmallString<64> folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/false, folder);
  Message message;
  message.swapOut.emplace().folder = folder.str().str();
  tell(checkpoint, message);
  return true;
}

void CheckpointList::fitMemory(pid_t compiler) {
  MemoryUse own = memoryOf(compiler);
  uint64_t together = own.proportional;
  std::vector<MemoryUse> uses;
  for (auto &checkpoint : list) {
    uses.push_back(checkpoint->isLive() ? memoryOf(checkpoint->process)
                                        : MemoryUse());
    together += uses.back().proportional;
  }
  const uint64_t share = own.resident / 8, limit = own.resident + share;
  size_t live = count_if(list, [](auto &each) { return each->isLive(); });
  for (size_t i = 0; i < list.size() && together > limit; ++i) {
    bool isWorthIt = i + 1 < list.size() || uses[i].unshared > share;
    if (!mustStay(i) || !isWorthIt || !swapOut(*list[i]))
      continue;
    together -= uses[i].proportional;
    --live;
  }
  // Pages that two of them share stay when one goes, so each takes an equal
  // part with it at the most.
  while (together > limit && own.resident != 0 && live > 0) {
    together -= std::min(together, (together - own.proportional) / live--);
    if (!removeLeastMissed())
      return;
  }
}

} // namespace mlir::trackdbg
