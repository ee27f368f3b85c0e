//===- Requests.h - Questions to a compiler at a stop ---------------------===//

#ifndef TRACKDBG_REQUESTS_H
#define TRACKDBG_REQUESTS_H

#include "trackdbg/Omission.h"
#include "trackdbg/Stopped.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

/// How IR is printed.
struct PrintOptions {
  bool regions = true;
  /// Elide constants with more elements than this; negative: never.
  int64_t elementLimit = 16;
  bool locations = false; ///< Print `loc(...)` too.

  bool operator==(const PrintOptions &) const = default;
};

/// An IR unit at the stop.
struct Unit {
  enum class Kind { Op, Block, Region, Value };
  Kind kind = Kind::Op;
  std::string text; ///< As MLIR prints it.
  std::string name; ///< Op name, or empty.
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

//===----------------------------------------------------------------------===//
// Requests that look
//===----------------------------------------------------------------------===//

// In all of them a `unit` is what FoundUnit::unit() gives of something that the
// asker knows to be alive. Empty: the cursor.

/// The IR units of a frame, one line each.
struct ContextRequest {
  static constexpr llvm::StringLiteral kName{"context"};
  using Answer = UnitsAnswer;
  int64_t frame = 0;

  bool operator==(const ContextRequest &) const = default;
};

struct PrintRequest {
  static constexpr llvm::StringLiteral kName{"print"};
  using Answer = UnitAnswer;
  std::string unit;
  PrintOptions options;

  bool operator==(const PrintRequest &) const = default;
};

/// A unit of the context of the selected frame becomes the cursor.
struct CursorSelectRequest {
  static constexpr llvm::StringLiteral kName{"cursor-select"};
  using Answer = UnitAnswer;
  int64_t index = 0; ///< From 0.

  bool operator==(const CursorSelectRequest &) const = default;
};

struct CursorMoveRequest {
  static constexpr llvm::StringLiteral kName{"cursor-move"};
  using Answer = UnitAnswer;
  enum class To { Parent, Child, Previous, Next };
  To to = To::Parent;
  int64_t index = 0; ///< Child: from 0.

  bool operator==(const CursorMoveRequest &) const = default;
};

/// The function around the innermost action, before and after it.
struct DiffRequest {
  static constexpr llvm::StringLiteral kName{"diff"};
  using Answer = DiffAnswer;
  PrintOptions options;

  bool operator==(const DiffRequest &) const = default;
};

/// A frame becomes the selected one; its first unit the cursor.
struct SelectFrameRequest {
  static constexpr llvm::StringLiteral kName{"frame"};
  using Answer = DoneAnswer;
  int64_t frame = 0;

  bool operator==(const SelectFrameRequest &) const = default;
};

/// What a name in the printed IR stands for: "%5", "@f/%5", "@f" or "@m::@f".
/// Of several, what can be seen from the cursor is meant. Empty: the cursor.
struct ResolveRequest {
  static constexpr llvm::StringLiteral kName{"resolve"};
  using Answer = FoundAnswer;
  std::string name;

  bool operator==(const ResolveRequest &) const = default;
};

/// What an op or a value has.
struct DescribeRequest {
  static constexpr llvm::StringLiteral kName{"describe"};
  using Answer = DescribeAnswer;
  enum class Of {
    Unit,
    Function, ///< What the function around it has.
    /// The types of all values in what the pass at work may change: as
    /// `results`, the most frequent first, each with its count as `by`.
    Types
  };
  std::string unit;
  Of of = Of::Unit;
  int64_t elementLimit = -1; ///< As of PrintOptions.

  bool operator==(const DescribeRequest &) const = default;
};

/// An expression (see Expression.h), at the selected frame.
struct EvaluateRequest {
  static constexpr llvm::StringLiteral kName{"evaluate"};
  using Answer = ValueAnswer;
  std::string expression;

  bool operator==(const EvaluateRequest &) const = default;
};

/// The handles of the transform script that is being interpreted.
struct HandlesRequest {
  static constexpr llvm::StringLiteral kName{"handles"};
  using Answer = HandlesAnswer;

  bool operator==(const HandlesRequest &) const = default;
};

/// The outermost pass on the stack, and the whole module before it.
struct PipelineRequest {
  static constexpr llvm::StringLiteral kName{"pipeline"};
  using Answer = PipelineAnswer;

  bool operator==(const PipelineRequest &) const = default;
};

//===----------------------------------------------------------------------===//
// Requests that copy the compiler
//===----------------------------------------------------------------------===//

/// Makes a checkpoint here.
struct CheckpointRequest {
  static constexpr llvm::StringLiteral kName{"checkpoint"};
  using Answer = DoneAnswer;

  bool operator==(const CheckpointRequest &) const = default;
};

/// A copy runs on to the end.
struct TrialRequest {
  static constexpr llvm::StringLiteral kName{"trial"};
  using Answer = TrialAnswer;
  int64_t skipped = 0;              ///< An action that it leaves out, or 0.
  std::optional<Omission> omission; ///< What it leaves out behind that.
  std::string folder;               ///< For what it writes.

  bool operator==(const TrialRequest &) const = default;
};

/// Runs a pipeline in a copy. An empty one: only the text `before`, at any
/// stop.
struct TryPassesRequest {
  static constexpr llvm::StringLiteral kName{"try-passes"};
  using Answer = DiffAnswer;
  std::string unit, pipeline;
  PrintOptions options;

  bool operator==(const TryPassesRequest &) const = default;
};

//===----------------------------------------------------------------------===//
// Requests that change the IR
//===----------------------------------------------------------------------===//

// Between passes only. The IR is valid afterwards, or was not changed.

struct SetAttributeRequest {
  static constexpr llvm::StringLiteral kName{"set-attribute"};
  using Answer = ChangedAnswer;
  std::string unit, name, value;

  bool operator==(const SetAttributeRequest &) const = default;
};

/// Of an op without uses.
struct EraseRequest {
  static constexpr llvm::StringLiteral kName{"erase"};
  using Answer = ChangedAnswer;
  std::string unit;

  bool operator==(const EraseRequest &) const = default;
};

/// The users of one value get another. Each is an argument, or an op and, but
/// for the first, the number of its result behind that: "0x10#1".
struct ReplaceUsesRequest {
  static constexpr llvm::StringLiteral kName{"replace-uses"};
  using Answer = ChangedAnswer;
  std::string value, replacement;

  bool operator==(const ReplaceUsesRequest &) const = default;
};

/// A pipeline, on the op around `unit`; a trial at any stop, before going back.
struct RunPassesRequest {
  static constexpr llvm::StringLiteral kName{"run-passes"};
  using Answer = ChangedAnswer;
  std::string unit, pipeline;
  bool isTrial = false;

  bool operator==(const RunPassesRequest &) const = default;
};

/// What a ReplaceTextRequest would replace. Changes nothing.
struct EditableTextRequest {
  static constexpr llvm::StringLiteral kName{"editable-text"};
  using Answer = EditableTextAnswer;
  std::string unit;

  bool operator==(const EditableTextRequest &) const = default;
};

/// What is in the op around `unit` becomes `text`, of the file `file`.
struct ReplaceTextRequest {
  static constexpr llvm::StringLiteral kName{"replace-text"};
  using Answer = ChangedAnswer;
  std::string unit, text, file;

  bool operator==(const ReplaceTextRequest &) const = default;
};

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

using Request =
    std::variant<ContextRequest, PrintRequest, CursorSelectRequest,
                 CursorMoveRequest, DiffRequest, SelectFrameRequest,
                 ResolveRequest, DescribeRequest, EvaluateRequest,
                 HandlesRequest, PipelineRequest, CheckpointRequest,
                 TrialRequest, TryPassesRequest, SetAttributeRequest,
                 EraseRequest, ReplaceUsesRequest, RunPassesRequest,
                 EditableTextRequest, ReplaceTextRequest>;

using Answer =
    std::variant<DoneAnswer, UnitAnswer, UnitsAnswer, DiffAnswer, FoundAnswer,
                 DescribeAnswer, ValueAnswer, HandlesAnswer, PipelineAnswer,
                 TrialAnswer, EditableTextAnswer, ChangedAnswer>;

/// The answer to a request of that type, or the error. An error, too, where the
/// other side answered something else.
template <typename R>
llvm::Expected<typename R::Answer> answerTo(llvm::Expected<Answer> answer) {
  if (!answer)
    return answer.takeError();
  if (auto *fitting = std::get_if<typename R::Answer>(&*answer))
    return std::move(*fitting);
  return llvm::createStringError("the compiler answered a different request");
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_REQUESTS_H
