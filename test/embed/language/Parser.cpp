//===- Parser.cpp - From the text of Calc to its ops ----------------------===//

#include "Calc.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace calc {
namespace {

/// One token ahead; a line and a column for each, counted from 1.
class Parser {
public:
  Parser(StringRef text, StringRef path, MLIRContext &context)
      : rest(text), file(StringAttr::get(&context, path)), builder(&context) {
    advance();
  }

  OwningOpRef<ModuleOp> parseModule() {
    OwningOpRef<ModuleOp> module = ModuleOp::create(here());
    builder.setInsertionPointToEnd(module->getBody());
    while (!token.empty())
      if (failed(parseFunction()))
        return nullptr;
    return module;
  }

private:
  Location here() { return FileLineColLoc::get(file, line, column); }

  void skipBlanks() {
    while (!rest.empty() &&
           (llvm::isSpace(rest.front()) || rest.front() == '#')) {
      size_t size = rest.front() == '#' ? rest.find('\n') : 1;
      for (char c : rest.take_front(size)) {
        ++nextColumn;
        if (c == '\n') {
          ++nextLine;
          nextColumn = 1;
        }
      }
      rest = rest.drop_front(std::min(size, rest.size()));
    }
  }

  /// A name, a number, or one character; empty at the end.
  void advance() {
    skipBlanks();
    line = nextLine;
    column = nextColumn;
    token =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '.'; });
    if (token.empty())
      token = rest.take_front(1);
    rest = rest.drop_front(token.size());
    nextColumn += token.size();
  }

  bool take(StringRef wanted) {
    if (token != wanted)
      return false;
    advance();
    return true;
  }
  LogicalResult expect(StringRef wanted) {
    if (take(wanted))
      return success();
    return emitError(here())
           << "expected '" << wanted << "' and found '" << token << "'";
  }
  StringRef takeToken() {
    StringRef taken = token;
    advance();
    return taken;
  }

  LogicalResult parseFunction() {
    Location location = here();
    if (failed(expect("def")))
      return failure();
    StringRef name = takeToken();
    SmallVector<StringRef> parameters;
    if (failed(expect("(")))
      return failure();
    while (!token.empty() && token != ")") {
      parameters.push_back(takeToken());
      take(",");
    }
    if (failed(expect(")")))
      return failure();
    Type number = builder.getF64Type();
    OpBuilder::InsertionGuard guard(builder);
    auto function = func::FuncOp::create(
        location, name,
        builder.getFunctionType(SmallVector<Type>(parameters.size(), number),
                                number));
    builder.insert(function);
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    values.clear();
    for (auto [parameter, value] :
         llvm::zip_equal(parameters, body->getArguments()))
      values[parameter] = value;
    while (take("let"))
      if (failed(parseLet()))
        return failure();
    return parseReturn();
  }

  LogicalResult parseLet() {
    StringRef name = takeToken();
    if (failed(expect("=")))
      return failure();
    Value value = parseSum();
    if (!value)
      return failure();
    values[name] = value;
    return success();
  }

  LogicalResult parseReturn() {
    Location location = here();
    if (failed(expect("return")))
      return failure();
    Value value = parseSum();
    if (!value)
      return failure();
    OperationState state(location, func::ReturnOp::getOperationName());
    state.addOperands(value);
    builder.create(state);
    return success();
  }

  Value parseSum() {
    Value left = parseProduct();
    while (left && (token == "+" || token == "-")) {
      Location location = here();
      bool isMinus = takeToken() == "-";
      Value right = parseProduct();
      if (!right)
        return nullptr;
      if (isMinus)
        right = NegateOp::make(builder, location, right);
      left = AddOp::make(builder, location, ValueRange{left, right});
    }
    return left;
  }

  Value parseProduct() {
    Value left = parseFactor();
    while (left && token == "*") {
      Location location = here();
      advance();
      Value right = parseFactor();
      if (!right)
        return nullptr;
      left = MultiplyOp::make(builder, location, ValueRange{left, right});
    }
    return left;
  }

  Value parseFactor() {
    Location location = here();
    if (take("-")) {
      Value value = parseFactor();
      return value ? NegateOp::make(builder, location, value) : Value();
    }
    Value base = parsePrimary();
    location = here();
    if (!base || !take("^"))
      return base;
    int64_t exponent;
    if (token.getAsInteger(10, exponent)) {
      emitError(here()) << "expected an exponent and found '" << token << "'";
      return nullptr;
    }
    advance();
    return PowerOp::makePower(builder, location, base, exponent);
  }

  Value parsePrimary() {
    Location location = here();
    if (take("(")) {
      Value value = parseSum();
      return value && succeeded(expect(")")) ? value : Value();
    }
    StringRef word = takeToken();
    double number;
    if (!word.empty() && llvm::isDigit(word.front()) &&
        !word.getAsDouble(number))
      return NumberOp::makeValue(builder, location, number);
    auto known = values.find(word);
    if (known != values.end())
      return known->second;
    emitError(location) << "nothing is named '" << word << "'";
    return nullptr;
  }

  StringRef rest, token;
  unsigned line = 1, column = 1, nextLine = 1, nextColumn = 1;
  StringAttr file;
  OpBuilder builder;
  llvm::StringMap<Value> values;
};

} // namespace

OwningOpRef<ModuleOp> parse(StringRef path, MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    emitError(UnknownLoc::get(&context))
        << "'" << path << "' cannot be read: " << buffer.getError().message();
    return nullptr;
  }
  return Parser((*buffer)->getBuffer(), path, context).parseModule();
}

} // namespace calc
