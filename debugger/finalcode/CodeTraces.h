//===- CodeTraces.h - The traces that a program's code may be from --------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODETRACES_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODETRACES_H

#include "finalcode/FinalCodes.h"
#include "finalcode/LinkedProgram.h"
#include "queries/Handover.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct CodeTrace {
  std::string file; ///< Empty for the one that is open.
  const Lineage *lineage = nullptr;
  FinalCodes::Modules modules; ///< With instructions; never none.
  /// From where its input came; null where that is not known.
  const Handover *input = nullptr;
};

/// The open trace, and those of a folder that have machine code.
class CodeTraces {
public:
  /// Reads all traces that are files of `folder`, which is empty for none. A
  /// file that is not a trace, or that has no machine code, is left out.
  /// `inputFrom` is the trace of the compiler that wrote the input of the open
  /// one, or empty. The error, a sentence without a period, says why nothing is
  /// known.
  static llvm::Expected<CodeTraces> open(const Lineage &lineage,
                                         llvm::StringRef folder,
                                         llvm::StringRef inputFrom);

  /// The open one first; never none.
  llvm::ArrayRef<CodeTrace> all() const { return traces; }

private:
  std::unique_ptr<Handover> input;
  std::vector<std::unique_ptr<Lineage>> opened;
  std::vector<CodeTrace> traces;
};

/// A function of a program, and the same one in a trace.
struct TracedFunction {
  uint64_t address = 0, size = 0; ///< In the program.
  const CodeTrace *trace = nullptr;
  std::shared_ptr<const TranslatedModule> module;
  const trace::CodeFunction *function = nullptr;

  /// The instruction at an address of the program; null for none.
  const trace::CodeInstruction *instructionAt(uint64_t address) const;
};

/// A function of a program whose name a trace has too, and only with other
/// code.
struct OtherFunction {
  uint64_t address = 0, size = 0;
  std::string name;
  /// The compiler itself has generated other code for it than the copy that
  /// followed its ops. Otherwise it was built again, or from something else.
  bool isOtherThanCopy = false;
};

/// The functions of a program that traces have: with the same name and the same
/// bytes, but for those that the linker fills in. Of several traces that have
/// one, the first.
class TracedProgram {
public:
  /// Linear in the functions of the program and of the traces, and in the bytes
  /// of those that both have. Both must outlive it.
  TracedProgram(const LinkedProgram &program, const CodeTraces &traces);
  /// What JITs had in the memory of a process, as far as the traces are of it.
  /// Left out: what was in one place after the other.
  static TracedProgram inMemory(uint64_t process, const CodeTraces &traces);

  llvm::ArrayRef<TracedFunction> all() const { return functions; }
  /// Null for none.
  const TracedFunction *at(uint64_t address) const;
  bool isEmpty() const { return functions.empty(); }
  llvm::ArrayRef<OtherFunction> others() const { return unknown; }
  /// Null for none.
  const OtherFunction *otherAt(uint64_t address) const;

private:
  TracedProgram() = default;
  void add(const LinkedFunction &function);
  void addLoaded(const CodeTrace &trace);

  struct Candidate {
    const CodeTrace *trace;
    const std::shared_ptr<const TranslatedModule> *module;
    const trace::CodeFunction *function;
  };
  llvm::StringMap<std::vector<Candidate>> candidates; ///< By name.
  std::vector<TracedFunction> functions;              ///< By address.
  std::vector<OtherFunction> unknown;                 ///< Likewise.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODETRACES_H
