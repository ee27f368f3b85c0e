//===- Source.cpp - Commands that show the compiler's input ---------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"
#include "commands/SourceListing.h"
#include "commands/SymbolNames.h"

#include "graph/KnownNames.h"
#include "queries/PlaceSpec.h"
#include "trace/Counted.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace mlir::trackdbg {

// The selected frame, if it has a source line.
static const Frame *frameWithSource(const Console &console) {
  const Frame *frame = selectedFrame(console);
  return frame && !frame->file.empty() ? frame : nullptr;
}

static Expected<Reply> infoSource(Console &console, const Arguments &) {
  const Frame *frame = frameWithSource(console);
  if (!frame)
    return fail("No current source file.");
  std::string name = "Current source file is " + OneLine(frame->file).str();
  if (frame->line > 0)
    name += ", line " + std::to_string(frame->line);
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(frame->file);
  return LinesReply{
      {name + ".",
       lines ? formatv("It has {0}.", counted(lines->size(), "line")).str()
             : "It cannot be read: " + toString(lines.takeError()) + "."}};
}

namespace {
/// Lines to show, before they are cut to the file.
struct Range {
  std::string file;
  int64_t first = 0, last = 0;
  int64_t wanted = 0; ///< The line that was named, among these; 0 for none.
};
} // namespace

/// More than any file has, and small enough to add to.
static constexpr int64_t kMostLines = int64_t(1) << 40;

static Range around(StringRef file, int64_t line, int64_t size) {
  line = std::min(line, kMostLines);
  int64_t first = std::max<int64_t>(line - size / 2, 1);
  return {file.str(), first, first + size - 1, line};
}

// What comes after the lines shown last, or where the selected frame is.
static Expected<Range> following(const Console &console, int64_t size) {
  const ListPosition &listed = console.listed;
  if (!listed.file.empty())
    return Range{listed.file, listed.last + 1, listed.last + size};
  if (const Frame *frame = frameWithSource(console))
    return around(frame->file, frame->line, size);
  if (StringRef file = currentFile(console); !file.empty())
    return around(file, /*line=*/1, size);
  return fail("No current source file; name one: source-list FILE:LINE.");
}

static Expected<Range> preceding(const Console &console, int64_t size) {
  const ListPosition &listed = console.listed;
  if (listed.file.empty())
    return following(console, size);
  if (listed.first <= 1)
    return fail("Already at the start of {0}.", listed.file);
  int64_t first = std::max<int64_t>(listed.first - size, 1);
  return Range{listed.file, first, listed.first - 1};
}

/// FILE:LINE, or the line that a symbol was made at first: in the input.
static Expected<BreakpointSpec> lineNamed(Console &console, StringRef typed,
                                          StringRef file) {
  typed = typed.trim();
  if (!typed.starts_with("@"))
    return parseBreakpointLocation(typed, file);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<std::string> path = symbolPath(console, typed);
  if (!path)
    return path.takeError();
  Expected<std::vector<OpId>> ops = resolveOps(*lineage, *path);
  if (!ops)
    return asSentence(ops.takeError());
  const Definitions &definitions = lineage->definitions();
  SourcePlace place = definitions.place(lineage->op(ops->front()).location);
  if (!place || place.line < 1)
    return fail("\"{0}\" has no line of source; 'ops {0}' shows what it is.",
                typed);
  BreakpointSpec spec;
  spec.name = definitions.string(place.fileId).str();
  spec.line = place.line;
  return spec;
}

/// The one file of the trace that a name means by the end of its path.
static std::optional<std::string> tracedFile(Console &console, StringRef name) {
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return std::nullopt;
  Expected<std::vector<uint32_t>> files = resolveFile(*lineage, name);
  if (files && files->size() == 1)
    return lineage->definitions().string(files->front()).str();
  consumeError(files.takeError());
  return std::nullopt;
}

static int64_t listSize(const Console &console) {
  int64_t size = console.settings.listSize;
  return size < 0 || size > kMostLines ? kMostLines : size;
}

static Expected<Range> rangeFor(Console &console, StringRef typed) {
  int64_t size = listSize(console);
  if (typed.empty())
    return following(console, size);
  if (typed == "-")
    return preceding(console, size);
  StringRef file =
      console.listed.file.empty() ? currentFile(console) : console.listed.file;
  auto [from, to] = typed.split(',');
  Expected<BreakpointSpec> place = lineNamed(console, from, file);
  if (!place)
    return place.takeError();
  // As of a breakpoint, the end of the path is enough to name it.
  if (file.ends_with(place->name) &&
      file.drop_back(place->name.size()).ends_with("/"))
    place->name = file.str();
  else if (!sys::fs::exists(place->name))
    place->name = tracedFile(console, place->name).value_or(place->name);
  int64_t last = 0;
  if (!typed.contains(','))
    return around(place->name, place->line, size);
  if (to.trim().getAsInteger(10, last) || last < place->line)
    return fail("Invalid line range \"{0}\": write FIRST,LAST.", typed);
  return Range{place->name, place->line, last, place->line};
}

static Expected<SourceReply> linesOf(Console &console, const Range &range) {
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(range.file);
  if (!lines)
    return lines.takeError();
  int64_t count = lines->size();
  int64_t first = std::max<int64_t>(range.first, 1);
  int64_t last = std::min(range.last, count);
  if (first > count)
    return lineOutOfRange(range.wanted ? range.wanted : first, range.file,
                          count);
  SourceReply reply;
  reply.file = range.file;
  for (int64_t number = first; number <= last; ++number)
    reply.lines.push_back({number, (*lines)[number - 1].str()});
  console.listed = {range.file, first, last};
  return reply;
}

static Expected<Reply> listSource(Console &console,
                                  const Arguments &arguments) {
  Expected<Range> range = rangeFor(console, arguments.text("LINES").trim());
  if (!range)
    return range.takeError();
  Expected<SourceReply> reply = linesOf(console, *range);
  if (!reply)
    return reply.takeError();
  if (const Frame *frame = selectedFrame(console);
      frame && frame->file == range->file) {
    reply->current = frame->line;
    reply->column = frame->column;
  }
  return std::move(*reply);
}

Expected<Reply> listAround(Console &console, StringRef file, int64_t line) {
  Expected<SourceReply> reply =
      linesOf(console, around(file, line, listSize(console)));
  if (!reply)
    return reply.takeError();
  reply->current = line;
  return std::move(*reply);
}

enum class SearchWay { Forward, Backward };

/// The nearest line with a match behind those shown last, or before them; at
/// the end of the file it goes on at the other end.
static Expected<Reply> search(Console &console, const Arguments &arguments,
                              SearchWay way) {
  Expected<UserRegex> regex = arguments.regex("REGEX");
  if (!regex)
    return regex.takeError();
  std::string file = console.listed.file.empty() ? currentFile(console).str()
                                                 : console.listed.file;
  if (file.empty())
    return fail("No current source file; 'list FILE:LINE' chooses one.");
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(file);
  if (!lines)
    return lines.takeError();
  const Frame *frame = frameWithSource(console);
  bool isForward = way == SearchWay::Forward;
  int64_t count = lines->size();
  int64_t from = console.listed.last == 0 ? (frame ? frame->line : 0)
                 : isForward              ? console.listed.last
                                          : console.listed.first;
  from = std::clamp<int64_t>(from, 0, count);
  for (int64_t step = 1; step <= count; ++step) {
    int64_t number = isForward ? (from + step - 1) % count + 1
                               : (from - step - 1 + 2 * count) % count + 1;
    StringRef line = (*lines)[number - 1];
    if (!regex->match(line))
      continue;
    console.listed = {file, number, number};
    SourceReply reply;
    reply.file = file;
    reply.lines.push_back({number, line.str()});
    return reply;
  }
  return fail("Expression not found.");
}

static Expected<Reply> searchForward(Console &console,
                                     const Arguments &arguments) {
  return search(console, arguments, SearchWay::Forward);
}

static Expected<Reply> searchBackward(Console &console,
                                      const Arguments &arguments) {
  return search(console, arguments, SearchWay::Backward);
}

static Expected<Reply> showDirectories(Console &console, const Arguments &) {
  ArrayRef<std::string> folders = console.sources.addedFolders();
  return TextReply{folders.empty()
                       ? "Source files are looked for where their names say."
                       : "Source folders searched: " + join(folders, ":")};
}

static Expected<Reply> addDirectory(Console &console,
                                    const Arguments &arguments) {
  StringRef folder = arguments.text("DIRECTORY");
  if (!folder.empty())
    console.sources.addFolder(folder);
  else if (console.frontend.confirm("Forget all source folders? "))
    console.sources.forgetFolders();
  return showDirectories(console, arguments);
}

/// Those that ops came from.
static Expected<Reply> infoSources(Console &console, const Arguments &) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  LinesReply reply;
  for (const std::string &file : names(*lineage, NameKind::File))
    reply.lines.push_back(OneLine(file).str());
  if (reply.lines.empty())
    return TextReply{"No op came from a file so far."};
  return reply;
}

static Expected<Reply> showSubstitutes(Console &console, const Arguments &) {
  if (console.sources.substitutes().empty())
    return TextReply{"There are no source path substitution rules."};
  std::string text = "Source path substitution rules:";
  for (const SourceFiles::Substitute &rule : console.sources.substitutes())
    text += formatv("\n  '{0}' -> '{1}'", rule.from, rule.to);
  return TextReply{std::move(text)};
}

static Expected<Reply> setSubstitute(Console &console,
                                     const Arguments &arguments) {
  if (arguments.text("DIRECTORY").empty())
    return fail("The folder to replace is empty.");
  console.sources.substitute(arguments.text("DIRECTORY"),
                             arguments.text("OTHER-DIRECTORY"));
  return NothingReply();
}

static Expected<Reply> unsetSubstitute(Console &console,
                                       const Arguments &arguments) {
  StringRef from = arguments.text("DIRECTORY");
  if (from.empty() &&
      !console.frontend.confirm("Delete all source path substitution rules? "))
    return TextReply{"Not confirmed."};
  if (!console.sources.forgetSubstitute(from))
    return fail("No substitution rule defined for \"{0}\".", from);
  return NothingReply();
}

static constexpr CommandSpec rows[] = {
    {.name = "search",
     .aliases = {"forward-search", "fo"},
     .group = Group::Looking,
     .synopsis = "search REGEX",
     .summary = "Find the next line of source that matches.",
     .details =
         "Starts behind the lines that were shown last, and goes on from "
         "the first line of the file.",
     .seeAlso = {"reverse-search", "source-list", "list"},
     .run = searchForward},
    {.name = "reverse-search",
     .aliases = {"rev"},
     .group = Group::Looking,
     .synopsis = "reverse-search REGEX",
     .summary = "Find the previous line of source that matches.",
     .details = "Starts before the lines that were shown last, and goes on "
                "from the last line of the file.",
     .seeAlso = {"search", "source-list"},
     .run = searchBackward},
    {.name = "directory",
     .aliases = {"dir"},
     .group = Group::Looking,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "directory [DIRECTORY]",
     .summary = "Look for source files in another folder, too.",
     .details = "A file that is not where its location says is looked for in "
                "the folder, by its whole name and by its last part. Without "
                "DIRECTORY, forgets the folders.",
     .seeAlso = {"show directories", "source-list", "cd",
                 "set substitute-path"},
     .run = addDirectory},
    {.name = "show directories",
     .group = Group::Looking,
     .synopsis = "show directories",
     .summary = "Show the folders in which source files are looked for.",
     .seeAlso = {"directory", "show substitute-path"},
     .run = showDirectories},
    {.name = "set substitute-path",
     .group = Group::Looking,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "set substitute-path DIRECTORY OTHER-DIRECTORY",
     .summary = "Look for the source files of one folder in another.",
     .details = "A location whose file is in DIRECTORY, as the compiler writes "
                "it, is read from OTHER-DIRECTORY.",
     .seeAlso = {"directory", "unset substitute-path", "show substitute-path"},
     .run = setSubstitute},
    {.name = "unset substitute-path",
     .group = Group::Looking,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "unset substitute-path [DIRECTORY]",
     .summary = "Forget a rule of 'set substitute-path', or all.",
     .seeAlso = {"set substitute-path"},
     .run = unsetSubstitute},
    {.name = "show substitute-path",
     .group = Group::Looking,
     .synopsis = "show substitute-path",
     .summary = "Show the rules of 'set substitute-path'.",
     .seeAlso = {"set substitute-path"},
     .run = showSubstitutes},
    {.name = "info source",
     .group = Group::Looking,
     .synopsis = "info source",
     .summary = "Show the source file of the selected action's op.",
     .seeAlso = {"source-list"},
     .run = infoSource},
    {.name = "info sources",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info sources",
     .summary = "List the source files that ops came from.",
     .seeAlso = {"info source", "source-list"},
     .run = infoSources},
    {.name = "source-list",
     .group = Group::Looking,
     .onEmptyLine = OnEmptyLine::RepeatWithoutArguments,
     .synopsis = "source-list [LINES]",
     .summary = "List lines of source.",
     .details = "Without LINES, lists the lines around the selected action's "
                "op, and then the following lines. 'source-list @f' lists "
                "where a function was in the input. 'set listsize' changes "
                "the number of lines.",
     .seeAlso = {"info source", "list"},
     .run = listSource},
};

ArrayRef<CommandSpec> sourceCommands() { return rows; }

} // namespace mlir::trackdbg
