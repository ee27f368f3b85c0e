//===- Errors.h - One sentence for the user -------------------------------===//

#ifndef TRACKDBG_COMMANDS_ERRORS_H
#define TRACKDBG_COMMANDS_ERRORS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::trackdbg {

/// An error whose text is `format` with the values put in, as formatv does.
/// What the user typed stands in double quotes, commands that would help in
/// single ones; a test checks that the latter exist.
template <typename... Values>
llvm::Error fail(const char *format, Values &&...values) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Values>(values)...).str());
}

/// Of a command whose lines up to "end" are missing, and nothing else.
struct MissingBody : llvm::ErrorInfo<MissingBody> {
  static char ID;
  explicit MissingBody(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string text;
};

/// Of a command that was asked for JSON: a program that reads its answers reads
/// this in the place of one.
struct JsonError : llvm::ErrorInfo<JsonError> {
  static char ID;
  explicit JsonError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  std::string text;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ERRORS_H
