//===- Handles.cpp - The handles of a transform script --------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "queries/Queries.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Names, as the script's author wrote them
//===----------------------------------------------------------------------===//

// "%loop" of "%loop, %tiled:2 = ...", and "%tiled#1" of the same.
static std::string resultName(StringRef results, int64_t number) {
  SmallVector<StringRef> names;
  results.split(names, ',');
  for (StringRef name : names) {
    auto [word, count] = name.trim().split(':');
    if (!word.starts_with("%"))
      return "";
    int64_t size = 1;
    if (!count.empty() && count.getAsInteger(10, size))
      return "";
    if (number < size)
      return size == 1 ? word.str() : formatv("{0}#{1}", word, number).str();
    number -= size;
  }
  return "";
}

// What stands before the `=` in front of an op's name, which may be on a line
// of its own.
static StringRef resultsBefore(ArrayRef<StringRef> lines,
                               const Handle &handle) {
  StringRef text = lines[handle.line - 1].take_front(handle.column - 1).trim();
  for (int64_t line = handle.line - 1; text.empty() && line > 0; --line)
    text = lines[line - 1].split("//").first.trim();
  return text.consume_back("=") ? text.rtrim() : StringRef();
}

// Empty where the source cannot be read, or is no longer what was compiled.
static std::string nameInSource(Console &console, const Handle &handle) {
  if (handle.file.empty() || handle.line <= 0 || handle.column <= 0)
    return "";
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(handle.file);
  if (!lines) {
    consumeError(lines.takeError());
    return "";
  }
  if (uint64_t(handle.line) > lines->size())
    return "";
  if (!handle.op.empty())
    return resultName(resultsBefore(*lines, handle), handle.number);
  StringRef rest = (*lines)[handle.line - 1].drop_front(
      std::min<size_t>(handle.column - 1, (*lines)[handle.line - 1].size()));
  return rest.starts_with("%")
             ? rest.take_front(1 + rest.drop_front().find_first_not_of(
                                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM"
                                       "NOPQRSTUVWXYZ0123456789_$.-"))
                   .str()
             : "";
}

//===----------------------------------------------------------------------===//
// info handles
//===----------------------------------------------------------------------===//

// The payload of a handle; an op of which the trace does not know has no id.
static std::vector<OpRef> payloadOf(Console &console, const Handle &handle) {
  std::vector<OpRef> ops;
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return ops;
  for (int64_t address : handle.payload)
    if (std::optional<OpId> id = lineage->opAt(address))
      ops.push_back(describeOp(*lineage, *id));
  return ops;
}

static Expected<Reply> infoHandles(Console &console,
                                   const Arguments &arguments) {
  Expected<HandlesAnswer> answer = askCompiler(console, HandlesRequest());
  if (!answer)
    return answer.takeError();
  StringRef wanted = arguments.text("HANDLE");
  HandlesReply reply;
  reply.shown = wanted.empty() ? HandlesShown::All : HandlesShown::One;
  for (Handle &handle : answer->handles) {
    HandleRow row;
    row.name = nameInSource(console, handle);
    if (row.name.empty())
      row.name = handle.name;
    if (!wanted.empty() && wanted != row.name && wanted != handle.name)
      continue;
    row.payload = payloadOf(console, handle);
    row.handle = std::move(handle);
    reply.rows.push_back(std::move(row));
  }
  if (!wanted.empty() && reply.rows.empty())
    return fail("No handle \"{0}\" here; 'info handles' lists them.", wanted);
  return reply;
}

static constexpr CommandSpec rows[] = {
    {.name = "info handles",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info handles [HANDLE]",
     .summary = "List the handles of the running transform script, and their "
                "payload.",
     .details = "A handle is a value of the script. Each handle is shown with "
                "its definition and with the ops, values or parameters that it "
                "stands for now. With HANDLE, only that handle is shown, with "
                "its whole payload.\n"
                "Before an op of the script, the answer shows which handles "
                "the op reads, which it consumes, and which it makes invalid "
                "because they share payload with a consumed handle or stand "
                "for ops nested in its payload. For an invalid handle it names "
                "the op that made it invalid. An op that uses an invalid "
                "handle fails or, if the interpreter does not check, works on "
                "ops that may have been freed. With disable-expensive-checks, "
                "handles to nested ops are not checked here either.\n"
                "Example:\n"
                "  break tag transform-op\n"
                "  info handles %loop",
     .seeAlso = {"break", "step", "skip", "history"},
     .run = infoHandles},
};

ArrayRef<CommandSpec> handleCommands() { return rows; }

} // namespace mlir::trackdbg
