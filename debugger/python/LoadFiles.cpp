//===- LoadFiles.cpp - Dumped files as a trace ----------------------------===//

#include "python/Objects.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace mlir::trackdbg {

/// The debugger that this library came with, or the one on the PATH.
static std::string debuggerProgram() {
  constexpr const char *name = "mlir-track-dbg";
  Dl_info library = {};
  if (!dladdr(reinterpret_cast<void *>(&debuggerProgram), &library) ||
      !library.dli_fname)
    return name;
  SmallString<256> folder;
  if (sys::fs::real_path(library.dli_fname, folder))
    return name;
  while (sys::path::has_relative_path(folder)) {
    folder = sys::path::parent_path(folder);
    SmallString<256> program = folder;
    sys::path::append(program, "bin", name);
    if (sys::fs::can_execute(program))
      return program.str().str();
  }
  return name;
}

namespace {
/// A name for a file that is gone with this.
struct TemporaryFile {
  TemporaryFile() {
    py::tuple made = py::module_::import("tempfile").attr("mkstemp")(".trace");
    py::module_::import("os").attr("close")(made[0]);
    path = made[1].cast<std::string>();
  }
  ~TemporaryFile() { (void)sys::fs::remove(path); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  std::string path;
};
} // namespace

static py::list commandFor(const std::string &trace, const py::object &input,
                           const py::object &tracked,
                           const std::vector<std::string> &remaps,
                           const std::optional<std::string> &loader) {
  py::object pathOf = py::module_::import("os").attr("fspath");
  py::list command;
  for (const std::string &word :
       {debuggerProgram(), std::string("track"), std::string("--batch"),
        std::string("-o"), trace, std::string("--input-mlir")})
    command.append(word);
  command.append(pathOf(input));
  bool isOne =
      py::isinstance<py::str>(tracked) || py::hasattr(tracked, "__fspath__");
  py::object all = isOne ? py::make_tuple(tracked) : tracked;
  for (py::handle file : all) {
    command.append("--track-mlir");
    command.append(pathOf(file));
  }
  for (const std::string &remap : remaps) {
    command.append("--src-remap-list");
    command.append(remap);
  }
  if (loader)
    command.append("--loader=" + *loader);
  return command;
}

// What the debugger said, without its name in front.
static std::string lastSentence(StringRef said) {
  StringRef line = said.rtrim('\n').rsplit('\n').second;
  if (line.empty())
    line = said.rtrim('\n');
  line.consume_front("mlir-track-dbg: ");
  return line.empty() ? "The files were not read." : line.str();
}

TraceHandle loadFiles(const py::object &input, const py::object &tracked,
                      const std::vector<std::string> &remaps,
                      const std::optional<std::string> &loader) {
  TemporaryFile file;
  py::module_ subprocess = py::module_::import("subprocess");
  py::object done = subprocess.attr("run")(
      commandFor(file.path, input, tracked, remaps, loader),
      py::arg("stdin") = subprocess.attr("DEVNULL"),
      py::arg("stdout") = subprocess.attr("DEVNULL"),
      py::arg("stderr") = subprocess.attr("PIPE"),
      py::arg("errors") = "replace");
  auto said = done.attr("stderr").cast<std::string>();
  if (done.attr("returncode").cast<int>() != 0)
    throw ScriptError(lastSentence(said));
  if (!said.empty())
    py::module_::import("warnings").attr("warn")(lastSentence(said));
  auto trace = std::make_shared<Trace>(openTrace(file.path));
  trace->view();
  lastTrace() = trace;
  return trace;
}

} // namespace mlir::trackdbg
