//===- NativeJson.h - The compiler's C++, for programs --------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H
#define TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H

#include "commands/Reply.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::trackdbg {

/// A function: its name, file, line and module, as far as they are known.
llvm::json::Object toJson(const NativeFrame &frame);

/// What C++ did to an op, under `created`, `replaced` or `erased`.
void addNativeRow(llvm::json::Object &object, const NativeRow &row);

/// A part of an answer, and what C++ did to its op.
template <typename Part> struct WithNative {
  const Part *part;
  llvm::ArrayRef<NativeRow> rows;
};
template <typename Part>
llvm::json::Object toJson(const WithNative<Part> &both) {
  llvm::json::Object object = toJson(*both.part);
  for (const NativeRow &row : both.rows)
    addNativeRow(object, row);
  return object;
}

// Each answer as one JSON object on one line, as LineageJson.h says.
std::string nativeJson(const NativeLinesReply &reply);
std::string nativeJson(const NativeSourceReply &reply);
std::string nativeJson(const NativeStackReply &reply);
std::string nativeJson(const PatternsReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H
