//===- mlir-compile.cpp - From a module to an object file -----------------===//
//
// Runs a pass pipeline, translates the module to LLVM IR, optimizes that and
// writes an object file: what mlir-opt, mlir-translate and llc do one after the
// other, in one process. mlir-translate of LLVM's packages holds an MLIR of its
// own, so that the debugger cannot follow ops through it; this program uses
// libMLIR.so.
//
//===----------------------------------------------------------------------===//

#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
struct Options {
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-")};
  cl::opt<std::string> output{"o", cl::desc("The object file to write"),
                              cl::value_desc("file"), cl::Required};
  cl::opt<std::string> pipeline{
      "pass-pipeline", cl::desc("The passes to run first, as for mlir-opt")};
  cl::opt<unsigned> level{"O", cl::Prefix, cl::init(2),
                          cl::desc("How much LLVM optimizes: 0 to 3")};
  cl::opt<std::string> cpu{"mcpu",
                           cl::desc("The processor; 'native': this one"),
                           cl::init("generic")};
  cl::opt<bool> llvmIR{"emit-llvm", cl::desc("Write LLVM IR, not optimized")};
};
} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "mlir-compile: " << message << "\n";
  return 1;
}

static LogicalResult runPasses(ModuleOp module, StringRef pipeline) {
  if (pipeline.empty())
    return success();
  auto passes = parsePassPipeline(pipeline, llvm::errs());
  if (failed(passes))
    return failure();
  PassManager manager(module.getContext(), passes->getOpAnchorName());
  static_cast<OpPassManager &>(manager) = std::move(*passes);
  if (failed(applyPassManagerCLOptions(manager)))
    return failure();
  return manager.run(module);
}

static std::unique_ptr<llvm::TargetMachine> makeTarget(const Options &options,
                                                       std::string &error) {
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::string cpu = options.cpu;
  if (cpu == "native")
    cpu = llvm::sys::getHostCPUName().str();
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, /*Features=*/"", llvm::TargetOptions(), llvm::Reloc::PIC_,
      /*CM=*/std::nullopt,
      static_cast<llvm::CodeGenOptLevel>(options.level.getValue())));
}

static int compile(ModuleOp module, const Options &options) {
  std::string error;
  auto output = openOutputFile(options.output, &error);
  if (!output)
    return fail(error);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context);
  if (!translated)
    return fail("the module cannot be translated to LLVM IR");
  if (options.llvmIR) {
    translated->print(output->os(), nullptr);
    output->keep();
    return 0;
  }
  std::unique_ptr<llvm::TargetMachine> target = makeTarget(options, error);
  if (!target)
    return fail(error);
  translated->setTargetTriple(target->getTargetTriple());
  translated->setDataLayout(target->createDataLayout());
  if (llvm::Error failure = makeOptimizingTransformer(
          options.level, /*sizeLevel=*/0, target.get())(translated.get()))
    return fail(llvm::toString(std::move(failure)));
  llvm::legacy::PassManager passes;
  if (target->addPassesToEmitFile(passes, output->os(), nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return fail("LLVM cannot write object files for this machine");
  passes.run(*translated);
  output->keep();
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerAllPasses();
  registerPassManagerCLOptions();
  registerMLIRContextCLOptions();
  Options options;
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles an MLIR module to an object file\n");
  if (options.level > 3)
    return fail("-O takes 0 to 3");
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  MLIRContext context(registry);
  std::string error;
  auto input = openInputFile(options.input, &error);
  if (!input)
    return fail(error);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module || failed(runPasses(*module, options.pipeline)))
    return 1;
  return compile(*module, options);
}
