//===- JsonLine.h - One answer as one line of JSON ------------------------===//
//
// Private to debugger/terminal. A json::Object takes kilobytes for an op, and
// an answer may list millions of them: the lists of an answer are written
// element by element, and only one element at a time is such an object.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_JSONLINE_H
#define TRACKDBG_DEBUGGER_RENDER_JSONLINE_H

#include "commands/Reply.h"

#include "trace/Cancellation.h"

#include "llvm/Support/JSON.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A text as JSON may hold it: what is no UTF-8 is replaced.
llvm::json::Value jsonText(llvm::StringRef value);

// Nothing for an empty text or a count of 0: programs see what is there.
void addText(llvm::json::Object &object, llvm::StringRef key,
             llvm::StringRef value);
void addCount(llvm::json::Object &object, llvm::StringRef key, uint64_t count);
void addFlag(llvm::json::Object &object, llvm::StringRef key, bool flag);

/// An op: id, name, and where known symbol, location, and how it ended.
llvm::json::Object toJson(const OpRef &op);
/// An action: number, tag, name, pass; number 0 is outside every action.
llvm::json::Object toJson(const ActionRef &action);
llvm::json::Object toJson(const LineageTree::NameCount &each);

/// Under `othersAtPlace`; nothing where none is left out.
void addOthers(llvm::json::Object &object, const OthersAtPlace &others);

/// Each by its toJson, which the caller may have for itself. For lists that are
/// short whatever is asked.
template <typename T> llvm::json::Array jsonList(const std::vector<T> &values) {
  llvm::json::Array array;
  for (const T &value : values)
    array.push_back(toJson(value));
  return array;
}

/// A list of an answer. What it lists must outlive it.
struct JsonElements {
  llvm::StringRef key;
  std::function<void(llvm::json::OStream &)> write;
};
template <typename T>
JsonElements jsonElements(llvm::StringRef key, const std::vector<T> &values) {
  return {key, [&values](llvm::json::OStream &out) {
            for (const T &value : values) {
              if (isCancelled())
                return;
              out.value(toJson(value));
            }
          }};
}

/// The object with the lists in it, by the order of their keys, ended by a
/// newline.
std::string jsonLine(const llvm::json::Object &object,
                     const std::vector<JsonElements> &lists);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_JSONLINE_H
