//===- FinalCode.h - Which ops the machine code is made from --------------===//
//
// Where a compiler translates a module to LLVM IR, a copy of it compiles on and
// keeps track of the ops. These are the parts of a trace that tell the result.
// Each is the payload of a snapshot (TraceFormat.h) of the kind FinalCode,
// whose `action` is the number of the translation in its process, from 1, whose
// `root` is the op that was translated, and whose `position` is that of the
// translation.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_FINALCODE_H
#define TRACKDBG_FINALCODE_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg::trace {

enum class FinalCodeState : uint32_t {
  Begun = 0,     ///< The copy is at work. SnapshotMoment::Before.
  Complete = 1,  ///< After: a FinalCode follows.
  NoCode = 2,    ///< After: the compiler went on without making machine code.
  TimedOut = 3,  ///< After: the copy was at work for too long.
  Failed = 4,    ///< After: the copy crashed, or could not go on.
  Generated = 5, ///< End: a GeneratedCode follows, the compiler's own.
  /// After: no copy was made. The compiler does not share libMLIR.so, or has a
  /// version of LLVM that ops cannot be followed through.
  Unsupported = 6,
};

/// What is in front of the bytes of a FinalCode or a GeneratedCode, which are
/// packed for themselves.
struct FinalCodeHeader {
  FinalCodeState state;
  SnapshotPacking packing;
  uint64_t size, packedSize;
};
static_assert(sizeof(FinalCodeHeader) == 24);
/// What is longer is not written, and what would unpack to more times its size
/// is not packed, so that a reader may refuse a claim beyond either.
inline constexpr uint64_t kMaxFinalCode = uint64_t(1) << 28;
inline constexpr uint64_t kMaxFinalCodeRatio = 64;

/// What code was made from; see FinalCode for the numbers.
///   0                  nothing that is known
///   1, 2, ...          an op, by its place in FinalCode::ops
///   from kFirstSet     more than one origin, by its place in FinalCode::sets
///   from kFirstOther   no op, by its place in FinalCode::others
using CodeOrigin = uint32_t;
inline constexpr CodeOrigin kFirstSet = 1u << 30, kFirstOther = 1u << 31;

/// Why machine code has no op, where that is known of the instruction itself.
enum class CodeReason : uint32_t {
  Unknown = 0,
  Spill = 1,    ///< Keeps a register on the stack.
  Reload = 2,   ///< Takes it back.
  Copy = 3,     ///< From register to register.
  Constant = 4, ///< Brings a constant into a register.
  Frame = 5,    ///< Prologue or epilogue of the function.
  Jump = 6,     ///< To another block.
  Padding = 7   ///< Never runs, or does nothing.
};

/// Code that no op is known for.
struct OtherOrigin {
  CodeReason reason = CodeReason::Unknown;
  /// The pass of LLVM that made it, or that lost its origin, by its place in
  /// FinalCode::passes, from 1; 0 where that is not known.
  uint32_t pass = 0;
};

struct OriginPair {
  CodeOrigin first = 0, second = 0;
};

/// A section of the object file that has code.
struct CodeSection {
  std::string name;
  uint64_t size = 0;
  uint64_t hash = 0; ///< xxh3_64bits of its bytes.
};

struct CodeFunction {
  std::string name;
  uint32_t section = 0;
  uint64_t offset = 0, size = 0; ///< In the section, in bytes.
  uint64_t hash = 0;             ///< hashOfLinked() of its bytes.
};

/// Bytes of a section that a linker may change, in ascending order.
struct LinkedBytes {
  uint32_t section = 0;
  uint64_t offset = 0;
  uint32_t size = 0; ///< At most kMostLinkedBytes.
};
inline constexpr uint32_t kMostLinkedBytes = 16;

struct CodeInstruction {
  uint32_t section = 0;
  uint64_t offset = 0;
  uint32_t size = 0;
  CodeOrigin origin = 0;
  uint32_t text = 0; ///< In FinalCode::strings: as a disassembler prints it.
};

/// An LLVM instruction that the translation has made for an op.
struct TranslatedInstruction {
  CodeOrigin op = 0;
  uint32_t function = 0, text = 0; ///< In FinalCode::strings.
};

/// A pass of LLVM that has changed something, in the order of the run.
struct CodePass {
  uint32_t name = 0, unit = 0; ///< In FinalCode::strings.
  /// How many passes of LLVM, with those that changed nothing, had begun since
  /// the translation when it did, with itself: 1 for the first.
  uint32_t ordinal = 0;
};

/// How many instructions of a function an origin had before and after a pass.
/// Only where the two differ.
struct CodeStep {
  uint32_t pass = 0;     ///< In FinalCode::passes, from 1.
  uint32_t function = 0; ///< In FinalCode::strings.
  CodeOrigin origin = 0;
  uint32_t before = 0, after = 0;
};

/// What took the place of an LLVM instruction.
enum class ReplacedBy : uint32_t {
  Nothing = 0,     ///< It was erased, and nothing used it any more.
  Instruction = 1, ///< Of CodeReplacement::by, or of an unknown origin.
  Constant = 2,
  Argument = 3, ///< Of a function.
};

/// A pass replaced or erased instructions of an origin. Each combination is
/// told once.
struct CodeReplacement {
  uint32_t pass = 0;     ///< In FinalCode::passes, from 1.
  uint32_t function = 0; ///< In FinalCode::strings.
  CodeOrigin origin = 0; ///< An op or a set.
  ReplacedBy with = ReplacedBy::Nothing;
  CodeOrigin by = 0;
};

struct FinalCode {
  /// The addresses of the ops of the translated one, itself first, in the order
  /// of a walk that visits an op before its contents.
  std::vector<uint64_t> ops;
  std::vector<OriginPair> sets; ///< Each names only origins before itself.
  std::vector<OtherOrigin> others;
  std::vector<CodeSection> sections;
  std::vector<CodeFunction> functions;       ///< By section and offset.
  std::vector<LinkedBytes> linked;           ///< Likewise; they may overlap.
  std::vector<CodeInstruction> instructions; ///< Likewise.
  std::vector<TranslatedInstruction> translated;
  std::vector<CodePass> passes;
  std::vector<CodeStep> steps; ///< In the order of the passes.
  /// Likewise. Only of LLVM IR: nothing tells it of machine code.
  std::vector<CodeReplacement> replacements;
  std::vector<std::string> strings;
  bool isAssembly = false; ///< The compiler itself writes assembly.
};

/// A row of the line table: the line of the code from here up to the next row
/// of the section.
struct CodeLine {
  uint32_t section = 0;
  uint64_t offset = 0;
  uint32_t file = 0; ///< In GeneratedCode::files.
  uint32_t line = 0; ///< 0: the code has none, or ends here.
};

/// What the compiler itself has generated.
struct GeneratedCode {
  std::vector<CodeSection> sections;
  /// Of the debug information, by section and offset; none without it.
  std::vector<CodeLine> lines;
  std::vector<std::string> files;
  /// Where a JIT has put each of `sections` in the memory of the process; 0 for
  /// none. Empty where no JIT did. Since format 13.
  std::vector<uint64_t> addresses;
  /// That `lines` are in, by section and offset; without hashes. None without
  /// debug information. Since format 14.
  std::vector<CodeFunction> functions;
};

/// A section with these bytes.
CodeSection describeSection(llvm::StringRef name, llvm::StringRef contents);
/// Whether they have the same names and the same bytes, in the same order.
bool isSameCode(llvm::ArrayRef<CodeSection> ours,
                llvm::ArrayRef<CodeSection> theirs);
/// xxh3_64bits of bytes that are at `offset` of a section, with zeros in place
/// of what a linker may change, so that it is the same in an object file and in
/// what was linked from it. Linear in the bytes, and in `linked` from the first
/// one that is not before them.
uint64_t hashOfLinked(llvm::ArrayRef<uint8_t> bytes, uint32_t section,
                      uint64_t offset, llvm::ArrayRef<LinkedBytes> linked);

std::string encode(const FinalCode &code);
std::string encode(const GeneratedCode &code);
/// An error, a sentence without a period, where the bytes are damaged: whatever
/// they are, each number of the result is in its range.
llvm::Expected<FinalCode> decodeFinalCode(llvm::StringRef bytes);
llvm::Expected<GeneratedCode> decodeGeneratedCode(llvm::StringRef bytes);

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_FINALCODE_H
