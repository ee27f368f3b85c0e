//===- FullScreen.cpp - Commands that split the screen --------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> tui(Console &, const Arguments &) {
  return HelpReply{"List of tui subcommands:", commandsWithPrefix("tui "), ""};
}

static Expected<Reply> split(Console &console,
                             std::optional<ScreenLayout> layout) {
  if (Error error = console.frontend.splitScreen(layout))
    return error;
  return NothingReply();
}

static Expected<Reply> enable(Console &console, const Arguments &) {
  return split(console, ScreenLayout::Split);
}

static Expected<Reply> disable(Console &console, const Arguments &) {
  return split(console, std::nullopt);
}

static Expected<Reply> layout(Console &console, const Arguments &arguments) {
  StringRef name = arguments.text("LAYOUT");
  auto layout = StringSwitch<std::optional<ScreenLayout>>(name)
                    .Case("split", ScreenLayout::Split)
                    .Cases({"src", "source"}, ScreenLayout::Source)
                    .Case("ir", ScreenLayout::IR)
                    .Default(std::nullopt);
  if (!layout)
    return fail("Unrecognized layout \"{0}\"; there are split, src and ir.",
                name);
  return split(console, layout);
}

static Expected<Reply> focus(Console &console, const Arguments &arguments) {
  StringRef name = arguments.text("PANE");
  std::optional<PaneName> pane;
  if (is_contained({"src", "source"}, name))
    pane = PaneName::Source;
  else if (name == "ir")
    pane = PaneName::IR;
  else if (name != "next" && name != "prev")
    return fail("Unrecognized pane \"{0}\"; there are src, ir, next and prev.",
                name);
  if (Error error = console.frontend.focusPane(pane))
    return error;
  return NothingReply();
}

/// Moves the text of the active pane so many times.
static Expected<Reply> scroll(Console &console, const Arguments &arguments,
                              PaneShift step) {
  int64_t count = arguments.number("COUNT").value_or(1);
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (count < 1 || count > kMost)
    return fail("Invalid count \"{0}\": it counts from 1 to {1}.", count,
                kMost);
  if (Error error = console.frontend.scrollPane(
          {step.lines * count, step.columns * count}))
    return error;
  return NothingReply();
}

static Expected<Reply> scrollDown(Console &console,
                                  const Arguments &arguments) {
  return scroll(console, arguments, {1, 0});
}

static Expected<Reply> scrollUp(Console &console, const Arguments &arguments) {
  return scroll(console, arguments, {-1, 0});
}

static Expected<Reply> scrollRight(Console &console,
                                   const Arguments &arguments) {
  return scroll(console, arguments, {0, 1});
}

static Expected<Reply> scrollLeft(Console &console,
                                  const Arguments &arguments) {
  return scroll(console, arguments, {0, -1});
}

static constexpr CommandSpec rows[] = {
    {.name = "tui",
     .group = Group::Support,
     .synopsis = "tui",
     .summary = "Show source and IR above the prompt.",
     .run = tui},
    {.name = "tui enable",
     .group = Group::Support,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "tui enable",
     .summary = "Show source and IR above the prompt.",
     .details =
         "On the left is the source of the selected action, and on the right "
         "the function around its op, as it is now. The current line and the "
         "op at the stop have one colour, and so have all ops that come from "
         "the line. The ops that the selected action has made have another "
         "colour, and are what the IR shows first. Without colours, > marks "
         "the "
         "current line and op, + the new ops, and * the others.\n"
         "Page Up and Page Down scroll the active pane, whose title has a "
         "double line. Alt and an arrow key move its text by one line or eight "
         "columns. Ctrl-X O makes the other pane the active one. At the next "
         "stop, both panes show the stop again. Ctrl-L draws the screen again.",
     .seeAlso = {"tui disable", "layout", "focus", "+"},
     .run = enable},
    {.name = "tui disable",
     .group = Group::Support,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "tui disable",
     .summary = "Give the whole screen back to the commands.",
     .seeAlso = {"tui enable"},
     .run = disable},
    {.name = "layout",
     .group = Group::Support,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "layout LAYOUT",
     .summary = "Choose what is shown above the prompt.",
     .details = "LAYOUT is split for both, src for the source alone, or ir for "
                "the IR alone.",
     .seeAlso = {"tui enable", "tui disable"},
     .run = layout},
    {.name = "focus",
     .aliases = {"fs"},
     .group = Group::Support,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "focus PANE",
     .summary = "Choose the pane that scrolls.",
     .details = "PANE is src or ir, or next or prev for the other one.",
     .seeAlso = {"+", "<", "layout"},
     .run = focus},
    {.name = "+",
     .group = Group::Support,
     .synopsis = "+ [COUNT]",
     .summary = "Scroll the active pane down, by COUNT lines.",
     .seeAlso = {"-", "focus", "tui enable"},
     .run = scrollDown},
    {.name = "-",
     .group = Group::Support,
     .synopsis = "- [COUNT]",
     .summary = "Scroll the active pane up, by COUNT lines.",
     .seeAlso = {"+", "focus", "tui enable"},
     .run = scrollUp},
    {.name = "<",
     .group = Group::Support,
     .synopsis = "< [COUNT]",
     .summary = "Move the text of the active pane to the left, by COUNT "
                "columns.",
     .seeAlso = {">", "focus", "tui enable"},
     .run = scrollRight},
    {.name = ">",
     .group = Group::Support,
     .synopsis = "> [COUNT]",
     .summary = "Move the text of the active pane to the right, by COUNT "
                "columns.",
     .seeAlso = {"<", "focus", "tui enable"},
     .run = scrollLeft},
};

ArrayRef<CommandSpec> fullScreenCommands() { return rows; }

} // namespace mlir::trackdbg
