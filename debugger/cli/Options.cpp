//===- Options.cpp --------------------------------------------------------===//

#include "cli/OptionTable.h"

#include "commands/Errors.h"
#include "render/Render.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {

bool isName(const OptionSpec &spec, StringRef name) {
  // As in gdb, one dash is as good as two.
  StringRef bare = name.ltrim('-');
  return any_of(spec.names, [&](StringRef each) {
    return !each.empty() && each.ltrim('-') == bare;
  });
}

const OptionSpec *findOption(StringRef name, unsigned subcommand) {
  const auto *found = find_if(optionTable(), [&](const OptionSpec &spec) {
    return (spec.subcommands & subcommand) && isName(spec, name);
  });
  return found == optionTable().end() ? nullptr : found;
}

Error unknownOption(StringRef name, const SubcommandSpec &subcommand) {
  StringRef best;
  unsigned bestDistance = name.size() / 2;
  for (const OptionSpec &spec : optionTable()) {
    for (StringRef each : spec.names) {
      unsigned distance = each.edit_distance(name, true, bestDistance + 1);
      if ((spec.subcommands & subcommand.bit) && !spec.help.empty() &&
          !each.empty() && distance < bestDistance) {
        best = each;
        bestDistance = distance;
      }
    }
  }
  if (!best.empty())
    return fail("unknown option \"{0}\"; did you mean {1}?", name, best);
  return fail("unknown option \"{0}\"; --help lists them", name);
}

} // namespace

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

// Takes one option, and its value where that is a word of its own.
static Error takeOption(ArrayRef<StringRef> &words, CommandLine &line,
                        const SubcommandSpec &subcommand) {
  StringRef word = words.front();
  words = words.drop_front();
  auto [name, value] = word.split('=');
  bool hasValue = word.contains('=');
  const OptionSpec *spec = findOption(name, subcommand.bit);
  if (!spec)
    return unknownOption(name, subcommand);
  if (spec->value.empty() && hasValue)
    return fail("option {0} takes no value", name);
  if (!spec->value.empty() && !hasValue) {
    if (words.empty())
      return fail("option {0} requires a value: {1}", name, spec->value);
    value = words.front();
    words = words.drop_front();
  }
  return spec->apply(line, value);
}

static Error checkSourceMap(const CommandLine &line) {
  bool isSourceMap =
      std::holds_alternative<CommandLine::SourceMapFormat>(line.format);
  const SourceMapQuestion &question = line.sourceMap;
  if (!isSourceMap && !(question.program.empty() && question.inputFrom.empty()))
    return fail("--exe and --input-from go with --format=source-map");
  if (!isSourceMap)
    return Error::success();
  if (!line.part.isWhole() || !line.filters.empty() ||
      line.foldBelow.count() != 0)
    return fail("--format=source-map is of the whole program: it takes no "
                "--filter, --fold-below, --became or --origin");
  return Error::success();
}

static Error checkComplete(const CommandLine &line,
                           const SubcommandSpec &subcommand) {
  if (line.wantsHelp || line.wantsVersion || line.wantsReference)
    return Error::success();
  if (subcommand.bit == ForBuildTracker) {
    if (!line.traceFile.empty())
      return fail("unexpected argument \"{0}\": write --mlir-dir= before it",
                  line.traceFile);
    if (line.mlirFolder.empty())
      return fail("no MLIR given: {0}", subcommand.usage);
    return Error::success();
  }
  bool takesCommand = subcommand.bit & (ForDebug | ForRecord | ForBisect);
  if (!line.process.empty() && !line.command.empty())
    return fail("--pid takes no compiler; unexpected argument \"{0}\"",
                line.command.front());
  if (takesCommand && line.command.empty() && line.process.empty())
    return fail("no compiler given: {0}; --help lists the rest",
                subcommand.usage);
  if (subcommand.bit == ForTrack) {
    if (!line.traceFile.empty())
      return fail("unexpected argument \"{0}\": write --input-mlir or "
                  "--track-mlir before it",
                  line.traceFile);
    if (line.inputFile.empty() || line.trackedFiles.empty())
      return fail("no files to compare given: {0}", subcommand.usage);
    return Error::success();
  }
  if (!takesCommand && line.traceFile.empty())
    return fail("no trace given: {0}", subcommand.usage);
  const TerminalOptions &terminal = line.terminal;
  if (subcommand.bit == ForRecord && line.traceFile.empty() &&
      terminal.dumpLineage.empty() && terminal.logActions.empty() &&
      !line.summary)
    return fail("nothing to record: give -o FILE, --summary, "
                "--dump-lineage=FILE or --log-actions=FILE");
  bool limitsPart = line.part.depth || line.part.exactOnly || line.part.through;
  if (limitsPart && line.part.isWhole())
    return fail("--depth, --exact and --through go with --became=SPEC or "
                "--origin=SPEC");
  bool isLineage = std::holds_alternative<DumpFormat>(line.format);
  if (isLineage && (!line.filters.empty() || line.foldBelow.count() != 0))
    return fail("--filter and --fold-below apply to actions, but this format "
                "writes the lineage");
  return checkSourceMap(line);
}

static const SubcommandSpec *findSubcommand(StringRef name) {
  for (const SubcommandSpec &each : subcommandTable().drop_front())
    if (each.name == name)
      return &each;
  return nullptr;
}

Expected<CommandLine> parseCommandLine(ArrayRef<StringRef> words) {
  CommandLine line;
  const SubcommandSpec *subcommand =
      words.empty() ? nullptr : findSubcommand(words.front());
  if (subcommand)
    words = words.drop_front();
  else
    subcommand = &subcommandTable().front();
  line.subcommand = Subcommand(subcommand - subcommandTable().begin());
  bool takesCommand = subcommand->bit & (ForDebug | ForRecord | ForBisect);
  while (!words.empty()) {
    StringRef word = words.front();
    bool isEnd = word == "--" || word == "--args" || word == "-args";
    if (takesCommand && (isEnd || !word.starts_with("-") || word == "-")) {
      if (subcommand->name.empty() && findSubcommand(word))
        return fail("\"{0}\" stands in front of its options, as in "
                    "'mlir-track-dbg {0} --help'; a compiler of that name "
                    "stands behind --",
                    word);
      for (StringRef each : words.drop_front(isEnd))
        line.command.push_back(each.str());
      break;
    }
    if (word.starts_with("-") && !isEnd) {
      if (Error error = takeOption(words, line, *subcommand))
        return error;
      continue;
    }
    words = words.drop_front();
    if (isEnd)
      continue;
    if (!line.traceFile.empty())
      return fail("unexpected argument \"{0}\": only one trace can be opened",
                  word);
    line.traceFile = word.str();
  }
  if (Error error = checkComplete(line, *subcommand))
    return error;
  return line;
}

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

constexpr unsigned kWidth = 79; ///< Of the text, in columns.

static std::string describeOption(const OptionSpec &spec) {
  std::vector<std::string> names;
  for (StringRef name : spec.names)
    if (!name.empty())
      names.push_back(name.str());
  std::string text = "  " + join(names, ", ");
  if (!spec.value.empty())
    text += (names.back().starts_with("--") ? "=" : " ") + spec.value.str();
  constexpr unsigned kColumn = 32;
  std::string blanks(kColumn, ' ');
  if (text.size() + 2 <= kColumn)
    text.resize(kColumn, ' ');
  else
    text += '\n' + blanks;
  std::string help = wrap(spec.help, kWidth - kColumn);
  return text + join(split(StringRef(help).rtrim(), '\n'), '\n' + blanks) +
         '\n';
}

std::string helpText(Subcommand subcommand) {
  const SubcommandSpec &spec = subcommandTable()[size_t(subcommand)];
  std::string text = formatv("Usage: {0}\n", spec.usage);
  if (subcommand == Subcommand::Debug)
    for (const SubcommandSpec &each : subcommandTable().drop_front())
      text += formatv("       {0}\n", each.usage);
  text += formatv("\n{0}\nOptions:\n", wrap(spec.about, kWidth));
  for (const OptionSpec &option : optionTable())
    if ((option.subcommands & spec.bit) && !option.help.empty())
      text += describeOption(option);
  if (subcommand == Subcommand::Debug)
    text +=
        "\nFor the commands of the prompt, type \"help\" there. Init file:\n"
        "$XDG_CONFIG_HOME/mlir-track-dbg/init or\n"
        "~/.config/mlir-track-dbg/init.\n";
  return text;
}

} // namespace mlir::trackdbg
