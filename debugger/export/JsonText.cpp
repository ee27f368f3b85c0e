//===- JsonText.cpp - JSON written straight to a buffer -------------------===//

#include "export/JsonText.h"

#include "trace/PlainText.h"

#include "llvm/Support/JSON.h"

namespace mlir::trackdbg {

std::string quoteJson(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::json::OStream(stream).value(
      llvm::json::isUTF8(text) ? llvm::json::Value(text)
                               : llvm::json::Value(llvm::json::fixUTF8(text)));
  return plainJson(std::move(result));
}

llvm::StringRef resultText(trace::ActionResult result) {
  switch (result) {
  case trace::ActionResult::Success:
  case trace::ActionResult::Unchanged:
    return "success";
  case trace::ActionResult::Failure:
    return "failure";
  case trace::ActionResult::Skipped:
    return "skipped";
  default:
    return "unknown";
  }
}

} // namespace mlir::trackdbg
