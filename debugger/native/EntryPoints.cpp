//===- EntryPoints.cpp - Where a pattern's or pass's own code begins ------===//

#include "native/EntryPoints.h"

#include "native/OwnLine.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "calc::Fold" of "calc::(anonymous namespace)::Fold::matchAndRewrite(...)".
static std::string classOf(const NativeFrame &function) {
  std::string name = shortFunction(function.function);
  return StringRef(name).rsplit("::").first.str();
}

/// Those for which `isWanted`, or all where it is none.
static void keepIfAny(std::vector<size_t> &indices,
                      function_ref<bool(size_t)> isWanted) {
  if (any_of(indices, isWanted))
    erase_if(indices, [&](size_t each) { return !isWanted(each); });
}

std::vector<size_t> ownFunctions(ArrayRef<NativeFrame> functions,
                                 StringRef name) {
  std::vector<size_t> indices(seq(functions.size()).begin(),
                              seq(functions.size()).end());
  std::string wanted = withoutUnnamedNamespace(name);
  keepIfAny(indices,
            [&](size_t each) { return classOf(functions[each]) == wanted; });
  // Compilers do not agree on how to write an enumerator, or a default.
  if (!wanted.empty())
    keepIfAny(indices, [&](size_t each) {
      return withoutTemplateArguments(classOf(functions[each])) ==
             withoutTemplateArguments(wanted);
    });
  keepIfAny(indices, [&](size_t each) { return isOwnCode(functions[each]); });
  return indices;
}

std::optional<NativeFrame> ownFunctionOf(NativeNames &names,
                                         const Definitions &definitions,
                                         ArrayRef<trace::StackFrame> functions,
                                         StringRef name) {
  std::vector<NativeFrame> frames;
  for (trace::StackFrame begin : functions)
    frames.push_back(names.functionAt(definitions, begin));
  std::vector<size_t> own = ownFunctions(frames, name);
  return own.empty() ? std::nullopt : std::optional(frames[own.front()]);
}

} // namespace mlir::trackdbg
