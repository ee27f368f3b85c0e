//===- SwapOut.cpp - A waiting process's memory goes to a file ------------===//
//
// What may be moved and what is there, the kernel tells in /proc/self/maps and
// /proc/self/pagemap (Documentation/admin-guide/mm/pagemap.rst). Between the
// moment a page is written to the file and the moment the file is mapped over
// it, nothing may change the page: so all that the loop itself changes is on
// the stack, which stays where it is.
//
//===----------------------------------------------------------------------===//

#include "process/SwapOut.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {
/// [begin, end) of this process's addresses.
struct Range {
  uintptr_t begin, end;
};

/// Takes ranges to the file, one behind the other.
class Mover {
public:
  explicit Mover(const char *folder);
  ~Mover();
  bool isOpen() const { return file >= 0 && pages >= 0; }
  /// Moves the pages of `range` that are there. False: no more can be moved.
  bool move(Range range);
  uint64_t moved() const { return size; }

private:
  bool moveRun(Range run);

  int file = -1, pages = -1;
  uint64_t size = 0; ///< Of the file.
  const uintptr_t pageSize = sysconf(_SC_PAGESIZE);
  /// A process may have 65,530 mappings in all.
  int runsLeft = 16384;
};
} // namespace

/// There is nothing to gain where files are memory.
static bool isOnDisk(const char *folder) {
  struct statfs status;
  return statfs(folder, &status) == 0 && status.f_type != TMPFS_MAGIC &&
         status.f_type != RAMFS_MAGIC;
}

Mover::Mover(const char *folder) {
  if (!isOnDisk(folder))
    return;
  file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

Mover::~Mover() {
  if (file >= 0)
    close(file);
  if (pages >= 0)
    close(pages);
}

bool Mover::moveRun(Range run) {
  size_t length = run.end - run.begin;
  for (size_t done = 0; done < length;) {
    ssize_t count = pwrite(file, reinterpret_cast<char *>(run.begin) + done,
                           length - done, off_t(size + done));
    if (count <= 0)
      return false;
    done += count;
  }
  void *place = reinterpret_cast<void *>(run.begin);
  // Where this fails, the pages are still there.
  if (mmap(place, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file,
           off_t(size)) != place)
    return false;
  size += length;
  return --runsLeft > 0;
}

bool Mover::move(Range range) {
  constexpr uint64_t kPresent = uint64_t(1) << 63;
  /// As it is in a file: of an earlier call, and not written since.
  constexpr uint64_t kOfFile = uint64_t(1) << 61;
  // Shorter ones are not worth a mapping, and shorter gaps go along.
  constexpr uintptr_t kLeastPages = 8, kMostGap = 8;
  std::array<uint64_t, 512> entries;
  Range run{range.begin, range.begin};
  auto finishRun = [&] {
    return run.end - run.begin < kLeastPages * pageSize || moveRun(run);
  };
  for (uintptr_t at = range.begin; at < range.end;) {
    ssize_t bytes = pread(pages, entries.data(), sizeof(entries),
                          off_t(at / pageSize * sizeof(uint64_t)));
    if (bytes < ssize_t(sizeof(uint64_t)))
      return false;
    for (size_t i = 0; i < bytes / sizeof(uint64_t) && at < range.end;
         ++i, at += pageSize) {
      if ((entries[i] & (kPresent | kOfFile)) != kPresent)
        continue;
      if (at - run.end > kMostGap * pageSize) {
        if (!finishRun())
          return false;
        run.begin = at;
      }
      run.end = at + pageSize;
    }
  }
  return finishRun();
}

/// Whether a mapping of that name, or of none, holds memory of the process, and
/// nothing that another one may see.
static bool isMemory(llvm::StringRef name, llvm::StringRef folder) {
  // A file without a name is called "FOLDER/#INODE (deleted)".
  return name.empty() || name == "[heap]" ||
         (name.consume_front(folder) && name.starts_with("/#"));
}

/// The memory that this process has for itself: heaps and other anonymous
/// mappings, and what went to files in `folder`, without those that `stack` is
/// in and those that may not be both read and written.
static llvm::SmallVector<Range, 0> ownMemory(uintptr_t stack,
                                             llvm::StringRef folder) {
  llvm::SmallVector<Range, 0> ranges;
  auto maps = llvm::MemoryBuffer::getFileAsStream("/proc/self/maps");
  if (!maps)
    return ranges;
  llvm::StringRef text = (*maps)->getBuffer();
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    // begin-end perms offset device inode [name]
    llvm::SmallVector<llvm::StringRef, 6> fields;
    line.split(fields, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    if (fields.size() < 5 || fields[1] != "rw-p" ||
        !isMemory(fields.size() > 5 ? fields[5] : "", folder))
      continue;
    auto [first, last] = fields[0].split('-');
    Range range;
    if (!first.getAsInteger(16, range.begin) &&
        !last.getAsInteger(16, range.end) &&
        !(range.begin <= stack && stack < range.end))
      ranges.push_back(range);
  }
  return ranges;
}

uint64_t mlir::trackdbg::swapOut(const char *folder) {
  Mover mover(folder);
  if (!mover.isOpen())
    return 0;
  char onStack;
  for (Range range : ownMemory(reinterpret_cast<uintptr_t>(&onStack), folder))
    if (!mover.move(range))
      break;
  return mover.moved();
}
