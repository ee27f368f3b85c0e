//===- SnapshotText.cpp - The IR as text that knows its ops ---------------===//

#include "snapshots/SnapshotText.h"

#include "ir/Printing.h"
#include "trace/Packing.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

llvm::StringRef SnapshotMaker::pack(SnapshotForm form) {
  SnapshotText header{};
  header.form = form;
  header.packing = bestPacking();
  header.textSize = printer.text().size();
  header.tieCount = ties.size() / kTieSize;
  llvm::StringRef packedText =
      trackdbg::pack(printer.text(), header.packing, textRoom);
  llvm::StringRef packedTies = trackdbg::pack(ties, header.packing, tiesRoom);
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
