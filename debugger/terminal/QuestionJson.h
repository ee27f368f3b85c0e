//===- QuestionJson.h - Answers for programs ------------------------------===//

#ifndef TRACKDBG_TERMINAL_QUESTIONJSON_H
#define TRACKDBG_TERMINAL_QUESTIONJSON_H

#include "commands/Reply.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::trackdbg {

/// The answer as one JSON object on one line, ended by a newline. Keys are
/// only added, never renamed.
std::string questionJson(const QuestionReply &reply);

/// A text as JSON may hold it: what is no UTF-8 is replaced.
llvm::json::Value jsonText(llvm::StringRef value);
/// An op: id, name, and where known symbol, location, and how it ended.
llvm::json::Object toJson(const OpRef &op);
/// An action: number, tag, name, pass; number 0 is outside every action.
llvm::json::Object toJson(const ActionRef &action);
llvm::json::Object toJson(const LineageTree::NameCount &each);

/// Each by its toJson, which the caller may have for itself.
template <typename T> llvm::json::Array jsonList(const std::vector<T> &values) {
  llvm::json::Array array;
  for (const T &value : values)
    array.push_back(toJson(value));
  return array;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_QUESTIONJSON_H
