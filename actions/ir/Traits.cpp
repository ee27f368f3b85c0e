//===- Traits.cpp ---------------------------------------------------------===//

#include "ir/Traits.h"

#include "llvm/ADT/Twine.h"

using namespace mlir;

namespace {
struct ImplicitTypeId : mlir::detail::FallbackTypeIDResolver {
  static TypeID of(const llvm::Twine &name) {
    return registerImplicitTypeID(name.str());
  }
};

/// A trait of mlir::OpTrait.
class Trait {
public:
  explicit Trait(llvm::StringLiteral name)
      : byClang(ImplicitTypeId::of("mlir::OpTrait::" + name + "<Empty>")),
        byGcc(ImplicitTypeId::of("mlir::OpTrait::" + name +
                                 "<mlir::TypeID::get<mlir::OpTrait::" + name +
                                 ">()::Empty>")) {}
  bool isOf(OperationName name) const {
    return name.hasTrait(byClang) || name.hasTrait(byGcc);
  }

private:
  TypeID byClang, byGcc;
};
} // namespace

bool trackdbg::isTerminator(OperationName name) {
  static const Trait trait("IsTerminator");
  return trait.isOf(name);
}

bool trackdbg::isConstantLike(OperationName name) {
  static const Trait trait("ConstantLike");
  return trait.isOf(name);
}

bool trackdbg::isIsolatedFromAbove(OperationName name) {
  static const Trait trait("IsIsolatedFromAbove");
  return trait.isOf(name);
}

bool trackdbg::isSymbolTable(OperationName name) {
  static const Trait trait("SymbolTable");
  return trait.isOf(name);
}
