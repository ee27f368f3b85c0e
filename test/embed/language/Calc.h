//===- Calc.h - A small language, as somebody else would write one --------===//
//
// Functions of numbers:
//
//   def horner(x)
//     let cube = x ^ 3
//     return cube * 1 + 0
//
// The dialect knows nothing of the debugger. It is written without TableGen, so
// that the same sources are compiled with each version of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef CALC_H
#define CALC_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Debug/ExecutionContext.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace calc {

class CalcDialect : public mlir::Dialect {
public:
  explicit CalcDialect(mlir::MLIRContext *context);
  static llvm::StringRef getDialectNamespace() { return "calc"; }
};

/// What all ops have in common: one f64, of f64s, and no effect.
template <typename ConcreteOp, template <typename> class... Traits>
class CalcOp
    : public mlir::Op<ConcreteOp, mlir::OpTrait::OneResult,
                      mlir::OpTrait::OneTypedResult<mlir::FloatType>::Impl,
                      mlir::OpTrait::ZeroRegions, mlir::OpTrait::ZeroSuccessors,
                      mlir::ConditionallySpeculatable::Trait,
                      mlir::OpTrait::AlwaysSpeculatableImplTrait,
                      mlir::MemoryEffectOpInterface::Trait, Traits...> {
public:
  using Base =
      mlir::Op<ConcreteOp, mlir::OpTrait::OneResult,
               mlir::OpTrait::OneTypedResult<mlir::FloatType>::Impl,
               mlir::OpTrait::ZeroRegions, mlir::OpTrait::ZeroSuccessors,
               mlir::ConditionallySpeculatable::Trait,
               mlir::OpTrait::AlwaysSpeculatableImplTrait,
               mlir::MemoryEffectOpInterface::Trait, Traits...>;
  using Base::Base;

  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  void getEffects(
      llvm::SmallVectorImpl<
          mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>> &) {}

  static void build(mlir::OpBuilder &builder, mlir::OperationState &state,
                    mlir::ValueRange operands,
                    llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
    state.addOperands(operands);
    state.addAttributes(attributes);
    state.addTypes(builder.getF64Type());
  }
  /// MLIR 22 has this in place of OpBuilder::create, and 19 has not.
  template <typename... Args>
  static ConcreteOp make(mlir::OpBuilder &builder, mlir::Location location,
                         Args &&...args) {
    mlir::OperationState state(location, ConcreteOp::getOperationName());
    build(builder, state, std::forward<Args>(args)...);
    return llvm::cast<ConcreteOp>(builder.create(state));
  }
};

/// calc.number {value = 2.0 : f64}
class NumberOp : public CalcOp<NumberOp, mlir::OpTrait::ZeroOperands,
                               mlir::OpTrait::ConstantLike> {
public:
  using CalcOp::CalcOp;
  static llvm::StringRef getOperationName() { return "calc.number"; }
  static NumberOp makeValue(mlir::OpBuilder &builder, mlir::Location location,
                            double value);
  mlir::FloatAttr value() {
    return (*this)->getAttrOfType<mlir::FloatAttr>("value");
  }
  mlir::OpFoldResult fold(llvm::ArrayRef<mlir::Attribute>) { return value(); }
};

template <typename ConcreteOp>
class BinaryOp : public CalcOp<ConcreteOp, mlir::OpTrait::NOperands<2>::Impl> {
public:
  using CalcOp<ConcreteOp, mlir::OpTrait::NOperands<2>::Impl>::CalcOp;
  mlir::Value lhs() { return this->getOperation()->getOperand(0); }
  mlir::Value rhs() { return this->getOperation()->getOperand(1); }
};

class AddOp : public BinaryOp<AddOp> {
public:
  using BinaryOp::BinaryOp;
  static llvm::StringRef getOperationName() { return "calc.add"; }
  static void getCanonicalizationPatterns(mlir::RewritePatternSet &patterns,
                                          mlir::MLIRContext *context);
};

class MultiplyOp : public BinaryOp<MultiplyOp> {
public:
  using BinaryOp::BinaryOp;
  static llvm::StringRef getOperationName() { return "calc.multiply"; }
  static void getCanonicalizationPatterns(mlir::RewritePatternSet &patterns,
                                          mlir::MLIRContext *context);
};

class NegateOp : public CalcOp<NegateOp, mlir::OpTrait::OneOperand> {
public:
  using CalcOp::CalcOp;
  static llvm::StringRef getOperationName() { return "calc.negate"; }
  static void getCanonicalizationPatterns(mlir::RewritePatternSet &patterns,
                                          mlir::MLIRContext *context);
};

/// calc.power {exponent = 3 : i64}
class PowerOp : public CalcOp<PowerOp, mlir::OpTrait::OneOperand> {
public:
  using CalcOp::CalcOp;
  static llvm::StringRef getOperationName() { return "calc.power"; }
  static PowerOp makePower(mlir::OpBuilder &builder, mlir::Location location,
                           mlir::Value base, int64_t exponent);
  int64_t exponent() {
    return (*this)->getAttrOfType<mlir::IntegerAttr>("exponent").getInt();
  }
};

/// A power is written out as multiplications.
class ExpandPower : public mlir::tracing::ActionImpl<ExpandPower> {
public:
  static constexpr llvm::StringLiteral tag = "expand-power";
  ExpandPower(llvm::ArrayRef<mlir::IRUnit> units, int64_t exponent,
              unsigned multiplications)
      : mlir::tracing::ActionImpl<ExpandPower>(units), exponent(exponent),
        multiplications(multiplications) {}
  void print(llvm::raw_ostream &os) const override;

  const int64_t exponent;
  const unsigned multiplications;
};

/// The rounds of an optimization. Its print() does wrong where the environment
/// says so: CALC_PRINT=crash, crash-later, loop, long or lines.
class Round : public mlir::tracing::ActionImpl<Round> {
public:
  static constexpr llvm::StringLiteral tag = "calc-round";
  Round(llvm::ArrayRef<mlir::IRUnit> units, unsigned number)
      : mlir::tracing::ActionImpl<Round>(units), number(number) {}
  void print(llvm::raw_ostream &os) const override;

  const unsigned number;
};

/// Reads a .calc file. Null after an error, which has been reported.
mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef path,
                                        mlir::MLIRContext &context);

/// `calc-expand-powers` and `calc-to-arith`.
void registerPasses();

/// Where the environment names a CALC_LOG: the language's own handler of
/// actions, with an observer that writes that file and a breakpoint manager.
void installLog(mlir::MLIRContext &context);

} // namespace calc

MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::CalcDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::NumberOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::AddOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::MultiplyOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::NegateOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::PowerOp)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::ExpandPower)
MLIR_DECLARE_EXPLICIT_TYPE_ID(calc::Round)

#endif // CALC_H
