//===- BreakpointScript.cpp - Breakpoints as commands ---------------------===//

#include "commands/BreakpointScript.h"

#include "commands/Arguments.h"
#include "commands/Places.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = BreakpointSpec::Kind;

/// As `break` reads it, whatever the name holds.
static std::string placeToRead(const BreakpointSpec &spec) {
  BreakpointSpec quoted = spec;
  if (spec.kind == Kind::Location)
    quoted.name = quoteWord(spec.name);
  else if (spec.kind != Kind::Action && spec.kind != Kind::Symbol &&
           !StringRef(spec.name).starts_with("/"))
    quoted.name = "\"" + spec.name + "\"";
  return describePlace(quoted);
}

/// The command without what belongs to it.
static std::string commandOf(const Breakpoint &breakpoint,
                             const Scripts &scripts) {
  const BreakpointSpec &spec = breakpoint.spec;
  if (scripts.formats.contains(spec.id))
    return "dprintf " + placeToRead(spec);
  std::string prefix = breakpoint.temporary ? "t" : "";
  if (spec.kind > Kind::Watch && !BreakpointSpec::isInside(spec.kind))
    return prefix + "catch " + describePlace(spec);
  return prefix + "break " + placeToRead(spec);
}

static void write(raw_ostream &os, const Breakpoint &breakpoint,
                  const Scripts &scripts) {
  const BreakpointSpec &spec = breakpoint.spec;
  if (spec.kind == Kind::Watch) {
    os << "# At a stop: watch " << describePlace(spec) << "\n";
    return;
  }
  os << commandOf(breakpoint, scripts);
  if (breakpoint.isOnlyChanging)
    os << " changed";
  auto format = scripts.formats.find(spec.id);
  bool isPrinting = format != scripts.formats.end();
  if (isPrinting) // The place ends at the first comma.
    os << "," << format->second;
  if (!spec.condition.empty())
    os << (isPrinting ? "\ncondition $bpnum " : " if ")
       << conditionOf(scripts, spec);
  os << "\n";
  if (auto lines = scripts.ofBreakpoints.find(spec.id);
      lines != scripts.ofBreakpoints.end())
    os << "  commands\n" << lines->second.text << "  end\n";
  if (breakpoint.hitsLeft > 0)
    os << "enable count " << breakpoint.hitsLeft << " $bpnum\n";
  if (spec.ignoreCount > 0)
    os << "ignore $bpnum " << spec.ignoreCount << "\n";
  if (!spec.enabled)
    os << "disable $bpnum\n";
}

std::string breakpointScript(ArrayRef<Breakpoint> breakpoints,
                             const Scripts &scripts) {
  std::string text;
  raw_string_ostream os(text);
  for (const Breakpoint &breakpoint : breakpoints)
    write(os, breakpoint, scripts);
  return text;
}

} // namespace mlir::trackdbg
