//===- Origins.cpp - Where LLVM's instructions come from ------------------===//

#include "finalcode/Origins.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::DILocation;

Origins::Origins() = default;
Origins::~Origins() = default;

void Origins::beginUnit(llvm::Module &module) {
  if (builder)
    return;
  builder = std::make_unique<llvm::DIBuilder>(module);
  llvm::DIFile *file = builder->createFile("ops", "/");
  llvm::DICompileUnit *own = nullptr;
  // A second unit would be one more than the compiler's own code may expect.
  for (llvm::DICompileUnit *existing : module.debug_compile_units())
    if (!own && existing->getEmissionKind() != llvm::DICompileUnit::NoDebug)
      own = existing;
  unit = own ? own
             : builder->createCompileUnit(
                   llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C), file,
                   "mlir-track-dbg", /*isOptimized=*/true, /*Flags=*/"",
                   /*RV=*/0, /*SplitName=*/"",
                   llvm::DICompileUnit::LineTablesOnly);
  if (!module.getModuleFlag("Debug Info Version"))
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                         llvm::DEBUG_METADATA_VERSION);
}

/// Where the function has none, its first line is 0: no row of the line table
/// tells an origin that the function itself would have.
llvm::DISubprogram *Origins::scopeOf(llvm::Function &function) {
  if (llvm::DISubprogram *known = function.getSubprogram())
    return known;
  beginUnit(*function.getParent());
  llvm::DISubroutineType *type =
      builder->createSubroutineType(builder->getOrCreateTypeArray({}));
  llvm::DISubprogram *made = builder->createFunction(
      unit, function.getName(), function.getName(), unit->getFile(),
      /*LineNo=*/0, type, /*ScopeLine=*/0, llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition |
          llvm::DISubprogram::SPFlagOptimized);
  builder->finalizeSubprogram(made);
  function.setSubprogram(made);
  return made;
}

DILocation *Origins::locate(llvm::Function &function, CodeOrigin origin,
                            const DILocation *like) {
  if (like)
    return DILocation::get(function.getContext(), origin, kColumn,
                           like->getScope(), like->getInlinedAt());
  return DILocation::get(function.getContext(), origin, kColumn,
                         scopeOf(function));
}

CodeOrigin Origins::merge(CodeOrigin first, CodeOrigin second) {
  if (first == second || !isKnown(second))
    return isKnown(first) || !second ? first : second;
  if (!isKnown(first))
    return second;
  OriginPair pair{std::min(first, second), std::max(first, second)};
  auto [known, isNew] =
      setOf.try_emplace({pair.first, pair.second}, allSets.size());
  if (isNew)
    allSets.push_back(pair);
  return kFirstSet + known->second;
}

CodeOrigin Origins::other(OtherOrigin other) {
  auto [known, isNew] = otherOf.try_emplace(
      {uint32_t(other.reason), other.pass}, allOthers.size());
  if (isNew)
    allOthers.push_back(other);
  return kFirstOther + known->second;
}

uint32_t Origins::passOf(CodeOrigin origin) const {
  return origin >= kFirstOther ? allOthers[origin - kFirstOther].pass : 0;
}
