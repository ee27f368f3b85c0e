//===- LocationBreakpoints.cpp - `break FILE:LINE[:COL]` ------------------===//

#include "breakpoints/BreakpointSet.h"

#include "ir/LocationText.h"

#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::trackdbg;

void LocationBreakpoints::clear() {
  places.clear();
  files.clear();
  byFile.clear();
  linesOfLastFile = nullptr;
  answers.clear();
  found.clear();
}

void LocationBreakpoints::add(const BreakpointSpec &spec) {
  if (files.empty() || files.back() != spec.name) {
    files.push_back(spec.name);
    linesOfLastFile = &byFile[llvm::sys::path::filename(spec.name)];
  }
  uint32_t &newest = (*linesOfLastFile)[spec.line];
  places.push_back({uint32_t(files.size() - 1), newest, spec.column, spec.id});
  newest = places.size();
}

BreakpointIds LocationBreakpoints::find(Location location) const {
  BreakpointIds ids;
  walkFileLocations(location, [&](FileLineColRange range) {
    StringRef file = range.getFilename().getValue();
    auto lines = byFile.find(llvm::sys::path::filename(file));
    if (lines == byFile.end())
      return true;
    uint32_t next = lines->second.lookup(range.getStartLine());
    while (next != 0) {
      const Place &place = places[next - 1];
      if ((!place.column || place.column == range.getStartColumn()) &&
          matchesFile(file, files[place.file]))
        ids.push_back(place.id);
      next = place.next;
    }
    return true;
  });
  llvm::sort(ids);
  ids.erase(llvm::unique(ids), ids.end());
  return ids;
}

void LocationBreakpoints::match(const ActiveAction &action,
                                SmallVectorImpl<int64_t> &ids) {
  if (places.empty() || !action.root)
    return;
  Location location = action.root->getLoc();
  auto [entry, isNew] = answers.try_emplace(location.getAsOpaquePointer(), 0);
  if (isNew) {
    BreakpointIds matching = find(location);
    if (!matching.empty()) {
      found.push_back(std::move(matching));
      entry->second = found.size();
    }
  }
  if (entry->second)
    llvm::append_range(ids, found[entry->second - 1]);
}
