//===- StackReader.cpp - The C++ stacks of ops, with names ----------------===//

#include "commands/StackReader.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "native/NativeNames.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

Error failWithoutStacks(const Console &console) {
  if (console.debugger->isRecording())
    return fail(kTraceWithoutStacks);
  return fail("This session records no C++ stacks: it was started with "
              "--no-stacks, or the compiler has no hooks.");
}

StackReader::StackReader(Console &console, const Lineage &lineage)
    : lineage(lineage), names(console.debugger->nativeNames()),
      stacks(lineage.stacks()) {}

const NativeStack &StackReader::stackOf(uint32_t id) {
  const NativeStack &stack = names.stack(lineage.definitions(), id);
  for (const std::string &problem : stack.problems)
    if (!is_contained(problems, problem))
      problems.push_back(problem);
  return stack;
}

std::string StackReader::reasonFor(const OpInfo &op, NativeDeed deed) {
  if (deed == NativeDeed::Created)
    return "it was read by a parser, and no pattern or pass made it";
  if (op.isAlive())
    return "it is still there";
  return deed == NativeDeed::Replaced
             ? "nothing was said to replace its results"
             : "nobody saw how it was freed";
}

NativeRow StackReader::row(OpId op, NativeDeed deed) {
  NativeRow row;
  row.op = op;
  row.deed = deed;
  uint32_t id = idOf(op, deed);
  if (id == 0) {
    row.reason = reasonFor(lineage.op(op), deed);
    return row;
  }
  row.line = ownLineOf(stackOf(id));
  if (!row.line)
    row.reason = "its C++ stack has no code of the compiler or MLIR";
  return row;
}

StringRef StackReader::lineThatMade(OpId op) {
  uint32_t id = idOf(op, NativeDeed::Created);
  if (id == 0)
    return "";
  auto [known, isNew] = lines.try_emplace(id);
  if (isNew)
    if (std::optional<OwnLine> line = ownLineOf(stackOf(id)))
      known->second = briefLine(line->frame);
  return known->second;
}

bool StackReader::wasMadeBy(OpId op, StringRef file, uint64_t line) {
  uint32_t id = idOf(op, NativeDeed::Created);
  if (id == 0)
    return false;
  auto [known, isNew] = isMadeByLine.try_emplace(id);
  if (isNew)
    known->second = any_of(stackOf(id).frames, [&](const NativeFrame &frame) {
      return frame.line == line && matchesFile(frame.file, file);
    });
  return known->second;
}

} // namespace mlir::trackdbg
