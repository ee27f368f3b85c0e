//===- TraceFileWriter.h - A trace that no compiler writes ----------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_TRACEFILEWRITER_H
#define TRACKDBG_DEBUGGER_TRACE_TRACEFILEWRITER_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Builds a finished trace in memory, event by event, on one thread.
class TraceFileWriter {
public:
  TraceFileWriter();

  uint32_t string(llvm::StringRef text);
  uint32_t fileLocation(uint32_t file, uint32_t line, uint32_t column,
                        uint32_t endLine = 0, uint32_t endColumn = 0);
  uint32_t nameLocation(uint32_t name);
  uint32_t fusedLocation(llvm::ArrayRef<uint32_t> parts);
  uint32_t actionKind(llvm::StringRef tag, llvm::StringRef name,
                      llvm::StringRef argument);
  void commandLine(llvm::ArrayRef<std::string> words);

  void event(trace::EventKind kind, uint64_t subject, uint64_t object = 0,
             uint32_t name = 0, uint32_t location = 0);
  uint64_t lastPosition() const { return position; }
  void snapshot(trace::SnapshotPart key, llvm::StringRef payload);

  trace::FileHeader &header();
  llvm::Error save(llvm::StringRef path);

private:
  /// The segment of a kind that still has room.
  struct Open {
    size_t offset = 0, used = 0;
  };
  char *room(Open &open, trace::SegmentKind kind, size_t size);
  uint32_t define(trace::DefinitionKind kind, uint32_t id,
                  llvm::StringRef payload);

  std::string content;
  Open events, definitions, snapshots;
  llvm::StringMap<uint32_t> strings;
  llvm::StringMap<uint32_t> locations;
  uint32_t lastKind = 0;
  uint64_t position = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_TRACEFILEWRITER_H
