//===- NamedUnits.cpp -----------------------------------------------------===//

#include "commands/NamedUnits.h"

#include "commands/Command.h"
#include "commands/Errors.h"
#include "commands/SourceNames.h"
#include "queries/Queries.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// A name of several things
//===----------------------------------------------------------------------===//

/// "#12 arith.constant in @f at a.mlir:3:5", and what to type for it.
struct Candidate {
  std::string number;   ///< "#12", "#12:arg0", or empty.
  std::string function; ///< "@f", of an argument of one, or empty.
  std::string text;
};

static Candidate describe(const Lineage &lineage, const FoundUnit &unit) {
  OpId op = 0;
  Candidate candidate;
  if (unit.argument < 0) {
    op = lineage.opAt(unit.address).value_or(0);
    candidate.number = formatv("#{0}", op);
  } else if (auto argument = lineage.argumentAt(unit.address, unit.argument)) {
    op = argument->holder;
    candidate.text = formatv("argument {0} of a block in ", argument->number);
    if (argument->isOfEntry) {
      candidate.number = formatv("#{0}:arg{1}", op, argument->number);
      candidate.text = formatv("argument {0} of ", argument->number);
      if (StringRef symbol = lineage.symbol(op); !symbol.empty())
        candidate.function = "@" + symbol.str();
    }
  }
  if (op == 0)
    return {"", "", "an op whose birth is not in the trace"};
  candidate.text += opWithPlace(lineage, op);
  return candidate;
}

/// The sentence that lists them, and says what can be typed in their place.
static Error ambiguous(StringRef name, ArrayRef<Candidate> candidates) {
  constexpr size_t kMostListed = 8;
  std::string text, number;
  StringRef function = candidates.front().function;
  // Where they are of one function, that does not tell them apart.
  if (name.starts_with("@") ||
      all_of(candidates.drop_front(),
             [&](const Candidate &each) { return each.function == function; }))
    function = "";
  for (const Candidate &each : candidates.take_front(kMostListed)) {
    text += "\n  " + each.text;
    if (number.empty())
      number = each.number;
  }
  if (candidates.size() > kMostListed)
    text += formatv("\n  and {0} more", candidates.size() - kMostListed);
  return fail("\"{0}\" names {1} {2} here:{3}\nName one by {4}.", name,
              candidates.size(), name.contains('%') ? "values" : "ops", text,
              !function.empty()
                  ? formatv("its function, as {0}/{1}", function, name).str()
              : number.empty() ? "its function, as @f/" + name.str()
                               : "its number, as " + number);
}

static Expected<FoundUnit> choose(Console &console, StringRef name,
                                  ArrayRef<FoundUnit> units) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::vector<Candidate> candidates;
  std::vector<std::string> choices;
  for (const FoundUnit &unit : units) {
    candidates.push_back(describe(*lineage, unit));
    choices.push_back(candidates.back().text);
  }
  std::optional<size_t> chosen;
  constexpr size_t kMostChoices = 20;
  if (console.asksWhich && units.size() <= kMostChoices) {
    std::string question =
        formatv("\"{0}\" names {1} {2} here:", name, units.size(),
                name.contains('%') ? "values" : "ops");
    if (Error error =
            console.frontend.choose(question, choices).moveInto(chosen))
      return error;
  }
  if (!chosen)
    return ambiguous(name, candidates);
  return units[*chosen];
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static Error notStopped(StringRef name) {
  return fail("\"{0}\" is a name in the printed IR, and the program is not "
              "stopped; name {1}.",
              name,
              name.contains("%arg")
                  ? "the argument as #NUMBER:arg0, @f:arg0 or @stage0/@f/%arg0"
                  : "the op by #NUMBER, FILE:LINE or its name");
}

Expected<FoundUnit> findNamed(Console &console, StringRef name) {
  if (console.debugger->state() != State::Stopped)
    return notStopped(name);
  Expected<FoundAnswer> answer =
      askCompiler(console, ResolveRequest{name.str(), {}, {}});
  if (!answer)
    return answer.takeError();
  if (answer->units.empty())
    if (Error error = unitsOfSourceName(console, name).moveInto(answer->units))
      return error;
  if (answer->units.empty())
    return asSentence(fail("{0}", answer->whyNone));
  if (answer->units.front().address == 0)
    return fail("\"{0}\" is not an op.", name);
  if (answer->units.size() == 1)
    return answer->units.front();
  return choose(console, name, answer->units);
}

Expected<std::string> unitOf(Console &console, StringRef typed) {
  if (typed.empty() || typed == "cursor" || typed == "op")
    return "";
  if (typed.starts_with("%") || typed.starts_with("@")) {
    Expected<FoundUnit> unit = findNamed(console, typed);
    return unit ? unit->unit() : Expected<std::string>(unit.takeError());
  }
  if (!typed.starts_with("#"))
    return fail("\"{0}\" does not name an op; OP is {1}.", typed,
                findArgumentWord("OP")->meaning);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<std::vector<OpId>> ops = resolveOps(*lineage, typed);
  if (!ops)
    return ops.takeError();
  std::optional<uint64_t> address = lineage->liveAddress(ops->front());
  if (!address)
    return fail("Op {0} is not alive here.", typed);
  return FoundUnit{*address}.unit();
}

LiveResolver liveResolver(Console &console) {
  return [&console](StringRef spec) -> Expected<LiveValue> {
    Expected<FoundUnit> unit = findNamed(console, spec);
    if (!unit)
      return unit.takeError();
    LiveValue value{unit->address};
    if (unit->argument >= 0)
      value.argument = unit->argument;
    return value;
  };
}

} // namespace mlir::trackdbg
