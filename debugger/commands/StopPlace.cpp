//===- StopPlace.cpp - The place of the selected action -------------------===//

#include "commands/StopPlace.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = BreakpointSpec::Kind;

static Expected<const Frame &> frameOfStop(const Console &console) {
  const Frame *frame = selectedFrame(console);
  if (console.debugger->state() == State::Stopped && frame)
    return *frame;
  return fail("The program is not stopped at an action; name a place, as in "
              "'break FILE:LINE' or 'break pass NAME'.");
}

/// The name of what the action does, without that of its op. Of a pass of LLVM,
/// which has none, also the condition on what it runs on.
static BreakpointSpec actionOf(const Frame &frame) {
  BreakpointSpec spec;
  spec.kind = Kind::Tag;
  spec.name = frame.tag;
  if (frame.tag == "pass-execution") {
    spec.kind = Kind::Pass;
    spec.name = frame.argument.empty() ? frame.name : frame.argument;
  } else if (frame.tag == "apply-pattern" && !frame.name.empty()) {
    spec.kind = Kind::Pattern;
    spec.name = withoutUsualNamespaces(frame.name);
  } else if (frame.tag == "llvm-pass") {
    spec.kind = Kind::LLVMPass;
    spec.name = llvmPassWord(frame.name, frame.argument).str();
    if (!frame.text.empty())
      spec.condition = "unit == " + literalOf(TermValue(frame.text));
  } else if (frame.tag == "transform-op") {
    spec.kind = Kind::Op;
    spec.name = frame.name;
  }
  return spec;
}

/// What tells the op from others: where it comes from or, where that is not
/// known or takes pages, its name. Empty where it is gone.
static std::string conditionOnOp(Console &console, const Frame &frame) {
  constexpr size_t kLongest = 512;
  for (StringRef term : {"op.loc", "op.name"}) {
    if (term == "op.loc" && frame.line < 1)
      continue;
    Expected<TermValue> value = evaluate(console, term);
    if (!value) {
      consumeError(value.takeError());
      continue;
    }
    const auto *text = std::get_if<std::string>(&*value);
    if (text && !text->empty() && text->size() < kLongest)
      return (term + " == " + literalOf(*value)).str();
  }
  return "";
}

Expected<BreakpointSpec> placeOfStop(Console &console) {
  Expected<const Frame &> frame = frameOfStop(console);
  if (!frame)
    return frame.takeError();
  BreakpointSpec spec = actionOf(*frame);
  if (spec.condition.empty())
    spec.condition = conditionOnOp(console, *frame);
  return spec;
}

Expected<std::vector<int64_t>> breakpointsAtStop(Console &console) {
  Expected<BreakpointSpec> here = placeOfStop(console);
  if (!here)
    return here.takeError();
  const Frame &frame = *selectedFrame(console);
  bool isInnermost = console.debugger->selectedFrame() == 0;
  ArrayRef<int64_t> hit = console.debugger->lastEvent()->stop.breakpoints;
  std::vector<int64_t> ids;
  for (const Breakpoint &each : console.debugger->breakpoints()) {
    const BreakpointSpec &spec = each.spec;
    bool isOnLine = spec.kind == Kind::Location && spec.line == frame.line &&
                    matchesFile(frame.file, spec.name);
    bool isSame = spec.kind == here->kind && spec.name == here->name &&
                  spec.condition == here->condition;
    bool wasHit =
        isInnermost &&
        (spec.kind < Kind::Watch || BreakpointSpec::isInside(spec.kind)) &&
        is_contained(hit, spec.id);
    if (isOnLine || isSame || wasHit)
      ids.push_back(spec.id);
  }
  return ids;
}

} // namespace mlir::trackdbg
