//===- SilentFrontend.h - A front-end that nobody sits at -----------------===//

#ifndef TRACKDBG_TEST_FUZZ_SILENTFRONTEND_H
#define TRACKDBG_TEST_FUZZ_SILENTFRONTEND_H

#include "commands/Console.h"

namespace mlir::trackdbg {

/// Shows nothing, and says yes to every question.
struct SilentFrontend : Frontend {
  bool write(Stream, llvm::StringRef) override { return true; }
  Input readLine(llvm::StringRef, std::string &) override { return Input::End; }
  llvm::Expected<std::string> runCommand(llvm::StringRef) override {
    return "";
  }
  llvm::Expected<Edited> edit(llvm::StringRef text) override {
    return Edited{text.str(), ""};
  }
  bool confirm(llvm::StringRef) override { return true; }
  llvm::Expected<std::optional<size_t>>
  choose(llvm::StringRef, llvm::ArrayRef<std::string>) override {
    return 0;
  }
  void announce(llvm::StringRef, Announced) override {}
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_FUZZ_SILENTFRONTEND_H
