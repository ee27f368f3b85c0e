//===- ObjectCode.h - The machine code of an object file ------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_OBJECTCODE_H
#define TRACKDBG_ACTIONS_FINALCODE_OBJECTCODE_H

#include "finalcode/Origins.h"
#include "finalcode/PassTrail.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace llvm {
class TargetMachine;
namespace object {
class ObjectFile;
class SectionRef;
} // namespace object
} // namespace llvm

namespace mlir::trackdbg {

/// The sections of an object file that have code, and the lines of its debug
/// information. Nothing where the bytes are not those of one.
std::optional<trace::GeneratedCode> generatedCodeOf(llvm::StringRef object);
/// The sections of `object` that have code, and where `addressOf` says that
/// they are in memory.
trace::GeneratedCode loadedCodeOf(
    const llvm::object::ObjectFile &object,
    llvm::function_ref<uint64_t(const llvm::object::SectionRef &)> addressOf);

/// Fills in the sections, functions and instructions of `code` from an object
/// that a copy has made for `target`: where the line table has locations of
/// `origins`, they are the origins. Nothing where the bytes are
/// not those of an object file.
void readObject(llvm::StringRef object, const llvm::TargetMachine &target,
                Origins &origins, StringTable &strings, trace::FinalCode &code);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_OBJECTCODE_H
