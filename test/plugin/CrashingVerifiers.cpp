//===- CrashingVerifiers.cpp - A dialect that cannot be verified ----------===//
//
// Ops without operands that abort, and a pass that brings them to it:
//
//   unsteady.op      in its verifier, where it has the attribute `abort`
//   unsteady.use     in the verifier of the symbols that it uses, likewise
//   unsteady.region  in the verifier of its region, likewise
//   unsteady.text    in its parser, behind the word `abort`; it may have a
//                    region before it
//
//   !unsteady.fragile  in its parser, where UNSTEADY is in the environment;
//                      bytecode has it as text
//
//   --make-unsteady  gives `abort` to each op above that has `later`
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <cstdlib>

using namespace mlir;

namespace {
void abortWhereAsked(Operation *op) {
  if (op->hasAttr("abort"))
    std::abort();
}

template <typename ConcreteOp, template <typename> class... Traits>
class UnsteadyOp : public Op<ConcreteOp, OpTrait::ZeroResults,
                             OpTrait::ZeroOperands, Traits...> {
public:
  using Base =
      Op<ConcreteOp, OpTrait::ZeroResults, OpTrait::ZeroOperands, Traits...>;
  using Base::Base;
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

struct SimpleOp : UnsteadyOp<SimpleOp, OpTrait::ZeroRegions> {
  using UnsteadyOp::UnsteadyOp;
  static StringRef getOperationName() { return "unsteady.op"; }
  LogicalResult verify() {
    abortWhereAsked(*this);
    return success();
  }
};

struct UseOp
    : UnsteadyOp<UseOp, OpTrait::ZeroRegions, SymbolUserOpInterface::Trait> {
  using UnsteadyOp::UnsteadyOp;
  static StringRef getOperationName() { return "unsteady.use"; }
  LogicalResult verifySymbolUses(SymbolTableCollection &) {
    abortWhereAsked(*this);
    return success();
  }
};

struct RegionOp
    : UnsteadyOp<RegionOp, OpTrait::OneRegion, OpTrait::NoTerminator> {
  using UnsteadyOp::UnsteadyOp;
  static StringRef getOperationName() { return "unsteady.region"; }
  LogicalResult verifyRegions() {
    abortWhereAsked(*this);
    return success();
  }
};

struct TextOp : UnsteadyOp<TextOp, OpTrait::OneRegion, OpTrait::NoTerminator> {
  using UnsteadyOp::UnsteadyOp;
  static StringRef getOperationName() { return "unsteady.text"; }
  static ParseResult parse(OpAsmParser &parser, OperationState &result) {
    OptionalParseResult region =
        parser.parseOptionalRegion(*result.addRegion());
    if (region.has_value() && failed(*region))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("abort")))
      std::abort();
    return success();
  }
};

class FragileType : public Type::TypeBase<FragileType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "unsteady.fragile";
};

class UnsteadyDialect : public Dialect {
public:
  explicit UnsteadyDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<UnsteadyDialect>()) {
    addOperations<SimpleOp, UseOp, RegionOp, TextOp>();
    addTypes<FragileType>();
  }
  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("unsteady");
  }

  Type parseType(DialectAsmParser &parser) const override {
    if (std::getenv("UNSTEADY"))
      std::abort();
    return parser.parseKeyword("fragile") ? Type()
                                          : FragileType::get(getContext());
  }
  void printType(Type, DialectAsmPrinter &printer) const override {
    printer << "fragile";
  }
};

struct MakeUnsteady : PassWrapper<MakeUnsteady, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeUnsteady)
  StringRef getArgument() const override { return "make-unsteady"; }
  StringRef getDescription() const override {
    return "Makes ops that cannot be verified";
  }
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (op->hasAttr("later"))
        op->setAttr("abort", UnitAttr::get(op->getContext()));
    });
  }
};
} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(UnsteadyDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(UnsteadyDialect)
#define UNSTEADY_ID(Name)                                                      \
  MLIR_DECLARE_EXPLICIT_TYPE_ID(Name)                                          \
  MLIR_DEFINE_EXPLICIT_TYPE_ID(Name)
UNSTEADY_ID(FragileType)
UNSTEADY_ID(SimpleOp)
UNSTEADY_ID(UseOp)
UNSTEADY_ID(RegionOp)
UNSTEADY_ID(TextOp)

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "crashing-verifiers", "1",
      [](DialectRegistry *registry) { registry->insert<UnsteadyDialect>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "crashing-verifiers", "1",
          [] { PassRegistration<MakeUnsteady>(); }};
}
