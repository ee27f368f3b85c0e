//===- LLVMUnits.cpp - LLVM IR and machine code, as text ------------------===//

#include "llvm/LLVMUnits.h"
#include "llvm/WeakSymbols.h"

#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace mlir::trackdbg;
using llvm::any_cast;

static LLVMUnit unitIn(const llvm::Function &function, std::string title) {
  LLVMUnit unit;
  unit.title = std::move(title);
  unit.module = function.getParent();
  unit.functions = {&function};
  return unit;
}

LLVMUnit mlir::trackdbg::unitOf(const llvm::Loop &loop) {
  const llvm::Function &around = *loop.getHeader()->getParent();
  // A compiler without assertions may give its blocks no names.
  llvm::StringRef name = loop.getHeader()->getName();
  std::string title = name.empty() ? "loop" : ("loop " + name).str();
  LLVMUnit unit = unitIn(around, (title + " in " + around.getName()).str());
  unit.loop = &loop;
  return unit;
}

LLVMUnit mlir::trackdbg::unitOf(const llvm::Module &module,
                                const llvm::MachineModuleInfo *machine) {
  LLVMUnit unit;
  unit.title = "module";
  unit.module = &module;
  unit.machine = machine;
  return unit;
}

static LLVMUnit unitOfComponent(const llvm::LazyCallGraph::SCC &component) {
  LLVMUnit unit;
  unit.mayErase = true;
  // "(f)", or "(f, g)".
  unit.title = (component.size() == 1 ? "function " : "functions ") +
               llvm::StringRef(component.getName()).trim("()").str();
  for (llvm::LazyCallGraph::Node &node : component)
    unit.functions.push_back(&node.getFunction());
  if (!unit.functions.empty())
    unit.module = unit.functions.front()->getParent();
  return unit;
}

LLVMUnit mlir::trackdbg::unitOf(const llvm::Any &irUnit) {
  if (const auto *function = any_cast<const llvm::Function *>(&irUnit))
    return unitIn(**function, ("function " + (*function)->getName()).str());
  if (const auto *loop = any_cast<const llvm::Loop *>(&irUnit))
    return unitOf(**loop);
  if (const auto *component =
          any_cast<const llvm::LazyCallGraph::SCC *>(&irUnit))
    return unitOfComponent(**component);
  if (const auto *module = any_cast<const llvm::Module *>(&irUnit))
    return unitOf(**module, nullptr);
  LLVMUnit unit;
  unit.title = "module";
  return unit;
}

LLVMUnit mlir::trackdbg::unitOf(const llvm::Function &function,
                                const llvm::MachineModuleInfo *machine) {
  bool hasCode = machine && machine->getMachineFunction(function);
  LLVMUnit unit =
      unitIn(function, ((hasCode ? "machine function " : "function ") +
                        function.getName())
                           .str());
  unit.machine = machine;
  return unit;
}

/// False where there is none.
static bool printMachineCode(const llvm::Function &function,
                             const llvm::MachineModuleInfo *machine,
                             llvm::raw_ostream &stream) {
  auto *code = machine ? machine->getMachineFunction(function) : nullptr;
  if (code)
    code->print(stream);
  return code;
}

static std::string textOf(const LLVMUnit &unit) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!unit.module)
    return text;
  bool isWhole = unit.functions.empty();
  if (isWhole)
    unit.module->print(stream, nullptr);
  for (const llvm::Function &function : *unit.module)
    if ((isWhole || llvm::is_contained(unit.functions, &function)) &&
        !printMachineCode(function, unit.machine, stream) && !isWhole)
      function.print(stream);
  return llvm::StringRef(text).trim('\n').str();
}

llvm::Expected<TiedText> mlir::trackdbg::printUnit(const LLVMUnit &unit) {
  llvm::Expected<std::string> text = runInCopy([&] { return textOf(unit); });
  if (!text)
    return text.takeError();
  return TiedText{std::move(*text), ""};
}
