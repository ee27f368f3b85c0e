//===- TraceOfFiles.cpp - Dumped files as the stages of one trace ---------===//

#include "queries/TraceOfFiles.h"

#include "graph/RangeIndex.h"
#include "stages/Snapshots.h"
#include "trace/TraceFileWriter.h"
#include "trackdbg/SnapshotTies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Path.h"

#include <chrono>

namespace mlir::trackdbg {

using namespace trace;

namespace {
class Writer {
public:
  Writer(llvm::ArrayRef<ReadFile> files, llvm::ArrayRef<Remap> remaps)
      : files(files), remaps(remaps) {
    result.isRemapUsed.resize(remaps.size());
  }

  llvm::Expected<TraceOfFilesResult> write(llvm::StringRef path) {
    std::vector<std::string> words{"mlir-track-dbg", "track"};
    for (const ReadFile &file : files)
      words.push_back(file.path);
    writer.commandLine(words);
    writer.header().snapshotMode = SnapshotMode::Passes;
    // Part of its identity: the files may be others the next time.
    writer.header().startedAt =
        std::chrono::system_clock::now().time_since_epoch() /
        std::chrono::nanoseconds(1);
    for (size_t i = 0; i < files.size(); ++i)
      writeFile(i);
    if (llvm::Error error = writer.save(path))
      return error;
    return std::move(result);
  }

private:
  // Ops and blocks of all files have addresses of their own.
  static uint64_t addressOf(size_t file, OpId op) {
    return (uint64_t(file) + 1) << 33 | uint64_t(op) << 1;
  }
  static uint64_t blockIn(size_t file, OpId op) {
    return addressOf(file, op) | 1;
  }

  /// The name that a file is known by from here on.
  uint32_t fileNamed(llvm::StringRef name) {
    auto [known, isNew] = fileIds.try_emplace(name, 0);
    if (!isNew)
      return known->second;
    llvm::StringRef mapped = name;
    for (size_t i = 0; i < remaps.size(); ++i)
      if (name == remaps[i].from || name.ends_with("/" + remaps[i].from)) {
        mapped = remaps[i].to;
        result.isRemapUsed[i] = true;
        break;
      }
    result.namedFiles.push_back(name.str());
    return known->second = writer.string(mapped);
  }

  PlaceRange rangeOf(const Definitions &definitions,
                     const Definitions::Range &range) {
    PlaceRange result{fileNamed(definitions.string(range.begin.fileId)),
                      range.begin.line, range.begin.column};
    if (range.isLong()) {
      result.endLine = range.endLine;
      result.endColumn = range.endColumn;
    }
    return result;
  }

  /// A location of a file as a fusion of all ranges that it holds.
  uint32_t translate(const Definitions &definitions, uint32_t location) {
    llvm::SmallSetVector<uint32_t, 8> parts;
    definitions.forEachRange(location, [&](const Definitions::Range &range) {
      PlaceRange part = rangeOf(definitions, range);
      parts.insert(writer.fileLocation(part.file, part.line, part.column,
                                       part.endLine, part.endColumn));
    });
    if (parts.size() == 1)
      return parts.front();
    if (!parts.empty())
      return writer.fusedLocation(parts.getArrayRef());
    // The same name says as much as the same place.
    llvm::StringRef name = definitions.bareName(location);
    return name.empty() ? 0
                        : writer.fileLocation(
                              writer.string("\"" + name.str() + "\""), 0, 0);
  }

  /// What of an op goes into the trace.
  struct Row {
    OpId id, parent;
    uint32_t name, location;
    bool operator==(const Row &) const = default;
  };

  std::vector<Row> rowsOf(const Lineage &lineage) {
    const Definitions &definitions = lineage.definitions();
    std::vector<uint32_t> known(definitions.locationLimit(), ~0u);
    std::vector<Row> rows;
    for (OpId id = 1; id <= lineage.opCount(); ++id) {
      OpInfo op = lineage.op(id);
      if (!op.isAlive())
        continue;
      uint32_t location = 0;
      if (op.location < known.size()) {
        uint32_t &translated = known[op.location];
        if (translated == ~0u)
          translated = translate(definitions, op.location);
        location = translated;
      }
      rows.push_back({id, op.parent,
                      writer.string(definitions.string(op.nameId)), location});
    }
    return rows;
  }

  void writeFile(size_t index) {
    const ReadFile &file = files[index];
    std::vector<Row> rows = rowsOf(*file.lineage);
    Snapshots::Texts texts = textsOf(*file.lineage);
    bool isSame = index > 0 && rows == lastRows && isText(texts, lastTexts);
    uint32_t kind = 0;
    if (index > 0) {
      kind = writer.actionKind("pass-execution", file.path,
                               llvm::sys::path::filename(file.path));
      writer.event(EventKind::ActionBegin, 0, index * 1000, kind);
    }
    if (!isSame) {
      // First: an op that ends when others were made would count as what they
      // were made from.
      for (const Row &row : lastRows)
        writer.event(EventKind::Erase, addressOf(shown, row.id));
      shown = index;
      writeOps(*file.lineage, rows);
      lastRows = std::move(rows);
      lastTexts = std::move(texts);
    }
    writeTexts(index);
    if (index > 0)
      writer.event(EventKind::ActionEnd, 0, index * 1000 + 1, kind);
  }

  void writeOps(const Lineage &lineage, llvm::ArrayRef<Row> rows) {
    for (const Row &row : rows) {
      uint64_t address = addressOf(shown, row.id);
      writer.event(EventKind::Create, address,
                   row.parent == 0 ? 0 : blockIn(shown, row.parent), row.name,
                   row.location);
      // The op may have been made after what is in it.
      writer.event(EventKind::BlockParent, blockIn(shown, row.id), address);
      if (llvm::StringRef symbol = lineage.symbol(row.id); !symbol.empty())
        writer.event(EventKind::Symbol, address, 0, writer.string(symbol));
    }
  }

  static Snapshots::Texts textsOf(const Lineage &lineage) {
    llvm::Expected<Snapshots::Texts> texts =
        snapshotsOf(lineage).textsOf(stagesOf(lineage).back());
    if (texts)
      return std::move(*texts);
    llvm::consumeError(texts.takeError());
    return {};
  }

  static bool isText(const Snapshots::Texts &lhs, const Snapshots::Texts &rhs) {
    return llvm::equal(lhs, rhs, [](const auto &left, const auto &right) {
      return left->text() == right->text();
    });
  }

  void writeTexts(size_t index) {
    for (const auto &[number, text] : llvm::enumerate(lastTexts)) {
      SnapshotPart key = {};
      key.kind = shown == index ? SnapshotKind::Text : SnapshotKind::Unchanged;
      // The start is what is there before the first file that follows.
      key.moment = index == 0 ? SnapshotMoment::Before : SnapshotMoment::After;
      key.action = std::max<size_t>(index, 1);
      key.root = (uint64_t(shown) + 1) << 40 | number;
      key.position = writer.lastPosition();
      writer.snapshot(key, shown == index ? payloadOf(index, *text) : "");
    }
  }

  /// False: it would unpack to more than a reader believes.
  static bool pack(llvm::StringRef bytes, std::string &packed) {
    llvm::SmallVector<uint8_t, 0> out;
    llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(bytes), out,
                                      1);
    packed = llvm::toStringRef(out);
    return !trace::packsTooWell(bytes.size(), packed.size());
  }

  static std::string payloadOf(size_t index, const StageText &text) {
    SnapshotText header = {};
    header.textSize = text.text().size();
    header.tieCount = text.ties().size();
    std::string body = text.text().str();
    std::string ties = layOutTies(header.tieCount, [&](size_t number) {
      const Tie &tie = text.ties()[number];
      return SnapshotTie{tie.line, tie.column, addressOf(index, tie.op)};
    });
    std::string packedBody, packedTies;
    bool isPacked = llvm::compression::zstd::isAvailable() &&
                    body.size() + ties.size() > 4096 &&
                    pack(body, packedBody) && pack(ties, packedTies);
    if (isPacked) {
      header.packing = SnapshotPacking::Zstd;
      body = std::move(packedBody);
      ties = std::move(packedTies);
    }
    header.packedTextSize = body.size();
    header.packedTiesSize = ties.size();
    return std::string(reinterpret_cast<const char *>(&header),
                       sizeof(header)) +
           body + ties;
  }

  llvm::ArrayRef<ReadFile> files;
  llvm::ArrayRef<Remap> remaps;
  TraceFileWriter writer;
  llvm::StringMap<uint32_t> fileIds;
  size_t shown = 0; ///< The newest file that is not as the one before.
  std::vector<Row> lastRows;
  Snapshots::Texts lastTexts;
  TraceOfFilesResult result;
};
} // namespace

llvm::Expected<TraceOfFilesResult>
writeTraceOfFiles(llvm::ArrayRef<ReadFile> files, llvm::ArrayRef<Remap> remaps,
                  llvm::StringRef path) {
  return Writer(files, remaps).write(path);
}

} // namespace mlir::trackdbg
