//===- Arguments.cpp ------------------------------------------------------===//

#include "commands/Arguments.h"

#include "commands/Errors.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// The words of a synopsis
//===----------------------------------------------------------------------===//

using Kind = ArgumentWord::Kind;

static constexpr ArgumentWord words[] = {
    {"COUNT", Kind::Number, Completes::Nothing, "a number"},
    {"N", Kind::Number, Completes::Nothing, "a number"},
    {"ACTION", Kind::Action, Completes::Nothing,
     "an action as the debugger shows it, such as a12, or its number"},
    {"ID", Kind::Breakpoints, Completes::Breakpoints,
     "a breakpoint's number, a range such as 2-4, or 'all'"},
    {"PLACE", Kind::Rest, Completes::Places,
     "FILE:LINE[:COL], 'pass NAME', 'pattern NAME', 'op NAME', 'tag NAME', "
     "@f (all of a function or another symbol), an action such as a12, or "
     "'created OP', 'replaced OP' or 'erased OP' (inside the action); a "
     "LINE alone is in the current file, which before the run is the command's "
     "input; a NAME matches exactly, or as the end of a name, or as a regular "
     "expression if written /REGEX/",
     "FILE:LINE, @f, 'pass NAME', 'op NAME' or a12"},
    {"CONDITION", Kind::Rest, Completes::Nothing,
     "an expression, such as op.name == \"arith.addi\"; see 'help condition'"},
    {"EVENT", Kind::Rest, Completes::Nothing,
     "'create OP', 'erase OP', 'fail' (of a pass), 'pass-changed', "
     "'diagnostic [error|warning|remark]', 'verify', 'order' or 'crash'",
     "create OP, erase OP, fail, pass-changed, diagnostic, verify, order or "
     "crash"},
    {"SPEC", Kind::Rest, Completes::Ops,
     "%5 or @f/%5 as printed at the stop, @stage3/%5 or @stage3/@f/%5 as in a "
     "printed stage and @stage3:17 by its line there, #12 (an op's id), "
     "FILE:LINE[:COL], an op name such as linalg.matmul, @f (a symbol), or "
     "/REGEX/ on op names and symbols; for 'became' and 'origin' also an "
     "argument: %arg0 in the place of %5, or SPEC:arg0, the first argument of "
     "the first block of an op",
     "%5, #12, FILE:LINE, linalg.matmul, @f or /REGEX/"},
    {"CODEPLACE", Kind::Rest, Completes::Files,
     "a byte of machine code: SYMBOL+N, OBJECT:OFFSET, or an address, with "
     "decimal numbers or hexadecimal ones such as 0x1f4"},
    {"PROGRAM", Kind::Word, Completes::Files,
     "an executable or a shared library"},
    {"SHARE", Kind::Word, Completes::Choices, "op, line, pass or function"},
    {"TRACE", Kind::Word, Completes::Files, "a recorded trace"},
    {"OPNAME", Kind::Rest, Completes::Ops,
     "an op's name such as linalg.matmul, or another SPEC"},
    {"STAGE", Kind::Word, Completes::Stages,
     "start, end, a stage's number, a pass (the stage after it), or a12 (when "
     "that action has ended)"},
    {"OWNER", Kind::Word, Completes::Passes,
     "a pass's name, such as cse, or an op's name"},
    {"CODE", Kind::Rest, Completes::Files,
     "a place in the compiler's C++: FILE:LINE, a line, or a function"},
    {"CPPLINE", Kind::Word, Completes::Files,
     "FILE:LINE, a line of the compiler's C++"},
    {"ROW", Kind::Word, Completes::Choices, "action or native-line"},
    {"KEY", Kind::Word, Completes::Choices, "op, pass, pattern or native-line"},
    {"GROUP", Kind::Word, Completes::Choices, "function, line or result"},
    {"VALUE", Kind::Rest, Completes::Ops,
     "%5 or @f/%5 as printed at the stop, @stage3/%5 or @end/%5 as in a "
     "printed stage, #12 (an op's id), @f (a symbol), op (the one at the "
     "cursor), or an expression such as op.uses, $x + 1"},
    {"HANDLE", Kind::Word, Completes::Nothing,
     "a value of the transform script, such as %loop"},
    {"OTHER-STAGE", Kind::Word, Completes::Stages, "another stage"},
    {"OP", Kind::Word, Completes::Ops,
     "%5 or @f/%5 as printed at the stop, @f (a symbol), or 'cursor'"},
    {"OTHER-OP", Kind::Rest, Completes::Ops, "another op"},
    {"ATTRIBUTE", Kind::Raw, Completes::Nothing,
     "an attribute as MLIR writes it, with or without a \"=\" before it"},
    {"PIPELINE", Kind::Word, Completes::Passes,
     "passes as --pass-pipeline takes them, such as "
     "'canonicalize,func.func(cse)'"},
    {"PASS", Kind::Word, Completes::Passes, "a pass's name, such as cse"},
    {"PATTERN", Kind::Word, Completes::Patterns,
     "a pattern's name, the end of the name, or /REGEX/"},
    {"CLASS", Kind::Word, Completes::Choices,
     "actions, patterns, passes or llvm-passes"},
    {"LAYOUT", Kind::Word, Completes::Choices, "split, src or ir"},
    {"PANE", Kind::Word, Completes::Choices, "src, ir, next or prev"},
    {"CMD", Kind::Word, Completes::Nothing, "a command for the shell"},
    {"SECONDS", Kind::Number, Completes::Nothing, "a number of seconds"},
    {"NAME", Kind::Word, Completes::Nothing, "a name"},
    {"TAG", Kind::Word, Completes::Nothing, "an action's tag"},
    {"LOCATION", Kind::Rest, Completes::Files,
     "FILE:LINE[:COL], or a LINE of the current file"},
    {"LINES", Kind::Rest, Completes::Files,
     "a line, FILE:LINE, FIRST,LAST, @f (where a function was in the input), "
     "or - for the lines before"},
    {"FILE", Kind::Word, Completes::Files, "a file's name"},
    {"DIRECTORY", Kind::Word, Completes::Directories, "a folder's name"},
    {"OTHER-DIRECTORY", Kind::Word, Completes::Directories, "another folder"},
    {"ARGS", Kind::Rest, Completes::Files,
     "arguments for the compiler, quoted as in a shell, with '< FILE' and "
     "'> FILE'"},
    {"COMMAND", Kind::Rest, Completes::Commands,
     "a command's name or its beginning"},
    {"SETTING", Kind::Rest, Completes::Settings,
     "a setting's name; 'show' lists them"},
    {"PID", Kind::Word, Completes::Nothing, "the number of a process"},
    {"REGEX", Kind::Rest, Completes::Nothing, "a regular expression"},
    {"EXPRESSION", Kind::Rest, Completes::Nothing,
     "an expression, as in a condition: op.uses, op.attr(\"NAME\"), $x + 1"},
    {"WHAT", Kind::Rest, Completes::Ops,
     "an EXPRESSION, or an op as VALUE says"},
    {"CODE", Kind::Raw, Completes::Nothing, "Python code"},
    {"FORMAT", Kind::Raw, Completes::Nothing,
     "a text in double quotes with %d or %s for each value, and the values "
     "behind it after commas"},
    {"ALIAS", Kind::Raw, Completes::Nothing, "the new name"},
    {"TEXT", Kind::Raw, Completes::Nothing,
     "a text as the command's help shows it"},
};

ArrayRef<ArgumentWord> argumentWords() { return words; }

bool ArgumentWord::takesVariables() const {
  return kind == Kind::Number || kind == Kind::Action ||
         kind == Kind::Breakpoints || completes == Completes::Stages ||
         word == "SPEC" || word == "OPNAME";
}

SmallVector<StringRef, 4> ArgumentWord::choices() const {
  auto [list, last] = meaning.split(" or ");
  SmallVector<StringRef, 4> found;
  list.split(found, ", ");
  found.push_back(last);
  return found;
}

const ArgumentWord *findArgumentWord(StringRef word) {
  const auto *found = find_if(
      words, [&](const ArgumentWord &entry) { return entry.word == word; });
  return found == std::end(words) ? nullptr : found;
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

Expected<Syntax> Syntax::parse(StringRef synopsis, StringRef name) {
  Syntax syntax;
  syntax.synopsis = synopsis;
  StringRef rest = synopsis;
  if (!rest.consume_front(name))
    return fail("the synopsis \"{}\" does not start with \"{}\"", synopsis,
                name);
  while (!(rest = rest.ltrim()).empty()) {
    bool optional = rest.front() == '[';
    StringRef item;
    if (optional) {
      std::tie(item, rest) = rest.drop_front().split(']');
    } else {
      std::tie(item, rest) = rest.split(' ');
    }
    auto [first, value] = item.split(' ');
    // As in PLACE,"FORMAT", which is one argument.
    first = first.take_until([](char c) { return c == ','; }).trim('"');
    if (first.starts_with("--")) {
      const ArgumentWord *word = findArgumentWord(value);
      if (!value.empty() && !word)
        return fail("Invalid word \"{}\" in a synopsis", value);
      syntax.flags.push_back({first, word});
      continue;
    }
    // What follows a rest of the line is part of it, for the reader.
    if (!syntax.parameters.empty() &&
        syntax.parameters.back().word->kind >= Kind::Rest)
      continue;
    Parameter parameter;
    parameter.optional = optional;
    parameter.repeated = first.consume_back("...");
    parameter.word = findArgumentWord(first);
    if (!parameter.word)
      return fail("Invalid word \"{}\" in a synopsis", first);
    syntax.parameters.push_back(parameter);
    if (parameter.word->kind >= Kind::Rest && !rest.contains("[--"))
      break;
  }
  return syntax;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool takeWord(StringRef &line, std::string &word, char *openQuote) {
  line = line.ltrim();
  word.clear();
  if (line.empty())
    return false;
  char quote = 0;
  while (!line.empty()) {
    char c = line.front();
    if (!quote && isSpace(c))
      break;
    line = line.drop_front();
    if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
      continue;
    }
    if (c == '\\' && quote != '\'' && !line.empty()) {
      c = line.front();
      line = line.drop_front();
    }
    word += c;
  }
  if (openQuote)
    *openQuote = quote;
  return true;
}

std::string quoteWord(StringRef word) {
  constexpr StringRef special = " \t\n\v\f\r\"'\\<>|&;$`*?()[]{}#~!";
  if (!word.empty() && word.find_first_of(special) == StringRef::npos)
    return word.str();
  std::string quoted(1, '\'');
  for (char c : word) {
    if (c == '\'')
      quoted += "'\\'";
    quoted += c;
  }
  quoted += '\'';
  return quoted;
}

Error notClosed(char quote, StringRef typed) {
  return fail("In {0}, the quote {1} is not closed.", typed,
              StringRef(&quote, 1));
}

Error Arguments::addBreakpoints(const Syntax &syntax, StringRef typed) {
  if (typed == "all") {
    all = true;
    return Error::success();
  }
  auto [first, last] = typed.split('-');
  // As others number their breakpoints.
  first.consume_front("#");
  last.consume_front("#");
  int64_t from = 0, to = 0;
  if (first.getAsInteger(10, from) || from < 0 ||
      (typed.contains('-') ? last.getAsInteger(10, to) : (to = from, false)) ||
      to < from)
    return fail("Bad breakpoint number \"{}\"; usage: {}", typed,
                syntax.synopsis);
  constexpr int64_t kMost = 1'000'000;
  if (to - from >= kMost)
    return fail("The range \"{}\" is too long; it may have {} numbers", typed,
                kMost);
  // Counted by its length: there is nothing behind the largest number.
  for (int64_t offset = 0; offset <= to - from; ++offset)
    ids.push_back(from + offset);
  return Error::success();
}

Error Arguments::addWord(const Syntax &syntax, const ArgumentWord &word,
                         std::string typed, Replace replace) {
  if (replace && word.takesVariables())
    if (Error error = replace(typed).moveInto(typed))
      return error;
  if (word.kind == Kind::Breakpoints)
    return addBreakpoints(syntax, typed);
  if (word.kind == Kind::Action) {
    std::optional<uint64_t> action = parseActionNumber(typed);
    if (StringRef number = typed;
        number.consume_front("#") && parseActionNumber(number))
      return fail("\"{}\" is an op; an action is written as \"a{}\"", typed,
                  number);
    if (!action)
      return fail("\"{}\" is not an action, such as a12; usage: {}", typed,
                  syntax.synopsis);
    typed = std::to_string(*action);
  }
  int64_t number = 0;
  if (word.kind == Kind::Number && StringRef(typed).getAsInteger(10, number))
    return fail("\"{}\" is not a number; usage: {}", typed, syntax.synopsis);
  values.push_back({word.word, std::move(typed)});
  return Error::success();
}

Error Arguments::addFlag(const Syntax &syntax, StringRef typed,
                         StringRef &line) {
  auto [name, value] = typed.split('=');
  const auto *flag = find_if(syntax.flags, [&](const Syntax::Flag &flag) {
    return flag.name == name;
  });
  if (flag == syntax.flags.end())
    return fail("Unknown option \"{}\"; usage: {}", name, syntax.synopsis);
  if (!flag->value) {
    if (typed.contains('='))
      return fail("Option {} takes no value; usage: {}", name, syntax.synopsis);
    values.push_back({flag->name, "yes"});
    return Error::success();
  }
  std::string next = value.str();
  StringRef start = line;
  char openQuote = 0;
  if (!typed.contains('=') && !takeWord(line, next, &openQuote))
    return fail("Option {} requires a value; usage: {}", name, syntax.synopsis);
  if (openQuote)
    return notClosed(openQuote, start.ltrim());
  int64_t number = 0;
  if (flag->value->kind == Kind::Number &&
      StringRef(next).getAsInteger(10, number))
    return fail("\"{}\" is not a number; usage: {}", next, syntax.synopsis);
  values.push_back({flag->name, next});
  return Error::success();
}

/// One line: the options are left out, and so is the usage of what takes long
/// to explain; its help has both.
static Error missing(const Syntax &syntax, const ArgumentWord &word) {
  if (word.brief != word.meaning)
    return fail("Argument required: {} is {}.", word.word, word.brief);
  StringRef usage = syntax.synopsis;
  return fail("Argument required: {} is {}; usage: {}", word.word, word.meaning,
              usage.take_front(usage.find(" [--")));
}

Expected<Arguments> Arguments::parse(const Syntax &syntax, StringRef typed,
                                     Replace replace) {
  Arguments arguments;
  StringRef line = typed.ltrim();
  const auto *parameter = syntax.parameters.begin();
  std::string word;
  bool given = false;
  std::string rest;
  while (!line.empty()) {
    StringRef start = line;
    char openQuote = 0;
    if (!takeWord(line, word, &openQuote))
      break;
    if (!syntax.flags.empty() && StringRef(word).starts_with("--")) {
      if (Error error = arguments.addFlag(syntax, word, line))
        return error;
      continue;
    }
    if (parameter == syntax.parameters.end())
      return fail("Too many arguments at \"{}\"; usage: {}", word,
                  syntax.synopsis);
    if (parameter->word->kind == Kind::Raw) {
      rest = start.str();
      given = true;
      break;
    }
    if (parameter->word->kind == Kind::Rest) {
      // As typed: quotes are the command's to understand. With flags, the
      // words between them are what is left.
      StringRef raw = syntax.flags.empty()
                          ? start
                          : start.take_front(start.size() - line.size());
      if (!rest.empty())
        rest += ' ';
      rest += raw.trim();
      given = true;
      if (syntax.flags.empty())
        break;
      continue;
    }
    if (openQuote)
      return notClosed(openQuote, start);
    if (Error error =
            arguments.addWord(syntax, *parameter->word, word, replace))
      return error;
    given = true;
    if (!parameter->repeated) {
      ++parameter;
      given = false;
    }
  }
  if (!rest.empty()) {
    if (replace && parameter->word->takesVariables())
      if (Error error = replace(rest).moveInto(rest))
        return error;
    arguments.values.push_back({parameter->word->word, rest});
  }
  if (parameter != syntax.parameters.end() && !parameter->optional && !given)
    return missing(syntax, *parameter->word);
  return arguments;
}

StringRef Arguments::text(StringRef word) const {
  for (const Value &value : values)
    if (value.name == word)
      return value.text;
  return "";
}

std::optional<int64_t> Arguments::number(StringRef word) const {
  int64_t number = 0;
  StringRef value = text(word);
  if (value.empty() || value.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

int64_t Arguments::number(StringRef word, int64_t otherwise) const {
  return number(word).value_or(otherwise);
}

Expected<UserRegex> Arguments::regex(StringRef word,
                                     UserRegex::Case letters) const {
  StringRef pattern = text(word).trim();
  Expected<UserRegex> regex =
      UserRegex::make(pattern, formatv("\"{0}\"", pattern).str(), letters);
  if (!regex)
    return fail("{0}.", toString(regex.takeError()));
  return regex;
}

} // namespace mlir::trackdbg
