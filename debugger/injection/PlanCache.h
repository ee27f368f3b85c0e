//===- PlanCache.h - What is known of programs, on the disk ---------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PLANCACHE_H
#define TRACKDBG_DEBUGGER_INJECTION_PLANCACHE_H

#include "patching/HeldMLIR.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <vector>

namespace mlir::trackdbg {

/// A file that was not written since: device, inode, size, and the times of its
/// last change of content and of anything.
struct FileIdentity {
  explicit FileIdentity(const struct stat &status);
  bool operator<(const FileIdentity &other) const { return of < other.of; }
  std::string text() const;

private:
  std::tuple<uint64_t, uint64_t, uint64_t, int64_t, int64_t, int64_t, int64_t>
      of;
};

/// What took long to find out about a file.
struct KnownFile {
  std::string kind; ///< In words of who keeps it.
  /// What else it depends on. What was kept with another one is out of date.
  std::string stamp;
  HeldMLIR held;
  std::vector<uint8_t> plan;
  std::string unseen; ///< ProgramPlan::unseen.
};

/// Keeps what is known in a folder, a file for each program or library. What is
/// damaged is not there, and what cannot be written is not kept. Several
/// debuggers may use one folder.
class PlanCache {
public:
  /// The folder is made when it is needed. Without a name nothing is kept.
  explicit PlanCache(std::string folder) : folder(std::move(folder)) {}

  /// What tells a file from every other one: its build id, or its identity
  /// where its linker wrote none.
  static std::string keyOf(const ProgramFile &file,
                           const FileIdentity &identity);

  std::optional<KnownFile> find(llvm::StringRef key) const;
  /// The oldest go where there are too many.
  void keep(llvm::StringRef key, const KnownFile &known) const;

private:
  std::string pathOf(llvm::StringRef key) const;
  void dropOldest() const;

  std::string folder;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PLANCACHE_H
