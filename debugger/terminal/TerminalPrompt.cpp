//===- TerminalPrompt.cpp - Reading commands from a person ----------------===//

#include "commands/Errors.h"
#include "render/ControlCharacters.h"
#include "render/Screen.h"
#include "terminal/Script.h"
#include "terminal/Terminal.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string Terminal::repetitionOf(StringRef line) const {
  StringRef rest = line.trim();
  Expected<const CommandSpec *> row = findCommand(rest);
  if (!row) {
    consumeError(row.takeError());
    return "";
  }
  switch ((*row)->onEmptyLine) {
  case OnEmptyLine::Repeat:
    return line.str();
  case OnEmptyLine::RepeatWithoutArguments:
    return (*row)->name.str();
  case OnEmptyLine::ListOn:
    return rest.trim().empty() ? line.str() : "source-list";
  case OnEmptyLine::Nothing:
    break;
  }
  return "";
}

// One line of the prompt; `last` is what an empty one repeats.
void Terminal::takeCommand(std::string &last) {
  std::string line;
  drawScreen();
  LineReader::Outcome outcome =
      lines().read(console.settings.prompt + " ", line);
  if (outcome == LineReader::Outcome::Interrupted)
    return;
  if (outcome == LineReader::Outcome::EndOfInput) {
    output.result("quit\n");
    line = "quit";
  } else {
    output.noteTyped(console.settings.prompt + " " + line);
  }
  // A backslash at the end continues the line.
  while (continues(line)) {
    std::string more;
    line.pop_back();
    if (reader->read(">", more) != LineReader::Outcome::Line)
      break;
    line += more;
  }
  bool isEmpty = StringRef(line).trim().empty();
  if (isEmpty)
    line = last;
  else if (outcome == LineReader::Outcome::Line) {
    reader->remember(line);
    console.commandLines.push_back(line);
    last = repetitionOf(line);
  }
  std::optional<Block> body;
  if (Body kind = bodyOf(line);
      outcome == LineReader::Outcome::Line && kind != Body::None) {
    if (Error error = refusalOf(line))
      return showError(std::move(error));
    Expected<Block> read = readBody(kind);
    if (!read)
      return showError(read.takeError());
    body = std::move(*read);
  }
  if (Error error = runLine(line, std::move(body)))
    showError(std::move(error));
  // At the end of the input there is nobody left who could answer otherwise.
  if (outcome == LineReader::Outcome::EndOfInput)
    hasQuit |= !output.inputIsFromTerminal();
}

// Why a command that has a body fails whatever the body is: the user is told
// before typing it.
Error Terminal::refusalOf(StringRef line) {
  Expected<Reply> reply = execute(console, line);
  if (reply)
    return Error::success();
  return handleErrors(reply.takeError(), [](const MissingBody &) {});
}

// Ctrl-C, and an end of the input before that of the body, are errors: half a
// body may do anything.
Expected<Block> Terminal::readBody(Body kind) {
  BodyLines body(kind);
  std::string line;
  while (true) {
    switch (lines().read(">", line)) {
    case LineReader::Outcome::Interrupted:
      return fail("Quit");
    case LineReader::Outcome::EndOfInput:
      output.result("\n");
      return fail("The input ended before \"end\"; the command and its lines "
                  "have no effect.");
    case LineReader::Outcome::Line:
      reader->remember(line);
      if (!body.add(line))
        return Block{body.text(), "", 1};
    }
  }
}

LineReader &Terminal::lines() {
  if (reader)
    return *reader;
  if (output.isInteractive())
    reader = makeEditingReader(
        [this](StringRef line) { return complete(console, line); });
  else
    reader = makePlainReader();
  return *reader;
}

void Terminal::runPrompt() {
  if (output.isInteractive())
    ignoreQuit();
  LineReader *reader = &lines();
  const Settings &settings = console.settings;
  if (!settings.historyFile.empty())
    reader->loadHistory(settings.historyFile, settings.historySize);
  std::string last;
  while (!hasQuit)
    takeCommand(last);
  if (settings.historySave && !settings.historyFile.empty())
    if (Error error = reader->saveHistory(settings.historyFile))
      showError(std::move(error));
}

bool Terminal::confirm(StringRef question) {
  if (!console.settings.confirm || scriptDepth > 0)
    return true;
  if (!output.inputIsFromTerminal() || !reader) {
    output.result((question + "(y or n) [answered Y; input not from "
                              "terminal]\n")
                      .str());
    return true;
  }
  // Its last line is the prompt, so that editing does not run over it.
  size_t lastLine = question.rfind('\n') + 1;
  std::string prompt = (question.drop_front(lastLine) + "(y or n) ").str();
  std::string answer, lines = question.take_front(lastLine).str();
  // There are few rows below what is above the prompt.
  for (size_t at; screen && (at = lines.find("\n\n")) != std::string::npos;)
    lines.erase(at, 1);
  output.question(lines);
  while (true) {
    switch (reader->read(prompt, answer)) {
    case LineReader::Outcome::EndOfInput:
      output.result("EOF [assumed Y]\n");
      return true;
    case LineReader::Outcome::Interrupted:
      return false;
    case LineReader::Outcome::Line:
      output.noteTyped(prompt + answer);
      break;
    }
    StringRef first = StringRef(answer).trim();
    if (first.starts_with_insensitive("y"))
      return true;
    if (first.starts_with_insensitive("n"))
      return false;
    output.question("Please answer y or n.\n" + lines);
  }
}

Expected<std::optional<size_t>>
Terminal::choose(StringRef question, ArrayRef<std::string> choices) {
  if (options.batch || scriptDepth > 0 || !output.inputIsFromTerminal() ||
      !reader)
    return std::nullopt;
  // The choices are ops, which the trace was read for.
  names.readTrace(*console.debugger);
  std::string menu = (question + "\n[0] cancel\n").str();
  for (size_t i = 0; i < choices.size(); ++i)
    menu += formatv("[{0}] {1}\n", i + 1, showControls(choices[i]));
  output.question(console.settings.printFullNames ? menu : names.shorten(menu));
  std::string answer;
  if (reader->read("> ", answer) != LineReader::Outcome::Line)
    return fail("Canceled.");
  // A command, typed in its place, means none of them.
  size_t number = 0;
  StringRef typed = StringRef(answer).trim();
  if (typed.getAsInteger(10, number) || number > choices.size())
    return fail("Canceled: \"{0}\" is not a number from 1 to {1}.", typed,
                choices.size());
  if (number == 0)
    return fail("Canceled.");
  return number - 1;
}

void Terminal::announce(StringRef line, Announced what) {
  // What a script does is not news to its author.
  if (options.batch || scriptDepth != 0)
    return;
  // A pipeline of many passes is not news either; 'show args' has all of it.
  RenderStyle style = output.style();
  std::string text = cutCommand(showControls(line), style);
  if (what == Announced::CommandLine)
    return (void)output.result(text + "\n");
  if (style.isForScreen && !console.settings.printFullNames)
    text = names.shorten(text);
  output.result(wrapForScreen(text, style));
}

} // namespace mlir::trackdbg
