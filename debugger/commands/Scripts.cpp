//===- Scripts.cpp - Variables and expressions of scripts -----------------===//

#include "commands/Scripts.h"

#include "commands/Arguments.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "trackdbg/ExpressionLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The op at work, as other commands take it; void where there is none.
static TermValue currentOp(Console &console) {
  const Frame *frame = selectedFrame(console);
  if (!frame || !frame->address || !frame->alive)
    return {};
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return {};
  std::optional<OpId> op = lineage->opAt(frame->address);
  return op ? TermValue("#" + std::to_string(uint64_t(*op))) : TermValue();
}

static TermValue currentAction(Console &console) {
  const Frame *frame = selectedFrame(console);
  return frame ? TermValue(frame->action) : TermValue();
}

static TermValue exitCode(Console &console) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (!last || last->kind != Event::Kind::Ended ||
      last->ending.kind != Ending::Kind::Exited)
    return {};
  return int64_t(last->ending.code);
}

/// `$$` and `$$2`, counted from the last value back.
static Expected<TermValue> printedBefore(const Scripts &scripts,
                                         StringRef digits) {
  size_t count = scripts.printed.size(), back = 1;
  if (digits.empty() ? count < 2 : count == 0)
    return TermValue();
  if ((!digits.empty() && digits.getAsInteger(10, back)) || back >= count)
    return fail("History does not go back to $${0}.", digits);
  return scripts.printed[count - 1 - back];
}

static Expected<TermValue> printedValue(const Scripts &scripts,
                                        StringRef digits) {
  if (digits.consume_front("$"))
    return printedBefore(scripts, digits);
  size_t number = scripts.printed.size();
  if (digits.empty())
    return number == 0 ? TermValue() : scripts.printed.back();
  if (digits.getAsInteger(10, number) || number > scripts.printed.size())
    return fail("History has not yet reached ${0}.", digits);
  return number == 0 ? TermValue() : scripts.printed[number - 1];
}

/// Whether what stands behind a `$` is as in `$`, `$2`, `$$` and `$$2`.
static bool isPrintedValue(StringRef name) {
  name.consume_front("$");
  return all_of(name, isDigit);
}

static bool isVariableCharacter(char c) { return isAlnum(c) || c == '_'; }

Error checkVariable(StringRef name) {
  bool isName = !name.empty() && !isDigit(name.front()) &&
                all_of(name, isVariableCharacter);
  if (!isName)
    return fail("Invalid variable \"${0}\": a name has letters, digits and _, "
                "and begins with a letter.",
                name);
  if (name.front() == '_' || name == "bpnum")
    return fail("${0} is the debugger's own and cannot be set.", name);
  return Error::success();
}

Expected<TermValue> variableOf(Console &console, StringRef name) {
  const Scripts &scripts = console.scripts;
  if (name == "_action")
    return currentAction(console);
  if (name == "_op")
    return currentOp(console);
  if (name == "_exitcode")
    return exitCode(console);
  if (name == "bpnum") {
    int64_t last = console.debugger->lastBreakpoint();
    return last ? TermValue(last) : TermValue();
  }
  if (name == "_")
    name = "";
  if (isPrintedValue(name))
    return printedValue(scripts, name);
  auto found = scripts.variables.find(name);
  return found == scripts.variables.end() ? TermValue() : found->second;
}

Expected<std::string> replaceVariables(Console &console, StringRef text) {
  std::string replaced;
  while (!text.empty()) {
    auto isBlank = [](char c) { return isSpace(c); };
    StringRef blanks = text.take_while(isBlank);
    StringRef word = text.drop_front(blanks.size()).take_until(isBlank);
    text = text.drop_front(blanks.size() + word.size());
    replaced += blanks;
    StringRef name = word;
    if (!name.consume_front("$") || name.empty() ||
        !(isPrintedValue(name) || all_of(name, isVariableCharacter))) {
      replaced += word;
      continue;
    }
    Expected<TermValue> value = variableOf(console, name);
    if (!value)
      return value.takeError();
    if (value->index() == 0)
      return fail("{0} has no value here.", word);
    const auto *string = std::get_if<std::string>(&*value);
    replaced += string ? *string : literalOf(*value);
  }
  return replaced;
}

//===----------------------------------------------------------------------===//
// Commands of the user's
//===----------------------------------------------------------------------===//

/// As they were typed, with their quotes.
static std::vector<StringRef> splitWords(StringRef text) {
  std::vector<StringRef> words;
  std::string unquoted;
  for (StringRef rest = text.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    StringRef start = rest;
    takeWord(rest, unquoted);
    words.push_back(start.drop_back(rest.size()));
  }
  return words;
}

Block linesOf(const UserCommand &command, StringRef arguments) {
  std::vector<StringRef> words = splitWords(arguments);
  Block lines{"", command.body.origin, command.body.firstLine};
  StringRef rest = command.body.text;
  while (true) {
    size_t next = rest.find("$arg");
    lines.text += rest.take_front(next);
    if (next == StringRef::npos)
      return lines;
    rest = rest.drop_front(next + StringRef("$arg").size());
    StringRef number = rest.take_while(isDigit);
    rest = rest.drop_front(number.size());
    size_t index = 0;
    if (!number.getAsInteger(10, index) && index < words.size())
      lines.text += words[index];
    else if (number.empty() && rest.consume_front("c"))
      lines.text += std::to_string(words.size());
    else if (number.empty() && rest.consume_front("v"))
      lines.text += arguments.trim();
    else // A missing argument is an error of the line, if that is executed.
      lines.text += "$arg" + number.str();
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static Expected<TermValue> evaluateParsed(Console &console,
                                          const Expression &expression) {
  if (expression.terms().empty())
    return expression.evaluate([](unsigned) { return TermValue(); });
  if (console.debugger->state() != State::Stopped)
    return failNotRunning(console);
  Expected<ValueAnswer> answer =
      askCompiler(console, EvaluateRequest{expression.text()});
  if (!answer)
    return answer.takeError();
  Expected<Expression> literal = Expression::parse(answer->literal);
  if (!literal)
    return literal.takeError();
  return literal->evaluate([](unsigned) { return TermValue(); });
}

Expected<TermValue> evaluate(Console &console, StringRef text) {
  Expected<Expression> expression = Expression::parse(
      text, [&](StringRef name) { return variableOf(console, name); });
  if (!expression)
    return expression.takeError();
  return evaluateParsed(console, *expression);
}

Expected<bool> evaluateCondition(Console &console, StringRef text) {
  Expected<Expression> expression = Expression::parseCondition(
      text, [&](StringRef name) { return variableOf(console, name); });
  if (!expression)
    return expression.takeError();
  Expected<TermValue> value = evaluateParsed(console, *expression);
  if (!value)
    return value.takeError();
  return holds(*value);
}

Expected<std::string> conditionFor(Console &console, StringRef text) {
  Expected<Expression> expression = Expression::parseCondition(
      text, [&](StringRef name) { return variableOf(console, name); });
  if (!expression)
    return expression.takeError();
  return expression->text();
}

//===----------------------------------------------------------------------===//
// The conditions of breakpoints
//===----------------------------------------------------------------------===//

static bool isUsers(StringRef variable) {
  Error error = checkVariable(variable);
  bool result = !error;
  consumeError(std::move(error));
  return result;
}

void keepCondition(Console &console, int64_t breakpoint, StringRef typed) {
  KeptCondition kept;
  bool isKept = false;
  size_t copied = 0;
  // What was checked before holds no error. The debugger's own variables are
  // about the moment at which they are typed.
  Expected<ExpressionToken> token = lexExpression(typed, 0);
  for (; token && token->kind != ExpressionToken::Kind::End;
       token = lexExpression(typed, copied)) {
    std::string shown = token->spelling.str(), meant = shown;
    if (token->kind == ExpressionToken::Kind::Variable) {
      StringRef name = token->spelling.drop_front();
      if (isUsers(name)) {
        isKept = true;
      } else if (Expected<TermValue> value = variableOf(console, name)) {
        meant = literalOf(*value);
        bool isVoid = value->index() == 0;
        isKept |= isVoid;
        if (!isVoid)
          shown = meant;
      } else {
        consumeError(value.takeError());
      }
    }
    StringRef blanks = typed.slice(copied, token->start);
    kept.shown.append(blanks).append(shown);
    kept.meant.append(blanks).append(meant);
    copied = token->start + token->spelling.size();
  }
  consumeError(token.takeError());
  if (isKept)
    console.scripts.conditions[breakpoint] = std::move(kept);
  else
    console.scripts.conditions.erase(breakpoint);
}

std::string conditionOf(const Scripts &scripts, const BreakpointSpec &spec) {
  auto found = scripts.conditions.find(spec.id);
  return found == scripts.conditions.end() ? spec.condition
                                           : found->second.shown;
}

/// Gives the condition of one breakpoint the values that its variables have
/// now. The error says that it could not.
static Error refresh(Console &console, const BreakpointSpec &spec) {
  auto found = console.scripts.conditions.find(spec.id);
  if (found == console.scripts.conditions.end())
    return Error::success();
  Expected<std::string> condition = conditionFor(console, found->second.meant);
  if (!condition)
    return fail("Breakpoint {0} still stops only if {1}, because its condition "
                "is invalid with the new value: {2}",
                spec.id, spec.condition, toString(condition.takeError()));
  // The compiler is told of every change.
  if (*condition == spec.condition)
    return Error::success();
  return console.debugger->setCondition(spec.id, *condition);
}

Error setVariable(Console &console, StringRef name, TermValue value) {
  if (Error error = checkVariable(name))
    return error;
  console.scripts.variables[name.str()] = std::move(value);
  Error errors = Error::success();
  for (const Breakpoint &each : console.debugger->breakpoints())
    errors = joinErrors(std::move(errors), refresh(console, each.spec));
  return errors;
}

} // namespace mlir::trackdbg
