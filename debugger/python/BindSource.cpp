//===- BindSource.cpp - SourceLocation and SourceRange --------------------===//

#include "python/Objects.h"

#include <pybind11/operators.h>

using namespace llvm;

namespace mlir::trackdbg {

static SourceLocation firstOf(const SourceRange &range) {
  return range.isUnknown() ? SourceLocation() : range.places().front().start();
}

// The last place in the file of the first one.
static SourceLocation lastOf(const SourceRange &range) {
  SourceLocation last = firstOf(range);
  for (const SourceLocation &place : range.places())
    if (place.file == last.file)
      last = std::max(last, place.end());
  return last;
}

static void bindLocation(py::module_ &module) {
  py::class_<SourceLocation>(
      module, "SourceLocation",
      "A place in a source file, or the part of it that a "
      "range of MLIR says.")
      .def(py::init([](std::string file, uint32_t line, uint32_t column) {
             return SourceLocation{std::move(file), line, column};
           }),
           py::arg("file_path"), py::arg("line"), py::arg("column") = 0)
      .def_readonly("file_path", &SourceLocation::file,
                    "The file, as the location names it.")
      .def_readonly("line", &SourceLocation::line, "Counted from 1.")
      .def_readonly("column", &SourceLocation::column,
                    "Counted from 1; 0 is the whole line.")
      .def_property_readonly(
          "end_line",
          [](const SourceLocation &place) { return place.end().line; },
          "The line where it ends, its own where it is one place.")
      .def_property_readonly(
          "end_column",
          [](const SourceLocation &place) { return place.end().column; },
          "The column where it ends, its own where it is one place.")
      .def_property_readonly(
          "is_unknown",
          [](const SourceLocation &place) { return place.line == 0; },
          "Whether the location is unknown.")
      .def(py::self == py::self)
      .def(py::self < py::self)
      .def("__hash__",
           [](const SourceLocation &place) {
             return py::hash(py::cast(place.str()));
           })
      .def("__str__", &SourceLocation::str)
      .def("__repr__", [](const SourceLocation &place) {
        return "<SourceLocation " + place.str() + ">";
      });
}

void bindSource(py::module_ &module) {
  bindLocation(module);
  py::class_<SourceRange>(
      module, "SourceRange",
      "The places in source files that a location names: one, or several for "
      "a fused location. What lies between them does not belong to it.")
      .def(py::init([](const std::string &text) {
             return orThrow(SourceRange::parse(text));
           }),
           py::arg("text"),
           "Reads FILE:LINE or FILE:LINE:COLUMN, and where it ends: "
           "FILE:3:5 to 4:2, or FILE:3:5 to :9.")
      .def_static(
          "from_str",
          [](const std::string &text) {
            return orThrow(SourceRange::parse(text));
          },
          py::arg("text"), "The same.")
      .def_property_readonly(
          "places",
          [](const SourceRange &range) { return range.places().vec(); },
          "All of them, sorted, each with its end.")
      .def_property_readonly("start", &firstOf, "Where the first one begins.")
      .def_property_readonly("end", &lastOf,
                             "Where the last one in the file of the first one "
                             "ends.")
      .def_property_readonly(
          "file_path",
          [](const SourceRange &range) { return firstOf(range).file; },
          "The file of the first place.")
      .def_property_readonly("is_unknown", &SourceRange::isUnknown,
                             "Whether there is none; it overlaps nothing then.")
      .def("contains", &SourceRange::contains, py::arg("loc"),
           "Whether a place is one of them.")
      .def("overlaps", &SourceRange::overlaps, py::arg("other"),
           "Whether they have a place in common.")
      .def("merge", &SourceRange::merge, py::arg("other"),
           "The places of both.")
      .def(
          "get_content",
          [](const SourceRange &range) { return orThrow(range.content(".")); },
          "The lines of source, read from the files as they are now.")
      .def(py::self == py::self)
      .def(py::self < py::self)
      .def("__hash__",
           [](const SourceRange &range) {
             return py::hash(py::cast(range.str()));
           })
      .def("__str__", &SourceRange::str)
      .def("__repr__", [](const SourceRange &range) {
        return "<SourceRange " + range.str() + ">";
      });
}

} // namespace mlir::trackdbg
