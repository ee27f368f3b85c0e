//===- RenderBreakpoints.cpp - Breakpoints as text ------------------------===//

#include "render/RenderBreakpoints.h"

#include "commands/Places.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

/// By a short name, as all of a screen names it; a script of breakpoints has
/// the whole.
static std::string placeOf(BreakpointSpec spec, const RenderStyle &style) {
  bool isName = spec.kind == BreakpointSpec::Kind::Pass ||
                spec.kind == BreakpointSpec::Kind::Pattern;
  if (isName && style.files && !StringRef(spec.name).starts_with("/"))
    spec.name = withoutUsualNamespaces(spec.name);
  return describePlace(spec);
}

std::string renderAdded(const BreakpointAddedReply &reply,
                        const RenderStyle &style) {
  const Breakpoint &breakpoint = reply.breakpoint;
  BreakpointNoun noun = reply.onlyPrints ? BreakpointNoun{"dprintf", "Dprintf"}
                                         : nounOf(breakpoint.spec.kind);
  const char *format = noun.upper == "Watchpoint"   ? "{0}{1} {2}: {3}\n"
                       : noun.upper == "Catchpoint" ? "{0}{1} {2} ({3})\n"
                                                    : "{0}{1} {2} at {3}.\n";
  std::string text = formatv(
      format, breakpoint.temporary ? "Temporary " : "",
      breakpoint.temporary ? noun.lower : noun.upper, breakpoint.spec.id,
      paint(placeOf(breakpoint.spec, style), Ink::Place, style));
  text = wrapForScreen(StringRef(text).drop_back(), style);
  // What is known of its chances before anything ran.
  if (!breakpoint.neverMatched.empty())
    text += wrapForScreen("Note: " + breakpoint.neverMatched + ".", style);
  if (!reply.note.empty())
    text += wrapForScreen(reply.note, style);
  return text;
}

static std::string indented(StringRef lines, StringRef by) {
  std::string text;
  for (StringRef line : split(lines.rtrim('\n'), '\n'))
    text += by.str() + line.trim().str() + "\n";
  return text;
}

/// A sentence below a breakpoint, broken where a screen needs that.
static std::string behindTab(const std::string &sentence, RenderStyle style) {
  constexpr unsigned kTab = 8;
  style.width -= std::min(style.width, kTab);
  return indented(wrapForScreen(sentence, style), "\t");
}

std::string renderBreakpoints(const BreakpointsReply &reply,
                              const RenderStyle &style) {
  if (reply.breakpoints.empty())
    return "No breakpoints or watchpoints.\n";
  std::string text =
      paint("Num     Type           Disp Enb What", Ink::Title, style) + "\n";
  for (const Breakpoint &breakpoint : reply.breakpoints) {
    const BreakpointSpec &spec = breakpoint.spec;
    bool onlyPrints = reply.printing.contains(spec.id);
    text += formatv("{0,-8}{1,-15}{2,-5}{3,-4}{4}\n", spec.id,
                    onlyPrints ? "dprintf" : nounOf(spec.kind).lower,
                    breakpoint.temporary         ? "del"
                    : breakpoint.isSelfDisabling ? "dis"
                                                 : "keep",
                    spec.enabled ? "y" : "n",
                    paint(placeOf(spec, style), Ink::Place, style));
    if (!spec.condition.empty())
      text += formatv("\tstop only if {0}\n", spec.condition);
    if (breakpoint.isOnlyChanging)
      text += "\tstop only before actions that change the IR\n";
    if (breakpoint.hits > 0)
      text += formatv("\t{0} already hit {1}\n", nounOf(spec.kind).lower,
                      counted(breakpoint.hits, "time"));
    if (spec.ignoreCount > 0)
      text += formatv("\tignore next {0}\n", counted(spec.ignoreCount, "hit"));
    // As in gdb, one hit is told by the disposition alone.
    if (breakpoint.hitsLeft > 1)
      text += formatv("\tdisable after {0} {1}\n",
                      spec.ignoreCount > 0 ? "additional" : "next",
                      counted(breakpoint.hitsLeft, "hit"));
    if (auto lines = reply.commands.find(spec.id);
        lines != reply.commands.end())
      text += indented(lines->second.text, "        ");
    if (!breakpoint.neverMatched.empty())
      text += behindTab("never matched: " + breakpoint.neverMatched, style);
  }
  return text;
}

} // namespace mlir::trackdbg
