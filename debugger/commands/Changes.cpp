//===- Changes.cpp - Commands that change the IR, or try passes on it -----===//

#include "commands/Command.h"
#include "commands/Comparing.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/WithoutBreakpoints.h"

#include "queries/OpSpec.h"
#include "trace/ActionNumber.h"
#include "trace/InputFile.h"

#include "trackdbg/EnumNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Changing
//===----------------------------------------------------------------------===//

template <typename R>
static Expected<Reply> change(Console &console, const R &request) {
  Expected<Event> event = console.debugger->change(request);
  if (!event)
    return event.takeError();
  const Stopped &stop = event->stop;
  return TextReply{formatv("Changed by hand; the stop is still {0} {1}.",
                           nameOf(stop.when), actionNumber(stop.mark.action))
                       .str()};
}

static Expected<Reply> setAttribute(Console &console,
                                    const Arguments &arguments) {
  SetAttributeRequest request;
  if (Error error =
          unitOf(console, arguments.text("OP")).moveInto(request.unit))
    return error;
  request.name = arguments.text("NAME").str();
  StringRef value = arguments.text("ATTRIBUTE").trim();
  value.consume_front("=");
  request.value = value.trim().str();
  if (request.value.empty())
    return fail("The attribute's value is missing, as in \"set attr {0} {1} = "
                "3 : i32\".",
                arguments.text("OP"), request.name);
  return change(console, request);
}

static Expected<Reply> eraseOp(Console &console, const Arguments &arguments) {
  Expected<std::string> unit = unitOf(console, arguments.text("OP"));
  if (!unit)
    return unit.takeError();
  return change(console, EraseRequest{std::move(*unit)});
}

/// As ReplaceUsesRequest names a value.
static Expected<std::string> valueOf(Console &console, StringRef typed) {
  auto [name, result] = typed.split('#');
  if (name.empty() || result.empty())
    return unitOf(console, typed);
  // By the op: the compiler says which results it has.
  Expected<std::string> unit = unitOf(console, name);
  return unit ? *unit + "#" + result.str() : std::move(unit);
}

static Expected<Reply> replaceUses(Console &console,
                                   const Arguments &arguments) {
  Expected<std::string> value = valueOf(console, arguments.text("OP"));
  if (!value)
    return value.takeError();
  StringRef typed = arguments.text("OTHER-OP").trim();
  typed.consume_front("with ");
  Expected<std::string> other = valueOf(console, typed.trim());
  if (!other)
    return other.takeError();
  return change(console,
                ReplaceUsesRequest{std::move(*value), std::move(*other)});
}

//===----------------------------------------------------------------------===//
// Editing text
//===----------------------------------------------------------------------===//

static Expected<Reply> editFromFile(Console &console, std::string unit,
                                    StringRef path) {
  ErrorOr<std::string> text = readFile(path);
  if (!text)
    return fail("{0}: {1}.", path, text.getError().message());
  return change(console, ReplaceTextRequest{std::move(unit), std::move(*text),
                                            path.str()});
}

static Expected<Reply> editText(Console &console, const Arguments &arguments) {
  Expected<std::string> unit = unitOf(console, arguments.text("OP"));
  if (!unit)
    return unit.takeError();
  if (arguments.has("--from"))
    return editFromFile(console, std::move(*unit), arguments.text("--from"));
  Expected<EditableTextAnswer> before =
      askCompiler(console, EditableTextRequest{*unit});
  if (!before)
    return before.takeError();
  Expected<Frontend::Edited> edited = console.frontend.edit(before->text);
  if (!edited)
    return edited.takeError();
  if (edited->text == before->text) {
    sys::fs::remove(edited->file);
    return TextReply{"The text was not edited; nothing was changed."};
  }
  Expected<Reply> reply =
      change(console, ReplaceTextRequest{std::move(*unit),
                                         std::move(edited->text), "edited"});
  if (!reply)
    return fail("{0}; the text is in {1}", toString(reply.takeError()),
                edited->file);
  sys::fs::remove(edited->file);
  return reply;
}

//===----------------------------------------------------------------------===//
// Running passes
//===----------------------------------------------------------------------===//

/// What the passes of `request` change. They run in the compiler itself, as a
/// copy does not record what it does; the caller goes back.
static Expected<IdentityDiffReply> applied(Console &console,
                                           const TryPassesRequest &request,
                                           const DiffAnswer &tried,
                                           const Arguments &arguments) {
  Debugger &debugger = *console.debugger;
  PrintedIR before{tried.before, tried.beforeTies,
                   uint64_t(debugger.lastEvent()->stop.mark.position)};
  Expected<Event> event = debugger.change(
      RunPassesRequest{request.unit, request.pipeline, /*isTrial=*/true});
  if (!event)
    return event.takeError();
  // Without passes, it only prints.
  Expected<DiffAnswer> now = askCompiler(
      console, TryPassesRequest{before.unit(), "", request.options});
  if (!now)
    return now.takeError();
  Expected<Lineage &> lineage = debugger.lineage();
  if (!lineage)
    return lineage.takeError();
  std::optional<IdentityDiffReply> reply = comparePrinted(
      *lineage, before, {now->before, now->beforeTies}, arguments);
  if (!reply)
    return fail("The text does not say which op is where.");
  reply->title = tried.title;
  return std::move(*reply);
}

static Reply unchanged(const DiffAnswer &tried) {
  return TextReply{tried.title + " stays as it is."};
}

static Expected<Reply> tryPasses(Console &console, TryPassesRequest request,
                                 const Arguments &arguments) {
  Expected<DiffAnswer> tried = askCompiler(console, request);
  if (!tried)
    return tried.takeError();
  if (tried->before == tried->after)
    return unchanged(*tried);
  if (!arguments.has("--full")) {
    // With several threads, only the texts can be compared.
    Expected<IdentityDiffReply> reply = lookAhead(*console.debugger, [&] {
      return applied(console, request, *tried, arguments);
    });
    if (reply)
      return std::move(*reply);
    consumeError(reply.takeError());
  }
  if (!arguments.has("--full")) {
    IdentityDiffReply reply =
        comparePrints(tried->before, tried->after, arguments);
    reply.title = std::move(tried->title);
    return reply;
  }
  return DiffReply{std::move(tried->title), std::move(tried->before),
                   std::move(tried->after)};
}

/// They run even where a copy shows no change: locations may change, too.
static Expected<Reply> applyPasses(Console &console, std::string unit,
                                   std::string pipeline) {
  Expected<DiffAnswer> tried = askCompiler(
      console, TryPassesRequest{unit, pipeline, printOptions(console)});
  Expected<Reply> reply =
      change(console, RunPassesRequest{std::move(unit), std::move(pipeline)});
  if (!tried) {
    // What runs for good tells what is wrong, and where it may not run.
    consumeError(tried.takeError());
    return reply;
  }
  if (!reply || tried->before != tried->after)
    return reply;
  return unchanged(*tried);
}

static Expected<Reply> callPasses(Console &console,
                                  const Arguments &arguments) {
  std::string pipeline = arguments.text("PIPELINE").str(), unit;
  if (arguments.has("--on"))
    if (Error error = unitOf(console, arguments.text("--on")).moveInto(unit))
      return error;
  if (arguments.has("--apply"))
    return applyPasses(console, std::move(unit), std::move(pipeline));
  return tryPasses(
      console, {std::move(unit), std::move(pipeline), printOptions(console)},
      arguments);
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "call",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "call PIPELINE [--on OP] [--apply] [--stat] [--side-by-side] "
                 "[--full] [--context COUNT] [--all]",
     .summary = "Run passes on the current function or module.",
     .details =
         "The function is the one around OP, or around the cursor. At any "
         "stop, the passes run in a copy of the compiler, and the answer shows "
         "what they would change. With --apply, which works between passes, "
         "they change the compiler's IR. The compiler must have the "
         "passes.\n"
         "The answer compares op by op, and --stat, --side-by-side, --full and "
         "--context are those of 'diff'. Where the debugger cannot go back, as "
         "in a compiler with several threads, it compares the texts.\n"
         "For where --apply works and how it meets time travel, see 'set "
         "attr'.",
     .seeAlso = {"edit", "diff"},
     .run = callPasses},
    {.name = "edit",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "edit [OP] [--from FILE]",
     .summary = "Edit the text of a function or module.",
     .details =
         "Opens the function around OP, or around the cursor, in $VISUAL or "
         "$EDITOR, or reads its text from FILE. The new text is verified and "
         "replaces the function's contents. If the editor fails or the text is "
         "invalid, nothing changes. Ops on unchanged lines keep their "
         "locations. An op that keeps its place or the name of its value keeps "
         "its lineage.\n"
         "For where this works and how it meets time travel, see 'set attr'.",
     .seeAlso = {"set attr", "erase", "replace-uses"},
     .run = editText},
    {.name = "set attr",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "set attr OP NAME ATTRIBUTE",
     .summary = "Set an attribute of an op.",
     .details = "Works between passes only, because patterns hold pointers to "
                "the IR inside a pass. OP must be in the op that the pass runs "
                "on. The change is verified. If the IR is invalid afterwards, "
                "the change is refused with the verifier's message. In the "
                "lineage the change is an action of its own, \"edit by hand\". "
                "Going back to before the change discards it.\n"
                "Examples:\n"
                "  set attr %5 overflowFlags = #arith.overflow<nsw>\n"
                "  set attr @main llvm.emit_c_interface = unit",
     .seeAlso = {"edit", "erase", "replace-uses"},
     .run = setAttribute},
    {.name = "erase",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "erase [OP]",
     .summary = "Erase an op without uses.",
     .details = "Without OP, erases the op at the cursor. For where this "
                "works, see 'set attr'.",
     .seeAlso = {"replace-uses", "set attr"},
     .run = eraseOp},
    {.name = "replace-uses",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "replace-uses OP OTHER-OP",
     .summary = "Replace the uses of a value with another value.",
     .details = "An example is 'replace-uses %3 with %1'; %5#1 is the second "
                "result of an op. If the other value is computed from this "
                "one, that use stays. For where this works, see 'set attr'.",
     .seeAlso = {"erase", "set attr"},
     .run = replaceUses},
};

ArrayRef<CommandSpec> changeCommands() { return rows; }

} // namespace mlir::trackdbg
