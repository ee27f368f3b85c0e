//===- NativeJson.h - The compiler's C++, for programs --------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H
#define TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H

#include "commands/Reply.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::trackdbg {

/// A function: its name, file, line and module, as far as they are known.
llvm::json::Object toJson(const NativeFrame &frame);

// Each answer as one JSON object on one line, as LineageJson.h says.
std::string nativeJson(const NativeLinesReply &reply);
std::string nativeJson(const NativeStackReply &reply);
std::string nativeJson(const PatternsReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_NATIVEJSON_H
