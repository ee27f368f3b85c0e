//===- TraceFileWriter.cpp - A trace that no compiler writes --------------===//

#include "trace/TraceFileWriter.h"

#include "trace/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <new>

namespace mlir::trackdbg {

using namespace trace;

TraceFileWriter::TraceFileWriter() : content(kHeaderSize, '\0') {
  auto *made = new (content.data()) FileHeader();
  std::memcpy(made->magic, kMagic, sizeof(kMagic));
  made->version = kFormatVersion;
  made->headerSize = kHeaderSize;
  made->segmentSize = kSegmentSize;
  made->eventSize = sizeof(Event);
  made->state = RecordingState::Finished;
}

FileHeader &TraceFileWriter::header() {
  return *reinterpret_cast<FileHeader *>(content.data());
}

/// Where `size` bytes of a segment begin, which are now used.
char *TraceFileWriter::room(Open &open, SegmentKind kind, size_t size) {
  if (open.offset == 0 || open.used + size > kSegmentSize) {
    open = {content.size(), sizeof(SegmentHeader)};
    content.resize(content.size() + kSegmentSize);
    auto *made = new (content.data() + open.offset) SegmentHeader();
    made->magic = kSegmentMagic;
    made->kind = kind;
    ++header().segmentCount;
  }
  char *place = content.data() + open.offset + open.used;
  open.used += size;
  reinterpret_cast<SegmentHeader *>(content.data() + open.offset)->used =
      open.used;
  return place;
}

uint32_t TraceFileWriter::define(DefinitionKind kind, uint32_t id,
                                 llvm::StringRef payload) {
  DefinitionHeader head{kind, uint32_t(payload.size()), id};
  char *place = room(definitions, SegmentKind::Definitions,
                     sizeof(head) + llvm::alignTo(payload.size(), 4));
  std::memcpy(place, &head, sizeof(head));
  std::memcpy(place + sizeof(head), payload.data(), payload.size());
  return id;
}

static llvm::StringRef bytesOf(llvm::ArrayRef<uint32_t> words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * 4};
}

static llvm::SmallString<32> keyOf(llvm::ArrayRef<uint32_t> words, char kind) {
  llvm::SmallString<32> key(bytesOf(words));
  key.push_back(kind);
  return key;
}

uint32_t TraceFileWriter::string(llvm::StringRef text) {
  text = text.take_front(kMaxString);
  if (text.empty())
    return 0;
  auto [known, isNew] = strings.try_emplace(text, strings.size() + 1);
  return isNew ? define(DefinitionKind::String, known->second, text)
               : known->second;
}

uint32_t TraceFileWriter::fileLocation(uint32_t file, uint32_t line,
                                       uint32_t column, uint32_t endLine,
                                       uint32_t endColumn) {
  uint32_t words[] = {file, line, column, endLine, endColumn};
  auto [known, isNew] =
      locations.try_emplace(keyOf(words, 'f'), locations.size() + 1);
  return isNew ? define(DefinitionKind::FileLocation, known->second,
                        bytesOf(words))
               : known->second;
}

uint32_t TraceFileWriter::nameLocation(uint32_t name) {
  uint32_t words[] = {name, 0};
  auto [known, isNew] =
      locations.try_emplace(keyOf(words, 'n'), locations.size() + 1);
  return isNew ? define(DefinitionKind::NameLocation, known->second,
                        bytesOf(words))
               : known->second;
}

uint32_t TraceFileWriter::fusedLocation(llvm::ArrayRef<uint32_t> parts) {
  parts = parts.take_front(kMaxFused);
  auto [known, isNew] =
      locations.try_emplace(keyOf(parts, 'u'), locations.size() + 1);
  return isNew ? define(DefinitionKind::FusedLocation, known->second,
                        bytesOf(parts))
               : known->second;
}

uint32_t TraceFileWriter::actionKind(llvm::StringRef tag, llvm::StringRef name,
                                     llvm::StringRef argument) {
  uint32_t words[] = {string(tag), string(name), string(argument)};
  return define(DefinitionKind::ActionKind, ++lastKind, bytesOf(words));
}

void TraceFileWriter::commandLine(llvm::ArrayRef<std::string> words) {
  std::string text;
  for (const std::string &word : words)
    text.append(word).push_back('\0');
  define(DefinitionKind::CommandLine, 0, text);
}

void TraceFileWriter::event(EventKind kind, uint64_t subject, uint64_t object,
                            uint32_t name, uint32_t location) {
  Event made{Event::pack(++position, kind, ActionResult::Unknown), subject,
             object, name, location};
  std::memcpy(room(events, SegmentKind::Events, sizeof(made)), &made,
              sizeof(made));
}

void TraceFileWriter::snapshot(SnapshotPart key, llvm::StringRef payload) {
  // Smaller pieces than this are not worth their header.
  constexpr size_t kLeast = 64;
  do {
    size_t left = snapshots.offset == 0 ? 0 : kSegmentSize - snapshots.used;
    if (left < sizeof(key) + kLeast)
      left = kSegmentSize - sizeof(SegmentHeader);
    key.size = std::min(payload.size(), left - sizeof(key));
    key.isLast = key.size == payload.size();
    size_t size = llvm::alignTo(sizeof(key) + key.size, 8);
    char *place = room(snapshots, SegmentKind::Snapshots, size);
    std::memcpy(place, &key, sizeof(key));
    std::memcpy(place + sizeof(key), payload.data(), key.size);
    payload = payload.drop_front(key.size);
    ++key.number;
  } while (!payload.empty());
}

llvm::Error TraceFileWriter::save(llvm::StringRef path) {
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << content;
    return llvm::Error::success();
  });
}

} // namespace mlir::trackdbg
