//===- Completion.cpp -----------------------------------------------------===//

#include "commands/Completion.h"

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/FileWords.h"
#include "commands/Places.h"

#include "graph/KnownNames.h"
#include "graph/LocationIndex.h"
#include "graph/Moment.h"
#include "queries/PlaceSpec.h"
#include "trace/PlainText.h"
#include "trackdbg/Names.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {

/// Collects candidates for the end of one line.
class Completer {
public:
  Completer(Console &console, StringRef line) : console(console), line(line) {}

  Completions run();

private:
  void completeArgument(const CommandSpec &row, StringRef typed);
  static const ArgumentWord *valueOfFlag(const Syntax &syntax, StringRef typed,
                                         StringRef &last);
  void completeWord(const ArgumentWord &word, StringRef typed);
  void completeCommand(StringRef typed);
  void completeSetting(StringRef typed);
  void completeEvent(StringRef typed);
  void completePlace(StringRef typed);
  Lineage *recorded();
  void completeStage(StringRef typed);
  void completeOp(StringRef typed);
  void addValues(StringRef typed);
  void addSymbols(StringRef typed);
  void addTerms(StringRef typed);
  void completeFile(StringRef typed, bool foldersOnly);
  void addNames(NameKind kind, StringRef typed);
  void addWords(NameKind kind, StringRef typed);
  void addSuffixes(StringRef name, StringRef typed);
  void completeSource(StringRef typed);
  void addSource(StringRef path, StringRef typed);
  void addLines(StringRef typed);
  template <typename Add> void forEachName(NameKind kind, Add add);

  /// From here on, candidates replace what `word`, a part of the line, holds.
  void startAt(StringRef word) { found.start = word.data() - line.data(); }
  void add(StringRef candidate, StringRef typed) {
    if (candidate.starts_with(typed))
      offer(candidate);
  }
  void addFile(StringRef name, StringRef typed);
  void offer(StringRef candidate) {
    // The line takes a candidate as it is, and written out it would be another
    // name: what steers a terminal, or ends a line, cannot be offered.
    if (candidate.size() < 4096 && OneLine(candidate).str() == candidate)
      found.words.push_back(candidate.str());
  }

  Console &console;
  StringRef line;
  Completions found;
};

Completions Completer::run() {
  StringRef text = line.ltrim();
  startAt(text);
  completeCommand(text);
  // Behind the name of a command, its arguments; right at its end, the name
  // is still being typed.
  StringRef rest = text;
  if (text.find_first_of(" \t") != StringRef::npos) {
    Expected<const CommandSpec *> row = findCommand(rest);
    if (!row)
      consumeError(row.takeError());
    else if (!rest.empty() || isSpace(text.back()))
      completeArgument(**row, rest);
  }
  llvm::sort(found.words);
  found.words.erase(llvm::unique(found.words), found.words.end());
  if (found.words.size() > kMaxCompletions)
    found.words.resize(kMaxCompletions);
  return std::move(found);
}

void Completer::completeCommand(StringRef typed) {
  // Candidates of two words replace the second one, `i b` included.
  StringRef word = lastWord(typed);
  startAt(word);
  for (const CommandSpec *row : commandsWithPrefix(typed))
    add(lastWord(row->name), word);
  if (word.data() == typed.data())
    for (const auto &[name, command] : console.scripts.commands)
      add(name, word);
}

void Completer::completeArgument(const CommandSpec &row, StringRef typed) {
  Expected<Syntax> syntax = syntaxOf(row);
  if (!syntax) {
    consumeError(syntax.takeError());
    return;
  }
  StringRef last = lastWord(typed);
  startAt(last);
  if (const ArgumentWord *value = valueOfFlag(*syntax, typed, last))
    return completeWord(*value, last);
  if (last.starts_with("-") && !syntax->flags.empty()) {
    for (const Syntax::Flag &flag : syntax->flags)
      add(flag.name, last);
    return;
  }
  size_t index = 0;
  StringRef rest = typed;
  const auto &parameters = syntax->parameters;
  // Skip the words that are done.
  while (index < parameters.size() &&
         parameters[index].word->kind != ArgumentWord::Kind::Rest) {
    size_t blank = findBlank(rest);
    if (blank == StringRef::npos)
      break;
    rest = rest.drop_front(blank).ltrim();
    if (!parameters[index].repeated)
      ++index;
  }
  if (index < parameters.size())
    completeWord(*parameters[index].word, rest);
  // As in gdb: what comes then is not a setting.
  if (row.name == "set")
    add("var", rest);
}

/// What the last word of `typed` is, if that is the value of an option: it
/// stands behind the option's name, or in one word with it, where `last`
/// becomes what stands behind the '='.
const ArgumentWord *Completer::valueOfFlag(const Syntax &syntax,
                                           StringRef typed, StringRef &last) {
  auto valueOf = [&](StringRef name) -> const ArgumentWord * {
    const auto *flag = find_if(
        syntax.flags, [&](const auto &each) { return each.name == name; });
    return flag == syntax.flags.end() ? nullptr : flag->value;
  };
  auto [name, value] = last.split('=');
  if (name.size() < last.size() && valueOf(name)) {
    last = value;
    return valueOf(name);
  }
  return valueOf(lastWord(typed.drop_back(last.size()).rtrim()));
}

/// Null where nothing is recorded, or it cannot be read.
Lineage *Completer::recorded() {
  return console.debugger->tracePath().empty() ? nullptr
                                               : knownLineage(console);
}

void Completer::completeStage(StringRef typed) {
  Lineage *lineage = recorded();
  if (!lineage)
    return;
  add("start", typed);
  add("end", typed);
  for (const Stage &stage : stagesOf(*lineage))
    add(std::to_string(stage.number), typed);
  addWords(NameKind::PassWord, typed);
}

void Completer::completeWord(const ArgumentWord &word, StringRef typed) {
  startAt(lastWord(typed));
  switch (word.completes) {
  case Completes::Nothing:
    if (word.word == "EXPRESSION" || word.word == "CONDITION")
      if (StringRef last = lastWord(typed); last.starts_with("op."))
        addTerms(last);
    if (word.word == "TAG") {
      startAt(typed);
      addNames(NameKind::Tag, typed);
    }
    if (word.word == "EVENT")
      completeEvent(typed);
    return;
  case Completes::Commands:
    for (Group group : allGroups())
      add(groupName(group), typed);
    return completeCommand(typed);
  case Completes::Settings:
    return completeSetting(typed);
  case Completes::Files:
    if (word.word == "LINES" && typed.starts_with("@"))
      return addSymbols(typed);
    if (word.word == "LINES" || word.word == "LOCATION")
      completeSource(lastWord(typed));
    return completeFile(lastWord(typed), /*foldersOnly=*/false);
  case Completes::Directories:
    return completeFile(lastWord(typed), /*foldersOnly=*/true);
  case Completes::Breakpoints:
    for (const Breakpoint &breakpoint : console.debugger->breakpoints())
      add(std::to_string(breakpoint.spec.id), lastWord(typed));
    return add("all", lastWord(typed));
  case Completes::Places:
    return completePlace(typed);
  case Completes::Ops:
    return completeOp(lastWord(typed));
  case Completes::Passes:
    return addWords(NameKind::PassWord, lastWord(typed));
  case Completes::Patterns:
    addWords(NameKind::PatternWord, lastWord(typed));
    return completeOp(lastWord(typed));
  case Completes::Stages:
    return completeStage(lastWord(typed));
  case Completes::Choices:
    for (StringRef choice : word.choices())
      add(choice, lastWord(typed));
    return;
  }
}

void Completer::completeOp(StringRef typed) {
  if (typed.starts_with("%"))
    return addValues(typed);
  if (typed.starts_with("@"))
    return addSymbols(typed);
  if (typed.starts_with("op."))
    return addTerms(typed);
  addNames(NameKind::Op, typed);
  completeSource(typed);
}

/// Those that the printed function around the cursor names.
void Completer::addValues(StringRef typed) {
  if (console.debugger->state() != State::Stopped)
    return;
  // Without passes, it only prints.
  Expected<DiffAnswer> printed =
      askCompiler(console, TryPassesRequest{"", "", printOptions(console)});
  if (!printed)
    return consumeError(printed.takeError());
  for (StringRef line : split(printed->before, '\n'))
    for (const NameInLine &each : namesIn(line))
      add(each.name, typed);
}

/// What an expression can say of the op at the cursor.
void Completer::addTerms(StringRef typed) {
  for (StringRef term : {"op.attr(\"", "op.loc", "op.name", "op.operand(",
                         "op.parent.", "op.result(", "op.uses"})
    add(term, typed);
  if (console.debugger->state() != State::Stopped)
    return;
  Expected<DescribeAnswer> op = askCompiler(console, DescribeRequest());
  if (!op)
    return consumeError(op.takeError());
  for (const NamedPart &each : op->attributes)
    add("op.attr(\"" + each.name + "\")", typed);
}

void Completer::addSymbols(StringRef typed) {
  Lineage *lineage = recorded();
  if (!lineage)
    return;
  lineage->forEachSymbol(
      [&](OpId, StringRef name) { add(("@" + name).str(), typed); });
}

void Completer::completeSetting(StringRef typed) {
  StringRef value;
  Expected<const SettingSpec *> spec = findSetting(typed, value);
  bool isNamed = spec && typed.starts_with((*spec)->name) &&
                 typed.size() > (*spec)->name.size();
  if (!isNamed) {
    consumeError(spec.takeError());
    startAt(typed);
    for (const SettingSpec *each : settingsWithPrefix(typed))
      add(each->name, typed);
    return;
  }
  StringRef last = lastWord(typed);
  if (std::holds_alternative<bool Settings::*>((*spec)->field)) {
    add("on", last);
    add("off", last);
  } else if (std::holds_alternative<ColorMode Settings::*>((*spec)->field)) {
    for (StringRef mode : {"auto", "always", "never"})
      add(mode, last);
  } else if ((*spec)->name == "exec-direction") {
    add("forward", last);
    add("reverse", last);
  } else if ((*spec)->name == "args" || (*spec)->name == "history filename") {
    completeFile(last, /*foldersOnly=*/false);
  }
}

static NameKind nameKindOf(BreakpointSpec::Kind kind) {
  switch (kind) {
  case BreakpointSpec::Kind::Pass:
    return NameKind::Pass;
  case BreakpointSpec::Kind::Pattern:
    return NameKind::Pattern;
  case BreakpointSpec::Kind::LLVMPass:
    return NameKind::LLVMPass;
  case BreakpointSpec::Kind::Op:
    return NameKind::Op;
  case BreakpointSpec::Kind::Tag:
    return NameKind::Tag;
  default:
    break;
  }
  return NameKind::File;
}

void Completer::completeEvent(StringRef typed) {
  for (const EventWord &word : eventWords()) {
    StringRef name = typed;
    if (!name.consume_front(word.word) || !name.starts_with(" ")) {
      startAt(typed);
      add(word.word, typed);
      continue;
    }
    name = name.ltrim();
    startAt(name);
    if (!word.needs.empty())
      addNames(NameKind::Op, name);
    else if (word.kind == BreakpointSpec::Kind::CatchDiagnostic)
      for (StringRef severity : {"error", "warning", "remark"})
        add(severity, name);
    return;
  }
}

void Completer::completePlace(StringRef typed) {
  auto [first, rest] = getToken(typed);
  for (const PlaceWord &word : placeWords()) {
    if (word.word != first || typed.size() == first.size())
      continue;
    if (word.kind == BreakpointSpec::Kind::Action)
      return;
    // Names hold blanks, so they replace all that follows the word.
    StringRef name = rest.ltrim();
    startAt(name);
    return addNames(nameKindOf(word.kind), name);
  }
  if (typed.starts_with("@"))
    return addSymbols(typed);
  for (const PlaceWord &word : placeWords())
    add(word.word, typed);
  completeSource(lastWord(typed));
  completeFile(lastWord(typed), /*foldersOnly=*/false);
}

void Completer::addFile(StringRef name, StringRef typed) {
  if (std::optional<std::string> word = fileWord(name, typed))
    offer(*word);
}

template <typename Add> void Completer::forEachName(NameKind kind, Add add) {
  Lineage *lineage = recorded();
  if (!lineage)
    return;
  for (const std::string &name : names(*lineage, kind))
    add(StringRef(name));
}

/// A source file of the compile, or a line of one.
void Completer::completeSource(StringRef typed) {
  if (StringRef file = currentFile(console); !file.empty())
    addSource(file, typed);
  forEachName(NameKind::File, [&](StringRef name) { addSource(name, typed); });
  addLines(typed);
}

/// The end of its path is enough to name it, with as many folders as have been
/// typed.
void Completer::addSource(StringRef path, StringRef typed) {
  size_t folders = typed.count('/');
  StringRef end = path;
  while (end.count('/') > folders)
    end = end.split('/').second;
  addFile(end, typed);
  if (!typed.empty())
    addFile(path, typed);
}

/// Behind a file and a colon, the lines that ops came from.
void Completer::addLines(StringRef typed) {
  auto [file, line] = typed.rsplit(':');
  Lineage *lineage = file.size() == typed.size() ? nullptr : recorded();
  if (!lineage)
    return;
  for (uint32_t id : lineage->places().files())
    if (isFile(*lineage, id, file))
      for (const SourcePlace &place : lineage->places().placesOfFile(id))
        // Without a line, it is the file.
        if (place.line != 0)
          add((file + ":" + Twine(place.line)).str(), typed);
}

void Completer::addWords(NameKind kind, StringRef typed) {
  forEachName(kind, [&](StringRef name) { add(name, typed); });
}

void Completer::addNames(NameKind kind, StringRef typed) {
  forEachName(kind, [&](StringRef name) {
    if (typed.empty())
      return offer(withoutUsualNamespaces(name));
    // The unnamed namespace stays as it was typed.
    bool asGCC = typed.contains('{');
    addSuffixes(asGCC ? withUnnamedNamespaceOfGCC(name) : name.str(), typed);
    addSuffixes(withoutUnnamedNamespace(name), typed);
    addSuffixes(withoutUsualNamespaces(name), typed);
  });
}

/// Without its namespaces a name matches too.
void Completer::addSuffixes(StringRef name, StringRef typed) {
  StringRef plain = withoutTemplateArguments(name);
  add(name, typed);
  for (size_t at = 0; (at = plain.find("::", at)) != StringRef::npos;)
    add(name.drop_front(at += 2), typed);
}

void Completer::completeFile(StringRef typed, bool foldersOnly) {
  for (const std::string &name : filesBehind(typed, foldersOnly))
    addFile(name, typed);
}

} // namespace

Completions complete(Console &console, StringRef line) {
  return Completer(console, line).run();
}

} // namespace mlir::trackdbg
