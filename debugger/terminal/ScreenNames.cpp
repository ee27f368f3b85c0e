//===- ScreenNames.cpp ----------------------------------------------------===//

#include "terminal/ScreenNames.h"

#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

/// About 0.1 s.
static constexpr uint64_t kEventsForStop = 300'000;

void ScreenNames::readTrace(Debugger &debugger) {
  Expected<Lineage &> lineage = debugger.lineage();
  if (!lineage)
    return consumeError(lineage.takeError());
  const Definitions &definitions = lineage->definitions();
  // Another run has another trace.
  if (definitions.locationLimit() < locationsRead) {
    files = ShortFiles();
    patterns = ShortPatterns();
    locationsRead = 0;
    kindsRead = 1;
  }
  readPatterns(definitions);
  uint32_t last = 0;
  for (; locationsRead < definitions.locationLimit(); ++locationsRead)
    if (uint32_t file = definitions.place(locationsRead).fileId;
        file != 0 && std::exchange(last, file) != file)
      files.add(definitions.string(file));
}

void ScreenNames::readPatterns(const Definitions &definitions) {
  for (; kindsRead < definitions.actionKindLimit(); ++kindsRead)
    if (ActionKindInfo kind = definitions.actionKind(kindsRead);
        kind.isPattern() && !kind.name.empty())
      patterns.add(kind.name);
}

void addFiles(ShortFiles &files, const Ending &ending) {
  for (const Frame &frame : ending.stack)
    files.add(frame.file);
  if (!ending.activity)
    return;
  files.add(ending.activity->file);
  files.add(ending.activity->leftBy.file);
}

void ScreenNames::readStack(Debugger &debugger, bool isForScreen) {
  opNumbers.clear();
  for (const Frame &frame : debugger.stack()) {
    files.add(frame.file);
    if (frame.tag == "apply-pattern" && !frame.name.empty())
      patterns.add(frame.name);
  }
  if (const std::optional<Event> &last = debugger.lastEvent();
      last && last->kind == Event::Kind::Ended)
    addFiles(files, last->ending);
  const Lineage *lineage =
      isForScreen ? debugger.lineageAtStop(kEventsForStop) : nullptr;
  if (!lineage)
    return;
  for (const Frame &frame : debugger.stack())
    if (std::optional<OpId> id = lineage->opAt(frame.address);
        id && frame.alive)
      opNumbers[frame.address] = *id;
}

RenderStyle ScreenNames::with(RenderStyle style) const {
  style.files = &files;
  style.patterns = &patterns;
  style.opNumbers = &opNumbers;
  return style;
}

OpsOfAction opsAtStop(Debugger &debugger, const Stopped &stop) {
  if (stop.when == mlir::trackdbg::When::Before || stop.stack.empty() ||
      stop.created + stop.erased + stop.replaced == 0)
    return {};
  const Lineage *lineage = debugger.lineageAtStop(kEventsForStop);
  if (!lineage || lineage->opCount() > kEventsForStop)
    return {};
  return opsOfAction(*lineage, stop.stack.front().action);
}

} // namespace mlir::trackdbg
