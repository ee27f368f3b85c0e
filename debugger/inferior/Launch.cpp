//===- Launch.cpp - What to run, and how ----------------------------------===//

#include "inferior/Launch.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

std::vector<StringRef> inputsOf(ArrayRef<std::string> commandLine,
                                StringRef workingDirectory) {
  std::vector<StringRef> inputs;
  for (size_t i = 1; i < commandLine.size(); ++i) {
    StringRef argument = commandLine[i];
    if (commandLine[i - 1] == "-o" || argument.starts_with("-"))
      continue;
    SmallString<256> path(argument);
    sys::path::make_absolute(workingDirectory, path);
    if (sys::fs::is_regular_file(path))
      inputs.push_back(argument);
  }
  return inputs;
}

} // namespace mlir::trackdbg
