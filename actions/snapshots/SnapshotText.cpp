//===- SnapshotText.cpp - The IR as text that knows its ops ---------------===//

#include "snapshots/SnapshotText.h"

#include "ir/Printing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static SnapshotPacking bestPacking() {
  if (llvm::compression::zstd::isAvailable())
    return SnapshotPacking::Zstd;
  return llvm::compression::zlib::isAvailable() ? SnapshotPacking::Zlib
                                                : SnapshotPacking::Plain;
}

/// What `bytes` are packed to: in `room`, but for SnapshotPacking::Plain.
static llvm::StringRef packed(llvm::StringRef bytes, SnapshotPacking packing,
                              llvm::SmallVectorImpl<uint8_t> &room) {
  // Fast: the compile is waited for, the disk is not.
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

llvm::StringRef SnapshotMaker::pack(SnapshotForm form) {
  SnapshotText header{};
  header.form = form;
  header.packing = bestPacking();
  header.textSize = printer.text().size();
  header.tieCount = ties.size() / kTieSize;
  llvm::StringRef packedText = packed(printer.text(), header.packing, textRoom);
  llvm::StringRef packedTies = packed(ties, header.packing, tiesRoom);
  if (packsTooWell(printer.text().size(), packedText.size()) ||
      packsTooWell(ties.size(), packedTies.size())) {
    header.packing = SnapshotPacking::Plain;
    packedText = printer.text();
    packedTies = ties;
  }
  header.packedTextSize = packedText.size();
  header.packedTiesSize = packedTies.size();
  payload.assign(reinterpret_cast<const char *>(&header), sizeof(header));
  payload += packedText;
  payload += packedTies;
  return payload;
}

llvm::StringRef SnapshotMaker::make(Operation *root, SnapshotForm form) {
  OpPrintingFlags flags = printingFlags(PrintOptions());
  if (form == SnapshotForm::Generic)
    flags.printGenericOpForm();
  printer.print(root, flags);
  printer.layOutTies(ties);
  return pack(form);
}
