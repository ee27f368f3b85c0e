//===- Text.h - Texts on their way to Python ------------------------------===//
//
// Names, paths and messages may hold any bytes, and Python's strings hold
// Unicode: what is no UTF-8 is replaced, everywhere and as in JSON answers.
// Every file of the bindings has to include this before it casts a string.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_TEXT_H
#define TRACKDBG_DEBUGGER_PYTHON_TEXT_H

#include "llvm/Support/JSON.h"

#include <pybind11/pybind11.h>

namespace mlir::trackdbg {

inline std::string repaired(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// Whether `typed`, which comes from Python, is what Python was given for
/// `name`.
inline bool isWrittenAs(llvm::StringRef name, llvm::StringRef typed) {
  return name == typed ||
         (!llvm::json::isUTF8(name) && llvm::json::fixUTF8(name) == typed);
}

} // namespace mlir::trackdbg

namespace PYBIND11_NAMESPACE {
namespace detail {

template <> struct type_caster<std::string> : string_caster<std::string> {
  static handle cast(const std::string &text, return_value_policy policy,
                     handle parent) {
    if (llvm::json::isUTF8(text))
      return string_caster::cast(text, policy, parent);
    return string_caster::cast(llvm::json::fixUTF8(text), policy, parent);
  }
};

} // namespace detail
} // namespace PYBIND11_NAMESPACE

#endif // TRACKDBG_DEBUGGER_PYTHON_TEXT_H
