//===- Replacements.cpp - What takes the place of LLVM's instructions -----===//

#include "finalcode/Replacements.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/ValueHandle.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::Instruction;

/// Frees itself with its instruction.
class Replacements::Handle final : public llvm::CallbackVH {
public:
  Handle(Instruction &instruction, Replacements &owner)
      : CallbackVH(&instruction), owner(owner) {}

  void look(uint32_t function) {
    this->function = function;
    auto *instruction = llvm::cast<Instruction>(getValPtr());
    block = instruction->getParent();
    origin = Origins::of(Origins::locationOf(*instruction));
  }

  // CallbackVH

  /// The value has stopped being an instruction.
  void deleted() override {
    if (!isReplaced)
      owner.note(function, origin, ReplacedBy::Nothing, 0);
    owner.watched.erase(getValPtr());
    owner.erasedNow[getValPtr()] = block;
    setValPtr(nullptr);
    delete this;
  }

  void allUsesReplacedWith(llvm::Value *value) override {
    // What is about to be erased is often given to nothing first.
    if (llvm::isa<llvm::UndefValue>(value))
      return;
    isReplaced = true;
    if (auto *other = llvm::dyn_cast<Instruction>(value))
      owner.note(function, origin, ReplacedBy::Instruction,
                 Origins::of(Origins::locationOf(*other)));
    else
      owner.note(function, origin,
                 llvm::isa<llvm::Constant>(value) ? ReplacedBy::Constant
                                                  : ReplacedBy::Argument,
                 0);
  }

private:
  Replacements &owner;
  uint32_t function = 0;
  const void *block = nullptr;
  CodeOrigin origin = 0;
  bool isReplaced = false;
};

void Replacements::watch(Instruction &instruction, uint32_t function) {
  auto [known, isNew] = watched.try_emplace(&instruction);
  if (isNew)
    known->second = new Handle(instruction, *this);
  known->second->look(function);
}

void Replacements::note(uint32_t function, CodeOrigin origin, ReplacedBy with,
                        CodeOrigin by) {
  if (Origins::isKnown(origin))
    pending.insert({function, origin, with, Origins::isKnown(by) ? by : 0});
}

void Replacements::passEnds(uint32_t pass) {
  for (auto [function, origin, with, by] : pending)
    all.push_back({pass, function, origin, with, by});
  pending.clear();
  erasedNow.clear();
}
