//===- FinalCodes.h - What a trace has of machine code --------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_FINALCODES_H
#define TRACKDBG_DEBUGGER_FINALCODE_FINALCODES_H

#include "finalcode/CodeAnswers.h"
#include "graph/Lineage.h"

#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// The row of its line table for a byte of a section: the one that begins
/// there, or an earlier one. Null for none.
const trace::CodeLine *rowAt(const trace::GeneratedCode &code, uint32_t section,
                             uint64_t offset);

/// The machine code of a module that was translated to LLVM IR.
struct TranslatedModule {
  uint64_t number = 0; ///< Of the translation, from 1.
  trace::FinalCode code;
  CodeCheck check = CodeCheck::Unknown;
  /// Of the compiler's own code, if that is the same: the lines of its debug
  /// information, and where a JIT has put it.
  trace::GeneratedCode generated;
  /// What the compiler has generated, where that is not the same.
  trace::GeneratedCode other;
  /// By their numbers, from 1: the ops of `code`. 0 for one that is not known.
  std::vector<OpId> ops;
  /// By their numbers, from 1: the actions of the passes of `code`. 0 where
  /// that is not known.
  std::vector<ActionId> actions;

  const std::string &string(uint32_t id) const { return code.strings[id]; }
  /// "LoopVectorize", of a number from 1: what a user calls it where its action
  /// is known.
  const std::string &passName(uint32_t pass) const { return passNames[pass]; }
  std::vector<std::string> passNames; ///< See passName().
  /// The numbers of the ops that an origin stands for, without repetition, in
  /// ascending order. Linear in the sets that it is made of.
  std::vector<trace::CodeOrigin> opsOf(trace::CodeOrigin origin) const;
  /// The reason why an origin is not an op; unknown for one that is.
  trace::OtherOrigin otherOf(trace::CodeOrigin origin) const {
    return origin < trace::kFirstOther
               ? trace::OtherOrigin()
               : code.others[origin - trace::kFirstOther];
  }
  /// What the compiler's debug information says of an instruction: that it is
  /// from the row of the line table which begins there, or from an earlier one.
  /// Null without debug information.
  const trace::CodeLine *
  lineOf(const trace::CodeInstruction &instruction) const;
  /// Where a JIT has put a section, in the memory of the process; 0 for none.
  uint64_t addressOf(uint32_t section) const {
    return generated.addresses.empty() ? 0 : generated.addresses[section];
  }
  /// Of `other`, the function of that name; null for none.
  const trace::CodeFunction *otherNamed(llvm::StringRef name) const;
  /// The one at an offset of the function's section; null for none.
  const trace::CodeInstruction *
  instructionAt(const trace::CodeFunction &function, uint64_t offset) const;
  /// All of a function of `code`, in their order.
  llvm::ArrayRef<trace::CodeInstruction>
  instructionsOf(const trace::CodeFunction &function) const;
};

class FinalCodes final : public Attachment {
public:
  explicit FinalCodes(const Lineage &lineage) : lineage(lineage) {}

  using Modules = std::vector<std::shared_ptr<const TranslatedModule>>;
  /// Those whose code is known, in the order of their translation; never none.
  /// The error, a sentence without a period, says why there is none. The first
  /// call for a module unpacks it, and walks once over the events.
  llvm::Expected<Modules> modules() const;

  /// Of these, those with instructions; never none.
  llvm::Expected<Modules> withInstructions() const;

private:
  /// What the trace has of one translation so far.
  struct Parts {
    trace::SnapshotPart key = {};
    /// The bytes of each part, by its moment.
    std::map<trace::SnapshotMoment, std::string> bytes;
    std::shared_ptr<const TranslatedModule> module;
  };
  void takeInPieces() const;
  llvm::Expected<std::shared_ptr<const TranslatedModule>>
  load(const Parts &parts) const;
  llvm::Error whyNone() const;

  const Lineage &lineage;
  mutable size_t piecesSeen = 0;
  mutable std::map<uint64_t, Parts> all; ///< By the number of the translation.
};

/// Different if any of them is, otherwise Unknown if any is.
CodeCheck checkOf(const FinalCodes::Modules &modules);

/// Those of the trace. They live as long as `lineage`.
const FinalCodes &finalCodesOf(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_FINALCODES_H
