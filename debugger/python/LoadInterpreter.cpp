//===- LoadInterpreter.cpp - From the debugger to Python ------------------===//

#include "commands/Interpreter.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "injection/Injection.h"
#include "python/TraceView.h"

#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace llvm;

namespace mlir::trackdbg {

static Expected<MakeInterpreter> loadLibrary() {
  std::string library = libraryPath("libtrackdbg-python.so");
  if (!sys::fs::exists(library))
    return fail("This debugger was installed without Python: there is no "
                "\"{0}\"; build it with python3-dev and pybind11-dev.",
                library);
  // Modules written in C take Python's symbols from the global scope.
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!handle) {
    StringRef reason = dlerror();
    return fail("Python cannot be loaded: {0}; the package libpython3-dev "
                "has what it needs.",
                reason);
  }
  auto make =
      reinterpret_cast<MakeInterpreter>(dlsym(handle, kMakeInterpreter));
  if (!make)
    return fail("\"{0}\" is not of this debugger; build or install "
                "mlir-track-dbg again.",
                library);
  return make;
}

Expected<Interpreter &> interpreterOf(Console &console) {
  if (console.python)
    return *console.python;
  Expected<MakeInterpreter> make = loadLibrary();
  if (!make)
    return make.takeError();
  std::string problem;
  console.python.reset((*make)(console, problem));
  if (!console.python)
    return fail("Python does not start: {0}", problem);
  return *console.python;
}

namespace {
class SessionTrace : public TraceSource {
public:
  explicit SessionTrace(Console &console) : console(console) {}

  Expected<std::shared_ptr<Lineage>> lineage() override {
    return console.debugger->sharedLineage();
  }
  void awaitTexts() override { console.debugger->completeSnapshots(); }
  bool isStopped() const override {
    return console.debugger->state() == State::Stopped;
  }
  Expected<std::string> print(uint64_t address) override {
    Expected<UnitAnswer> answer =
        askCompiler(console, PrintRequest{formatv("{0:x}", address).str(),
                                          printOptions(console)});
    if (!answer)
      return answer.takeError();
    return StringRef(answer->unit.text).rtrim('\n').str();
  }
  LiveResolver resolver() override { return liveResolver(console); }
  NativeNames &nativeNames() override {
    return console.debugger->nativeNames();
  }

private:
  Console &console;
};
} // namespace

std::shared_ptr<TraceSource> sessionTrace(Console &console) {
  return std::make_shared<SessionTrace>(console);
}

} // namespace mlir::trackdbg
