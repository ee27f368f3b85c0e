//===- CrashingPrinters.cpp - A dialect that cannot be printed ------------===//
//
// crashing.op     crashes when it is printed in its custom form; with the
//                 attribute "fatal", by an error that LLVM reports; with
//                 "endless", it never comes to an end instead.
// !crashing.type  crashes when it is printed at all.
// !crashing.lines is printed in two lines, which MLIR takes for one.
//
// Nothing has an effect, so a compiler can drop what it could not print.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

#include <cstdlib>
#include <unistd.h>

using namespace mlir;

namespace {
class CrashingType : public Type::TypeBase<CrashingType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "crashing.type";
};

class LinesType : public Type::TypeBase<LinesType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "crashing.lines";
};

class CrashingOp
    : public Op<CrashingOp, OpTrait::ZeroRegions, OpTrait::VariadicResults,
                OpTrait::ZeroSuccessors, OpTrait::VariadicOperands,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "crashing.op"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  void print(OpAsmPrinter &) {
    if ((*this)->hasAttr("fatal"))
      llvm::report_fatal_error("this op cannot be printed");
    while ((*this)->hasAttr("endless"))
      pause();
    std::abort();
  }
};

class CrashingDialect : public Dialect {
public:
  explicit CrashingDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<CrashingDialect>()) {
    addTypes<CrashingType, LinesType>();
    addOperations<CrashingOp>();
  }
  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("crashing");
  }

  Type parseType(DialectAsmParser &parser) const override {
    if (succeeded(parser.parseOptionalKeyword("type")))
      return CrashingType::get(getContext());
    if (parser.parseKeyword("lines") || parser.parseLess() ||
        parser.parseGreater())
      return {};
    return LinesType::get(getContext());
  }
  void printType(Type type, DialectAsmPrinter &printer) const override {
    if (!isa<LinesType>(type))
      std::abort();
    printer << "lines<\n>";
  }
};
} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(CrashingDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(CrashingDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(CrashingType)
MLIR_DEFINE_EXPLICIT_TYPE_ID(CrashingType)
MLIR_DECLARE_EXPLICIT_TYPE_ID(LinesType)
MLIR_DEFINE_EXPLICIT_TYPE_ID(LinesType)
MLIR_DECLARE_EXPLICIT_TYPE_ID(CrashingOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(CrashingOp)

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "crashing-printers", "1",
      [](DialectRegistry *registry) { registry->insert<CrashingDialect>(); }};
}
