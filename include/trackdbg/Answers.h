//===- Answers.h - What a compiler at a stop says when it is asked --------===//
//
// The questions are in Requests.h: each names its answer.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ANSWERS_H
#define TRACKDBG_ANSWERS_H

#include "trackdbg/Stopped.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// What answers are made of
//===----------------------------------------------------------------------===//

/// An IR unit at the stop.
struct Unit {
  enum class Kind {
    Op,
    Block,
    Region,
    Value,
    LLVM ///< What a pass of LLVM runs on.
  };
  Kind kind = Kind::Op;
  std::string text; ///< As MLIR or LLVM prints it.
  std::string name; ///< Op name, or "function dgemm" of LLVM; or empty.
  uint64_t address = 0;
  bool alive = true;

  bool operator==(const Unit &) const = default;
};

/// A value of a transform script, and the payload that it stands for.
struct Handle {
  /// What it stands for: payload ops, values (told by the ops that define them,
  /// or hold the block whose arguments they are), or attributes.
  enum class Kind { Ops, Values, Params };
  /// What the op does to it that is about to be applied.
  enum class Use {
    None,
    Reads,
    Consumes,
    Invalidates ///< It shares payload with one that is consumed.
  };
  std::string name;   ///< As the printer has it: "%0".
  int64_t number = 0; ///< Of the result or argument that it is.
  std::string op;     ///< That defines it; empty for an argument of a region.
  std::string file;   ///< Where it is defined, or empty.
  int64_t line = 0, column = 0;
  /// The op whose region defines it: "transform.named_sequence @main".
  std::string scope;
  Kind kind = Kind::Ops;
  int64_t count = 0;
  std::vector<int64_t> payload; ///< Addresses of ops, the first 1,000.
  std::vector<std::string> params;
  Use use = Use::None;
  int64_t operand = 0; ///< Of that op: through which one it comes to the use.

  // Where it is invalid. Nothing is said of its payload then.
  int64_t endedBy = 0; ///< The action, or 0.
  std::string endOp, endFile;
  int64_t endLine = 0, endColumn = 0;
  int64_t endOperand = 0;
  bool isConsumed = false; ///< Otherwise it shared payload with that operand.

  bool operator==(const Handle &) const = default;
};

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// Done, and nothing to tell.
struct DoneAnswer {
  static constexpr llvm::StringLiteral kName{"done"};
  bool operator==(const DoneAnswer &) const = default;
};

/// One IR unit, as printed.
struct UnitAnswer {
  static constexpr llvm::StringLiteral kName{"unit"};
  Unit unit;

  bool operator==(const UnitAnswer &) const = default;
};

struct UnitsAnswer {
  static constexpr llvm::StringLiteral kName{"units"};
  std::vector<Unit> units;

  bool operator==(const UnitsAnswer &) const = default;
};

/// The text of an op at two times, or what an op would become.
struct DiffAnswer {
  static constexpr llvm::StringLiteral kName{"diff"};
  std::string title; ///< What is shown, for example "func.func @main".
  std::string before, after;
  /// Which op begins where: the bytes of layOutTies (SnapshotTies.h) in hex.
  /// Empty where that is not known.
  std::string beforeTies, afterTies;
  bool isKept = true; ///< False: there is nothing from before the action.

  bool operator==(const DiffAnswer &) const = default;
};

/// An op, or an argument of a block. Valid while the compiler stands still.
struct FoundUnit {
  uint64_t address = 0;  ///< Of the op, or of the block.
  int64_t argument = -1; ///< The number of the argument; -1 for an op.

  /// As requests name it: "0x10" for an op, "0x10:arg0" for an argument.
  std::string unit() const;
  static std::optional<FoundUnit> parse(llvm::StringRef unit);
  bool operator==(const FoundUnit &) const = default;
};

/// What a name stands for: one where it means one thing.
struct FoundAnswer {
  static constexpr llvm::StringLiteral kName{"found"};
  std::vector<FoundUnit> units; ///< In the order of the IR; the first 1,000.
  std::string whyNone;          ///< Where there is none; without a period.

  bool operator==(const FoundAnswer &) const = default;
};

/// A value, or an attribute.
struct NamedPart {
  std::string name; ///< As the printer has it: "%0"; of an attribute its own.
  std::string text; ///< Its type, or the attribute's value.
  std::string by;   ///< Of an operand: what defines it, in words.

  bool operator==(const NamedPart &) const = default;
};
/// What an op has, or a value: that is the only one of `results` then.
struct DescribeAnswer {
  static constexpr llvm::StringLiteral kName{"description"};
  std::string title; ///< "func.func @main", or "%3".
  /// `arguments` are those of the first blocks of its regions.
  std::vector<NamedPart> results, operands, attributes, arguments;

  bool operator==(const DescribeAnswer &) const = default;
};

/// The value of an expression, as a literal of the expression language.
struct ValueAnswer {
  static constexpr llvm::StringLiteral kName{"value"};
  std::string literal;

  bool operator==(const ValueAnswer &) const = default;
};

struct HandlesAnswer {
  static constexpr llvm::StringLiteral kName{"handles"};
  std::vector<Handle> handles;

  bool operator==(const HandlesAnswer &) const = default;
};

struct PipelineAnswer {
  static constexpr llvm::StringLiteral kName{"pipeline"};
  std::string pipeline; ///< As `--pass-pipeline` takes it.
  std::string module;   ///< The whole module, with the pipeline in it.

  bool operator==(const PipelineAnswer &) const = default;
};

/// A file that a trial writes in place of one that the compiler has open.
struct TrialFile {
  std::string path; ///< The compiler's.
  std::string name; ///< In the folder of the trial.

  bool operator==(const TrialFile &) const = default;
};

struct TrialAnswer {
  static constexpr llvm::StringLiteral kName{"trial"};
  int64_t processId = 0; ///< Of the copy.
  std::vector<TrialFile> files;

  bool operator==(const TrialAnswer &) const = default;
};

struct EditableTextAnswer {
  static constexpr llvm::StringLiteral kName{"editable-text"};
  std::string title, text;

  bool operator==(const EditableTextAnswer &) const = default;
};

/// The IR was changed: the stop as it is now.
struct ChangedAnswer {
  static constexpr llvm::StringLiteral kName{"changed"};
  Stopped stop;

  bool operator==(const ChangedAnswer &) const = default;
};

/// The C++ stack at the stop.
struct NativeStackAnswer {
  static constexpr llvm::StringLiteral kName{"native-stack"};
  int64_t stack = 0; ///< As the trace defines it; 0 where there is none.
  /// How many of its frames are inside each action on the stack of actions, the
  /// innermost first.
  std::vector<int64_t> framesInside;
  int64_t processId = 0, threadId = 0;
  // Addresses in memory, for a debugger that attaches.
  std::vector<int64_t> frames; ///< Where each frame goes on.
  /// Of the functions that do what the action does; empty where they are not
  /// known. And the same, as the trace has them.
  std::vector<int64_t> functions, recordedFunctions;
  int64_t stopFunction = 0; ///< See mlir_track_dbg_stopped.

  bool operator==(const NativeStackAnswer &) const = default;
};

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

using Answer =
    std::variant<DoneAnswer, UnitAnswer, UnitsAnswer, DiffAnswer, FoundAnswer,
                 DescribeAnswer, ValueAnswer, HandlesAnswer, PipelineAnswer,
                 TrialAnswer, EditableTextAnswer, ChangedAnswer,
                 NativeStackAnswer>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_ANSWERS_H
