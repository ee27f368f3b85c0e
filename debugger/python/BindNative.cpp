//===- BindNative.cpp - The compiler's C++ --------------------------------===//

#include "python/Objects.h"

#include "native/OwnLine.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static std::string lineText(const OwnLine &code) {
  std::string text = briefLine(code.frame);
  if (code.caller)
    text += ", called from " + briefLine(*code.caller);
  return repaired(text);
}

static std::optional<OwnLine> codeThat(const Op &op, NativeDeed deed) {
  const NativeStack *stack = orThrow(op.view->stackOf(op.id, deed));
  if (!stack)
    return std::nullopt;
  return ownLineOf(*stack);
}

static std::vector<OwnLine> stackThatMade(const Op &op) {
  std::vector<OwnLine> frames;
  if (const NativeStack *stack =
          orThrow(op.view->stackOf(op.id, NativeDeed::Created)))
    for (const NativeFrame &frame : stack->frames)
      frames.push_back({frame, std::nullopt});
  return frames;
}

static std::optional<OwnLine> callerOf(const OwnLine &code) {
  if (!code.caller)
    return std::nullopt;
  return OwnLine{*code.caller, std::nullopt};
}

static void bindFrame(py::module_ &module) {
  py::class_<OwnLine>(module, "NativeFrame",
                      "A C++ function of the compiler at work.")
      .def_property_readonly(
          "function",
          [](const OwnLine &code) { return repaired(code.frame.function); },
          "Its name with its parameters, or the empty string.")
      .def_property_readonly(
          "file", [](const OwnLine &code) { return repaired(code.frame.file); },
          "The source file as the debug information has it, or the empty "
          "string.")
      .def_property_readonly(
          "line", [](const OwnLine &code) { return code.frame.line; },
          "The line at work there; 0 where it is not known.")
      .def_property_readonly(
          "module",
          [](const OwnLine &code) { return repaired(code.frame.module); },
          "The program or library that it is in.")
      .def_property_readonly(
          "address", [](const OwnLine &code) { return code.frame.address; },
          "The address in that file.")
      .def_property_readonly(
          "is_inlined",
          [](const OwnLine &code) { return code.frame.isInlined; },
          "Whether it is a part of the function that called it.")
      .def_property_readonly(
          "called_from", &callerOf,
          "The function of the pattern or pass that led there, where that is "
          "another one; None in a stack.")
      .def("__str__", &lineText)
      .def("__repr__", [](const OwnLine &code) {
        return fmt::format("<NativeFrame {}>", lineText(code));
      });
}

void bindNative(py::module_ &module, py::class_<Op> &op) {
  bindFrame(module);
  op.def_property_readonly(
        "created_at",
        [](const Op &op) { return codeThat(op, NativeDeed::Created); },
        "The line of C++ that made it; None for an op of the input. A trace "
        "without C++ stacks is an error.")
      .def_property_readonly(
          "replaced_at",
          [](const Op &op) { return codeThat(op, NativeDeed::Replaced); },
          "The line of C++ that gave its results to others, or None.")
      .def_property_readonly(
          "erased_at",
          [](const Op &op) { return codeThat(op, NativeDeed::Erased); },
          "The line of C++ that erased it, or None.")
      .def_property_readonly(
          "stack", &stackThatMade,
          "The C++ functions that were at work when it was made, innermost "
          "first; empty for an op of the input.");
}

} // namespace mlir::trackdbg
