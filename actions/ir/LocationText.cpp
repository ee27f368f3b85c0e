//===- LocationText.cpp - A location in a few words -----------------------===//

#include "ir/LocationText.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::trackdbg;

void mlir::trackdbg::appendParts(Location location,
                                 SmallVectorImpl<Location> &parts) {
  if (auto name = dyn_cast<NameLoc>(location))
    parts.push_back(name.getChildLoc());
  else if (auto call = dyn_cast<CallSiteLoc>(location))
    parts.append({call.getCallee(), call.getCaller()});
  else if (auto fused = dyn_cast<FusedLoc>(location))
    llvm::append_range(parts, fused.getLocations());
  else if (auto opaque = dyn_cast<OpaqueLoc>(location))
    parts.push_back(opaque.getFallbackLocation());
}

void mlir::trackdbg::walkFileLocations(
    Location location, llvm::function_ref<bool(FileLineColRange)> visit) {
  // Locations share their parts, and a fused one may hold the same part often.
  SmallVector<Location> pending{location};
  llvm::SmallPtrSet<const void *, 8> seen;
  while (!pending.empty()) {
    Location part = pending.pop_back_val();
    if (!seen.insert(part.getAsOpaquePointer()).second)
      continue;
    if (auto range = dyn_cast<FileLineColRange>(part)) {
      if (!visit(range))
        return;
      continue;
    }
    size_t first = pending.size();
    appendParts(part, pending);
    std::reverse(pending.begin() + first, pending.end());
  }
}

FileLineColRange mlir::trackdbg::firstFileLocation(Location location) {
  FileLineColRange first;
  walkFileLocations(location, [&](FileLineColRange range) {
    first = range;
    return false;
  });
  return first;
}

namespace {
/// Locations share their parts, so a short one may be long when written out.
struct LocationLimits {
  unsigned depth, parts;
  size_t characters;
};
} // namespace

static void writeLocation(llvm::raw_string_ostream &os, Location location,
                          const LocationLimits &limits, unsigned depth = 0) {
  if (depth > limits.depth || os.str().size() > limits.characters) {
    os << "...";
    return;
  }
  if (auto name = dyn_cast<NameLoc>(location)) {
    os << '"' << name.getName().getValue() << '"';
    if (!isa<UnknownLoc>(name.getChildLoc())) {
      os << '(';
      writeLocation(os, name.getChildLoc(), limits, depth + 1);
      os << ')';
    }
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    os << "callsite(";
    writeLocation(os, call.getCallee(), limits, depth + 1);
    os << " at ";
    writeLocation(os, call.getCaller(), limits, depth + 1);
    os << ')';
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    os << "fused[";
    ArrayRef<Location> parts = fused.getLocations();
    for (Location part : parts.take_front(limits.parts)) {
      if (part != parts.front())
        os << ", ";
      writeLocation(os, part, limits, depth + 1);
    }
    os << (parts.size() > limits.parts ? ", ...]" : "]");
  } else if (auto range = dyn_cast<FileLineColRange>(location)) {
    os << range.getFilename().getValue() << ':' << range.getStartLine() << ':'
       << range.getStartColumn();
  } else {
    os << "unknown";
  }
}

std::string mlir::trackdbg::locationText(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeLocation(os, location, {4, 4, 65536});
  return text;
}

std::string mlir::trackdbg::wholeLocationText(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeLocation(os, location, {64, 256, 65536});
  return text;
}

std::string mlir::trackdbg::placeAround(Operation *op) {
  while ((op = op->getParentOp())) {
    FileLineColRange place = firstFileLocation(op->getLoc());
    if (!place)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << place.getFilename().getValue();
    if (place.getStartLine() != 0)
      os << ':' << place.getStartLine() << ':' << place.getStartColumn();
    return text;
  }
  return "";
}
