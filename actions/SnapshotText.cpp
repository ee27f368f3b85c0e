//===- SnapshotText.cpp - The IR as text that knows its ops ---------------===//

#include "SnapshotText.h"

#include "Printing.h"
#include "SnapshotPrinter.h"
#include "trackdbg/SnapshotTies.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static std::string layOut(llvm::ArrayRef<PrintedOp> ops) {
  return layOutTies(ops.size(), [&](size_t index) {
    const PrintedOp &op = ops[index];
    return SnapshotTie{op.line, op.column, reinterpret_cast<uintptr_t>(op.op)};
  });
}

static SnapshotPacking bestPacking() {
  if (llvm::compression::zstd::isAvailable())
    return SnapshotPacking::Zstd;
  return llvm::compression::zlib::isAvailable() ? SnapshotPacking::Zlib
                                                : SnapshotPacking::Plain;
}

static std::string packed(llvm::StringRef bytes, SnapshotPacking packing) {
  // The fastest: the compile is waited for, the disk is not.
  constexpr int kLevel = 1;
  llvm::SmallVector<uint8_t, 0> out;
  if (packing == SnapshotPacking::Zstd)
    llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(bytes), out,
                                      kLevel);
  else
    llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(bytes), out,
                                      kLevel);
  return llvm::toStringRef(out).str();
}

/// The payload of a snapshot.
static std::string pack(llvm::StringRef text, llvm::StringRef ties,
                        SnapshotForm form) {
  SnapshotText header{};
  header.form = form;
  header.packing = bestPacking();
  header.textSize = text.size();
  header.tieCount = ties.size() / kTieSize;
  std::string packedText, packedTies;
  if (header.packing != SnapshotPacking::Plain) {
    packedText = packed(text, header.packing);
    packedTies = packed(ties, header.packing);
  }
  if (text.size() / kMaxPackingRatio > packedText.size() ||
      ties.size() / kMaxPackingRatio > packedTies.size())
    header.packing = SnapshotPacking::Plain;
  if (header.packing == SnapshotPacking::Plain) {
    packedText = text.str();
    packedTies = ties.str();
  }
  header.packedTextSize = packedText.size();
  header.packedTiesSize = packedTies.size();
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header)) +
         packedText + packedTies;
}

std::string mlir::trackdbg::makeSnapshotText(Operation *root,
                                             SnapshotForm form) {
  OpPrintingFlags flags = printingFlags(Look());
  if (form == SnapshotForm::Generic)
    flags.printGenericOpForm();
  ReservedText text(kMaxSnapshotText);
  SnapshotPrinter printer(text, root, flags);
  printer.print(root);
  text << '\n';
  return pack(text.text(), layOut(printer.printedOps()), form);
}
