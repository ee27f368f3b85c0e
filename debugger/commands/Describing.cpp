//===- Describing.cpp - Commands that tell parts of the stop --------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Displays.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/Places.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Ops and values
//===----------------------------------------------------------------------===//

static Expected<Reply> describe(Console &console, StringRef typed,
                                DescriptionShown shown) {
  Expected<std::string> unit = unitOf(console, typed);
  if (!unit)
    return unit.takeError();
  DescribeRequest request;
  request.unit = std::move(*unit);
  if (shown == DescriptionShown::Arguments)
    request.of = DescribeRequest::Of::Function;
  if (shown == DescriptionShown::AllTypes)
    request.of = DescribeRequest::Of::Types;
  request.elementLimit = console.settings.printElements;
  Expected<DescribeAnswer> answer = askCompiler(console, request);
  if (!answer)
    return answer.takeError();
  return DescriptionReply{std::move(*answer), shown};
}

static Expected<Reply> infoLocals(Console &console, const Arguments &) {
  return describe(console, "", DescriptionShown::Parts);
}

static Expected<Reply> infoArguments(Console &console, const Arguments &) {
  return describe(console, "", DescriptionShown::Arguments);
}

static Expected<Reply> infoTypes(Console &console, const Arguments &arguments) {
  StringRef pattern = arguments.text("REGEX");
  Expected<UserRegex> wanted = UserRegex::make(pattern.empty() ? "." : pattern);
  if (!wanted)
    return wanted.takeError();
  Expected<Reply> reply = describe(console, "", DescriptionShown::AllTypes);
  if (!reply)
    return reply.takeError();
  auto &answer = std::get<DescriptionReply>(*reply).answer;
  erase_if(answer.results,
           [&](const NamedPart &type) { return !wanted->match(type.text); });
  return reply;
}

static StringRef typeOf(const TermValue &value) {
  if (std::holds_alternative<std::monostate>(value))
    return "void";
  if (std::holds_alternative<bool>(value))
    return "bool";
  return std::holds_alternative<int64_t>(value) ? "int" : "string";
}

static Expected<Reply> printType(Console &console, const Arguments &arguments) {
  StringRef value = arguments.text("VALUE").trim();
  if (value.empty() || namesOp(value)) {
    if (console.debugger->state() != State::Stopped)
      return failNotRunning(console);
    return describe(console, value, DescriptionShown::Types);
  }
  Expected<TermValue> found = evaluate(console, value);
  if (!found)
    return found.takeError();
  return TextReply{("type = " + typeOf(*found)).str()};
}

//===----------------------------------------------------------------------===//
// The stop
//===----------------------------------------------------------------------===//

static Expected<Reply> infoFrame(Console &console, const Arguments &) {
  const Frame *frame = selectedFrame(console);
  if (!frame)
    return fail("No stack.");
  std::vector<Frame> stack = knownStack(console);
  size_t level = console.debugger->selectedFrame();
  FrameDetailsReply reply;
  reply.frame = {level, *frame};
  if (level + 1 < stack.size())
    reply.around = stack[level + 1];
  if (level > 0 && level - 1 < stack.size())
    reply.inside = stack[level - 1];
  return reply;
}

static Expected<Reply> infoThreads(Console &console, const Arguments &) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  const std::vector<Frame> stack = knownStack(console);
  if (stack.empty())
    return fail("No threads.");
  return ThreadReply{lineage->action(stack.front().action).thread,
                     stack.front()};
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "info locals",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info locals",
     .summary =
         "Show operands, results and attributes of the op at the cursor.",
     .seeAlso = {"info args", "context", "cursor-print"},
     .run = infoLocals},
    {.name = "info args",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info args",
     .summary = "Show the arguments of the function around the cursor.",
     .seeAlso = {"info locals"},
     .run = infoArguments},
    {.name = "info types",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info types [REGEX]",
     .summary = "List the types of the values, and how many have each.",
     .details = "Counts the results and block arguments in the op that the "
                "pass at the stop runs on. With REGEX, only types that match.",
     .seeAlso = {"ptype", "info locals"},
     .run = infoTypes},
    {.name = "info frame",
     .aliases = {"info f"},
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "info frame",
     .summary = "Show the selected action, and those around and in it.",
     .seeAlso = {"frame", "backtrace"},
     .run = infoFrame},
    {.name = "info threads",
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "info threads",
     .summary = "Show the thread that is stopped, and its action.",
     .seeAlso = {"info inferiors"},
     .run = infoThreads},
    {.name = "whatis",
     .group = Group::Looking,
     .synopsis = "whatis [VALUE]",
     .summary = "Show the type of a value or an expression.",
     .seeAlso = {"ptype", "print"},
     .run = printType},
    {.name = "ptype",
     .group = Group::Looking,
     .synopsis = "ptype [VALUE]",
     .summary = "Show the type of a value or an expression.",
     .details = "An op shows the types of all its results. Without VALUE, it "
                "is the op at the cursor.",
     .seeAlso = {"whatis", "print", "info locals"},
     .run = printType},
};

ArrayRef<CommandSpec> describingCommands() { return rows; }

} // namespace mlir::trackdbg
