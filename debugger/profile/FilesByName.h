//===- FilesByName.h - The files of a profile while it is read ------------===//

#ifndef TRACKDBG_DEBUGGER_PROFILE_FILESBYNAME_H
#define TRACKDBG_DEBUGGER_PROFILE_FILESBYNAME_H

#include "profile/Profile.h"

#include "llvm/ADT/StringMap.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

/// Adds up costs by file and place.
class FilesByName {
public:
  FilesByName(Profile &profile, bool hasOffsets)
      : profile(profile), hasOffsets(hasOffsets) {}

  /// The number of the file of that name, which is new or known.
  size_t numberOf(llvm::StringRef name) {
    auto [known, isNew] = numbers.try_emplace(name, profile.files.size());
    if (isNew) {
      ProfiledFile &file = profile.files.emplace_back();
      file.name = name.str();
      file.hasOffsets = hasOffsets;
    }
    return known->second;
  }
  /// The number of what a process has in memory only.
  size_t numberOfMemory(uint64_t process) {
    size_t number = numberOf(fmt::format("memory of process {}", process));
    profile.files[number].process = process;
    profile.files[number].hasOffsets = false;
    return number;
  }
  void add(size_t file, uint64_t place, uint64_t cost) {
    // Two numbers stand for no key in the map; no code is there.
    if (place >= UINT64_MAX - 1) {
      profile.unknown += cost;
      return;
    }
    profile.files[file].costs[place] += cost;
    profile.files[file].total += cost;
  }

private:
  Profile &profile;
  bool hasOffsets;
  llvm::StringMap<size_t> numbers;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PROFILE_FILESBYNAME_H
