//===- Settings.cpp -------------------------------------------------------===//

#include "commands/Settings.h"

#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

static const SettingSpec table[] = {
    {"args", &Settings::args, "",
     "Argument list to give the compiler when it is started is \"{0}\"."},
    {"checkpoints", &Settings::checkpoints, "",
     "Automatic checkpoints are {0}."},
    {"color", &Settings::color, "", "Whether to use colours is {0}."},
    {"confirm", &Settings::confirm, "",
     "Whether to confirm potentially dangerous operations is {0}."},
    {"disable-randomization", &Settings::disableRandomization, "",
     "Disabling randomization of the compiler's virtual address space is {0}."},
    {"exec-direction", &Settings::execDirection, "",
     "The direction of 'step', 'next', 'finish' and 'continue' is {0}."},
    {"final-code", &Settings::finalCode, "",
     "Following ops into machine code is {0}."},
    {"folds", &Settings::folds, "", "Making each fold an action is {0}."},
    {"follow-compiler", &Settings::followCompiler, "",
     "The compilers that may stop are \"{0}\" (all, first, or a regular "
     "expression for the command line)."},
    {"height", &Settings::height, "auto",
     "Number of lines that the debugger thinks are in a page is {0}."},
    {"history filename", &Settings::historyFile, "",
     "The file in which the command history is kept is \"{0}\"."},
    {"history save", &Settings::historySave, "",
     "Saving the command history on exit is {0}."},
    {"history size", &Settings::historySize, "unlimited",
     "The size of the command history is {0}."},
    {"listsize", &Settings::listSize, "unlimited",
     "Number of source lines 'source-list' shows is {0}."},
    {"logging enabled", &Settings::isLogging, "",
     "Copying the output to the log file is {0}."},
    {"logging file", &Settings::logFile, "",
     "The file to which output is copied is \"{0}\"."},
    {"pagination", &Settings::pagination, "", "State of pagination is {0}."},
    {"print elements", &Settings::printElements, "unlimited",
     "Limit on the elements of an attribute to print is {0}."},
    {"print full-names", &Settings::printFullNames, "",
     "Printing whole names of source files, passes and patterns is {0}."},
    {"print locations", &Settings::printLocations, "",
     "Printing locations with the IR is {0}."},
    {"prompt", &Settings::prompt, "", "The debugger's prompt is \"{0}\"."},
    {"width", &Settings::width, "auto",
     "Number of characters that the debugger thinks are in a line is {0}."},
};

ArrayRef<SettingSpec> settingTable() { return table; }

// Whether each typed word starts the word at its place in the name; a name is
// also meant by its first word alone.
static bool startsName(StringRef name, ArrayRef<StringRef> typed) {
  SmallVector<StringRef, 2> words;
  name.split(words, ' ');
  if (typed.size() > words.size())
    return false;
  for (auto [word, prefix] : zip(words, typed))
    if (!word.starts_with(prefix))
      return false;
  return true;
}

std::vector<const SettingSpec *> settingsWithPrefix(StringRef typed) {
  SmallVector<StringRef, 4> words;
  SplitString(typed, words);
  if (typed.ends_with(" "))
    words.push_back("");
  std::vector<const SettingSpec *> found;
  for (const SettingSpec &spec : table)
    if (startsName(spec.name, words))
      found.push_back(&spec);
  return found;
}

static std::string namesOf(ArrayRef<const SettingSpec *> specs) {
  return join(map_range(specs, [](const auto *spec) { return spec->name; }),
              ", ");
}

Expected<const SettingSpec *> findSetting(StringRef typed, StringRef &value) {
  auto [first, rest] = typed.trim().split(' ');
  SmallVector<const SettingSpec *> one, two;
  for (const SettingSpec &spec : table) {
    if (spec.name == first) {
      value = rest.trim();
      return &spec;
    }
    if (startsName(spec.name, {first}))
      one.push_back(&spec);
  }
  auto [second, last] = rest.trim().split(' ');
  for (const SettingSpec *spec : one)
    if (spec->name.contains(' ') && !second.empty() &&
        startsName(spec->name, {first, second}))
      two.push_back(spec);
  if (two.size() == 1) {
    value = last.trim();
    return two.front();
  }
  if (one.size() == 1 && !one.front()->name.contains(' ')) {
    value = rest.trim();
    return one.front();
  }
  if (one.empty())
    return fail("Undefined setting: \"{}\"; 'show' lists them", typed.trim());
  bool hasPrefix =
      any_of(one, [](const auto *spec) { return !spec->name.contains(' '); });
  if (two.empty() && !hasPrefix && !second.empty())
    return fail("Undefined setting: \"{}\"; there is {}", typed.trim(),
                namesOf(one));
  return fail("Ambiguous setting \"{}\": {}", typed.trim(),
              namesOf(two.empty() ? one : two));
}

std::string settingValue(const Settings &settings, const SettingSpec &spec) {
  if (const auto *field = std::get_if<bool Settings::*>(&spec.field))
    return settings.*(*field) ? "on" : "off";
  if (const auto *field = std::get_if<int64_t Settings::*>(&spec.field)) {
    int64_t value = settings.*(*field);
    return value < 0 ? spec.minusOne.str() : std::to_string(value);
  }
  if (const auto *field = std::get_if<ColorMode Settings::*>(&spec.field)) {
    ColorMode mode = settings.*(*field);
    return mode == ColorMode::Auto     ? "auto"
           : mode == ColorMode::Always ? "always"
                                       : "never";
  }
  return settings.*std::get<std::string Settings::*>(spec.field);
}

std::string showSetting(const Settings &settings, const SettingSpec &spec) {
  auto [before, after] = spec.sentence.split("{0}");
  return (before + settingValue(settings, spec) + after).str();
}

Expected<ColorMode> parseColorMode(StringRef value) {
  if (value == "auto")
    return ColorMode::Auto;
  if (value == "always" || value == "on")
    return ColorMode::Always;
  if (value == "never" || value == "off")
    return ColorMode::Never;
  return fail("invalid value \"{}\": expected auto, always or never", value);
}

static Expected<bool> parseBoolean(StringRef value) {
  std::optional<bool> parsed =
      StringSwitch<std::optional<bool>>(value)
          .Cases({"", "on", "1", "yes", "enable"}, true)
          .Cases({"off", "0", "no", "disable"}, false)
          .Default(std::nullopt);
  if (!parsed)
    return fail("\"on\" or \"off\" expected, not \"{}\"", value);
  return *parsed;
}

static Expected<int64_t> parseLimit(const SettingSpec &spec, StringRef value) {
  int64_t number = 0;
  if (value == spec.minusOne)
    return -1;
  if (value.getAsInteger(10, number) || number < 0)
    return fail("A number or \"{}\" expected for '{}', not \"{}\"",
                spec.minusOne, spec.name, value);
  if (number == 0 && spec.field == SettingSpec::Field(&Settings::listSize))
    return fail("'{}' is at least 1", spec.name);
  return number;
}

Error changeSetting(Settings &settings, const SettingSpec &spec,
                    StringRef value) {
  if (const auto *field = std::get_if<bool Settings::*>(&spec.field)) {
    Expected<bool> parsed = parseBoolean(value);
    if (parsed)
      settings.*(*field) = *parsed;
    return parsed.takeError();
  }
  if (const auto *field = std::get_if<int64_t Settings::*>(&spec.field)) {
    Expected<int64_t> parsed = parseLimit(spec, value);
    if (parsed)
      settings.*(*field) = *parsed;
    return parsed.takeError();
  }
  if (const auto *field = std::get_if<ColorMode Settings::*>(&spec.field)) {
    Expected<ColorMode> parsed = parseColorMode(value);
    if (parsed)
      settings.*(*field) = *parsed;
    return parsed.takeError();
  }
  settings.*std::get<std::string Settings::*>(spec.field) = value.str();
  return Error::success();
}

Error appendToLog(Settings &settings, StringRef text) {
  std::error_code error;
  raw_fd_ostream file(settings.logFile, error, sys::fs::OF_Append);
  if (!error) {
    file << text;
    // A full disk is noticed where the buffer is written, and an error that is
    // still there in the destructor ends the process.
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (!error)
    return Error::success();
  settings.isLogging = false;
  return fail("Cannot write the log file \"{}\": {}. Logging is off",
              settings.logFile, error.message());
}

} // namespace mlir::trackdbg
