//===- Unpacking.cpp ------------------------------------------------------===//

#include "trace/Unpacking.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

using namespace trace;

std::optional<std::string> unpackBytes(llvm::StringRef &payload,
                                       SnapshotPacking packing,
                                       uint64_t packedSize, uint64_t size) {
  if (packedSize > payload.size() || packsTooWell(size, packedSize))
    return std::nullopt;
  llvm::StringRef packed = payload.take_front(packedSize);
  payload = payload.drop_front(packedSize);
  if (packing == SnapshotPacking::Plain)
    return size == packedSize ? std::optional(packed.str()) : std::nullopt;
  llvm::compression::Format format = packing == SnapshotPacking::Zstd
                                         ? llvm::compression::Format::Zstd
                                         : llvm::compression::Format::Zlib;
  if (llvm::compression::getReasonIfUnsupported(format))
    return std::nullopt;
  llvm::SmallVector<uint8_t, 0> bytes;
  if (llvm::Error error = llvm::compression::decompress(
          format, llvm::arrayRefFromStringRef(packed), bytes, size)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  if (bytes.size() != size)
    return std::nullopt;
  return llvm::toStringRef(bytes).str();
}

} // namespace mlir::trackdbg
