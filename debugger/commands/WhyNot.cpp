//===- WhyNot.cpp - Why patterns did not apply ----------------------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"

#include "queries/PlaceSpec.h"
#include "queries/WhyNot.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Where none was typed: the op at the stop, or the last that a dialect
/// conversion gave up on, if that is what the stop, or the end, is about.
static Expected<std::string> specOfCurrentOp(Console &console,
                                             const Lineage &lineage) {
  bool isStopped = console.debugger->state() == State::Stopped;
  if (!lineage.illegalOps().empty()) {
    const IllegalOp &last = lineage.illegalOps().back();
    ArrayRef<Frame> stack = console.debugger->stack();
    if (!isStopped ||
        (!stack.empty() && stack.front().action == lineage.passOf(last.action)))
      return formatv("#{0}", last.op).str();
  }
  if (!isStopped)
    return fail(
        "There is no current op, and no dialect conversion has failed; write "
        "'why-not SPEC', where SPEC is #12, FILE:LINE or an op name.");
  Expected<LiveValue> current = liveResolver(console)("");
  if (!current)
    return current.takeError();
  std::optional<OpId> id = lineage.opAt(current->address);
  if (!id)
    return fail("The birth of the current op is not in the trace; name another "
                "one: 'why-not SPEC'.");
  return formatv("#{0}", *id).str();
}

/// Whether a word can only mean ops.
static bool isOnlySpec(StringRef word) {
  return word.starts_with("%") || word.starts_with("@") ||
         word.starts_with("#") || word.starts_with("/") || parsePlace(word);
}

static Expected<Reply> askWhyNot(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  WhyNotQuestion question;
  question.resolver = liveResolver(console);
  question.pattern = arguments.text("PATTERN");
  question.spec = arguments.text("SPEC");
  // One word may be either of the two, and two may stand in either order.
  bool mayBeSpec =
      question.spec.empty() || namesPattern(*lineage, question.spec);
  if (mayBeSpec && !question.pattern.empty() &&
      (isOnlySpec(question.pattern) ||
       !namesPattern(*lineage, question.pattern)))
    std::swap(question.spec, question.pattern);
  if (question.spec.empty() && !question.pattern.empty() &&
      console.debugger->state() != State::Stopped)
    question.spec = "/./";
  bool isOfStop = question.spec.empty();
  if (isOfStop)
    if (Error error =
            specOfCurrentOp(console, *lineage).moveInto(question.spec))
      return error;
  bool isJson = formatOf(arguments) == AnswerFormat::Json;
  if (arguments.has("--all") || isJson)
    question.maxListed = SIZE_MAX;
  if (std::optional<int64_t> limit = arguments.number("--limit")) {
    if (*limit < 1)
      return fail("Invalid limit \"{0}\": it counts rows from 1.", *limit);
    question.maxListed = *limit;
  }
  Expected<WhyNotAnswer> answer = whyNot(*lineage, question);
  if (!answer)
    return answer.takeError();
  if (isOfStop && !isJson && answer->attempts == 0 && answer->illegal.empty())
    return TextReply{
        formatv("No pattern has been tried on {0} {1} so far, which the action "
                "at this stop works on; 'why-not SPEC' asks about another op, "
                "where SPEC is %5, #12, FILE:LINE or an op name.",
                question.spec, answer->op.name)
            .str()};
  return WhyNotReply{std::move(*answer), formatOf(arguments),
                     arguments.has("--all")};
}

static constexpr CommandSpec rows[] = {
    {.name = "why-not",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "why-not [PATTERN] [SPEC] [--all] [--limit N] [--json]",
     .summary = "Show why patterns did not apply to an op.",
     .details =
         "Lists the attempts so far on the op at the stop, or on the ops that "
         "SPEC names, erased ops included: each pattern with the reason it "
         "gave (notifyMatchFailure, or an error that it reported) and how "
         "often. PATTERN restricts the answer to one pattern, on all ops if "
         "there is no stop. A single word is a PATTERN if a pattern has that "
         "name, and otherwise a SPEC. For an op that a dialect conversion "
         "could not legalize, the answer also lists what was tried to make it "
         "legal and, where a pattern matched, what was tried on the ops that "
         "it made. After a failed conversion, the default SPEC is the op at "
         "which it failed.\n"
         "A session at the prompt records the reasons. A recording has them "
         "only if it was made with --reasons.\n"
         "Examples:\n"
         "  why-not\n"
         "  why-not conv.mlir:12\n"
         "  why-not LinalgTiling linalg.matmul",
     .seeAlso = {"history", "step-change", "info actions"},
     .run = askWhyNot},
};

ArrayRef<CommandSpec> whyNotCommands() { return rows; }

} // namespace mlir::trackdbg
