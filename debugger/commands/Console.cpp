//===- Console.cpp --------------------------------------------------------===//

#include "commands/Console.h"

#include "commands/Arguments.h"
#include "commands/Errors.h"

#include "commands/Interpreter.h"
#include "graph/Moment.h"
#include "queries/Queries.h"
#include "stages/StageSpec.h"
#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"
#include "trace/PlainText.h"
#include "trace/Sentence.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string commandLineOf(ArrayRef<std::string> words) {
  std::vector<std::string> quoted;
  for (const std::string &word : words)
    quoted.push_back(quoteWord(word));
  return join(quoted, " ");
}

static std::string redirections(const Launch &launch) {
  std::string text;
  if (!launch.standardInput.empty())
    text.append(" < ").append(quoteWord(launch.standardInput));
  if (!launch.standardOutput.empty())
    text.append(" > ").append(quoteWord(launch.standardOutput));
  return text;
}

Console::Console(std::unique_ptr<Debugger> theDebugger, Frontend &frontend)
    : debugger(std::move(theDebugger)), frontend(frontend) {
  const Launch &launch = debugger->launch();
  if (!launch.arguments.empty())
    settings.args = commandLineOf(ArrayRef(launch.arguments).drop_front()) +
                    redirections(launch);
}

Console::~Console() = default;

std::string commandLineOf(const Launch &launch) {
  return commandLineOf(ArrayRef(launch.arguments)) + redirections(launch);
}

bool isLive(const Console &console) {
  return console.debugger->state() != State::NotRunning;
}

Error failNotRunning(const Console &console) {
  if (console.debugger->isRecording())
    return fail("This is a recording, in which nothing runs or stops; 'stages' "
                "and 'history' show what happened.");
  return fail("The program is not being run.");
}

std::string whereItRuns(const Console &console) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  return last && last->busyIn.action != 0
             ? "inside " + actionNumber(last->busyIn.action)
             : "outside every action";
}

/// The only one, so that there is no doubt; empty where there are others.
static StringRef inputOf(const Launch &launch) {
  if (!launch.standardInput.empty())
    return launch.standardInput;
  std::vector<StringRef> inputs = inputsOf(launch.arguments);
  return inputs.size() == 1 ? inputs.front() : "";
}

const Frame *selectedFrame(const Console &console) {
  ArrayRef<Frame> stack = console.debugger->stack();
  size_t selected = console.debugger->selectedFrame();
  return selected < stack.size() ? &stack[selected] : nullptr;
}

StringRef currentFile(const Console &console) {
  // An op without a location is in the file of those around it.
  ArrayRef<Frame> stack = console.debugger->stack();
  size_t selected = std::min(console.debugger->selectedFrame(), stack.size());
  for (const Frame &frame : stack.drop_front(selected))
    if (!frame.file.empty())
      return frame.file;
  const Debugger &debugger = *console.debugger;
  return debugger.state() == State::NotRunning ? inputOf(debugger.launch())
                                               : "";
}

// The file after `<` or `>`, which may touch it.
static Error takeFile(StringRef sign, StringRef &line, std::string &file) {
  if (takeWord(line, file) && !file.empty())
    return Error::success();
  return fail("Missing file name after \"{}\"", sign);
}

Error setProgramArguments(Console &console, StringRef text) {
  Launch launch = console.debugger->launch();
  if (launch.arguments.empty())
    return fail("There is no program to give arguments to.");
  launch.arguments.resize(1);
  launch.standardInput.clear();
  launch.standardOutput.clear();
  StringRef line = text.trim();
  std::string word;
  while (!(line = line.ltrim()).empty()) {
    if (line.starts_with(">>") || line.starts_with("|") ||
        line.starts_with("2>") || line.starts_with("&"))
      return fail("Only \"< FILE\" and \"> FILE\" are supported, not \"{}\"",
                  line);
    if (line.consume_front("<")) {
      if (Error error = takeFile("<", line, launch.standardInput))
        return error;
    } else if (line.consume_front(">")) {
      if (Error error = takeFile(">", line, launch.standardOutput))
        return error;
    } else if (takeWord(line, word)) {
      launch.arguments.push_back(word);
    }
  }
  console.debugger->setLaunch(std::move(launch));
  console.settings.args = text.trim().str();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

Lineage *knownLineage(Console &console) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (lineage)
    return &*lineage;
  consumeError(lineage.takeError());
  return nullptr;
}

Expected<Lineage &> printedLineage(Console &console) {
  console.debugger->completeSnapshots();
  if (isCancelled())
    return fail("Quit");
  return console.debugger->lineage();
}

Error completeNamedTexts(Console &console, const Arguments &arguments) {
  // To know the lineage may take long, and most names are of functions.
  if (!arguments.anyOf(mayBeStageSpec))
    return Error::success();
  // The command itself says why there is none.
  Lineage *lineage = knownLineage(console);
  bool isNamed = lineage && arguments.anyOf([&](StringRef text) {
    return isStageSpec(*lineage, text);
  });
  return isNamed ? printedLineage(console).takeError() : Error::success();
}

Error asSentence(Error error) {
  return fail("{0}", withPeriod(toString(std::move(error))));
}

PrintOptions printOptions(const Console &console) {
  PrintOptions options;
  options.elementLimit = console.settings.printElements;
  options.locations = console.settings.printLocations;
  return options;
}

std::vector<Frame> knownStack(Console &console) {
  Debugger &debugger = *console.debugger;
  if (!debugger.stack().empty() || debugger.state() == State::Stopped)
    return debugger.stack().vec();
  Lineage *lineage = knownLineage(console);
  return lineage ? stackAtEnd(*lineage) : std::vector<Frame>();
}

std::optional<Activity> knownActivity(Console &console) {
  if (isLive(console))
    return std::nullopt;
  Lineage *lineage = knownLineage(console);
  return lineage ? activityAtEnd(*lineage) : std::nullopt;
}

std::optional<SourceLine> sourceLineOf(Console &console, const Frame &frame) {
  return sourceLineOf(console.sources, frame);
}

std::optional<SourceLine> sourceLineOf(SourceFiles &sources,
                                       const Frame &frame) {
  if (frame.file.empty() || frame.line <= 0)
    return std::nullopt;
  Expected<ArrayRef<StringRef>> lines = sources.lines(frame.file);
  if (!lines) {
    consumeError(lines.takeError());
    return std::nullopt;
  }
  if (uint64_t(frame.line) > lines->size())
    return std::nullopt;
  return SourceLine{frame.line, (*lines)[frame.line - 1].str()};
}

//===----------------------------------------------------------------------===//
// Words for actions
//===----------------------------------------------------------------------===//

/// As a word of its own, in the quotes that MLIR puts around it or without.
static bool startsWithTag(StringRef text, StringRef tag) {
  text.consume_front("`");
  return text.consume_front(tag) &&
         (text.empty() || !(isAlnum(text.front()) || text.front() == '-' ||
                            text.front() == '_'));
}

std::string actionName(const Frame &frame) {
  OneLine tag(frame.tag);
  OneLine name(frame.tag == "llvm-pass"
                   ? llvmPassWord(frame.name, frame.argument)
                   : StringRef(frame.name));
  auto brief = [&] {
    return OneLine(withoutUsualNamespaces(frame.name)).str();
  };
  if (frame.tag == "pass-execution") {
    if (isAdaptor(frame.name))
      return "nested pipeline";
    return "pass " +
           (frame.argument.empty() ? brief() : OneLine(frame.argument).str());
  }
  if (frame.tag == "apply-pattern")
    return frame.name.empty() ? "a pattern without a name"
                              : "pattern " + brief();
  OneLine text(frame.text);
  if (!frame.name.empty())
    return formatv("{0} {1}{2}{3}", tag, name, frame.text.empty() ? "" : " on ",
                   text)
        .str();
  // Many an action begins its text with its tag.
  if (frame.text.empty() || startsWithTag(text, tag))
    return frame.text.empty() ? tag.str() : text.str();
  return formatv("{0} ({1})", tag, text).str();
}

static std::string placeName(StringRef file, int64_t line, int64_t column) {
  OneLine shown(file);
  if (file.empty() || line <= 0)
    return shown.str();
  return column > 0 ? formatv("{0}:{1}:{2}", shown, line, column).str()
                    : formatv("{0}:{1}", shown, line).str();
}

std::string locationName(const Frame &frame) {
  return placeName(frame.file, frame.line, frame.column);
}

std::string symbolName(const Frame &frame) {
  return "@" + OneLine(StringRef(frame.symbol).ltrim('@')).str();
}

std::string describe(const Frame &frame) {
  std::string text = actionName(frame);
  if (!frame.op.empty() && frame.op != frame.name)
    text.append(" on ").append(OneLine(frame.op).str());
  // A pass works on the symbol itself; that name says more than a line.
  if (frame.tag == "pass-execution" && !frame.symbol.empty())
    text.append(" ").append(symbolName(frame));
  if (std::string location = locationName(frame); !location.empty())
    text.append(" at ").append(location);
  else if (!frame.around.empty())
    text.append(" inside ").append(OneLine(frame.around).str());
  return text;
}

static std::string doing(const Activity &activity) {
  switch (activity.kind) {
  case trace::ActivityKind::Verifying:
    if (activity.isOfInput)
      return "verifying the parsed input";
    if (activity.leftBy.action)
      return formatv("verifying what {0} left ({1})",
                     actionNumber(activity.leftBy.action),
                     describe(activity.leftBy));
    return "verifying IR";
  case trace::ActivityKind::ReadingBytecode:
    return "reading the bytecode";
  case trace::ActivityKind::Parsing:
  case trace::ActivityKind::None:
    break;
  }
  bool isOpKnown = activity.line == 0 || !activity.parsedOp.empty();
  return isOpKnown ? "parsing the input" : "parsing the input, at or after";
}

static std::string workedOn(const Activity &activity) {
  if (activity.kind != trace::ActivityKind::Verifying)
    return activity.parsedOp;
  if (activity.op.id)
    return activity.op.name;
  return activity.root.empty() ? "" : "an op in " + activity.root;
}

std::string describe(const Activity &activity) {
  std::string text = doing(activity), op = workedOn(activity);
  std::string place = placeName(activity.file, activity.line, activity.column);
  if (!op.empty())
    text += ": " + OneLine(op).str();
  if (!place.empty())
    text += (op.empty() ? " " : ", ") + place;
  return text;
}

} // namespace mlir::trackdbg
