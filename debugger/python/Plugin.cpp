//===- Plugin.cpp - The interpreter that the debugger loads ---------------===//

#include "commands/Interpreter.h"

#include "commands/Console.h"
#include "python/Objects.h"

#include "trackdbg/EnumNames.h"

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
  Outcome invoke(StringRef command, StringRef argument) override {
    return call("invoke", command, argument);
  }
  Outcome noteEvent(const Event &event) override;
  bool wantsStop(ArrayRef<int64_t> breakpoints) override;

private:
  template <typename... Values>
  Outcome call(const char *function, Values &&...values);
  void connect();
  void connectScripts(py::module_ &module);
  py::object tellBreakpoint(int64_t number);
  void setVariable(const std::string &name, TermValue value);
  void defineCommand(const std::string &name, const std::string &help);
  void write(Frontend::Stream stream, const std::string &text);
  py::object readLine(const std::string &prompt);
  std::string execute(const std::string &command);

  Console &console;
  TraceHandle session;
  struct sigaction ours = {}, pythons = {};
  py::object names;  ///< A dict with the functions below.
  bool isUp = false; ///< Python is there, and is ours to end.
};

// Code that is simpler in Python.
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

class Interrupted(Failed):
    pass

def explain(error):
    """One sentence; what else is known goes to the problems."""
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted("The Python code was interrupted.")
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
        try:
            action()
        finally:
            sys.stdout.flush()
    except SystemExit as leave:
        if leave.code is None or isinstance(leave.code, int):
            return (leave.code or 0) & 255
        sys.stderr.write(f"{leave.code}\n")
        return 1
    except BaseException as error:
        explain(error)

names_of_code = {}

def compiled(source, mode):
    """What a traceback shows of it is its own, also when other code follows."""
    name = names_of_code.setdefault(source, f"<python {len(names_of_code) + 1}>")
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return compile(source, name, mode)

def run(source):
    return guarded(lambda: exec(compiled(source, "exec"), scope))

def show(source):
    return guarded(lambda: exec(compiled(source, "single"), scope))

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

def invoke(name, argument):
    return guarded(lambda: mlir_track._commands[name].invoke(argument, False))

def note(fields):
    for call in mlir_track._note(fields):
        try:
            code = guarded(call)
        except Interrupted:
            raise
        except Failed as failure:
            # The functions that follow have nothing to do with it.
            sys.stderr.write(f"{failure}\n")
            continue
        if code is not None:
            return code

def wants_stop(numbers):
    deciders = [mlir_track._decides(number) for number in numbers]
    wanted = []
    for decide in deciders:
        if decide is None:
            return True
        guarded(lambda: wanted.append(bool(decide())))
    return any(wanted)

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
    return status.err_msg ? status.err_msg : "it does not give a reason";
  isUp = true;
  try {
    connect();
  } catch (py::error_already_set &error) {
    return error.what();
  }
  return "";
}

// Ctrl-C is the front-end's here: it may be asking whether to go on.
void PythonInterpreter::write(Frontend::Stream stream,
                              const std::string &text) {
  Signals signals(ours);
  if (console.frontend.write(stream, text))
    return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
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
    names[name] = py::cpp_function(
        [this, to = stream](const std::string &text) { write(to, text); });
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
  connectScripts(module);
  scope["mlir_track"] = module;
  scope["trace"] = session;
  scope["op_index"] = OpIndex{session, 0};
  scope["track_op_index"] = OpIndex{session, {}};
  for (const char *name :
       {"track", "track_back", "related", "show", "src", "shrink_to_parents",
        "shrink_to_children", "execute"})
    scope[name] = module.attr(name);
}

static py::object toPython(StringRef text) { return py::str(text.str()); }
static py::object toPython(py::object value) { return value; }

template <typename... Values>
Interpreter::Outcome PythonInterpreter::call(const char *function,
                                             Values &&...values) {
  Signals signals(pythons);
  session->refresh();
  try {
    py::object code = names[function](toPython(values)...);
    if (code.is_none())
      return {};
    return {Outcome::Kind::Exited, "", code.cast<int>()};
  } catch (py::error_already_set &error) {
    if (error.matches(names["Failed"]))
      return {Outcome::Kind::Failed, py::str(error.value()).cast<std::string>(),
              0};
    // The code above has failed itself, as at the end of a recursion: then
    // every frame of it would follow.
    StringRef text = StringRef(error.what()).split("\n\nAt:\n").first;
    return {Outcome::Kind::Failed, text.str(), 0};
  }
}

//===----------------------------------------------------------------------===//
// What scripts add
//===----------------------------------------------------------------------===//

void PythonInterpreter::connectScripts(py::module_ &module) {
  py::dict answers = module.attr("_debugger");
  answers["evaluate"] = py::cpp_function([this](const std::string &text) {
    return orThrow(evaluate(console, text));
  });
  answers["set"] =
      py::cpp_function([this](const std::string &name, TermValue value) {
        setVariable(name, std::move(value));
      });
  answers["define"] = py::cpp_function(
      [this](const std::string &name, const std::string &help) {
        defineCommand(name, help);
      });
  answers["breakpoint"] = py::cpp_function(
      [this](int64_t number) { return tellBreakpoint(number); });
}

void PythonInterpreter::setVariable(const std::string &name, TermValue value) {
  if (Error error = trackdbg::setVariable(console, name, std::move(value)))
    throw ScriptError(takeMessage(std::move(error)));
}

void PythonInterpreter::defineCommand(const std::string &name,
                                      const std::string &help) {
  if (Error error = checkNewCommand(name))
    throw ScriptError(takeMessage(std::move(error)));
  console.scripts.commands[name] = {Block(), help,
                                    UserCommand::Language::Python};
}

py::object PythonInterpreter::tellBreakpoint(int64_t number) {
  for (const Breakpoint &each : console.debugger->breakpoints())
    if (each.spec.id == number) {
      py::dict told;
      told["hits"] = each.hits;
      told["condition"] = conditionOf(console.scripts, each.spec);
      told["enabled"] = each.spec.enabled;
      told["ignore_count"] = each.spec.ignoreCount;
      return told;
    }
  return py::none();
}

Interpreter::Outcome PythonInterpreter::noteEvent(const Event &event) {
  py::dict fields;
  if (event.kind == Event::Kind::Ended) {
    fields["exit_code"] = py::none();
    if (event.ending.kind == Ending::Kind::Exited)
      fields["exit_code"] = event.ending.code;
  } else if (event.kind == Event::Kind::Stopped) {
    const Stopped &stop = event.stop;
    Frame frame = stop.stack.empty() ? Frame() : stop.stack.front();
    fields["breakpoints"] = stop.breakpoints;
    fields["action"] = frame.action;
    fields["tag"] = repaired(frame.tag);
    fields["name"] = repaired(frame.name);
    fields["text"] = repaired(frame.text);
    fields["when"] = nameOf(stop.when).str();
    fields["interrupted"] = stop.interrupted;
  } else {
    return {};
  }
  return call("note", py::object(fields));
}

bool PythonInterpreter::wantsStop(ArrayRef<int64_t> breakpoints) {
  Signals signals(pythons);
  session->refresh();
  try {
    return names["wants_stop"](breakpoints.vec()).cast<bool>();
  } catch (py::error_already_set &error) {
    std::string text = py::str(error.value()).cast<std::string>() + "\n";
    console.frontend.write(Frontend::Stream::Problem, text);
    return true;
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
