//===- Python.cpp - Commands that run Python ------------------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Interpreter.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> replyTo(Interpreter::Outcome outcome) {
  using Kind = Interpreter::Outcome::Kind;
  switch (outcome.kind) {
  case Kind::Done:
    break;
  case Kind::Failed:
    // A line of its own: Python's message, to which no period is added.
    return fail("{0}\n", outcome.text);
  case Kind::Exited:
    return QuitReply{outcome.code};
  }
  return NothingReply{};
}

Expected<Reply> runPythonCommand(Console &console, StringRef name,
                                 StringRef argument) {
  Expected<Interpreter &> python = interpreterOf(console);
  if (!python)
    return python.takeError();
  return replyTo(python->invoke(name, argument));
}

Expected<Reply> runPythonFile(Console &console, StringRef path) {
  Expected<Interpreter &> python = interpreterOf(console);
  if (!python)
    return python.takeError();
  return replyTo(python->runFile(path));
}

static Expected<Reply> runPython(Console &console, const Arguments &arguments) {
  StringRef code = arguments.text("CODE");
  if (code.empty() && !arguments.body())
    return make_error<MissingBody>(
        "CODE is missing; only scripts and the prompt read further lines after "
        "'python', up to \"end\".");
  Expected<Interpreter &> python = interpreterOf(console);
  if (!python)
    return python.takeError();
  return replyTo(
      python->run(code.empty() ? StringRef(arguments.body()->text) : code));
}

static Expected<Reply> interact(Console &console, const Arguments &arguments) {
  Expected<Interpreter &> python = interpreterOf(console);
  if (!python)
    return python.takeError();
  StringRef code = arguments.text("CODE");
  return replyTo(code.empty() ? python->interact() : python->runAndShow(code));
}

static constexpr CommandSpec rows[] = {
    {.name = "python",
     .aliases = {"py"},
     .onEmptyLine = OnEmptyLine::Nothing,
     .body = Body::Code,
     .synopsis = "python [CODE]",
     .summary = "Run Python code.",
     .details =
         "Without CODE, the following lines are run, up to a line \"end\". "
         "Output of the code goes where answers of commands go. Ctrl-C "
         "interrupts it.\n"
         "The code can use the module mlir_track and its names: `trace` is the "
         "session's trace, `op_index` has the ops of the start, and "
         "`track_op_index` the ops of the stop or the end. `track`, "
         "`track_back`, `related`, `show`, `src`, `shrink_to_parents` and "
         "`shrink_to_children` take ops. `execute(\"COMMAND\")` runs a command "
         "of the debugger and returns its answer. `help(mlir_track)` documents "
         "the rest.\n"
         "sys.exit(N) exits the debugger with code N.\n"
         "Examples:\n"
         "  python print(len(op_index.get_ops_by_type(\"tosa.conv2d\")))\n"
         "  python show(track(op_index.get_ops_by_name(\"%620\")))",
     .seeAlso = {"python-interactive", "source", "became"},
     .run = runPython},
    {.name = "python-interactive",
     .aliases = {"pi"},
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "python-interactive [CODE]",
     .summary = "Start a Python prompt, or run one statement.",
     .details = "The value of an expression is printed. Ctrl-D or exit() "
                "returns to the debugger.",
     .seeAlso = {"python"},
     .run = interact},
};

ArrayRef<CommandSpec> pythonCommands() { return rows; }

} // namespace mlir::trackdbg
