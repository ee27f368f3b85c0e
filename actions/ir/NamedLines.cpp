//===- NamedLines.cpp - Ops in a line each, and what the names stand for --===//

#include "ir/NamedLines.h"

#include "ir/Printing.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <optional>

using namespace mlir;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// In the copy: fields, each ended by a NUL, which no printed op holds
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(const OpPrintingFlags &flags) : flags(flags), os(text) {}

  void enter(Operation *around) { state.emplace(around, flags); }
  void addLine(Operation *op) {
    size_t start = text.size();
    op->print(os, *state);
    std::replace(text.begin() + start, text.end(), '\n', ' ');
    os << '\0';
    addNamesOf(op);
    os << '\0';
  }
  /// Of all in `function`.
  void addAll(Operation *function) {
    function->walk([&](Operation *op) {
      addResults(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          addBlock(block);
    });
  }
  std::string take() { return std::move(text); }

private:
  void addNamesOf(Operation *op) {
    constexpr size_t kMost = 256;
    addResults(op);
    for (Value operand :
         llvm::make_range(op->operand_begin(),
                          op->operand_begin() +
                              std::min<size_t>(kMost, op->getNumOperands())))
      addValue(operand);
    for (Block *successor : op->getSuccessors())
      addBlock(*successor);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        addValue(argument);
  }
  void addResults(Operation *op) {
    if (op->getNumResults() != 0)
      addValue(op->getResult(0));
  }
  void addValue(Value value) {
    if (!value)
      return;
    name.clear();
    llvm::raw_string_ostream stream(name);
    value.printAsOperand(stream, *state);
    const void *key = value.getAsOpaquePointer();
    if (Operation *op = value.getDefiningOp())
      key = op;
    // All results of an op have one name, and numbers behind it.
    add(StringRef(name).split('#').first, key);
  }
  void addBlock(Block &block) {
    name.clear();
    llvm::raw_string_ostream stream(name);
    block.printAsOperand(stream, *state);
    add(name, &block);
    for (BlockArgument argument : block.getArguments())
      addValue(argument);
  }
  void add(StringRef name, const void *key) {
    // MLIR has names of another kind for what it cannot name.
    if (name.starts_with("%") || name.starts_with("^"))
      os << name << '\0' << reinterpret_cast<uintptr_t>(key) << '\0';
  }

  OpPrintingFlags flags;
  std::optional<AsmState> state;
  std::string text, name;
  llvm::raw_string_ostream os;
};
} // namespace

static std::string write(ArrayRef<Operation *> ops,
                         const OpPrintingFlags &flags, bool withAll) {
  Writer writer(flags);
  SmallVector<Operation *, 2> functions;
  Operation *function = nullptr;
  for (Operation *op : ops) {
    if (Operation *around = enclosingFunction(op); around != function) {
      writer.enter(function = around);
      if (!llvm::is_contained(functions, function))
        functions.push_back(function);
    }
    writer.addLine(op);
  }
  if (withAll)
    for (Operation *each : functions) {
      writer.enter(each);
      writer.addAll(each);
    }
  return writer.take();
}

//===----------------------------------------------------------------------===//
// In the compiler
//===----------------------------------------------------------------------===//

/// The next field of `rest`. Empty at its end.
static StringRef takeField(StringRef &rest) {
  auto [field, behind] = rest.split('\0');
  rest = behind;
  return field;
}

/// Calls `body` with names and what they stand for, up to an empty field.
template <typename Body> static void readNames(StringRef &rest, Body body) {
  for (StringRef name = takeField(rest); !name.empty();
       name = takeField(rest)) {
    uintptr_t key = 0;
    if (!takeField(rest).getAsInteger(10, key))
      body(name.str(), reinterpret_cast<const void *>(key));
  }
}

std::vector<NamedLine> mlir::trackdbg::printLines(ArrayRef<Operation *> ops,
                                                  ValueNames *all) {
  std::vector<NamedLine> lines;
  if (ops.empty())
    return lines;
  OpPrintingFlags flags = printingFlags({.regions = false});
  llvm::Expected<std::string> text =
      runInCopy([&] { return write(ops, flags, all != nullptr); });
  if (!text) {
    llvm::consumeError(text.takeError());
    flags.printGenericOpForm();
    text = runInCopy([&] { return write(ops, flags, all != nullptr); });
  }
  StringRef rest;
  if (text)
    rest = *text;
  else
    llvm::consumeError(text.takeError());
  for (Operation *op : ops) {
    NamedLine &line = lines.emplace_back();
    line.text = takeField(rest).str();
    if (line.text.empty())
      line.text = op->getName().getStringRef().str();
    readNames(rest, [&](std::string name, const void *key) {
      line.names.push_back({std::move(name), key});
    });
  }
  if (all)
    readNames(rest, [&](std::string name, const void *key) {
      (*all)[key] = std::move(name);
    });
  return lines;
}

bool NameCarrier::isTaken(llvm::StringRef name) const {
  return llvm::any_of(earlier,
                      [&](const auto &entry) { return entry.second == name; });
}

std::string NameCarrier::carry(const NamedLine &line) {
  return renameIn(
      line.text, namesIn(line.text), [&](const NameInLine &printed) {
        auto entry = llvm::find_if(line.names, [&](const auto &each) {
          return each.first == printed.name;
        });
        if (entry == line.names.end())
          return printed.name.str();
        const void *key = entry->second;
        if (auto known = earlier.find(key); known != earlier.end())
          return known->second;
        std::string &name = given[key];
        while (name.empty() || isTaken(name))
          name = newNames.make(printed.name.front());
        return name;
      });
}
