//===- TraceWriter.h - Traces for tests, event by event -------------------===//
//
// Writes what a tracker would write. The file can be saved again and again
// while a reader has it open, as a live compiler would.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TEST_UNIT_SUPPORT_TRACEWRITER_H
#define TRACKDBG_TEST_UNIT_SUPPORT_TRACEWRITER_H

#include "graph/Lineage.h"
#include "trackdbg/TraceChanges.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class TraceWriter {
public:
  /// `eventsPerSegment` makes small traces of many segments.
  explicit TraceWriter(size_t eventsPerSegment = ~size_t(0));

  // Definitions give their id.
  uint32_t string(llvm::StringRef text);
  uint32_t place(llvm::StringRef file, uint32_t line, uint32_t column = 1);
  uint32_t range(llvm::StringRef file, uint32_t line, uint32_t column,
                 uint32_t endLine, uint32_t endColumn);
  uint32_t nameLocation(llvm::StringRef name, uint32_t child);
  uint32_t callSite(uint32_t callee, uint32_t caller);
  uint32_t fused(llvm::ArrayRef<uint32_t> locations);
  uint32_t actionKind(llvm::StringRef tag, llvm::StringRef name,
                      llvm::StringRef argument = "");
  /// What is known of all ops of a name: trace::OpTraits.
  void traits(llvm::StringRef opName, uint32_t traits);
  void commandLine(std::initializer_list<llvm::StringRef> arguments);
  uint32_t define(trace::DefinitionKind kind, uint32_t id,
                  llvm::StringRef payload);

  /// Following events are of this thread.
  void onThread(uint32_t thread) { currentThread = thread; }

  // Actions. Each event is 100 ticks after the one before.
  void beginPass(llvm::StringRef argument, uint64_t op = 0);
  void beginPattern(llvm::StringRef name, uint64_t op = 0);
  void begin(llvm::StringRef tag, llvm::StringRef name, uint64_t op);
  void end(trace::ActionResult result = trace::ActionResult::Success);
  void leaf(llvm::StringRef pattern, uint64_t op,
            trace::ActionResult result = trace::ActionResult::Failure,
            uint32_t duration = 10);
  /// Rewrites the last event, a begin, as the recorder does.
  void turnIntoLeaf(trace::ActionResult result, uint32_t duration = 10);

  // Ops and blocks, by address.
  void create(uint64_t op, llvm::StringRef name, uint32_t location = 0,
              uint64_t block = 0);
  void clone(uint64_t op, uint64_t original, llvm::StringRef name,
             uint32_t location = 0);
  /// What the op made next uses; a block's address plus 1 for an argument.
  void uses(llvm::ArrayRef<uint64_t> values);
  /// Where the op made last stands. 0: nothing is there.
  void put(uint64_t op, uint64_t next, uint64_t before = 0);
  void insert(uint64_t op, uint64_t block);
  void erase(uint64_t op);
  void erase(uint64_t op, uint32_t location);
  /// With what it had then: so many results, and what it used.
  void erase(uint64_t op, unsigned results, llvm::ArrayRef<uint64_t> used);
  void replace(uint64_t op, uint64_t by);
  /// A pattern that replaces `op` by a new one, and erases it.
  void rewrite(uint64_t op, uint64_t by, llvm::StringRef name);
  void drop(uint64_t op);
  /// Without a location: at the one it was made with.
  void modify(uint64_t op);
  void modify(uint64_t op, uint32_t location);
  void equal(uint64_t op, uint64_t other);
  void blockParent(uint64_t block, uint64_t op);
  void blockErase(uint64_t block);
  void relocate(uint64_t op, uint32_t location);
  void teardown(uint64_t op);
  void endAt(uint64_t op, uint32_t location);
  /// Of the action that ended last.
  void reason(llvm::StringRef text);
  void leftIllegal(uint64_t op, llvm::StringRef diagnostic);
  void diagnosed(trace::Severity severity, llvm::StringRef text,
                 uint32_t location = 0, uint64_t op = 0);
  void copyOf(uint64_t op, uint64_t original);
  void symbol(uint64_t op, llvm::StringRef name);
  void beginCall(llvm::StringRef name, uint64_t op);
  /// `second`: another op that the function works on.
  void endCall(llvm::StringRef name, uint64_t op,
               trace::ActionResult result = trace::ActionResult::Success,
               uint64_t second = 0);
  void movedFor(uint64_t op, uint64_t target);
  /// When a pass is over: what used the result of an op that died uses `value`
  /// now. The death is named by its position, see `now`.
  void usesTaken(uint64_t death, uint64_t value);
  void changed(uint64_t op, trace::ChangeKind kind, llvm::StringRef name,
               uint32_t from, uint32_t to);
  void operandChanged(uint64_t op, unsigned index, uint64_t from, uint64_t to,
                      bool wasTold = false);
  void unchanged(uint64_t op);
  /// The position of the newest event.
  uint64_t now() const { return position; }
  void transfer(uint64_t first, uint64_t block, uint32_t count);

  // The records of --changes. They are about what has happened so far.
  void opsPut(uint64_t first, uint64_t block, uint64_t before = 0,
              uint64_t count = 1);
  void blockPut(uint64_t block, uint64_t holder, unsigned region = 0,
                uint64_t before = 0);
  /// `uses`: operands, and then successors. In `form`, "<o0;>" is a mark, "|"
  /// ends the names, and "," one of them.
  void opText(uint64_t op, llvm::StringRef form,
              llvm::ArrayRef<uint64_t> operands = {},
              llvm::ArrayRef<uint64_t> successors = {});
  void blockText(uint64_t block, llvm::ArrayRef<llvm::StringRef> types);
  void changeRecord(trace::ChangeRecordKind kind,
                    llvm::ArrayRef<uint64_t> words);
  /// C++ stacks of the events of this thread that have some, in their order.
  void stacks(std::initializer_list<uint32_t> ids);
  /// The same, as it lies in the file.
  void stackBytes(llvm::ArrayRef<uint8_t> bytes);
  trace::Event &event(trace::EventKind kind, uint64_t subject,
                      uint64_t object = 0, uint32_t name = 0,
                      uint32_t location = 0, trace::ActionResult result = {});

  /// The file as it would be now.
  const std::string &bytes();
  void save(const std::string &path);
  trace::FileHeader &header();

private:
  struct Segment {
    size_t offset = 0;
    size_t used = 0;
  };
  Segment &segmentFor(trace::SegmentKind kind, uint32_t thread, size_t size);
  Segment addSegment(trace::SegmentKind kind, uint32_t thread);
  trace::SegmentHeader &segmentHeader(const Segment &segment);

  size_t eventsPerSegment;
  std::string content;
  Segment definitions;
  std::map<uint32_t, Segment> events, changes, stackEntries;
  std::map<std::string, uint32_t> strings, kinds;
  std::map<uint64_t, uint32_t> madeAt; ///< Ops to their locations.
  uint32_t lastString = 0, lastLocation = 0, lastKind = 0;
  uint32_t currentThread = 0;
  uint64_t position = 0;
  uint64_t ticks = 1000;
  struct Open {
    uint64_t op;
    uint32_t kind;
  };
  std::map<uint32_t, std::vector<Open>> open;
};

/// A file that is gone with the object.
class TemporaryFile {
public:
  TemporaryFile();
  ~TemporaryFile();
  const std::string &path() const { return filePath; }
  void write(llvm::StringRef bytes) const;
  std::string read() const;

private:
  std::string filePath;
};

/// A written trace, opened.
class WrittenTrace {
public:
  explicit WrittenTrace(TraceWriter &writer);
  Lineage &operator*() { return *lineage; }
  Lineage *operator->() { return lineage.get(); }
  const std::string &path() const { return file.path(); }

private:
  TemporaryFile file;
  std::unique_ptr<Lineage> lineage;
};

/// "1>3 replaced@2": all edges, sorted, so that a failed test says all.
std::vector<std::string> edgesOf(const Lineage &lineage);
/// The same for the location edges alone.
std::vector<std::string> locationEdgesOf(const Lineage &lineage);
/// The text of an error, which is taken; empty for success.
std::string messageOf(llvm::Error error);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_UNIT_SUPPORT_TRACEWRITER_H
