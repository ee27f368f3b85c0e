//===- KnownNames.cpp - The names that a trace has ------------------------===//

#include "graph/KnownNames.h"
#include "trace/PlainText.h"

#include "graph/LocationIndex.h"
#include "graph/Moment.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

#include <fmt/format.h>

namespace mlir::trackdbg {

/// The parts that users omit: the dialect, the namespaces, the folders.
static llvm::StringRef lastPart(llvm::StringRef name, NameKind kind) {
  if (kind == NameKind::File)
    return name.substr(name.rfind('/') + 1);
  if (kind == NameKind::Op)
    return name.substr(name.find('.') + 1);
  return name.substr(name.rfind(':') + 1);
}

std::vector<std::string> names(const Lineage &lineage, NameKind kind) {
  const Definitions &definitions = lineage.definitions();
  std::vector<std::string> result;
  llvm::StringSet<> known;
  auto add = [&](llvm::StringRef name) {
    if (!name.empty() && known.insert(name).second)
      result.push_back(name.str());
  };
  switch (kind) {
  case NameKind::Op: {
    std::vector<bool> seen(definitions.stringLimit() + 1);
    for (OpId id = 1; id <= lineage.opCount(); ++id) {
      uint32_t name = lineage.opNameId(id);
      if (seen[name])
        continue;
      seen[name] = true;
      add(definitions.string(name));
    }
    return result;
  }
  case NameKind::File:
    for (uint32_t file : lineage.places().files())
      add(definitions.string(file));
    return result;
  case NameKind::Pass:
  case NameKind::PassWord:
  case NameKind::Pattern:
  case NameKind::PatternWord:
  case NameKind::LLVMPass:
  case NameKind::Tag:
    for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id) {
      ActionKindInfo info = definitions.actionKind(id);
      if (kind == NameKind::Tag) {
        add(info.tag);
      } else if (kind == NameKind::Pass && info.isPass()) {
        add(info.argument);
        add(info.name);
      } else if (kind == NameKind::LLVMPass && info.isLLVMPass()) {
        add(info.name);
        add(info.argument);
      } else if (kind == NameKind::PassWord && info.isPass()) {
        if (!isAdaptor(info.name))
          add(withoutUsualNamespaces(info.passWord()));
      } else if (kind == NameKind::Pattern && info.isPattern()) {
        add(info.name);
      } else if (kind == NameKind::PatternWord && info.isPattern()) {
        add(lastPart(withoutTemplateArguments(info.name), kind));
      }
    }
    return result;
  }
  return result;
}

std::vector<std::string> nearNames(const Lineage &lineage, llvm::StringRef text,
                                   NameKind kind, size_t count) {
  std::vector<std::string> known = names(lineage, kind);
  // What only runs passes is not what anybody means.
  if (kind == NameKind::Pass)
    llvm::erase_if(known, isAdaptor);
  if (kind == NameKind::Pass || kind == NameKind::Pattern)
    for (std::string &name : known)
      name = withoutUsualNamespaces(name);
  return nearNames(std::move(known), text, kind, count);
}

std::vector<std::string> nearNames(std::vector<std::string> known,
                                   llvm::StringRef text, NameKind kind,
                                   size_t count) {
  std::vector<std::pair<unsigned, std::string>> near;
  llvm::StringRef textPart = lastPart(text, kind);
  auto limitOf = [](llvm::StringRef typed) {
    return std::max<unsigned>(1, typed.size() / 3);
  };
  unsigned limit = limitOf(text), limitOfPart = limitOf(textPart);
  for (std::string &name : known) {
    llvm::StringRef part = lastPart(name, kind);
    unsigned distance = text.edit_distance_insensitive(name, true, limit + 1);
    unsigned ofPart =
        textPart.edit_distance_insensitive(part, true, limitOfPart + 1);
    // Of another dialect, only the very same word is a guess.
    bool isForeign =
        kind == NameKind::Op && text.contains('.') &&
        text.split('.').first != llvm::StringRef(name).split('.').first;
    if (ofPart <= (isForeign ? 0 : limitOfPart))
      distance = std::min(distance, ofPart);
    // A part of a name is a better guess than a name with other letters.
    if (text.size() > 2 && llvm::StringRef(name).contains_insensitive(text))
      distance = 0;
    if (distance <= limit)
      near.emplace_back(distance, std::move(name));
  }
  std::stable_sort(near.begin(), near.end(), [](const auto &a, const auto &b) {
    return a.first < b.first;
  });
  std::vector<std::string> result;
  // Beside a good guess a bad one is noise.
  for (auto &[distance, name] : near)
    if (result.size() < count && distance <= near.front().first + 1)
      result.push_back(std::move(name));
  return result;
}

llvm::Expected<std::string> passNamed(const Lineage &lineage,
                                      llvm::StringRef typed) {
  std::vector<std::string> known = names(lineage, NameKind::Pass);
  auto named = llvm::find_if(known, [&](const std::string &each) {
    return each == typed || withoutUsualNamespaces(each) == typed;
  });
  if (named != known.end())
    return *named;
  return llvm::createStringError(
      fmt::format("no pass '{}' ran{}", typed.str(),
                  didYouMean(nearNames(lineage, typed, NameKind::Pass))));
}

std::string didYouMean(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names) {
    text += text.empty() ? "; did you mean '" : "' or '";
    text += OneLine(name).str();
  }
  return text.empty() ? text : text + "'?";
}

} // namespace mlir::trackdbg
