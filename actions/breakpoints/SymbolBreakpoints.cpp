//===- SymbolBreakpoints.cpp - Breakpoints in functions -------------------===//

#include "breakpoints/SymbolBreakpoints.h"

#include "core/ActiveAction.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

void SymbolBreakpoints::add(const BreakpointSpec &spec) {
  SmallVector<StringRef, 2> names;
  StringRef(spec.name).split(names, "::");
  for (StringRef &name : names)
    name.consume_front("@");
  Path path{{}, spec.id};
  for (StringRef name : llvm::reverse(ArrayRef(names).drop_back()))
    path.around.push_back(name.str());
  paths[names.back()].push_back(std::move(path));
}

void SymbolBreakpoints::match(const ActiveAction &action,
                              SmallVectorImpl<int64_t> &ids) {
  if (paths.empty() || !action.root)
    return;
  SmallVector<StringRef, 4> names;
  for (Operation *op = action.root; op; op = op->getParentOp())
    if (auto name =
            op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      names.push_back(name.getValue());
  for (ArrayRef<StringRef> rest = names; !rest.empty();) {
    auto found = paths.find(rest.front());
    rest = rest.drop_front();
    if (found == paths.end())
      continue;
    for (const Path &path : found->second)
      if (rest.size() >= path.around.size() &&
          std::equal(path.around.begin(), path.around.end(), rest.begin()) &&
          !llvm::is_contained(ids, path.id))
        ids.push_back(path.id);
  }
}
