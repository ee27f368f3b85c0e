//===- Traits.cpp ---------------------------------------------------------===//

#include "ir/Traits.h"

using namespace mlir;

namespace {
/// MLIR keeps a reference to the name that it is asked for first.
struct ImplicitTypeId : mlir::detail::FallbackTypeIDResolver {
  static TypeID of(llvm::StringLiteral name) {
    return registerImplicitTypeID(name);
  }
};

class Trait {
public:
  Trait(llvm::StringLiteral byClang, llvm::StringLiteral byGcc)
      : byClang(ImplicitTypeId::of(byClang)), byGcc(ImplicitTypeId::of(byGcc)) {
  }
  bool isOf(OperationName name) const {
    return name.hasTrait(byClang) || name.hasTrait(byGcc);
  }

private:
  TypeID byClang, byGcc;
};
} // namespace

#define TRACKDBG_TRAIT(Name)                                                   \
  Trait("mlir::OpTrait::" Name "<Empty>",                                      \
        "mlir::OpTrait::" Name "<mlir::TypeID::get<mlir::OpTrait::" Name       \
        ">()::Empty>")

bool trackdbg::isTerminator(OperationName name) {
  static const Trait trait = TRACKDBG_TRAIT("IsTerminator");
  return trait.isOf(name);
}

bool trackdbg::isConstantLike(OperationName name) {
  static const Trait trait = TRACKDBG_TRAIT("ConstantLike");
  return trait.isOf(name);
}

bool trackdbg::isIsolatedFromAbove(OperationName name) {
  static const Trait trait = TRACKDBG_TRAIT("IsIsolatedFromAbove");
  return trait.isOf(name);
}

bool trackdbg::isSymbolTable(OperationName name) {
  static const Trait trait = TRACKDBG_TRAIT("SymbolTable");
  return trait.isOf(name);
}
