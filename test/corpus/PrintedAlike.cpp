//===- PrintedAlike.cpp - Whether snapshots look as MLIR prints them ------===//
//
// Parses each file, and prints it as for a snapshot and as MLIR does, with
// several of the printer's options. Each op must stand where the snapshot says,
// and MLIR too. Says what differs, and how many files were alike.
//
//===----------------------------------------------------------------------===//

#include "ir/Printing.h"
#include "ir/TiedPrinter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
/// For what no op of MLIR's own does: names of blocks, and some results that
/// have a name of their own, out of order.
struct NamesOfRegion
    : OpAsmOpInterface::ExternalModel<NamesOfRegion, scf::ExecuteRegionOp> {
  void getAsmBlockNames(Operation *op, OpAsmSetBlockNameFn set) const {
    for (Block &block : llvm::drop_begin(op->getRegion(0)))
      set(&block, block.args_empty() ? "2 ways" : "way");
  }
  void getAsmResultNames(Operation *op, OpAsmSetValueNameFn set) const {
    if (op->getNumResults() < 4)
      return;
    set(op->getResult(3), "last");
    set(op->getResult(1), "");
  }
};

struct Tally {
  unsigned alike = 0, different = 0, unread = 0;
};
} // namespace

static std::string printedByMLIR(Operation *root, AsmState &state) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  root->print(stream, state);
  stream << '\n';
  return text;
}

/// Whether the text begins with the op as it is printed alone, up to the end of
/// its first line.
static bool begins(StringRef text, Operation *op, AsmState &names) {
  std::string alone;
  llvm::raw_string_ostream stream(alone);
  op->print(stream, names);
  StringRef first = StringRef(alone).split('\n').first;
  if (text.starts_with(first))
    return true;
  // In the op around it, its dialect may be the default one.
  auto [results, rest] = first.split(op->getName().getStringRef());
  StringRef shortName = op->getName().getStringRef().split('.').second;
  return text.starts_with((results + shortName + rest).str());
}

/// The first of the printed ops that does not stand where the printer says, or
/// where MLIR says; or nothing.
static std::string compareOps(const TiedPrinter &printer, AsmState &names,
                              const AsmState::LocationMap &places) {
  if (printer.printedOps().size() != places.size())
    return "another number of ops";
  SmallVector<StringRef> lines;
  printer.text().split(lines, '\n');
  for (const PrintedOp &op : printer.printedOps())
    if (places.lookup(op.op) != std::pair(op.line, op.column) ||
        !begins(lines[op.line - 1].substr(op.column), op.op, names))
      return ("another place of the op in line " + Twine(op.line)).str();
  return "";
}

/// What differs, or nothing.
static std::string compare(Operation *root, const OpPrintingFlags &flags) {
  // One for all: nothing of what it printed before may be in what it prints.
  static TiedPrinter printer;
  AsmState::LocationMap places;
  AsmState state(root, flags, &places);
  std::string expected = printedByMLIR(root, state);
  printer.print(root, flags);
  StringRef left = expected, seen = printer.text();
  for (unsigned line = 1; left != seen; ++line) {
    auto [expectedLine, expectedRest] = left.split('\n');
    auto [seenLine, seenRest] = seen.split('\n');
    if (expectedLine != seenLine)
      return ("line " + Twine(line) + ":\n  " + expectedLine + "\n  " +
              seenLine)
          .str();
    left = expectedRest;
    seen = seenRest;
  }
  AsmState names(root, flags);
  return compareOps(printer, names, places);
}

static OpPrintingFlags genericFlags(const OpPrintingFlags &flags) {
  return OpPrintingFlags(flags).printGenericOpForm();
}

static void compareModule(StringRef name, Operation *root, Tally &tally) {
  OpPrintingFlags flags = printingFlags(PrintOptions());
  OpPrintingFlags located = flags;
  located.enableDebugInfo();
  OpPrintingFlags unique = flags, named = flags, used = flags;
  unique.printUniqueSSAIDs();
  named.printNameLocAsPrefix();
  used.printValueUsers();
  for (const OpPrintingFlags &each :
       {flags, located, unique, named, used, genericFlags(flags),
        genericFlags(located), genericFlags(unique), genericFlags(named),
        genericFlags(used)})
    if (std::string difference = compare(root, each); !difference.empty()) {
      llvm::outs() << name << ": " << difference << '\n';
      ++tally.different;
      return;
    }
  ++tally.alike;
}

static void compareFile(StringRef path, MLIRContext &context, Tally &tally) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    ++tally.unread;
    return;
  }
  auto compareChunk = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                          raw_ostream &) {
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(chunk), SMLoc());
    if (OwningOpRef<ModuleOp> root =
            parseSourceFile<ModuleOp>(sources, ParserConfig(&context)))
      compareModule(path, *root, tally);
    else
      ++tally.unread;
    return success();
  };
  (void)splitAndProcessBuffer(std::move(*file), compareChunk, llvm::nulls(),
                              kDefaultSplitMarker, "");
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadDialect<scf::SCFDialect>();
  scf::ExecuteRegionOp::attachInterface<NamesOfRegion>(context);
  // Many an input is there for its errors.
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  Tally tally;
  for (int i = 1; i < argc; ++i)
    compareFile(argv[i], context, tally);
  llvm::outs() << tally.alike << " alike, " << tally.different << " different, "
               << tally.unread << " not read\n";
  return tally.different != 0;
}
