//===- TraceWriter.cpp - Traces for tests, event by event -----------------===//

#include "support/TraceWriter.h"

#include "graph/GraphEdges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <sstream>
#include <unistd.h>

namespace mlir::trackdbg {

using namespace trace;

TraceWriter::TraceWriter(size_t eventsPerSegment)
    : eventsPerSegment(
          std::min(eventsPerSegment,
                   (kSegmentSize - sizeof(SegmentHeader)) / sizeof(Event))) {
  content.resize(kHeaderSize);
  auto *header = new (content.data()) FileHeader();
  std::memcpy(header->magic, kMagic, sizeof(kMagic));
  header->version = kFormatVersion;
  header->headerSize = kHeaderSize;
  header->segmentSize = kSegmentSize;
  header->eventSize = sizeof(Event);
  header->processId = 42;
  // Two ticks are a nanosecond.
  header->firstTicks = 1000;
  header->firstNanoseconds = 5000;
  header->lastTicks = 1000 + 2'000'000;
  header->lastNanoseconds = 5000 + 1'000'000;
}

FileHeader &TraceWriter::header() {
  return *reinterpret_cast<FileHeader *>(content.data());
}

SegmentHeader &TraceWriter::segmentHeader(const Segment &segment) {
  return *reinterpret_cast<SegmentHeader *>(content.data() + segment.offset);
}

TraceWriter::Segment TraceWriter::addSegment(SegmentKind kind,
                                             uint32_t thread) {
  Segment segment{content.size(), sizeof(SegmentHeader)};
  content.resize(content.size() + kSegmentSize);
  auto *fresh = new (content.data() + segment.offset) SegmentHeader();
  fresh->magic = kSegmentMagic;
  fresh->kind = kind;
  fresh->thread = thread;
  fresh->used = segment.used;
  ++header().segmentCount;
  return segment;
}

TraceWriter::Segment &TraceWriter::segmentFor(SegmentKind kind, uint32_t thread,
                                              size_t size) {
  bool isEvents = kind == SegmentKind::Events;
  Segment &segment = isEvents                       ? events[thread]
                     : kind == SegmentKind::Changes ? changes[thread]
                     : kind == SegmentKind::Stacks  ? stackEntries[thread]
                                                    : definitions;
  size_t limit = isEvents
                     ? sizeof(SegmentHeader) + eventsPerSegment * sizeof(Event)
                     : kSegmentSize;
  if (segment.offset == 0 || segment.used + size > limit)
    segment = addSegment(kind, thread);
  return segment;
}

uint32_t TraceWriter::define(DefinitionKind kind, uint32_t id,
                             llvm::StringRef payload) {
  size_t size = sizeof(DefinitionHeader) + llvm::alignTo(payload.size(), 4);
  Segment &segment = segmentFor(SegmentKind::Definitions, 0, size);
  char *to = content.data() + segment.offset + segment.used;
  DefinitionHeader header{kind, uint32_t(payload.size()), id};
  std::memcpy(to, &header, sizeof(header));
  std::memcpy(to + sizeof(header), payload.data(), payload.size());
  segment.used += size;
  segmentHeader(segment).used = segment.used;
  return id;
}

void TraceWriter::stackBytes(llvm::ArrayRef<uint8_t> bytes) {
  Segment &segment =
      segmentFor(SegmentKind::Stacks, currentThread, bytes.size());
  llvm::copy(bytes, content.data() + segment.offset + segment.used);
  segment.used += bytes.size();
  segmentHeader(segment).used = segment.used;
}

void TraceWriter::stacks(std::initializer_list<uint32_t> ids) {
  for (uint32_t id : ids) {
    uint8_t entry[kMaxStackEntry];
    stackBytes(llvm::ArrayRef(entry, llvm::encodeULEB128(id, entry)));
  }
}

static llvm::StringRef asBytes(llvm::ArrayRef<uint32_t> words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * 4};
}

uint32_t TraceWriter::string(llvm::StringRef text) {
  if (text.empty())
    return 0;
  uint32_t &id = strings[text.str()];
  if (id == 0)
    id = define(DefinitionKind::String, ++lastString, text);
  return id;
}

uint32_t TraceWriter::place(llvm::StringRef file, uint32_t line,
                            uint32_t column) {
  return range(file, line, column, line, column);
}

uint32_t TraceWriter::range(llvm::StringRef file, uint32_t line,
                            uint32_t column, uint32_t endLine,
                            uint32_t endColumn) {
  return define(DefinitionKind::FileLocation, ++lastLocation,
                asBytes({string(file), line, column, endLine, endColumn}));
}

uint32_t TraceWriter::nameLocation(llvm::StringRef name, uint32_t child) {
  return define(DefinitionKind::NameLocation, ++lastLocation,
                asBytes({string(name), child}));
}

uint32_t TraceWriter::callSite(uint32_t callee, uint32_t caller) {
  return define(DefinitionKind::CallSiteLocation, ++lastLocation,
                asBytes({callee, caller}));
}

uint32_t TraceWriter::fused(llvm::ArrayRef<uint32_t> locations) {
  return define(DefinitionKind::FusedLocation, ++lastLocation,
                asBytes(locations));
}

uint32_t TraceWriter::actionKind(llvm::StringRef tag, llvm::StringRef name,
                                 llvm::StringRef argument) {
  uint32_t words[] = {string(tag), string(name), string(argument)};
  uint32_t &id = kinds[(tag + "|" + name + "|" + argument).str()];
  if (id == 0)
    id = define(DefinitionKind::ActionKind, ++lastKind, asBytes(words));
  return id;
}

void TraceWriter::commandLine(
    std::initializer_list<llvm::StringRef> arguments) {
  std::string joined;
  for (llvm::StringRef argument : arguments)
    joined += argument.str() + '\0';
  define(DefinitionKind::CommandLine, 0, joined);
}

Event &TraceWriter::event(EventKind kind, uint64_t subject, uint64_t object,
                          uint32_t name, uint32_t location,
                          ActionResult result) {
  Segment &segment =
      segmentFor(SegmentKind::Events, currentThread, sizeof(Event));
  auto *added = new (content.data() + segment.offset + segment.used) Event{
      Event::pack(++position, kind, result), subject, object, name, location};
  segment.used += sizeof(Event);
  segmentHeader(segment).used = segment.used;
  ticks += 100;
  return *added;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void TraceWriter::changeRecord(ChangeRecordKind kind,
                               llvm::ArrayRef<uint64_t> words) {
  header().keepsChanges = 1;
  std::vector<uint64_t> all = {
      ChangeHead{kind, words.size() + 1, position}.word()};
  llvm::append_range(all, words);
  size_t size = all.size() * sizeof(uint64_t);
  Segment &segment = segmentFor(SegmentKind::Changes, currentThread, size);
  std::memcpy(content.data() + segment.offset + segment.used, all.data(), size);
  segment.used += size;
  segmentHeader(segment).used = segment.used;
}

void TraceWriter::opsPut(uint64_t first, uint64_t block, uint64_t before,
                         uint64_t count) {
  std::vector<uint64_t> words = {first, block, before};
  if (count != 1)
    words.push_back(count);
  changeRecord(ChangeRecordKind::OpsPut, words);
}

void TraceWriter::blockPut(uint64_t block, uint64_t holder, unsigned region,
                           uint64_t before) {
  changeRecord(ChangeRecordKind::BlockPut,
               {block, holder | uint64_t(region) << 48, before});
}

void TraceWriter::opText(uint64_t op, llvm::StringRef form,
                         llvm::ArrayRef<uint64_t> operands,
                         llvm::ArrayRef<uint64_t> successors) {
  auto [names, text] = form.split('|');
  std::string written = names.str();
  llvm::replace(written, ',', op_template::kNameEnd);
  written += op_template::kTextBegin;
  for (; !text.empty(); text = text.drop_front()) {
    if (text.front() == '<')
      written += op_template::kMark;
    else if (text.front() != '>')
      written += text.front();
  }
  std::vector<uint64_t> words = {op, string(written) | uint64_t(operands.size())
                                                           << 32};
  llvm::append_range(words, operands);
  llvm::append_range(words, successors);
  changeRecord(ChangeRecordKind::OpText, words);
}

void TraceWriter::blockText(uint64_t block,
                            llvm::ArrayRef<llvm::StringRef> types) {
  std::string text;
  for (llvm::StringRef type : types)
    text += type.str() + '\0';
  changeRecord(ChangeRecordKind::BlockText, {block, string(text)});
}

void TraceWriter::begin(llvm::StringRef tag, llvm::StringRef name,
                        uint64_t op) {
  uint32_t kind = actionKind(tag, name);
  open[currentThread].push_back({op, kind});
  event(EventKind::ActionBegin, op, ticks, kind);
}

void TraceWriter::beginPass(llvm::StringRef argument, uint64_t op) {
  uint32_t kind =
      actionKind("pass-execution", ("Pass-" + argument).str(), argument);
  open[currentThread].push_back({op, kind});
  event(EventKind::ActionBegin, op, ticks, kind);
}

void TraceWriter::beginPattern(llvm::StringRef name, uint64_t op) {
  begin("apply-pattern", name, op);
}

void TraceWriter::end(ActionResult result) {
  Open action = open[currentThread].back();
  open[currentThread].pop_back();
  event(EventKind::ActionEnd, action.op, ticks, action.kind, 0, result);
}

void TraceWriter::leaf(llvm::StringRef pattern, uint64_t op,
                       ActionResult result, uint32_t duration) {
  uint32_t kind = actionKind("apply-pattern", pattern);
  event(EventKind::ActionLeaf, op, ticks, kind, duration, result);
}

void TraceWriter::reason(llvm::StringRef text) {
  header().keepsReasons = 1;
  uint32_t id = string(text);
  event(EventKind::Reason, 0, 0, id);
}

void TraceWriter::leftIllegal(uint64_t op, llvm::StringRef diagnostic) {
  diagnosed(Severity::Illegal, diagnostic, 0, op);
}

void TraceWriter::diagnosed(Severity severity, llvm::StringRef text,
                            uint32_t location, uint64_t op) {
  uint32_t id = string(text);
  event(EventKind::Diagnostic, op, uint64_t(severity), id, location);
}

void TraceWriter::turnIntoLeaf(ActionResult result, uint32_t duration) {
  open[currentThread].pop_back();
  Segment &segment = events[currentThread];
  auto *last = reinterpret_cast<Event *>(content.data() + segment.offset +
                                         segment.used - sizeof(Event));
  last->location = duration;
  last->order = Event::pack(last->position(), EventKind::ActionLeaf, result);
}

void TraceWriter::create(uint64_t op, llvm::StringRef name, uint32_t location,
                         uint64_t block) {
  madeAt[op] = location;
  event(EventKind::Create, op, block, string(name), location);
}

void TraceWriter::clone(uint64_t op, uint64_t original, llvm::StringRef name,
                        uint32_t location) {
  madeAt[op] = location;
  event(EventKind::Clone, op, original, string(name), location);
}

void TraceWriter::uses(llvm::ArrayRef<uint64_t> values) {
  auto at = [&](size_t i) { return i < values.size() ? values[i] : 0; };
  for (size_t i = 0; i < values.size(); i += 3)
    event(EventKind::Operands, at(i), at(i + 1), uint32_t(at(i + 2)),
          at(i + 2) >> 32);
}

void TraceWriter::put(uint64_t op, uint64_t next, uint64_t before) {
  event(EventKind::Place, op, next, uint32_t(before), before >> 32);
}

void TraceWriter::beginCall(llvm::StringRef name, uint64_t op) {
  event(EventKind::CallBegin, op, 0, string(name));
}

void TraceWriter::endCall(llvm::StringRef name, uint64_t op,
                          ActionResult result, uint64_t second) {
  event(EventKind::CallEnd, op, second, string(name), 0, result);
}

void TraceWriter::usesTaken(uint64_t death, uint64_t value) {
  event(EventKind::UsesTaken, death, value);
}

void TraceWriter::changed(uint64_t op, ChangeKind kind, llvm::StringRef name,
                          uint32_t from, uint32_t to) {
  uint32_t id = name.empty() ? 0 : string(name);
  event(EventKind::Changed, op, from | uint64_t(to) << 32, id, uint32_t(kind));
}

void TraceWriter::operandChanged(uint64_t op, unsigned index, uint64_t from,
                                 uint64_t to, bool wasTold) {
  Event &added = event(EventKind::OperandChanged, op | uint64_t(index) << 48,
                       from, uint32_t(to), uint32_t(to >> 32));
  added.order |= wasTold ? Event::kWasTold : 0;
}

void TraceWriter::unchanged(uint64_t op) { event(EventKind::Unchanged, op); }

void TraceWriter::movedFor(uint64_t op, uint64_t target) {
  event(EventKind::MovedFor, op, target);
}

void TraceWriter::traits(llvm::StringRef opName, uint32_t traits) {
  define(
      DefinitionKind::OpName, string(opName),
      llvm::StringRef(reinterpret_cast<const char *>(&traits), sizeof(traits)));
}

void TraceWriter::insert(uint64_t op, uint64_t block) {
  event(EventKind::Insert, op, block);
}
void TraceWriter::erase(uint64_t op) { event(EventKind::Erase, op); }
void TraceWriter::erase(uint64_t op, uint32_t location) {
  event(EventKind::Erase, op, 0, 0, location);
}
void TraceWriter::erase(uint64_t op, unsigned results,
                        llvm::ArrayRef<uint64_t> used) {
  DeathNotes notes;
  notes.setResults(results);
  for (size_t i = 0; i < std::min<size_t>(used.size(), DeathNotes::kMarks); ++i)
    notes.setOperand(i, used[i]);
  notes.addTo(event(EventKind::Erase, op));
}
void TraceWriter::replace(uint64_t op, uint64_t by) {
  event(EventKind::Replace, op, by);
}
void TraceWriter::rewrite(uint64_t op, uint64_t by, llvm::StringRef name) {
  beginPattern("Rewrite", op);
  create(by, name);
  replace(op, by);
  erase(op);
  end();
}

void TraceWriter::drop(uint64_t op) { event(EventKind::Drop, op); }
void TraceWriter::modify(uint64_t op) { modify(op, madeAt[op]); }
void TraceWriter::modify(uint64_t op, uint32_t location) {
  event(EventKind::Modify, op, 0, 0, location);
}
void TraceWriter::equal(uint64_t op, uint64_t other) {
  event(EventKind::Equal, op, other);
}
void TraceWriter::blockParent(uint64_t block, uint64_t op) {
  event(EventKind::BlockParent, block, op);
}
void TraceWriter::blockErase(uint64_t block) {
  event(EventKind::BlockErase, block);
}
void TraceWriter::relocate(uint64_t op, uint32_t location) {
  event(EventKind::Relocate, op, 0, 0, location);
}
void TraceWriter::teardown(uint64_t op) { event(EventKind::Teardown, op); }
void TraceWriter::endAt(uint64_t op, uint32_t location) {
  event(EventKind::LastLocation, op, 0, 0, location);
}
void TraceWriter::copyOf(uint64_t op, uint64_t original) {
  event(EventKind::CopyOf, op, original);
}
void TraceWriter::symbol(uint64_t op, llvm::StringRef name) {
  event(EventKind::Symbol, op, 0, string(name));
}
void TraceWriter::transfer(uint64_t first, uint64_t block, uint32_t count) {
  event(EventKind::Transfer, first, block, count);
}

const std::string &TraceWriter::bytes() { return content; }

void TraceWriter::save(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(::pwrite(descriptor, content.data(), content.size(), 0),
            ssize_t(content.size()));
  ::close(descriptor);
}

TemporaryFile::TemporaryFile() {
  std::string pattern = testing::TempDir() + "trackdbg-lineage-XXXXXX";
  int descriptor = ::mkstemp(pattern.data());
  EXPECT_GE(descriptor, 0);
  ::close(descriptor);
  filePath = pattern;
}

TemporaryFile::~TemporaryFile() { ::unlink(filePath.c_str()); }

void TemporaryFile::write(llvm::StringRef bytes) const {
  std::ofstream(filePath, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), bytes.size());
}

std::string TemporaryFile::read() const {
  std::ostringstream text;
  text << std::ifstream(filePath, std::ios::binary).rdbuf();
  return text.str();
}

WrittenTrace::WrittenTrace(TraceWriter &writer) {
  writer.save(file.path());
  auto opened = Lineage::open(file.path());
  if (!opened) {
    ADD_FAILURE() << llvm::toString(opened.takeError());
    std::abort();
  }
  lineage = std::move(*opened);
  EXPECT_EQ(lineage->trace().problem(), "");
}

static std::string edgeText(const Edge &edge) {
  return fmt::format("{}>{} {}@{}", edge.from, edge.to,
                     toString(edge.evidence).str(), edge.action);
}

std::vector<std::string> edgesOf(const Lineage &lineage) {
  std::vector<std::string> result;
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    lineage.forEachParent(
        id, [&](const Edge &edge) { result.push_back(edgeText(edge)); });
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> locationEdgesOf(const Lineage &lineage) {
  std::vector<std::string> result;
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    LocationIndex::Walk(lineage.places())
        .forEachParent(
            id, [&](const Edge &edge) { result.push_back(edgeText(edge)); });
  std::sort(result.begin(), result.end());
  return result;
}

std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : std::string();
}

} // namespace mlir::trackdbg
