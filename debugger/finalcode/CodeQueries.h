//===- CodeQueries.h - Questions about ops and machine code ---------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEQUERIES_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEQUERIES_H

#include "finalcode/CodeAnswers.h"

namespace mlir::trackdbg {

struct CodeQuestion {
  std::string spec; ///< See OpSpec.h.
  QueryOptions options;
  /// The trace of the compiler that wrote the input, or empty. The spec names
  /// ops of that trace, and stands for the ops of the input that they became.
  std::string inputFrom;
};

/// What ops and everything made from them became. An error if the spec names
/// none, or nothing is known of machine code. Linear in what is reached and in
/// the machine code; with another trace, in that too.
llvm::Expected<FinalAnswer> finalCode(const Lineage &lineage,
                                      const CodeQuestion &question);

/// The functions of that name, "dgemm_" or "@dgemm_", or those that have code
/// of the ops that the spec names, all of their code. Never none. Cost as
/// finalCode.
llvm::Expected<std::vector<MachineFunction>>
machineCode(const Lineage &lineage, const CodeQuestion &question);

struct WhoseQuestion {
  /// "SYMBOL+N", "SYMBOL" or "OBJECT:OFFSET"; with a program or a process, its
  /// address or one of the former two. Numbers may be decimal or, behind "0x",
  /// hexadecimal; OFFSET counts from the begin of the file's section of code,
  /// if it has one.
  std::string place;
  std::string program; ///< An executable or shared library; or empty.
  std::optional<int64_t> process;
  std::string folder;       ///< With more traces; see CodeTraces.
  std::string inputFrom;    ///< Likewise.
  bool withOrigins = false; ///< Fill in the origins of the answer.
};

/// Of the instruction at a place. The error says what is wrong.
llvm::Expected<WhoseAnswer> whose(const Lineage &lineage,
                                  const WhoseQuestion &question);

/// Why what the ops became has machine code, or has none. Cost as finalCode.
llvm::Expected<WhyNoCodeAnswer> whyNoCode(const Lineage &lineage,
                                          const CodeQuestion &question);

/// What became of all ops that were there when modules were translated.
llvm::Expected<CodeFateTable> codeFates(const Lineage &lineage);

/// Where all machine code comes from, function by function. Linear in it; with
/// the sources, a walk for each op that has code.
llvm::Expected<CodeTable> codeTable(const Lineage &lineage, bool withSources);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEQUERIES_H
