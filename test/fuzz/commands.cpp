//===- commands.cpp - Any text at the prompt ------------------------------===//
//
// A libFuzzer target: runs the input as a script on a recorded trace and shows
// what is answered. A first line "# NAME" chooses the trace, corpus-trace/NAME.
// Nothing outside the process is touched: see isAllowed.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "ShortTrace.h"
#include "SilentFrontend.h"

#include "commands/Command.h"
#include "render/Render.h"
#include "terminal/Script.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <cstdlib>
#include <map>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

/// Commands that write files, start processes, or change this one. The others
/// that would do so (source, shell, quit) only answer that they want to, and
/// those that run the compiler have none.
constexpr StringRef kTouchOutside[] = {
    "cd",          "dump-lineage", "edit",
    "log-actions", "python",       "python-interactive",
    "bisect",      "reproduce",    "save breakpoints",
};

bool isAllowed(StringRef line) {
  static const bool areKnown = all_of(kTouchOutside, [](StringRef name) {
    return is_contained(
        map_range(allCommands(), [](auto *row) { return row->name; }), name);
  });
  if (!areKnown)
    std::abort();
  line = line.ltrim();
  Expected<const CommandSpec *> row = findCommand(line);
  if (!row) {
    consumeError(row.takeError());
    return true;
  }
  return !is_contained(kTouchOutside, (*row)->name);
}

/// The traces of corpus-trace, each a file in memory, by name.
std::string tracePath(StringRef name) {
  static std::map<std::string, MemoryFile, std::less<>> traces;
  auto [found, isNew] = traces.try_emplace(name.str());
  if (isNew) {
    auto content = MemoryBuffer::getFile(TRACKDBG_FUZZ_TRACES "/" + name);
    if (!content)
      std::abort();
    expandShortTrace((*content)->getBuffer(), found->second.descriptor);
  }
  return found->second.path;
}

/// The one that a script names.
std::string traceFor(StringRef script) {
  constexpr StringRef known[] = {"seed-stages", "seed-fold", "seed-failed",
                                 "seed-inlined", "seed-killed"};
  StringRef first = script.split('\n').first;
  if (first.consume_front("# "))
    for (StringRef name : known)
      if (name == first)
        return tracePath(name);
  return tracePath(known[0]);
}

class Session {
public:
  explicit Session(StringRef script) : console(open(script), frontend) {}
  void run(const Block &block);

private:
  static std::unique_ptr<Debugger> open(StringRef script) {
    auto debugger = Debugger::open(traceFor(script));
    if (!debugger)
      std::abort();
    return std::move(*debugger);
  }
  void runLine(const ScriptLine &line);
  void runReply(const Reply &reply);

  SilentFrontend frontend;
  Console console;
  /// Loops and commands that call themselves come to an end.
  unsigned left = 40;
  unsigned depth = 0;
};

void Session::run(const Block &block) {
  constexpr unsigned kDeepest = 8;
  if (depth >= kDeepest)
    return;
  ++depth;
  for (const ScriptLine &line : parseScript(block))
    if (left > 0)
      runLine(line);
  --depth;
}

void Session::runLine(const ScriptLine &line) {
  --left;
  if (!isAllowed(line.command))
    return;
  console.commandLines.push_back(line.command);
  Expected<Reply> reply = execute(console, line.command, line.body);
  if (reply)
    return runReply(*reply);
  // What is refused is said.
  if (toString(reply.takeError()).empty())
    std::abort();
}

void Session::runReply(const Reply &reply) {
  for (Colors colors : {Colors::Off, Colors::On})
    render(reply, RenderStyle{colors, 80});
  if (std::holds_alternative<QuitReply>(reply))
    left = 0;
  const auto *block = std::get_if<BlockReply>(&reply);
  if (!block)
    return;
  do {
    if (!block->condition.empty()) {
      Expected<bool> goesOn = evaluateCondition(console, block->condition);
      if (!goesOn || !*goesOn)
        return consumeError(goesOn.takeError());
      left -= left > 0;
    }
    run(block->block);
  } while (!block->condition.empty() && left > 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  Session(text).run(Block{text.str(), "script", 1});
  return 0;
}
