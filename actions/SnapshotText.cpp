//===- SnapshotText.cpp - The IR as text that knows its ops ---------------===//

#include "SnapshotText.h"

#include "Printing.h"

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
/// Keeps the first kMaxSnapshotText bytes.
class BoundedText : public llvm::raw_ostream {
public:
  BoundedText() { SetBufferSize(1 << 16); }
  ~BoundedText() override { flush(); }
  std::string take() {
    flush();
    return std::move(text);
  }

private:
  void write_impl(const char *data, size_t size) override {
    position += size;
    text.append(data, std::min(size, kMaxSnapshotText - text.size()));
  }
  uint64_t current_pos() const override { return position; }

  std::string text;
  uint64_t position = 0;
};

struct Tie {
  uint32_t line, column;
  uint64_t address;
  bool operator<(const Tie &other) const {
    return std::tie(line, column) < std::tie(other.line, other.column);
  }
};
} // namespace

static std::vector<Tie> sortedTies(const AsmState::LocationMap &places) {
  std::vector<Tie> ties;
  ties.reserve(places.size());
  for (const auto &[op, place] : places)
    ties.push_back(
        {place.first, place.second, reinterpret_cast<uintptr_t>(op)});
  llvm::sort(ties);
  return ties;
}

/// Columns of one kind of number each: they pack better than rows.
static std::string layOut(const std::vector<Tie> &ties) {
  std::string bytes;
  bytes.reserve(ties.size() * kTieSize);
  auto append = [&](const auto &value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  for (const Tie &tie : ties)
    append(tie.line);
  for (const Tie &tie : ties)
    append(tie.column);
  for (const Tie &tie : ties)
    append(tie.address);
  return bytes;
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

static std::string printedText(Operation *root, SnapshotForm form,
                               AsmState::LocationMap &places) {
  OpPrintingFlags flags = printingFlags(Look());
  if (form == SnapshotForm::Generic)
    flags.printGenericOpForm();
  BoundedText stream;
  AsmState state(root, flags, &places);
  root->print(stream, state);
  stream << '\n';
  return stream.take();
}

std::string mlir::trackdbg::makeSnapshotText(Operation *root,
                                             SnapshotForm form) {
  AsmState::LocationMap places;
  std::string text = printedText(root, form, places);
  std::string ties = layOut(sortedTies(places));
  SnapshotText header{};
  header.form = form;
  header.packing = bestPacking();
  header.textSize = text.size();
  header.tieCount = ties.size() / kTieSize;
  std::string packedText = text, packedTies = ties;
  if (header.packing != SnapshotPacking::Plain) {
    packedText = packed(text, header.packing);
    packedTies = packed(ties, header.packing);
  }
  if (text.size() / kMaxPackingRatio > packedText.size() ||
      ties.size() / kMaxPackingRatio > packedTies.size()) {
    header.packing = SnapshotPacking::Plain;
    packedText = std::move(text);
    packedTies = std::move(ties);
  }
  header.packedTextSize = packedText.size();
  header.packedTiesSize = packedTies.size();
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header)) +
         packedText + packedTies;
}
