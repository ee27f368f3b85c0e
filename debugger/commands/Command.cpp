//===- Command.cpp - Finding and running commands -------------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/ValueFormat.h"

#include "trace/Cancellation.h"
#include "trace/Sentence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Finding a command
//===----------------------------------------------------------------------===//

// Candidates for one word of a command: the rows and what they are called
// there. A parent ("info") limits them to its subcommands.
static std::vector<std::pair<StringRef, const CommandSpec *>>
namesBelow(const CommandSpec *parent) {
  std::vector<std::pair<StringRef, const CommandSpec *>> names;
  for (const CommandSpec *row : allCommands()) {
    StringRef name = row->name;
    if (parent) {
      auto add = [&](StringRef each) {
        if (each.consume_front(parent->name) && each.consume_front(" "))
          names.push_back({each, row});
      };
      add(name);
      for_each(row->aliases, add);
      continue;
    }
    if (name.contains(' '))
      continue;
    names.push_back({name, row});
    for (StringRef alias : row->aliases)
      if (!alias.empty())
        names.push_back({alias, row});
  }
  return names;
}

// The rows that `word` may mean: the one that it names, or all that it starts.
// A dash alone starts none: `list -` goes back, and is not `list -native`.
static SmallVector<const CommandSpec *> matches(const CommandSpec *parent,
                                                StringRef word) {
  SmallVector<const CommandSpec *> found;
  for (auto [name, row] : namesBelow(parent)) {
    if (name == word)
      return {row};
    if (word != "-" && name.starts_with(word) && !is_contained(found, row))
      found.push_back(row);
  }
  // `bre` is `break`, whatever break-on-... there are.
  for (const CommandSpec *row : found)
    if (all_of(found, [&](const CommandSpec *other) {
          return other == row ||
                 other->name.starts_with((row->name + "-").str());
        }))
      return {row};
  return found;
}

static StringRef nearestName(const CommandSpec *parent, StringRef word) {
  StringRef best;
  // A third of the word may be wrong; anything farther is not what was meant.
  unsigned bestDistance = word.size() / 3 + 1;
  for (auto [name, row] : namesBelow(parent)) {
    unsigned distance = name.edit_distance(word, /*AllowReplacements=*/true,
                                           /*MaxEditDistance=*/bestDistance);
    if (name.size() > 2 && distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

static Error undefinedCommand(const CommandSpec *parent, StringRef typed) {
  constexpr size_t kMostShown = 60;
  std::string word = typed.take_front(kMostShown).str();
  if (typed.size() > kMostShown)
    word += "...";
  std::string kind = parent ? parent->name.str() + " " : "";
  StringRef help = parent ? " " : "";
  StringRef near = nearestName(parent, word);
  std::string advice =
      near.empty() ? ""
                   : formatv("  Did you mean \"{0}{1}\"?", kind, near).str();
  return fail("Undefined {0}command: \"{1}\".  Try \"help{2}{3}\".{4}", kind,
              word, help, parent ? parent->name : "", advice);
}

static Error ambiguousCommand(const CommandSpec *parent, StringRef word,
                              ArrayRef<const CommandSpec *> rows) {
  std::vector<std::string> names;
  for (const CommandSpec *row : rows) {
    StringRef name = row->name;
    if (parent)
      name = name.drop_front(parent->name.size() + 1);
    names.push_back(name.str());
  }
  llvm::sort(names);
  return fail("Ambiguous {0}command \"{1}\": {2}.",
              parent ? parent->name.str() + " " : "", word, join(names, ", "));
}

static bool takesArguments(const CommandSpec &row) {
  return row.synopsis != row.name;
}

/// "info source -native", where the line goes on so, and not "info source".
static const CommandSpec *withThirdWord(const CommandSpec *row,
                                        StringRef &line) {
  auto [third, rest] = getToken(line);
  for (auto [name, longer] : namesBelow(row))
    if (name == third) {
      line = rest.ltrim();
      return longer;
    }
  return row;
}

Expected<const CommandSpec *> findCommand(StringRef &line) {
  auto [first, rest] = getToken(line);
  // '|bt|cat' needs no blank.
  if (first.starts_with("|")) {
    first = "|";
    rest = line.ltrim().drop_front();
  }
  auto found = matches(nullptr, first);
  if (found.empty())
    return undefinedCommand(nullptr, first);
  if (found.size() > 1)
    return ambiguousCommand(nullptr, first, found);
  const CommandSpec *row = found.front();
  line = rest.ltrim();

  auto [second, last] = getToken(line);
  if (second.empty() || namesBelow(row).empty())
    return row;
  auto below = matches(row, second);
  if (takesArguments(*row)) {
    // `show co` is about settings; `show com` can only be `show commands`.
    if (below.size() != 1 ||
        (row->name + " " + second).str() != below.front()->name)
      if (below.size() != 1 || !settingsWithPrefix(second).empty())
        return row;
  } else if (below.empty()) {
    return undefinedCommand(row, second);
  } else if (below.size() > 1) {
    return ambiguousCommand(row, second, below);
  }
  line = last.ltrim();
  return withThirdWord(below.front(), line);
}

std::vector<const CommandSpec *> commandsWithPrefix(StringRef typed) {
  SmallVector<StringRef, 2> words;
  SplitString(typed, words);
  if (typed.empty() || isSpace(typed.back()))
    words.push_back("");
  // An unfinished first word completes to one-word names, a second one to the
  // subcommands of what the first one means.
  const CommandSpec *parent = nullptr;
  std::vector<const CommandSpec *> found;
  if (words.size() > 2)
    return found;
  if (words.size() == 2) {
    auto first = matches(nullptr, words.front());
    if (first.size() != 1)
      return found;
    parent = first.front();
  }
  for (auto [name, row] : namesBelow(parent))
    if (name.starts_with(words.back()) && !is_contained(found, row) &&
        (parent || row->name == name))
      found.push_back(row);
  return found;
}

//===----------------------------------------------------------------------===//
// Running a command
//===----------------------------------------------------------------------===//

Error checkNeeds(const Console &console, Needs needs) {
  const Debugger &debugger = *console.debugger;
  switch (needs) {
  case Needs::Nothing:
    return Error::success();
  case Needs::Program:
    return debugger.isRecording() ? failNotRunning(console) : Error::success();
  case Needs::Stop:
    if (debugger.state() == State::Running)
      return fail("The compiler is still running, {0}; 'continue' waits until "
                  "it stops and 'kill' ends it.",
                  whereItRuns(console));
    if (debugger.state() != State::Stopped)
      return failNotRunning(console);
    return Error::success();
  case Needs::Stack:
    if (debugger.stack().empty())
      return fail("No stack.");
    return Error::success();
  case Needs::Trace:
    if (debugger.tracePath().empty() && debugger.lastEvent())
      return fail("Nothing was recorded: no compiler was tracked.");
    if (debugger.tracePath().empty())
      return fail("Nothing has been recorded yet; 'run' starts the compiler.");
    return Error::success();
  }
  return Error::success();
}

Expected<Syntax> syntaxOf(const CommandSpec &row) {
  return Syntax::parse(row.synopsis, row.name);
}

StringRef withoutBlanks(StringRef line) {
  StringRef start = line.ltrim(), all = start.rtrim();
  // Most lines are looked at no further.
  if (all.size() == start.size())
    return all;
  StringRef command = all;
  Expected<const CommandSpec *> row = findCommand(command);
  if (row && (*row)->keepsBlanks)
    return start;
  consumeError(row.takeError());
  return all;
}

Body bodyOf(StringRef line) {
  line = line.trim();
  if (line.empty() || line.starts_with("#") || line.starts_with("!"))
    return Body::None;
  Expected<const CommandSpec *> row = findCommand(line);
  if (!row) {
    consumeError(row.takeError());
    return Body::None;
  }
  if ((*row)->body == Body::Code && !line.empty())
    return Body::None;
  return (*row)->body;
}

/// Of a command of the user's, whose lines have them replaced by now.
static Error checkArgumentsGiven(StringRef line) {
  while (!line.empty()) {
    line = line.split("$arg").second;
    if (StringRef missing = line.take_while(isDigit); !missing.empty())
      return fail("Missing argument {0} in user function.", missing);
  }
  return Error::success();
}

/// gdb's formats: `print/x VALUE` is 'print /x VALUE', and what `x/4x` would
/// show is told by 'x'. Other lines stay.
static std::string withFormatApart(StringRef line) {
  auto [word, rest] = getToken(line);
  auto [command, format] = word.split('/');
  if (format.empty() && !word.ends_with("/"))
    return line.str();
  if (command == "x")
    return ("x " + format + rest).str();
  StringRef name = command;
  Expected<const CommandSpec *> row = findCommand(name);
  if (!row) {
    consumeError(row.takeError());
    return line.str();
  }
  return takesFormat((*row)->name) ? (command + " /" + format + rest).str()
                                   : line.str();
}

/// With 'set exec-direction reverse', the command that goes the other way.
static Expected<const CommandSpec *>
inDirection(const Console &console, Expected<const CommandSpec *> row) {
  if (!row || console.settings.execDirection != "reverse")
    return row;
  StringRef name = (*row)->name;
  if (is_contained({"until", "advance", "step-change"}, name))
    return fail("'{0}' goes forward only; 'set exec-direction forward' makes "
                "it do so, and 'reverse-continue' goes back to a breakpoint.",
                name);
  if (!is_contained({"step", "next", "finish", "continue"}, name))
    return row;
  std::string other = ("reverse-" + name).str();
  StringRef line = other;
  return findCommand(line);
}

static Expected<Reply> executeWhole(Console &console, StringRef line,
                                    std::optional<Block> body) {
  line = line.ltrim().rtrim("\r\n");
  if (line.trim().empty() || line.starts_with("#"))
    return NothingReply{};
  if (Error error = checkArgumentsGiven(line))
    return error;
  if (line.consume_front("!"))
    return ShellReply{line.trim().str()};
  if (line.trim() == "end" || line.trim() == "else")
    return fail("This command cannot be used at the top level.");
  auto [first, others] = getToken(line);
  auto own = console.scripts.commands.find(first);
  if (own != console.scripts.commands.end()) {
    if (own->second.language == UserCommand::Language::Python)
      return runPythonCommand(console, first, others.trim());
    // It stands for a command that is none, so that this ends.
    if (own->second.language == UserCommand::Language::Alias)
      return executeWhole(console,
                          own->second.body.text + " " + others.trim().str(),
                          std::move(body));
    return BlockReply{linesOf(own->second, others), "",
                      BlockReply::Blame::Both};
  }
  std::string formatted = withFormatApart(line);
  line = formatted;
  Expected<const CommandSpec *> found = inDirection(console, findCommand(line));
  if (!found)
    return found.takeError();
  const CommandSpec &row = **found;
  if (Error error = checkNeeds(console, row.needs))
    return error;
  Expected<Syntax> syntax = syntaxOf(row);
  if (!syntax)
    return syntax.takeError();
  Expected<Arguments> arguments =
      Arguments::parse(*syntax, line, [&](StringRef text) {
        return replaceVariables(console, text);
      });
  if (!arguments)
    return arguments.takeError();
  if (Error error = completeNamedTexts(console, *arguments))
    return error;
  arguments->setBody(std::move(body));
  Expected<Reply> reply = row.run(console, *arguments);
  if (!reply && !reply.errorIsA<MissingBody>())
    return fail("{0}", withCapital(toString(reply.takeError())));
  return reply;
}

// Ctrl-C ends every command in one of two ways. What waits for the compiler
// takes the interrupt, and comes back with an event or an error. What only
// works something out gives up, see Cancellation.h; what it made of it so far
// is not an answer.
static Expected<Reply> executeUnlessInterrupted(Console &console,
                                                StringRef line,
                                                std::optional<Block> body) {
  CancellationScope scope(console.debugger->interruptFlag());
  if (scope.isOutermost())
    console.debugger->forgetInterrupt();
  Expected<Reply> reply = executeWhole(console, line, std::move(body));
  // The compiler is somewhere else now, and that has to be told.
  bool isEvent = reply && std::holds_alternative<EventReply>(*reply);
  if (!scope.wasCancelled() || isEvent)
    return reply;
  if (!reply)
    consumeError(reply.takeError());
  return fail("Quit");
}

char JsonError::ID = 0;

/// Whether a line asks a command that can answer as JSON to do so.
static bool asksForJson(StringRef line) {
  constexpr StringRef option = "--json";
  // Most lines are looked at no further.
  if (!line.contains(option))
    return false;
  line = line.trim();
  Expected<const CommandSpec *> row = findCommand(line);
  if (!row) {
    consumeError(row.takeError());
    return false;
  }
  Expected<Syntax> syntax = syntaxOf(**row);
  if (!syntax) {
    consumeError(syntax.takeError());
    return false;
  }
  std::string word;
  while (takeWord(line, word))
    if (word == option)
      return any_of(syntax->flags, [&](const Syntax::Flag &flag) {
        return flag.name == option;
      });
  return false;
}

Expected<Reply> execute(Console &console, StringRef line,
                        std::optional<Block> body) {
  Expected<Reply> reply =
      executeUnlessInterrupted(console, line, std::move(body));
  if (reply || !asksForJson(line))
    return reply;
  return make_error<JsonError>(toString(reply.takeError()));
}

} // namespace mlir::trackdbg
