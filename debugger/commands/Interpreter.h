//===- Interpreter.h - Python inside the debugger -------------------------===//
//
// The debugger starts without Python. A library beside the tracker has it,
// which is loaded at the first use and takes everything else from the debugger.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_INTERPRETER_H
#define TRACKDBG_DEBUGGER_COMMANDS_INTERPRETER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace mlir::trackdbg {

struct Console;
struct Event;
class TraceSource;

/// One interpreter with one `__main__`, in which all code of a session runs.
/// At most one at a time. Whatever the code prints goes to the front-end.
class Interpreter {
public:
  virtual ~Interpreter() = default;

  /// How a piece of code ended. No llvm::Error: its classes are told apart by
  /// addresses, which the library has its own of.
  struct Outcome {
    enum class Kind {
      Done,
      Failed, ///< `text` says why, in one sentence where it can.
      Exited  ///< The code asked to leave, with `code`.
    };
    Kind kind = Kind::Done;
    std::string text;
    int code = 0;
  };

  /// Runs statements.
  virtual Outcome run(llvm::StringRef code) = 0;
  /// The same for a file, as `python3 FILE` does.
  virtual Outcome runFile(llvm::StringRef path) = 0;
  /// Runs one statement and shows the value where it is an expression.
  virtual Outcome runAndShow(llvm::StringRef statement) = 0;
  /// Runs a command that code has defined.
  virtual Outcome invoke(llvm::StringRef command, llvm::StringRef argument) = 0;
  /// Tells the code that has asked for events of a stop or an end.
  virtual Outcome noteEvent(const Event &event) = 0;
  /// Whether a stop at these breakpoints is one, where code is to decide: one
  /// of them has none, or it wants to stop, or it fails.
  virtual bool wantsStop(llvm::ArrayRef<int64_t> breakpoints) = 0;
  /// Reads and runs statements from the front-end until it has no more.
  virtual Outcome interact() = 0;
};

/// The console's, made at the first call. The error says what is missing.
llvm::Expected<Interpreter &> interpreterOf(Console &console);

/// The session's own trace.
std::shared_ptr<TraceSource> sessionTrace(Console &console);

/// What the library exports under the name of kMakeInterpreter. Null, with the
/// reason in `problem`, where Python does not start.
using MakeInterpreter = Interpreter *(*)(Console & console,
                                         std::string &problem);
inline constexpr const char *kMakeInterpreter = "trackdbgMakeInterpreter";

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_INTERPRETER_H
