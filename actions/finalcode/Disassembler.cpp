//===- Disassembler.cpp - Machine code as text ----------------------------===//

#include "finalcode/Disassembler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::trackdbg;

namespace {

class LLVMDisassembler final : public Disassembler {
public:
  /// Empty members where LLVM has no such part of the target.
  explicit LLVMDisassembler(const llvm::TargetMachine &machine)
      : info(*machine.getMCSubtargetInfo()),
        context(machine.getTargetTriple(), machine.getMCAsmInfo(),
                machine.getMCRegisterInfo(), &info),
        disassembler(machine.getTarget().createMCDisassembler(info, context)),
        printer(machine.getTarget().createMCInstPrinter(
            machine.getTargetTriple(),
            machine.getMCAsmInfo()->getAssemblerDialect(),
            *machine.getMCAsmInfo(), *machine.getMCInstrInfo(),
            *machine.getMCRegisterInfo())) {
    if (printer)
      printer->setPrintBranchImmAsAddress(true);
  }

  bool isWhole() const { return disassembler && printer; }

  Instruction next(llvm::ArrayRef<uint8_t> bytes, uint64_t address) override {
    llvm::MCInst decoded;
    uint64_t size = 0;
    auto status = disassembler->getInstruction(decoded, size, bytes, address,
                                               llvm::nulls());
    size = std::clamp<uint64_t>(size, 1, bytes.size());
    if (status == llvm::MCDisassembler::Fail)
      return {size, "(bad)"};
    std::string text;
    llvm::raw_string_ostream stream(text);
    // On x86, jumps are told from the next instruction on.
    bool isX86 = context.getTargetTriple().isX86();
    printer->printInst(&decoded, isX86 ? address + size : address, "", info,
                       stream);
    return {size, oneLine(text)};
  }

private:
  /// A tab is in front of each, and one behind its name.
  static std::string oneLine(llvm::StringRef text) {
    std::string line = text.trim().str();
    for (char &character : line)
      if (character == '\t' || character == '\n')
        character = ' ';
    return line;
  }

  const llvm::MCSubtargetInfo &info;
  llvm::MCContext context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

} // namespace

std::unique_ptr<Disassembler>
Disassembler::make(const llvm::TargetMachine &target) {
  llvm::InitializeAllDisassemblers();
  auto made = std::make_unique<LLVMDisassembler>(target);
  if (!made->isWhole())
    return nullptr;
  return made;
}
