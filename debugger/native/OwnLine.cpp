//===- OwnLine.cpp - The line of the engineer's own C++ -------------------===//

#include "native/OwnLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {
namespace {

/// A header, or a file that is generated: code of others that is compiled with
/// the engineer's.
bool isHeader(StringRef file) {
  StringRef extension = sys::path::extension(file);
  return file.contains("/include/") || extension == ".inc" ||
         extension == ".h" || extension == ".hpp" || extension == ".tcc";
}

/// One of MLIR's own files, in a build of LLVM with debug information.
bool isOfMLIR(StringRef file) {
  return file.contains("/mlir/lib/") || file.contains("/llvm/lib/");
}

/// What makes, inserts and erases ops for all others.
bool isMachineryFile(StringRef file) {
  return file.contains("/mlir/lib/IR/") || file.contains("/llvm/lib/Support/");
}

/// The same, by the name of a function. What a function passes on as a lambda
/// or a callback is its own code.
bool isMachinery(StringRef function) {
  std::string name = shortFunction(function);
  StringRef text = name;
  if (!text.consume_front("lambda in "))
    text.consume_front("callback of ");
  constexpr StringLiteral classes[] = {"mlir::OpBuilder::",
                                       "mlir::RewriterBase::",
                                       "mlir::Operation::",
                                       "mlir::OperationState::",
                                       "mlir::PatternRewriter::",
                                       "mlir::IRRewriter::",
                                       "mlir::OpState::",
                                       "mlir::Block::",
                                       "mlir::Region::",
                                       "mlir::ConversionPatternRewriter::",
                                       "mlir::PatternApplicator::",
                                       "mlir::detail::",
                                       "mlir::ImplicitLocOpBuilder::",
                                       "llvm::"};
  if (any_of(classes, [&](StringRef each) { return text.starts_with(each); }))
    return true;
  // Made for each op: "mlir::arith::AddIOp::create".
  return text.starts_with("mlir::") &&
         (text.ends_with("Op::create") || text.ends_with("Op::build"));
}

/// What every program and thread begins in, and what the C and C++ libraries
/// do. Their debug information may be installed, and some programs hold them.
bool isRuntime(const NativeFrame &frame) {
  constexpr StringLiteral libraries[] = {"libc.so",   "libstdc++", "libc++",
                                         "libgcc_s",  "ld-linux",  "libm.so",
                                         "libpthread"};
  constexpr StringLiteral functions[] = {"_start",
                                         "__libc_start_main",
                                         "__libc_start_call_main",
                                         "start_thread",
                                         "clone",
                                         "clone3"};
  StringRef module = sys::path::filename(frame.module);
  StringRef function = StringRef(frame.function).split('@').first;
  return is_contained(functions, function) ||
         any_of(libraries,
                [&](StringRef each) { return module.starts_with(each); });
}

bool isMLIRLibrary(StringRef module) {
  StringRef name = sys::path::filename(module);
  return name.starts_with("libMLIR") || name.starts_with("libLLVM");
}

/// Of which kind the lines are that a stack has, best first.
enum class Kind { Own, MLIRs, NoLine, Machinery, Unknown, Runtime };

Kind kindOf(const NativeFrame &frame) {
  bool hasLine = !frame.file.empty() && frame.line != 0;
  if (isRuntime(frame))
    return Kind::Runtime;
  if (frame.function.empty() && !hasLine)
    return Kind::Unknown;
  if (isMachinery(frame.function) ||
      (hasLine && (isHeader(frame.file) || isMachineryFile(frame.file))))
    return Kind::Machinery;
  if (hasLine)
    return isOfMLIR(frame.file) ? Kind::MLIRs : Kind::Own;
  return Kind::NoLine;
}

/// Of functions without lines, one outside MLIR's library tells more.
bool isBetter(const NativeFrame &frame, const NativeFrame &than) {
  Kind kind = kindOf(frame), best = kindOf(than);
  if (kind != best)
    return kind < best;
  return kind == Kind::NoLine && isMLIRLibrary(than.module) &&
         !isMLIRLibrary(frame.module);
}

/// One of the classes that patterns are made from: "mlir::OpRewritePattern<",
/// "mlir::ConversionPattern".
bool isBaseClass(StringRef function) {
  std::string name = shortFunction(function);
  StringRef text = name;
  if (!text.consume_front("mlir::"))
    return false;
  if (text.starts_with("ConversionPattern::") ||
      text.starts_with("RewritePattern::"))
    return true;
  StringRef first =
      text.take_until([](char c) { return c == '<' || c == ':'; });
  return first.ends_with("Pattern") && text.starts_with((first + "<").str());
}

} // namespace

bool isOfMLIRsClasses(const NativeFrame &frame) {
  return isMachinery(frame.function) || isBaseClass(frame.function);
}

bool isOwnCode(const NativeFrame &frame) {
  Kind kind = kindOf(frame);
  return (kind == Kind::Own || kind == Kind::MLIRs || kind == Kind::NoLine) &&
         !isBaseClass(frame.function);
}

std::optional<OwnLine> ownLineOf(const NativeStack &stack) {
  const NativeFrame *best = nullptr;
  for (const NativeFrame &frame : stack.frames)
    if (!best || isBetter(frame, *best))
      best = &frame;
  if (!best || kindOf(*best) == Kind::Runtime)
    return std::nullopt;
  // Of MLIR's machinery, what is outermost says most.
  if (kindOf(*best) == Kind::Machinery) {
    for (const NativeFrame &frame : stack.frames)
      if (kindOf(frame) == Kind::Machinery)
        best = &frame;
    return OwnLine{*best, std::nullopt};
  }
  OwnLine line{*best, std::nullopt};
  // The outermost one that is as good, in another function.
  for (const NativeFrame &frame : reverse(stack.frames)) {
    if (&frame == best)
      break;
    if (isBetter(*best, frame) || isBetter(frame, *best))
      continue;
    if (frame.function != best->function)
      line.caller = frame;
    break;
  }
  return line;
}

} // namespace mlir::trackdbg
