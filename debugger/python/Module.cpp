//===- Module.cpp - mlir_track --------------------------------------------===//

#include "python/Objects.h"

using namespace mlir::trackdbg;

static TraceHandle open(const std::string &path) {
  auto trace = std::make_shared<Trace>(openTrace(path));
  trace->view();
  lastTrace() = trace;
  return trace;
}

PYBIND11_MODULE(mlir_track, module) {
  module.doc() = "What each op of an MLIR compile came from and became, from a "
                 "trace that mlir-track-dbg has recorded or, inside the "
                 "debugger, from its session.";
  py::register_exception<ScriptError>(module, "Error", PyExc_RuntimeError)
      .doc() = "An error of the debugger, in one sentence.";
  bindSource(module);
  bindOps(module);
  bindTrace(module);
  bindTracking(module);
  module.def(
      "execute",
      [](const std::string &) -> std::string {
        throw ScriptError("This Python does not run inside the debugger; "
                          "commands can only be run by the command 'python'.");
      },
      py::arg("command"),
      "Runs a command of the debugger and returns its answer.");
  module.def("load", &loadFiles, py::arg("input"), py::arg("tracked"),
             py::arg("src_remap") = std::vector<std::string>(),
             py::arg("loader") = py::none(),
             "Reads dumped files as the stages of one trace, in which source "
             "places connect the ops. `tracked` is a file, a folder of "
             "--mlir-print-ir-tree-dir, a log of --mlir-print-ir-after-all, or "
             "a list of them; `src_remap` has texts FROM=TO, as "
             "--src-remap-list takes them, and `loader` is a compiler that "
             "reads the files, such as \"my-opt %s\".");
  module.def("open", &open, py::arg("path"), "Opens a recorded trace.");
  bindScripting(module);
}
