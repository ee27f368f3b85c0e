//===- CodeAnswers.h - Answers about ops and machine code -----------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEANSWERS_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEANSWERS_H

#include "queries/Queries.h"
#include "trackdbg/FinalCode.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlir::trackdbg {

/// Whether the compiler itself has generated the code that a copy of it has.
enum class CodeCheck : uint8_t {
  Same,      ///< Byte by byte, in all sections.
  Different, ///< Not the same.
  Unknown    ///< It writes assembly, or its output could not be read.
};

/// How the ops of an instruction are known.
enum class CodeEvidence : uint8_t {
  None,         ///< There is no op.
  LLVMLocation, ///< LLVM carried one op to it.
  MergedSet     ///< LLVM made it of instructions of several ops.
};
/// "none", "LLVM location" or "merged set".
llvm::StringRef toString(CodeEvidence evidence);
/// "spill", "reload", ...; "unknown".
llvm::StringRef toString(trace::CodeReason reason);
/// "same", "different" or "not checked".
llvm::StringRef toString(CodeCheck check);

inline constexpr size_t kCodeReasons = size_t(trace::CodeReason::Padding) + 1;

/// A line of a source file.
struct LineOfSource {
  std::string file;
  uint32_t line = 0;
  auto operator<=>(const LineOfSource &) const = default;
};

/// Code that a line table has one line for.
struct CodeOfOneLine {
  uint64_t offset = 0, size = 0; ///< In its section, in bytes.
  LineOfSource line;             ///< Line 0: none.
  /// An op that was asked for is from this line.
  bool isAsked = false;
};

struct MachineInstruction {
  uint64_t offset = 0; ///< In its section.
  uint32_t size = 0;   ///< In bytes.
  std::string text;
  CodeEvidence evidence = CodeEvidence::None;
  std::vector<OpRef> ops; ///< None without evidence.
  // Without evidence:
  trace::CodeReason reason = trace::CodeReason::Unknown;
  /// The pass of LLVM that made it, or that lost its op; empty where that is
  /// not known.
  std::string pass;
  ActionId passAction = 0; ///< Of it; 0 likewise.
  /// It is made from an op that was asked for.
  bool isAsked = false;
};

struct MachineFunction {
  std::string name, section;
  uint64_t offset = 0, size = 0; ///< In the section, in bytes.
  uint64_t address = 0;          ///< Where a JIT has put it; 0 where none did.
  CodeCheck check = CodeCheck::Unknown;
  std::vector<MachineInstruction> instructions; ///< All, in their order.
  /// Where the check is Different: the compiler's own function of that name, as
  /// the line table of its own object has it. None where it has no debug
  /// information, or no such function.
  std::vector<CodeOfOneLine> ownLines = {};
};

/// An instruction of LLVM IR, as the translation made it.
struct LLVMInstruction {
  OpRef op; ///< That it was made for.
  std::string function, text;
};

/// What a pass of LLVM did to the instructions of an op in a function.
struct CodePassStep {
  std::string pass, function;
  ActionId action = 0; ///< 0 where that is not known.
  uint32_t before = 0, after = 0;
};

/// What ops became in the end.
struct FinalAnswer {
  std::vector<OpRef> asked;
  /// The file of the trace that has the asked ops, where another compiler wrote
  /// the input; empty otherwise.
  std::string sourceTrace;
  std::vector<LLVMInstruction> translated;
  /// Functions that have code of the ops, with this code only.
  std::vector<MachineFunction> functions;
  /// Of all instructions of the ops together, by function, in the order of the
  /// passes. The translation is the first.
  std::vector<CodePassStep> steps;
};

/// Where an instruction comes from.
struct WhoseAnswer {
  MachineFunction function; ///< With only that instruction.
  /// What LLVM's passes did to each op of the instruction, in its function.
  std::vector<std::vector<CodePassStep>> steps;
  /// The ops of the input that each of them was made from, nearest first.
  std::vector<std::vector<OpRef>> sources;
  /// The file of the trace that has these, where another compiler wrote the
  /// input; empty otherwise.
  std::string sourceTrace;
  /// Where there is none: the ops of the nearest instruction before it in the
  /// function that has some. Approximate: debug information says this of it.
  std::vector<OpRef> inherited;
  /// Where each that is known came from, as 'origin' tells it.
  std::vector<LineageTree> origins;
  /// Of sourceTrace: where the ops came from that became the input.
  std::vector<LineageTree> originsBefore;
  /// The file of the trace that has the other ops; empty for the open one.
  std::string trace;
};

/// What became of an op that was translated to LLVM IR, or was to be.
enum class CodeFate : uint8_t {
  OwnCode,       ///< Machine code comes from it alone.
  SharedCode,    ///< Only from it and others.
  NotTranslated, ///< No instruction was made for it.
  Replaced,      ///< Another instruction took the place of the last one.
  Folded,        ///< A constant or an argument did.
  Erased,        ///< The last one was erased, and nothing took its place.
  Gone           ///< How the last one ended is not known.
};
inline constexpr size_t kCodeFates = size_t(CodeFate::Gone) + 1;
/// "code of its own", "code with others", "no instruction made", "replaced",
/// "folded", "erased" or "gone".
llvm::StringRef toString(CodeFate fate);

struct CodeFateRow {
  OpRef op;
  CodeFate fate = CodeFate::Gone;
  uint64_t instructions = 0; ///< Of machine code.
  /// The pass of LLVM that ended its last instruction; empty where there is
  /// none, or it is not known.
  std::string pass;
  ActionId action = 0; ///< Of that; 0 likewise.
  /// Replaced: the ops whose instruction took the place, where they are known.
  std::vector<OpRef> by;
};

struct WhyNoCodeAnswer {
  std::vector<OpRef> asked;
  std::string sourceTrace; ///< As in FinalAnswer.
  /// What they became when the module was translated; none if nothing was left
  /// of them then. Those with code come last.
  std::vector<CodeFateRow> rows;
  CodeCheck check = CodeCheck::Unknown; ///< See checkOf().
};

/// How many ops of a name have which fate.
struct CodeFateCounts {
  std::string name; ///< Empty for all.
  uint64_t ops = 0;
  std::array<uint64_t, kCodeFates> byFate = {};
};
struct CodeFateTable {
  std::vector<CodeFateCounts> rows; ///< Those with most ops first.
  CodeFateCounts total;
  CodeCheck check = CodeCheck::Unknown; ///< See checkOf().
};

/// Where the instructions of a function come from.
struct CodeTableRow {
  std::string function; ///< Empty for all functions together.
  uint64_t instructions = 0;
  uint64_t fromOne = 0, fromSeveral = 0; ///< Ops.
  /// Those from no op, by the reason; Unknown: the rest.
  std::array<uint64_t, kCodeReasons> byReason = {};
  /// Of byReason[Unknown], those of which a pass of LLVM is known that made
  /// them or lost their op.
  uint64_t fromPass = 0;
  uint64_t ops = 0; ///< Different ones that they come from.
  /// Source lines of the ops, by file and line, each once.
  std::vector<std::pair<std::string, uint32_t>> lines;
  /// The ops of the input that a user would name for them; see SourceOps. Only
  /// where they were asked for.
  std::vector<OpRef> sources = {};
  CodeCheck check = CodeCheck::Unknown;
};
struct CodeTable {
  std::vector<CodeTableRow> rows; ///< By function, in the order of the code.
  CodeTableRow total;             ///< Its `lines` are empty.
};

/// A line that ops of the input are from, and no machine code.
struct LineWithoutCode {
  LineOfSource line;
  /// What became of the last op that was translated for it; id 0: nothing that
  /// was made from it came so far, or its ops are still there.
  CodeFateRow last;
  /// Otherwise: the op that named it last, and the action that ended it; number
  /// 0 where that is not known.
  OpRef op;
  ActionRef by;
};
struct LinesWithoutCode {
  uint64_t lines = 0;                   ///< That ops of the input are from.
  uint64_t withCode = 0;                ///< Of them.
  std::vector<LineWithoutCode> lost;    ///< The others, by file and line.
  CodeCheck check = CodeCheck::Unknown; ///< See checkOf().
};

/// What the compiler's debug information says of the code of ops.
struct DebugLines {
  struct Row {
    LineOfSource line; ///< Line 0: none.
    uint64_t instructions = 0;
    bool isOurs = false; ///< The ops are from there.
    /// Of others: the pass of MLIR that gave an op this location. Empty where
    /// it was a pass of LLVM.
    std::string pass;
    ActionId action = 0; ///< Of it.
  };
  uint64_t instructions = 0; ///< Of the ops.
  /// Those with most instructions first; none without debug information.
  std::vector<Row> rows;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEANSWERS_H
