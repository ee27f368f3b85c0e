//===- Requests.h - Questions to a compiler at a stop ---------------------===//

#ifndef TRACKDBG_REQUESTS_H
#define TRACKDBG_REQUESTS_H

#include "trackdbg/Answers.h"
#include "trackdbg/Omission.h"

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
  bool generic = false; ///< Not in the forms that dialects have for their ops.

  bool operator==(const PrintOptions &) const = default;
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
  /// Not empty: the name is one in a source, and it stands for the results and
  /// arguments that were read at one of these places of this file. Lines and
  /// columns in turn.
  std::vector<int64_t> places;
  std::string file;

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

/// The C++ stack, up to where the thread begins.
struct NativeStackRequest {
  static constexpr llvm::StringLiteral kName{"native-stack"};
  using Answer = NativeStackAnswer;
  /// A process that may trace the compiler from now on, with all that it
  /// starts; 0 for none.
  int64_t tracer = 0;

  bool operator==(const NativeStackRequest &) const = default;
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
  int64_t watched = 0;              ///< That the answer is about, or 0.
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
                 HandlesRequest, PipelineRequest, NativeStackRequest,
                 CheckpointRequest, TrialRequest, TryPassesRequest,
                 SetAttributeRequest, EraseRequest, ReplaceUsesRequest,
                 RunPassesRequest, EditableTextRequest, ReplaceTextRequest>;

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
