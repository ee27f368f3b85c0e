//===- FunctionHooks.cpp - Signatures of functions, names of symbols ------===//

#include "hooks/Hook.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::trackdbg;

static void changed(Operation *op) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().modified(op);
}

TRACKDBG_HOOK(void, setFunctionType,
              "_ZN4mlir23function_interface_impl15setFunctionTypeENS_19Function"
              "OpInterfaceENS_4TypeE",
              (FunctionOpInterface op, Type type)) {
  real_setFunctionType(op, type);
  changed(op);
}

TRACKDBG_HOOK(
    void, insertFunctionArguments,
    "_ZN4mlir23function_interface_impl23insertFunctionArgumentsENS_19F"
    "unctionOpInterfaceEN4llvm8ArrayRefIjEENS_9TypeRangeENS3_INS_14Di"
    "ctionaryAttrEEENS3_INS_8LocationEEEjNS_4TypeE",
    (FunctionOpInterface op, ArrayRef<unsigned> indices, TypeRange types,
     ArrayRef<DictionaryAttr> attributes, ArrayRef<Location> locations,
     unsigned count, Type type)) {
  real_insertFunctionArguments(op, indices, types, attributes, locations, count,
                               type);
  changed(op);
}

TRACKDBG_HOOK(
    void, insertFunctionResults,
    "_ZN4mlir23function_interface_impl21insertFunctionResultsENS_19Fun"
    "ctionOpInterfaceEN4llvm8ArrayRefIjEENS_9TypeRangeENS3_INS_14Dict"
    "ionaryAttrEEEjNS_4TypeE",
    (FunctionOpInterface op, ArrayRef<unsigned> indices, TypeRange types,
     ArrayRef<DictionaryAttr> attributes, unsigned count, Type type)) {
  real_insertFunctionResults(op, indices, types, attributes, count, type);
  changed(op);
}

TRACKDBG_HOOK(
    void, eraseFunctionArguments,
    "_ZN4mlir23function_interface_impl22eraseFunctionArgumentsENS_19Fu"
    "nctionOpInterfaceERKN4llvm9BitVectorENS_4TypeE",
    (FunctionOpInterface op, const BitVector &indices, Type type)) {
  real_eraseFunctionArguments(op, indices, type);
  changed(op);
}

TRACKDBG_HOOK(
    void, eraseFunctionResults,
    "_ZN4mlir23function_interface_impl20eraseFunctionResultsENS_19Func"
    "tionOpInterfaceERKN4llvm9BitVectorENS_4TypeE",
    (FunctionOpInterface op, const BitVector &indices, Type type)) {
  real_eraseFunctionResults(op, indices, type);
  changed(op);
}

TRACKDBG_HOOK(void, setSymbolName,
              "_ZN4mlir11SymbolTable13setSymbolNameEPNS_9OperationENS_10StringA"
              "ttrE",
              (Operation * op, StringAttr name)) {
  real_setSymbolName(op, name);
  changed(op);
}
