//===- Plugin.cpp - The interpreter that the debugger loads ---------------===//

#include "python/Interpreter.h"

#include "commands/Console.h"
#include "python/Objects.h"

#include <pybind11/embed.h>

#include <csignal>

using namespace llvm;

extern "C" PyObject *PyInit_mlir_track();

namespace mlir::trackdbg {

namespace {
/// While code runs Ctrl-C is Python's, which makes it a KeyboardInterrupt;
/// while Python waits for the debugger it is the debugger's.
class Signals {
public:
  explicit Signals(const struct sigaction &wanted) {
    sigaction(SIGINT, &wanted, &before);
  }
  ~Signals() { sigaction(SIGINT, &before, nullptr); }
  Signals(const Signals &) = delete;
  Signals &operator=(const Signals &) = delete;

private:
  struct sigaction before = {};
};

class PythonInterpreter : public Interpreter {
public:
  explicit PythonInterpreter(Console &console) : console(console) {}
  ~PythonInterpreter() override;

  /// Empty, or why not.
  std::string start();

  Outcome run(StringRef code) override { return call("run", code); }
  Outcome runFile(StringRef path) override { return call("run_file", path); }
  Outcome runAndShow(StringRef code) override { return call("show", code); }
  Outcome interact() override { return call("interact", ""); }

private:
  Outcome call(const char *function, StringRef argument);
  void connect();
  py::object readLine(const std::string &prompt);
  std::string execute(const std::string &command);

  Console &console;
  TraceHandle session;
  struct sigaction ours = {}, pythons = {};
  py::object names;  ///< A dict with the functions below.
  bool isUp = false; ///< Python is there, and is ours to end.
};

// What is simpler to say in Python.
constexpr const char *kSupport = R"python(
import code, io, linecache, signal, sys, traceback

def encoded(text):
    return text.encode("utf-8", "backslashreplace")

class Results(io.TextIOBase):
    """Whole lines, as pages count them."""
    pending = ""
    def writable(self):
        return True
    def write(self, text):
        self.pending += text
        lines, newline, rest = self.pending.rpartition("\n")
        if newline:
            self.pending = rest
            write_result(encoded(lines + newline))
        return len(text)
    def flush(self):
        text, self.pending = self.pending, ""
        if text:
            write_result(encoded(text))

class Problems(io.TextIOBase):
    def writable(self):
        return True
    def write(self, text):
        sys.stdout.flush()
        if text:
            write_problem(encoded(text))
        return len(text)

class Input(io.TextIOBase):
    def readable(self):
        return True
    def readline(self, size=-1):
        sys.stdout.flush()
        line = read_line("")
        return "" if line is None else line + "\n"

class Talk(code.InteractiveConsole):
    def raw_input(self, prompt=""):
        sys.stdout.flush()
        line = read_line(prompt)
        if line is None:
            raise EOFError
        return line

class Failed(Exception):
    pass

def explain(error):
    """One sentence; what else is known goes to the problems."""
    if isinstance(error, KeyboardInterrupt):
        raise Failed("The Python code was interrupted.")
    if isinstance(error, mlir_track.Error) and not isinstance(error, SyntaxError):
        raise Failed(str(error))
    # The first two entries are this file's.
    trace = error.__traceback__
    while trace and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    if isinstance(error, SyntaxError) or (trace and trace.tb_next):
        lines = traceback.format_exception(type(error), error, trace)
        sys.stderr.write("".join(lines[:-1]))
    raise Failed(traceback.format_exception_only(type(error), error)[-1].strip())

def guarded(action):
    try:
        action()
    except SystemExit as leave:
        if leave.code is None or isinstance(leave.code, int):
            return (leave.code or 0) & 255
        sys.stderr.write(f"{leave.code}\n")
        return 1
    except BaseException as error:
        explain(error)
    finally:
        sys.stdout.flush()

def compiled(source, name, mode):
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return compile(source, name, mode)

def run(source):
    return guarded(lambda: exec(compiled(source, "<python>", "exec"), scope))

def show(source):
    return guarded(lambda: exec(compiled(source, "<python>", "single"), scope))

def run_file(path):
    def action():
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec")
        before = scope.get("__file__")
        scope["__file__"] = path
        try:
            exec(code, scope)
        finally:
            scope["__file__"] = before
    return guarded(action)

def interact(_):
    talk = Talk(scope)
    try:
        talk.interact(f"Python {sys.version.split()[0]}; Ctrl-D goes back to the "
                      "debugger.", exitmsg="")
    except SystemExit:
        pass
)python";

PythonInterpreter::~PythonInterpreter() {
  if (!isUp)
    return;
  names = py::object();
  lastTrace().reset();
  Py_FinalizeEx();
}

std::string PythonInterpreter::start() {
  PyImport_AppendInittab("mlir_track", &PyInit_mlir_track);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name,
                                            TRACKDBG_PYTHON_EXECUTABLE);
  if (!PyStatus_Exception(status))
    status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status))
    return status.err_msg ? status.err_msg : "it does not say why";
  isUp = true;
  try {
    connect();
  } catch (py::error_already_set &error) {
    return error.what();
  }
  return "";
}

py::object PythonInterpreter::readLine(const std::string &prompt) {
  Signals signals(ours);
  std::string line;
  switch (console.frontend.readLine(prompt, line)) {
  case Frontend::Input::Line:
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(line.data(), line.size(), "backslashreplace"));
  case Frontend::Input::End:
    return py::none();
  case Frontend::Input::Interrupted:
    break;
  }
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

std::string PythonInterpreter::execute(const std::string &command) {
  py::module_::import("sys").attr("stdout").attr("flush")();
  Signals signals(ours);
  std::string answer = orThrow(console.frontend.runCommand(command));
  session->refresh();
  return answer;
}

void PythonInterpreter::connect() {
  py::module_ module = py::module_::import("mlir_track");
  names = py::dict();
  names["__builtins__"] = py::module_::import("builtins");
  names["mlir_track"] = module;
  names["read_line"] = py::cpp_function(
      [this](const std::string &prompt) { return readLine(prompt); });
  py::dict scope = py::module_::import("__main__").attr("__dict__");
  names["scope"] = scope;
  py::exec(kSupport, names);

  for (auto [name, stream] :
       {std::pair("write_result", Frontend::Stream::Result),
        std::pair("write_problem", Frontend::Stream::Problem)})
    names[name] =
        py::cpp_function([this, to = stream](const std::string &text) {
          console.frontend.write(to, text);
        });
  py::module_ sys = py::module_::import("sys");
  sys.attr("stdout") = names["Results"]();
  sys.attr("stderr") = names["Problems"]();
  sys.attr("stdin") = names["Input"]();
  sys.attr("argv") = py::make_tuple("");
  // Behind the standard library, so that nothing in the folder replaces it.
  sys.attr("path").attr("append")("");

  sigaction(SIGINT, nullptr, &ours);
  py::module_ signal = py::module_::import("signal");
  signal.attr("signal")(signal.attr("SIGINT"),
                        signal.attr("default_int_handler"));
  sigaction(SIGINT, &ours, &pythons);

  module.attr("execute") = py::cpp_function(
      [this](const std::string &command) { return execute(command); },
      py::name("execute"), py::arg("command"),
      "Runs a command of the debugger and returns its answer.");
  session = std::make_shared<Trace>(sessionTrace(console));
  lastTrace() = session;
  scope["mlir_track"] = module;
  scope["trace"] = session;
  scope["op_index"] = OpIndex{session, 0};
  scope["track_op_index"] = OpIndex{session, {}};
  for (const char *name :
       {"track", "track_back", "related", "show", "src", "shrink_to_parents",
        "shrink_to_children", "execute"})
    scope[name] = module.attr(name);
}

Interpreter::Outcome PythonInterpreter::call(const char *function,
                                             StringRef argument) {
  Signals signals(pythons);
  session->refresh();
  try {
    py::object code = names[function](argument.str());
    if (code.is_none())
      return {};
    return {Outcome::Kind::Exited, "", code.cast<int>()};
  } catch (py::error_already_set &error) {
    std::string text = error.matches(names["Failed"])
                           ? py::str(error.value()).cast<std::string>()
                           : std::string(error.what());
    return {Outcome::Kind::Failed, std::move(text), 0};
  }
}
} // namespace

} // namespace mlir::trackdbg

using namespace mlir::trackdbg;

extern "C" PYBIND11_EXPORT Interpreter *
trackdbgMakeInterpreter(Console &console, std::string &problem) {
  auto made = std::make_unique<PythonInterpreter>(console);
  problem = made->start();
  return problem.empty() ? made.release() : nullptr;
}
