//===- WeakSymbols.h - What not every compiler has of LLVM ----------------===//
//
// A compiler that the tracker is linked into, or that holds MLIR itself, may
// have no LLVM IR, no passes of LLVM and no code generation. Where these are
// missing nothing of this folder is ever called, and the names below lead
// nowhere. Each file that uses one of them includes this one. The assembler is
// told, because LLVM's headers declare them, and some are used by functions
// that are inlined.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_WEAKSYMBOLS_H
#define TRACKDBG_ACTIONS_LLVM_WEAKSYMBOLS_H

// clang-format off
#define TRACKDBG_WEAK(name) __asm__(".weak " name);
TRACKDBG_WEAK("_ZN4llvm12PassRegistry15getPassRegistryEv")
TRACKDBG_WEAK("_ZN4llvm17PreservedAnalyses14AllAnalysesKeyE")
TRACKDBG_WEAK("_ZN4llvm28MachineModuleInfoWrapperPass2IDE")
TRACKDBG_WEAK("_ZN4llvm28PassInstrumentationCallbacks18addClassToPassNameENS_9StringRefES1_")
TRACKDBG_WEAK("_ZN4llvm28PassInstrumentationCallbacks23getPassNameForClassNameENS_9StringRefE")
TRACKDBG_WEAK("_ZN4llvm3Any6TypeIdIPKNS_13LazyCallGraph3SCCEE2IdE")
TRACKDBG_WEAK("_ZNK4llvm12PassRegistry11getPassInfoEPKv")
TRACKDBG_WEAK("_ZNK4llvm15MachineFunction5printERNS_11raw_ostreamEPKNS_11SlotIndexesE")
TRACKDBG_WEAK("_ZNK4llvm16AnalysisResolver22getAnalysisIfAvailableEPKv")
TRACKDBG_WEAK("_ZNK4llvm17MachineModuleInfo18getMachineFunctionERKNS_8FunctionE")
TRACKDBG_WEAK("_ZNK4llvm5Value7getNameEv")
TRACKDBG_WEAK("_ZNK4llvm6Module5printERNS_11raw_ostreamEPNS_24AssemblyAnnotationWriterEbb")
TRACKDBG_WEAK("_ZNK4llvm8Function5printERNS_11raw_ostreamEPNS_24AssemblyAnnotationWriterEbb")
#undef TRACKDBG_WEAK
// clang-format on

#endif // TRACKDBG_ACTIONS_LLVM_WEAKSYMBOLS_H
