//===- ActionWriter.cpp - What the exports of actions share ---------------===//

#include "export/ActionWriter.h"

#include "changes/Replay.h"

#include "queries/ActionSelection.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/StringSwitch.h"

#include <optional>

namespace mlir::trackdbg {

OpsByAction::OpsByAction(const Lineage &lineage)
    : starts(lineage.actionCount() + 2, 0), ops(lineage.opCount()) {
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    ++starts[lineage.op(id).birthAction + 1];
  for (size_t i = 1; i < starts.size(); ++i)
    starts[i] += starts[i - 1];
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    ops[next[lineage.op(id).birthAction]++] = id;
}

namespace {
/// `table[index]`, with room made for it.
template <typename T> T &grown(std::vector<T> &table, size_t index) {
  if (index >= table.size())
    table.resize(index + 1);
  return table[index];
}
} // namespace

llvm::StringRef ActionTexts::place(uint32_t location) {
  if (location >= definitions.locationLimit())
    return {};
  std::string &text = grown(places, location);
  if (text.empty())
    text = definitions.placeText(location);
  return text;
}

const std::string &ActionTexts::quotedPlace(uint32_t location) {
  return quotedPlaces.get(location < definitions.locationLimit() ? location : 0,
                          [&](uint32_t id) { return place(id); });
}

const std::string &ActionTexts::quotedLine(uint32_t location) {
  return quotedLines.get(location < definitions.locationLimit() ? location : 0,
                         [&](uint32_t id) { return line(id); });
}

llvm::StringRef ActionTexts::line(uint32_t location) {
  SourcePlace place = definitions.place(location);
  if (location >= definitions.locationLimit() || place.line == 0)
    return {};
  std::string &text = grown(lines, location);
  if (text.empty())
    text = fmt::format("{}:{}", definitions.string(place.fileId).str(),
                       place.line);
  return text;
}

const std::string &ActionTexts::quotedOpName(OpId op) {
  return strings.get(lineage.opNameId(op),
                     [&](uint32_t id) { return definitions.string(id); });
}

const std::string &ActionTexts::quotedText(const ActionInfo &action) {
  return strings.get(action.text,
                     [&](uint32_t id) { return definitions.string(id); });
}

llvm::StringRef ActionTexts::passWord(ActionId action) const {
  ActionId pass = lineage.passOf(action);
  if (pass == 0)
    return {};
  return lineage.actionKind(pass).passWord();
}

const std::string &ActionTexts::quotedPassWord(ActionId action) {
  uint32_t kind = lineage.action(lineage.passOf(action)).kind;
  std::string &text =
      grown(passWords, kind < definitions.actionKindLimit() ? kind : 0);
  if (text.empty())
    text = quoteJson(passWord(action));
  return text;
}

const ActionTexts::Kind &ActionTexts::quotedKind(uint32_t id) {
  Kind &kind = grown(kinds, id < definitions.actionKindLimit() ? id : 0);
  if (kind.tag.empty()) {
    ActionKindInfo info = definitions.actionKind(id);
    kind = {quoteJson(info.tag), quoteJson(info.name), quoteJson(info.title())};
  }
  return kind;
}

llvm::Expected<LogFormat> parseLogFormat(llvm::StringRef name) {
  auto format = llvm::StringSwitch<std::optional<LogFormat>>(name)
                    .Case("log", LogFormat::Log)
                    .Case("jsonl", LogFormat::JsonLines)
                    .Case("chrome", LogFormat::ChromeTrace)
                    .Case("collapsed", LogFormat::Collapsed)
                    .Case("patches", LogFormat::Patches)
                    .Default(std::nullopt);
  if (format)
    return *format;
  return llvm::createStringError(
      fmt::format("no format '{}'; the formats are log, jsonl, chrome, "
                  "collapsed and patches",
                  name.str()));
}

llvm::Error exportActions(const Lineage &lineage, const ExportOptions &options,
                          llvm::raw_ostream &out) {
  if (options.format == LogFormat::Patches && !hasChanges(lineage))
    return llvm::createStringError("the trace does not tell what each action "
                                   "changed; 'record --changes' keeps it");
  auto selected = selectActions(lineage, options.filter);
  if (!selected)
    return selected.takeError();
  if (options.part)
    *selected &= options.part->actions;
  switch (options.format) {
  case LogFormat::Log:
    writeLog(lineage, *selected, out);
    break;
  case LogFormat::JsonLines:
    writeJsonLines(lineage, *selected, out);
    break;
  case LogFormat::Patches:
    writePatches(lineage, *selected, out);
    break;
  case LogFormat::Collapsed:
    writeCollapsed(lineage, *selected, out);
    break;
  case LogFormat::ChromeTrace:
    writeChromeTrace(lineage, *selected, options.foldBelow, out);
    break;
  }
  return llvm::Error::success();
}

llvm::Error exportActionsToFile(const Lineage &lineage,
                                const ExportOptions &options,
                                llvm::StringRef path) {
  return writeFile(path, [&](llvm::raw_ostream &out) {
    return exportActions(lineage, options, out);
  });
}

} // namespace mlir::trackdbg
