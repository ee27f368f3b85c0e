//===- TrackerCatalog.h - The trackers that are installed -----------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_TRACKERCATALOG_H
#define TRACKDBG_DEBUGGER_INJECTION_TRACKERCATALOG_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The libraries that go into a compiler with one kind of MLIR.
struct TrackerFiles {
  std::string tracker;
  /// Copies of what the tracker calls, for programs that hold MLIR and lack
  /// some of it. The file may not exist.
  std::string fallback;
};

/// What is wrong with the bytes of a library of ours: the rest of a sentence
/// about it. Empty if all of it is there.
std::string findDamage(llvm::StringRef library);

/// Looks for `libtrackdbg-tracker-KEY.so` in some folders. A key is what
/// HeldMLIR::trackerKey() says. The folders are read at each question, and each
/// tracker once. One thread at a time.
class TrackerCatalog {
public:
  /// What is in an earlier folder comes first.
  explicit TrackerCatalog(std::vector<std::string> folders)
      : folders(std::move(folders)) {}
  /// Where the debugger is installed, and the user's own folder.
  static TrackerCatalog installed();

  std::optional<TrackerFiles> find(llvm::StringRef key) const;
  /// The tracker for programs that use a libLLVM.so of that version, and no
  /// MLIR. An error is what follows the library's name in a sentence.
  llvm::Expected<std::string> findForLLVM(llvm::StringRef key) const;
  /// Reads each tracker, so that problemOf() opens no file later.
  void readAll();
  /// What is wrong with a tracker that was found: the rest of a sentence whose
  /// subject needs it. Empty if it is for this MLIR.
  const std::string &problemOf(const std::string &tracker, llvm::StringRef key);
  /// The keys of all trackers, each once and in order.
  std::vector<std::string> keys() const;
  /// Why none is found for `key`, and what to do: the end of a sentence whose
  /// subject is this mlir-track-dbg.
  std::string explainMissing(llvm::StringRef key) const;

private:
  std::vector<std::string> folders;
  std::map<std::string, std::string> problems;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_TRACKERCATALOG_H
