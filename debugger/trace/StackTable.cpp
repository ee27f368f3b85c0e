//===- StackTable.cpp - The C++ stacks of a trace -------------------------===//

#include "trace/StackTable.h"

#include <algorithm>
#include <cstring>

namespace mlir::trackdbg {

using namespace trace;

template <typename Number> static Number numberAt(const char *place) {
  Number number;
  std::memcpy(&number, place, sizeof(number));
  return number;
}

const char *StackTable::addModule(uint32_t id, llvm::StringRef payload) {
  if (payload.size() < sizeof(uint32_t))
    return "is too short for a module";
  auto size = numberAt<uint32_t>(payload.data());
  payload = payload.drop_front(sizeof(uint32_t));
  if (size > kMaxBuildId || size > payload.size())
    return "has a build id that is longer than it can be";
  if (id > kMaxModule)
    return "has an id that cannot be";
  if (id >= modules.size())
    modules.resize(size_t(id) + 1);
  if (!modules[id].path.empty())
    return "gives an id that is taken";
  modules[id] = {payload.drop_front(size), payload.take_front(size)};
  return nullptr;
}

const char *StackTable::addStack(uint32_t id, llvm::StringRef payload) {
  if (payload.size() < sizeof(uint32_t))
    return "is too short for a stack";
  if (id >= stacks.size())
    stacks.resize(size_t(id) + 1);
  if (!stacks[id].empty())
    return "gives an id that is taken";
  stacks[id] = payload;
  return nullptr;
}

const char *StackTable::addFunction(uint32_t actionKind,
                                    llvm::StringRef payload) {
  if (payload.size() < sizeof(uint64_t))
    return "is too short for a function";
  functions[actionKind].push_back(
      StackFrame::read(numberAt<uint64_t>(payload.data())));
  return nullptr;
}

llvm::SmallVector<StackFrame, 0> StackTable::frames(uint32_t stack) const {
  llvm::SmallVector<StackFrame, 0> result;
  if (stack >= stacks.size() || stacks[stack].empty())
    return result;
  llvm::StringRef words = stacks[stack].drop_front(sizeof(uint32_t));
  for (; words.size() >= sizeof(uint64_t) && result.size() < kMaxStopFrames;
       words = words.drop_front(sizeof(uint64_t)))
    result.push_back(StackFrame::read(numberAt<uint64_t>(words.data())));
  return result;
}

StackEnd StackTable::end(uint32_t stack) const {
  if (stack >= stacks.size() || stacks[stack].empty())
    return StackEnd::Unknown;
  auto end = numberAt<uint32_t>(stacks[stack].data());
  return StackEnd(std::min(end, uint32_t(StackEnd::Other)));
}

} // namespace mlir::trackdbg
