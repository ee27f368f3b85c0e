//===- Displays.cpp - Commands about what is shown at each stop -----------===//

#include "commands/Displays.h"

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/ValueFormat.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace mlir::trackdbg {

bool namesOp(StringRef text) {
  return text == "op" || text.starts_with("%") || text.starts_with("@") ||
         text.starts_with("#");
}

/// The op that has a name in the IR as printed here; 0 where there is none, or
/// more than one.
static OpId findOp(Console &console, StringRef text) {
  // Each stop has an op of its own.
  if (text == "op" || text.starts_with("#") ||
      console.debugger->state() != State::Stopped)
    return 0;
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return 0;
  Expected<std::vector<OpId>> ops =
      resolveOps(*lineage, text, liveResolver(console));
  if (ops)
    return ops->size() == 1 ? ops->front() : 0;
  consumeError(ops.takeError());
  return 0;
}

static std::string describeDead(const OpRef &op) {
  std::string text = formatv("<#{0} {1} is gone", op.id, OneLine(op.name));
  if (op.ended != Ended::Unseen)
    text += formatv(": {0}", toString(op.ended));
  if (op.endedBy.number != 0)
    text += " by " + actionNumber(op.endedBy.number);
  return text + ">";
}

static Expected<std::string> valueOf(Console &console, Display &display) {
  StringRef text = display.text;
  ValueFormat format = cantFail(takeFormat(text));
  if (!namesOp(text)) {
    Expected<TermValue> value = evaluate(console, text);
    return value ? format.show(*value)
                 : Expected<std::string>(value.takeError());
  }
  // A display is shown at each stop, and asks nothing there.
  SaveAndRestore asksWhich(console.asksWhich, false);
  if (display.op == 0)
    display.op = findOp(console, text);
  std::string op = display.op == 0 ? text.str() : formatv("#{0}", display.op);
  Expected<Reply> printed = execute(console, "print " + op);
  if (!printed)
    return printed.takeError();
  if (const auto *dead = std::get_if<DeadOpReply>(&*printed))
    return describeDead(dead->op);
  if (const auto *units = std::get_if<UnitsReply>(&*printed))
    if (!units->units.empty()) {
      StringRef shown = StringRef(units->units.front().text).rtrim('\n');
      // The name of a value stands before it already.
      if (StringRef rest = shown; rest.consume_front(text))
        if (rest.consume_front(" = "))
          shown = rest;
      return shown.str();
    }
  return std::string("erased");
}

static DisplayedValue showDisplay(Console &console, Display &display) {
  DisplayedValue shown{display.number, display.text, ""};
  if (Error error = valueOf(console, display).moveInto(shown.value))
    // Its first line says it; the rest shows where in the expression.
    shown.value = "<" +
                  StringRef(toString(std::move(error)))
                      .split('\n')
                      .first.rtrim(":.")
                      .str() +
                  ">";
  return shown;
}

std::vector<DisplayedValue> displayedValues(Console &console) {
  std::vector<DisplayedValue> values;
  for (Display &display : console.scripts.displays)
    values.push_back(showDisplay(console, display));
  return values;
}

void forgetDisplayedOps(Console &console) {
  for (Display &display : console.scripts.displays)
    display.op = 0;
}

static Expected<Reply> addDisplay(Console &console,
                                  const Arguments &arguments) {
  StringRef text = arguments.text("WHAT").trim();
  Scripts &scripts = console.scripts;
  if (text.empty())
    return DisplaysReply{displayedValues(console)};
  StringRef value = text;
  if (Error error = takeFormat(value).takeError())
    return error;
  if (!namesOp(value)) {
    Expected<Expression> parsed = Expression::parse(
        value, [&](StringRef name) { return variableOf(console, name); });
    if (!parsed)
      return parsed.takeError();
  }
  scripts.displays.push_back({++scripts.lastDisplay, text.str()});
  if (console.debugger->state() != State::Stopped)
    return NothingReply{};
  return DisplaysReply{{showDisplay(console, scripts.displays.back())}};
}

static Expected<Reply> removeDisplays(Console &console,
                                      const Arguments &arguments) {
  std::vector<Display> &displays = console.scripts.displays;
  auto has = [&](int64_t number) {
    return any_of(displays,
                  [&](const Display &each) { return each.number == number; });
  };
  bool isUnnamed = arguments.breakpoints().empty();
  if (!isUnnamed) {
    for (int64_t number : arguments.breakpoints())
      if (!has(number))
        return fail("Could not find display number {0}.", number);
    erase_if(displays, [&](const Display &each) {
      return is_contained(arguments.breakpoints(), each.number);
    });
    return NothingReply{};
  }
  if (arguments.allBreakpoints() || displays.empty() ||
      console.frontend.confirm("Delete all auto-display expressions? "))
    displays.clear();
  return NothingReply{};
}

static Expected<Reply> listDisplays(Console &console, const Arguments &) {
  if (console.scripts.displays.empty())
    return TextReply{"There are no auto-display expressions now."};
  std::string text = "Auto-display expressions now in effect:\n"
                     "Num Enb Expression";
  for (const Display &each : console.scripts.displays)
    text +=
        formatv("\n{0,-4}y  {1}", std::to_string(each.number) + ":", each.text);
  return TextReply{text};
}

static constexpr CommandSpec rows[] = {
    {.name = "display",
     .aliases = {"disp"},
     .group = Group::Looking,
     .synopsis = "display [WHAT]",
     .summary = "Show an expression or an op at each stop.",
     .details =
         "Without an argument, show all displays now. A display that has no "
         "value at a stop, such as an erased op, shows the reason. A display "
         "of an op as it is printed at the stop, such as '%5', stays with "
         "that op, whatever its name becomes. "
         "'display/x' shows numbers in a format: see 'help print'.\n"
         "Examples:\n"
         "  display op.uses\n"
         "  display op.operand(0).type\n"
         "  display %5",
     .seeAlso = {"undisplay", "info display", "print", "condition"},
     .run = addDisplay},
    {.name = "undisplay",
     .group = Group::Looking,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "undisplay [ID...]",
     .summary = "Delete displays; all of them without a number.",
     .seeAlso = {"display", "info display"},
     .run = removeDisplays},
    {.name = "info display",
     .group = Group::Looking,
     .synopsis = "info display",
     .summary = "List the displays, which are shown at each stop.",
     .seeAlso = {"display", "undisplay"},
     .run = listDisplays},
};

ArrayRef<CommandSpec> displayCommands() { return rows; }

} // namespace mlir::trackdbg
