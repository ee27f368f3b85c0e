//===- ConsoleFixture.h - A console without a compiler --------------------===//

#ifndef TRACKDBG_TEST_UNIT_SUPPORT_CONSOLEFIXTURE_H
#define TRACKDBG_TEST_UNIT_SUPPORT_CONSOLEFIXTURE_H

#include "commands/Command.h"
#include "commands/Console.h"
#include "render/Render.h"

#include <gtest/gtest.h>

namespace mlir::trackdbg {

/// Answers every question with `answer` and remembers what it was asked.
struct TestFrontend : Frontend {
  bool confirm(llvm::StringRef question) override {
    questions.push_back(question.str());
    return answer;
  }
  llvm::Expected<std::optional<size_t>>
  choose(llvm::StringRef question, llvm::ArrayRef<std::string>) override {
    questions.push_back(question.str());
    return std::nullopt;
  }
  void announce(llvm::StringRef line, Announced) override {
    announced.push_back(line.str());
  }
  bool write(Stream, llvm::StringRef text) override {
    written += text;
    return true;
  }
  Input readLine(llvm::StringRef, std::string &) override { return Input::End; }
  llvm::Expected<std::string> runCommand(llvm::StringRef line) override {
    return line.str();
  }
  llvm::Expected<Edited> edit(llvm::StringRef text) override {
    return Edited{text.str(), ""};
  }
  bool answer = true;
  std::string written;
  std::vector<std::string> questions, announced;
};

/// A console on a program that is never started.
struct ConsoleTest : testing::Test {
  static std::unique_ptr<Debugger> makeDebugger() {
    Options options;
    options.launch.arguments = {"mlir-opt", "a file.mlir", "--cse"};
    return std::make_unique<Debugger>(options);
  }

  /// The text of the answer, or of the error.
  std::string run(llvm::StringRef line) {
    llvm::Expected<Reply> reply = execute(console, line);
    if (!reply)
      return llvm::toString(reply.takeError());
    return render(*reply, RenderStyle());
  }

  TestFrontend frontend;
  Console console{makeDebugger(), frontend};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_UNIT_SUPPORT_CONSOLEFIXTURE_H
