//===- NativePlaces.cpp - Breakpoints at the compiler's own C++ -----------===//

#include "commands/NativePlaces.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "native/NativeNames.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = BreakpointSpec::Kind;

std::optional<BreakpointSpec> parseOwnFunction(StringRef typed) {
  constexpr StringLiteral ofPatterns[] = {"matchAndRewrite", "match",
                                          "rewrite"};
  auto [name, function] = typed.trim().rsplit("::");
  BreakpointSpec spec;
  if (function == "runOnOperation")
    spec.kind = Kind::Pass;
  else if (is_contained(ofPatterns, function))
    spec.kind = Kind::Pattern;
  else
    return std::nullopt;
  spec.name = withUnnamedNamespace(name);
  return spec;
}

static bool isCppFile(StringRef file) {
  constexpr StringLiteral extensions[] = {".cpp", ".cc", ".cxx", ".c",  ".C",
                                          ".h",   ".hh", ".hpp", ".inc"};
  return is_contained(extensions, sys::path::extension(file));
}

/// A compiler of C++ has such a file as its input.
static bool isInput(const Console &console, StringRef file) {
  const Launch &launch = console.debugger->launch();
  return any_of(drop_begin(launch.arguments), [&](StringRef argument) {
    return matchesFile(argument, file);
  });
}

/// What may hold the code: what the compiler has loaded or, before it runs, the
/// program alone.
static SmallVector<ModuleFile> modulesOf(const Console &console,
                                         const std::string &program) {
  SmallVector<ModuleFile> modules;
  if (const Lineage *lineage = knownLineage(const_cast<Console &>(console))) {
    const StackTable &stacks = lineage->definitions().stacks();
    for (uint32_t id = 1; id < stacks.moduleLimit(); ++id)
      modules.push_back({stacks.module(id).path, stacks.module(id).buildId});
  }
  if (modules.empty() && !program.empty())
    modules.push_back({program, ""});
  return modules;
}

/// Whether the line is in the function. It may have no code of its own, as a
/// comment, and then stands for the next one that has, as in gdb.
static bool hasLine(const NativeFrame &function, uint64_t line) {
  return function.line == line ||
         (function.line > line && function.functionLine != 0 &&
          function.functionLine <= line);
}

/// The function that has the line or, where the line has no code, the nearest
/// one that has some. None where no module knows the file.
static std::optional<NativeFrame> functionAt(Console &console,
                                             const BreakpointSpec &spec) {
  const Launch &launch = console.debugger->launch();
  std::string program;
  if (!launch.arguments.empty())
    if (ErrorOr<std::string> path =
            sys::findProgramByName(launch.arguments.front()))
      program = *path;
  NativeNames &names = console.debugger->nativeNames();
  std::optional<NativeFrame> nearest;
  for (ModuleFile module : modulesOf(console, program)) {
    std::optional<NativeFrame> function =
        names.functionWithLine(module, spec.name, spec.line);
    if (function && hasLine(*function, spec.line))
      return function;
    if (!nearest)
      nearest = std::move(function);
  }
  return nearest;
}

Error settleNativePlace(Console &console, BreakpointSpec &spec) {
  if (spec.kind != Kind::Location || !isCppFile(spec.name) ||
      isInput(console, spec.name))
    return Error::success();
  std::optional<NativeFrame> function = functionAt(console, spec);
  if (!function)
    return Error::success();
  std::string name = shortFunction(function->function);
  if (!hasLine(*function, spec.line))
    return fail("{0}:{1} has no code; the {2} line that has some is {3}, in "
                "'{4}'.",
                spec.name, spec.line,
                function->line < spec.line ? "last" : "next", function->line,
                name);
  StringRef outer = name;
  outer.consume_front("lambda in ");
  std::optional<BreakpointSpec> own = parseOwnFunction(outer);
  if (!own)
    return fail("{0}:{1} is in '{2}', which is not the own function of a "
                "pattern or pass; 'gdb {0}:{1}' stops there in the current "
                "action.",
                spec.name, spec.line, name);
  own->condition = spec.condition;
  own->ignoreCount = spec.ignoreCount;
  spec = std::move(*own);
  return Error::success();
}

} // namespace mlir::trackdbg
