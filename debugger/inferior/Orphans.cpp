//===- Orphans.cpp - Copies of a compiler that others adopt ---------------===//

#include "inferior/Orphans.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>
#include <sys/wait.h>

using namespace llvm;

namespace mlir::trackdbg {

bool isOurChild(pid_t process) {
  siginfo_t info;
  return waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

std::optional<int> statusOfZombie(pid_t process) {
  auto file =
      MemoryBuffer::getFileAsStream(fmt::format("/proc/{}/stat", process));
  if (!file)
    return std::nullopt;
  // The program's name, in parentheses, may hold blanks. Behind it stand the
  // state and, in a place of its own, the status.
  constexpr size_t kStatus = 49;
  SmallVector<StringRef, 64> fields;
  (*file)->getBuffer().trim().rsplit(") ").second.split(fields, ' ');
  int status = 0;
  if (fields.size() <= kStatus || fields.front() != "Z" ||
      fields[kStatus].getAsInteger(10, status))
    return std::nullopt;
  return status;
}

} // namespace mlir::trackdbg
