//===- Packing.cpp - Bytes, compressed ------------------------------------===//

#include "trace/Packing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

SnapshotPacking mlir::trackdbg::bestPacking() {
  if (llvm::compression::zstd::isAvailable())
    return SnapshotPacking::Zstd;
  return llvm::compression::zlib::isAvailable() ? SnapshotPacking::Zlib
                                                : SnapshotPacking::Plain;
}

llvm::StringRef mlir::trackdbg::pack(llvm::StringRef bytes,
                                     SnapshotPacking packing,
                                     llvm::SmallVectorImpl<uint8_t> &room) {
  // The compile is waited for, the disk is not.
  constexpr int kZstdLevel = -3, kZlibLevel = 1;
  if (packing == SnapshotPacking::Plain)
    return bytes;
  llvm::ArrayRef<uint8_t> input = llvm::arrayRefFromStringRef(bytes);
  if (packing == SnapshotPacking::Zstd)
    llvm::compression::zstd::compress(input, room, kZstdLevel);
  else
    llvm::compression::zlib::compress(input, room, kZlibLevel);
  return llvm::toStringRef(room);
}
