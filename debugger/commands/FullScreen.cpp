//===- FullScreen.cpp - Commands that split the screen --------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/StringSwitch.h"

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
  StringRef name = arguments.text("NAME");
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
         "the line. Without colours, > marks the current line and op, and * "
         "the other ops. Ctrl-L draws the screen again.",
     .seeAlso = {"tui disable", "layout"},
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
     .synopsis = "layout NAME",
     .summary = "Choose what is shown above the prompt.",
     .details = "NAME is split for both, src for the source alone, or ir for "
                "the IR alone.",
     .seeAlso = {"tui enable", "tui disable"},
     .run = layout},
};

ArrayRef<CommandSpec> fullScreenCommands() { return rows; }

} // namespace mlir::trackdbg
