//===- Conversion.h - A dialect conversion of the ops to convert ----------===//

#ifndef TRACKDBG_TEST_PLUGIN_CONSTRUCT_CONVERSION_H
#define TRACKDBG_TEST_PLUGIN_CONSTRUCT_CONVERSION_H

#include "Ways.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/DialectConversion.h"

#include <functional>

namespace mlir::trackdbg::ways {

using Operands = ArrayRef<Value>;
using Rewrite =
    std::function<void(Operation *, Operands, ConversionPatternRewriter &)>;
/// A rewrite that can fail when it has changed something.
using Attempt = std::function<LogicalResult(Operation *, Operands,
                                            ConversionPatternRewriter &)>;

struct Convert : ConversionPattern {
  Convert(const TypeConverter &types, MLIRContext *context, StringRef root,
          Attempt attempt, PatternBenefit benefit)
      : ConversionPattern(types, root, benefit, context),
        attempt(std::move(attempt)) {
    setDebugName(("Convert " + root).str());
  }
  LogicalResult
  matchAndRewrite(Operation *op, Operands operands,
                  ConversionPatternRewriter &rewriter) const override {
    return attempt(op, operands, rewriter);
  }
  Attempt attempt;
};

/// Makes 64 bits of 32.
struct Widen : TypeConverter {
  Widen() {
    addConversion([](Type type) { return type; });
    addConversion([](IntegerType type) -> Type {
      return type.getWidth() == 32 ? IntegerType::get(type.getContext(), 64)
                                   : type;
    });
    addTargetMaterialization([](OpBuilder &builder, Type type,
                                ValueRange values, Location location) {
      return make(builder, location, "t.widen", values, type)->getResult(0);
    });
    addSourceMaterialization([](OpBuilder &builder, Type type,
                                ValueRange values, Location location) {
      return make(builder, location, "t.narrow", values, type)->getResult(0);
    });
  }
};

/// A conversion of all ops whose name begins with "t.old" or "t.holder".
class Conversion {
public:
  Conversion(Subject &subject, bool canRollBack)
      : subject(subject), canRollBack(canRollBack), patterns(subject.context) {}

  void add(StringRef root, Rewrite rewrite, PatternBenefit benefit = 1) {
    attempt(
        root,
        [rewrite = std::move(rewrite)](Operation *op, Operands operands,
                                       ConversionPatternRewriter &rewriter) {
          rewrite(op, operands, rewriter);
          return success();
        },
        benefit);
  }
  void attempt(StringRef root, Attempt attempt, PatternBenefit benefit) {
    patterns.add(std::make_unique<Convert>(types(), subject.context, root,
                                           std::move(attempt), benefit));
  }
  void widen() { isWidening = true; }
  void convertFunctions() {
    convertsFunctions = true;
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   types());
  }
  const TypeConverter &types() const { return isWidening ? wide : same; }

  void run() {
    ConversionTarget target(*subject.context);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (auto function = dyn_cast<func::FuncOp>(op))
        return !convertsFunctions ||
               types().isSignatureLegal(function.getFunctionType());
      return op->hasAttr("t.legal") ||
             !(name.starts_with("t.old") || name.starts_with("t.holder") ||
               name == "t.wrong" || name == "t.between");
    });
    ConversionConfig config;
    config.allowPatternRollback = canRollBack;
    (void)applyPartialConversion(subject.module, target, std::move(patterns),
                                 config);
  }

  Subject &subject;
  const bool canRollBack;
  RewritePatternSet patterns;

private:
  bool isWidening = false, convertsFunctions = false;
  TypeConverter same = [] {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    return converter;
  }();
  Widen wide;
};

inline Operation *makeFor(Operation *op, ValueRange operands,
                          OpBuilder &builder, const TypeConverter &types,
                          StringRef name = "t.new") {
  SmallVector<Type> results;
  (void)types.convertTypes(op->getResultTypes(), results);
  return make(builder, op->getLoc(), name, operands, results,
              op->getNumRegions());
}

} // namespace mlir::trackdbg::ways

#endif // TRACKDBG_TEST_PLUGIN_CONSTRUCT_CONVERSION_H
