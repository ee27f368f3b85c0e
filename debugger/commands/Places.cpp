//===- Places.cpp ---------------------------------------------------------===//

#include "commands/Places.h"

#include "commands/Arguments.h"
#include "commands/Errors.h"
#include "commands/NativePlaces.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"
#include "trace/PlainText.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = BreakpointSpec::Kind;

static constexpr PlaceWord words[] = {
    {"pass", Kind::Pass},
    {"pattern", Kind::Pattern},
    {"op", Kind::Op},
    {"tag", Kind::Tag},
    {"llvm-pass", Kind::LLVMPass},
    {"action", Kind::Action},
    {"created", Kind::AtCreate},
    {"replaced", Kind::AtReplace},
    {"erased", Kind::AtErase},
};

ArrayRef<PlaceWord> placeWords() { return words; }

// Takes ":<number>" off the end.
static bool takeNumber(StringRef &text, int64_t &number) {
  auto [before, after] = text.rsplit(':');
  if (before.size() == text.size() || after.getAsInteger(10, number) ||
      number < 0)
    return false;
  text = before;
  return true;
}

Expected<BreakpointSpec> parseBreakpointLocation(StringRef typed,
                                                 StringRef currentFile) {
  BreakpointSpec spec;
  StringRef text = typed.trim();
  // :LINE of a question is LINE here.
  text.consume_front(":");
  int64_t last = 0, line = 0;
  // LINE or LINE:COL alone; of a file that has a number for a name, the path
  // says that it is one, as in ./4:8.
  auto [first, second] = text.split(':');
  if (!first.getAsInteger(10, line) && line >= 0 &&
      (second.empty() ? first == text : all_of(second, isDigit))) {
    if (currentFile.empty())
      return fail("No default file for line {0}; write FILE:{1}.", line, text);
    return parseBreakpointLocation(("\"" + currentFile + "\":" + text).str(),
                                   "");
  }
  if (!takeNumber(text, last))
    return fail("Invalid source location \"{0}\": write FILE:LINE or "
                "FILE:LINE:COL{1}.",
                typed.trim(),
                typed.contains(':') ? ""
                                    : "; the name of a symbol begins with @");
  if (takeNumber(text, line)) {
    if (last == 0)
      return fail("Invalid column \"0\" in \"{0}\": columns count from 1; "
                  "without a column, the whole line counts.",
                  typed.trim());
    spec.line = line;
    spec.column = last;
  } else {
    spec.line = last;
  }
  if (spec.line == 0)
    return fail("Invalid line \"0\": lines count from 1.");
  std::string name;
  char openQuote = 0;
  if (int64_t third = 0; spec.column != 0 && takeNumber(text, third))
    return fail("Invalid source location \"{0}\": three numbers; write "
                "FILE:LINE or FILE:LINE:COL.",
                typed.trim());
  if (!takeWord(text, name, &openQuote) || name.empty())
    return fail("Missing file name in \"{0}\"; write FILE:LINE or "
                "FILE:LINE:COL.",
                typed.trim());
  if (openQuote)
    return notClosed(openQuote, typed.trim());
  if (!text.trim().empty())
    return fail("Invalid source location \"{0}\": write a file name with "
                "blanks in quotes.",
                typed.trim());
  spec.name = name;
  return spec;
}

Error lineOutOfRange(int64_t line, StringRef file, size_t count) {
  return fail("Line number {0} out of range; \"{1}\" has {2}.", line,
              OneLine(file), counted(count, "line"));
}

static Expected<BreakpointSpec> parseBreakpointAction(StringRef typed) {
  std::optional<uint64_t> number = parseActionNumber(typed);
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  if (StringRef op = typed; op.consume_front("#") && parseActionNumber(op))
    return fail("\"{0}\" is an op; an action is written as \"a{1}\".", typed,
                op);
  if (!number || *number < 1 || *number > kMost)
    return fail("Invalid action number \"{0}\": actions count from a1.", typed);
  BreakpointSpec spec;
  spec.kind = Kind::Action;
  spec.action = *number;
  return spec;
}

/// "linalg.matmul": a dialect and a name.
static bool looksLikeOpName(StringRef text) {
  auto [dialect, name] = text.split('.');
  auto isWord = [](StringRef word) {
    return !word.empty() && isAlpha(word.front()) &&
           all_of(word, [](char c) { return isAlnum(c) || c == '_'; });
  };
  SmallVector<StringRef, 4> parts;
  name.split(parts, '.');
  return isWord(dialect) && all_of(parts, isWord);
}

/// @f, @module::@f, @"a name".
static Expected<BreakpointSpec> parseBreakpointSymbol(StringRef typed) {
  if (size_t value = typed.find("/%"); value != StringRef::npos)
    return fail("Cannot stop at \"{0}\", which is a value; 'break {1}' stops "
                "in its function, and 'watch {0}' when its op changes.",
                typed, typed.take_front(value));
  BreakpointSpec spec;
  spec.kind = Kind::Symbol;
  SmallVector<StringRef, 2> names;
  typed.split(names, "::");
  for (StringRef name : names) {
    name.consume_front("@");
    if (name.size() > 1 && name.front() == '"' && name.back() == '"')
      name = name.drop_front().drop_back();
    if (name.empty())
      return fail("Missing name in \"{0}\"; write @FUNCTION or "
                  "@MODULE::@FUNCTION.",
                  typed);
    spec.name += (spec.name.empty() ? "@" : "::@") + name.str();
  }
  return spec;
}

/// As "mlir::OpBuilder::create": one of C++.
static bool looksLikeFunction(StringRef typed) {
  return typed.contains("::") && !typed.contains('"') &&
         !all_of(typed.rsplit(':').second, isDigit) &&
         sys::path::extension(typed).empty();
}

static bool isIdentifier(StringRef typed) {
  return !typed.empty() && !isDigit(typed.front()) &&
         all_of(typed, [](char c) { return isAlnum(c) || c == '_'; });
}

static Error failUnknownPlace(StringRef typed) {
  std::string isForGdb =
      isIdentifier(typed)
          ? formatv("; 'gdb {0}' is for functions of C++", typed).str()
          : "";
  return fail("Cannot stop at \"{0}\": PLACE is {1}{2}.", typed,
              findArgumentWord("PLACE")->brief, isForGdb);
}

Expected<BreakpointSpec> parseBreakpointPlace(StringRef typed,
                                              StringRef currentFile) {
  auto [first, rest] = getToken(typed);
  const auto *word =
      find_if(words, [&](const PlaceWord &word) { return word.word == first; });
  if (word == std::end(words)) {
    if (typed.trim().starts_with("@"))
      return parseBreakpointSymbol(typed.trim());
    if (typed.starts_with("a") && parseMarkedActionNumber(typed.trim()))
      return parseBreakpointAction(typed.trim());
    if (std::optional<BreakpointSpec> spec = parseOwnFunction(typed))
      return *spec;
    if (looksLikeFunction(typed.trim()))
      return fail("'{0}' is not the own function of a pattern or pass; 'gdb "
                  "{0}' stops there in the current action.",
                  typed.trim());
    bool isLine = all_of(typed.trim(), isDigit) && !typed.trim().empty();
    if (isLine || typed.contains(':'))
      return parseBreakpointLocation(typed, currentFile);
    StringRef place = typed.trim();
    bool isFile =
        sys::fs::exists(place) ||
        sys::path::extension(place) == sys::path::extension(currentFile);
    if (looksLikeOpName(place) && !isFile)
      return fail("Cannot stop at \"{0}\"; did you mean 'op {0}'?", place);
    return failUnknownPlace(place);
  }
  BreakpointSpec spec;
  spec.kind = word->kind;
  StringRef name = rest.trim();
  if (name.empty())
    return fail("'break {0}' needs a {1}.", first,
                spec.kind == Kind::Action ? "number" : "name");
  if (spec.kind == Kind::Action)
    return parseBreakpointAction(name);
  if (BreakpointSpec::isInside(spec.kind) && name.starts_with("#")) {
    if (name.drop_front().getAsInteger(10, spec.action) || spec.action < 1)
      return fail("Invalid op number \"{0}\": ops count from #1.", name);
    return spec;
  }
  // Names hold blanks and quotes of their own; only a pair around all goes.
  if (name.front() == '"') {
    if (name.size() == 1 || name.back() != '"')
      return notClosed('"', name);
    name = name.drop_front().drop_back();
  }
  spec.name = name.starts_with("/") ? name.str() : withUnnamedNamespace(name);
  return spec;
}

std::optional<StringRef> takeCondition(StringRef &typed) {
  char quote = 0;
  for (size_t i = 0; i < typed.size(); ++i) {
    char c = typed[i];
    bool startsWord = i == 0 || isSpace(typed[i - 1]);
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'' || (c == '/' && startsWord)) {
      // A path has no slash at its end, as a regular expression does.
      quote = typed.find(c, i + 1) == StringRef::npos ? 0 : c;
    } else if (startsWord && typed.substr(i).starts_with("if") &&
               (i + 2 == typed.size() || isSpace(typed[i + 2]) ||
                typed[i + 2] == '(')) {
      StringRef condition = typed.drop_front(i + 2).trim();
      typed = typed.take_front(i).rtrim();
      return condition;
    }
  }
  return std::nullopt;
}

static constexpr EventWord caughtEvents[] = {
    {"create", Kind::CatchCreate, "an op's name"},
    {"erase", Kind::CatchErase, "an op's name"},
    {"fail", Kind::CatchFail, ""},
    {"pass-changed", Kind::CatchPassChanged, ""},
    {"diagnostic", Kind::CatchDiagnostic, ""},
    {"verify", Kind::CatchVerify, ""},
    {"order", Kind::CatchOrder, ""},
    {"crash", Kind::CatchCrash, ""},
};

ArrayRef<EventWord> eventWords() { return caughtEvents; }

Expected<BreakpointSpec> parseCaughtEvent(StringRef typed) {
  auto [first, rest] = getToken(typed);
  StringRef name = rest.trim();
  const auto *word = find_if(
      caughtEvents, [&](const EventWord &each) { return each.word == first; });
  if (word == std::end(caughtEvents))
    return fail("Cannot catch \"{0}\": EVENT is {1}.", typed.trim(),
                findArgumentWord("EVENT")->brief);
  if (name.empty() && !word->needs.empty())
    return fail("'catch {0}' needs {1}.", first, word->needs);
  bool takesName = !word->needs.empty() || word->kind == Kind::CatchDiagnostic;
  if (!name.empty() && !takesName)
    return fail("'catch {0}' takes no argument, but \"{1}\" follows it.", first,
                name);
  BreakpointSpec spec;
  spec.kind = word->kind;
  spec.name = name.str();
  return spec;
}

BreakpointNoun nounOf(Kind kind) {
  if (kind == Kind::Watch)
    return {"watchpoint", "Watchpoint"};
  if (kind > Kind::Watch && !BreakpointSpec::isInside(kind))
    return {"catchpoint", "Catchpoint"};
  return {"breakpoint", "Breakpoint"};
}

std::string describePlace(const BreakpointSpec &spec) {
  if (spec.kind == Kind::Watch)
    return spec.name;
  if (spec.kind > Kind::Watch && !BreakpointSpec::isInside(spec.kind)) {
    const auto *word = find_if(caughtEvents, [&](const EventWord &word) {
      return word.kind == spec.kind;
    });
    return word->word.str() + (spec.name.empty() ? "" : " ") + spec.name;
  }
  if (spec.kind == Kind::Action)
    return "action " + actionNumber(spec.action);
  if (spec.kind == Kind::Location) {
    std::string text = spec.name + ":" + std::to_string(spec.line);
    return spec.column > 0 ? text + ":" + std::to_string(spec.column) : text;
  }
  if (spec.kind == Kind::Symbol)
    return spec.name;
  const auto *word = find_if(
      words, [&](const PlaceWord &word) { return word.kind == spec.kind; });
  return word->word.str() + " " +
         (BreakpointSpec::isInside(spec.kind) && spec.action != 0
              ? "#" + std::to_string(spec.action)
              : spec.name);
}

} // namespace mlir::trackdbg
