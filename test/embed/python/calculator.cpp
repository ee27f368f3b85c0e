//===- calculator.cpp - A Python extension that holds MLIR ----------------===//
//
// A front end in the manner of those for tensors: Python calls build IR, and
// each op gets the line of Python that made it. Such lines have no column.
//
//   begin()            a new function, in a context of its own
//   constant(number)   these return a number that stands for the value
//   add(a, b), multiply(a, b)
//   compile(value)     returns it from the function, simplifies, prints
//
//===----------------------------------------------------------------------===//

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <memory>
#include <string>
#include <vector>

// NAME is that of the module.
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define JOIN_OF(a, b) a##b
#define JOIN(a, b) JOIN_OF(a, b)

namespace {

using namespace mlir;

struct Calculation {
  MLIRContext context;
  OpBuilder builder{&context};
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::vector<Value> values;
};

std::unique_ptr<Calculation> current;

/// The line of Python that runs.
Location here() {
  PyFrameObject *frame = PyEval_GetFrame();
  if (!frame)
    return UnknownLoc::get(&current->context);
  PyCodeObject *code = PyFrame_GetCode(frame);
  const char *file = PyUnicode_AsUTF8(code->co_filename);
  Location location =
      FileLineColLoc::get(&current->context, file ? file : "?",
                          PyFrame_GetLineNumber(frame), /*column=*/0);
  Py_DECREF(code);
  return location;
}

PyObject *keep(Value value) {
  current->values.push_back(value);
  return PyLong_FromSize_t(current->values.size() - 1);
}

PyObject *begin(PyObject *, PyObject *) {
  current = std::make_unique<Calculation>();
  MLIRContext &context = current->context;
  context.loadDialect<arith::ArithDialect, func::FuncDialect>();
  OpBuilder &builder = current->builder;
  current->module = ModuleOp::create(here());
  builder.setInsertionPointToStart(current->module->getBody());
  Type number = builder.getI32Type();
  current->function =
      func::FuncOp::create(builder, here(), "calculation",
                           builder.getFunctionType({number}, {number}));
  Block *body = current->function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  return keep(body->getArgument(0));
}

PyObject *constant(PyObject *, PyObject *arguments) {
  int number;
  if (!PyArg_ParseTuple(arguments, "i", &number))
    return nullptr;
  return keep(arith::ConstantIntOp::create(current->builder, here(), number,
                                           /*width=*/32));
}

template <typename Op> PyObject *combine(PyObject *, PyObject *arguments) {
  unsigned a, b;
  if (!PyArg_ParseTuple(arguments, "II", &a, &b))
    return nullptr;
  auto &values = current->values;
  return keep(Op::create(current->builder, here(), values.at(a), values.at(b)));
}

PyObject *compile(PyObject *, PyObject *arguments) {
  unsigned result;
  if (!PyArg_ParseTuple(arguments, "I", &result))
    return nullptr;
  func::ReturnOp::create(current->builder, here(), current->values.at(result));
  PassManager passes(&current->context);
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(passes.run(*current->module))) {
    PyErr_SetString(PyExc_RuntimeError, "cannot be compiled");
    return nullptr;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  current->module->print(stream);
  return PyUnicode_FromString(text.c_str());
}

PyMethodDef methods[] = {
    {"begin", begin, METH_NOARGS, nullptr},
    {"constant", constant, METH_VARARGS, nullptr},
    {"add", combine<arith::AddIOp>, METH_VARARGS, nullptr},
    {"multiply", combine<arith::MulIOp>, METH_VARARGS, nullptr},
    {"compile", compile, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, TEXT(NAME), nullptr, -1,
                          methods};

} // namespace

PyMODINIT_FUNC JOIN(PyInit_, NAME)() { return PyModule_Create(&definition); }
