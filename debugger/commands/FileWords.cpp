//===- FileWords.cpp ------------------------------------------------------===//

#include "commands/FileWords.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

size_t findBlank(StringRef text) {
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == ' ' || c == '\t')
      return i;
  }
  return StringRef::npos;
}

StringRef lastWord(StringRef text) {
  size_t blank;
  while ((blank = findBlank(text)) != StringRef::npos)
    text = text.drop_front(blank + 1);
  return text;
}

static bool isQuote(StringRef text) {
  return text.starts_with("\"") || text.starts_with("'");
}

// The name goes into quotes where it would not be one word without them; a
// folder's stay open for what is in it.
std::optional<std::string> fileWord(StringRef name, StringRef typed) {
  StringRef quote = isQuote(typed) ? typed.take_front() : "";
  if (!name.starts_with(typed.drop_front(quote.size())))
    return std::nullopt;
  if (quote.empty()) {
    if (name.find_first_of(" \t\"'\\") == StringRef::npos)
      return name.str();
    quote = name.find_first_of("\"\\") == StringRef::npos ? "\"" : "'";
  }
  bool fits = !name.contains(quote) && (quote == "'" || !name.contains('\\'));
  if (!fits)
    return std::nullopt;
  return (quote + name + (name.ends_with("/") ? "" : quote)).str();
}

std::vector<std::string> filesBehind(StringRef typed, bool foldersOnly) {
  std::vector<std::string> names;
  StringRef path = typed.drop_front(isQuote(typed) ? 1 : 0);
  StringRef shown = path.take_front(path.rfind('/') + 1);
  StringRef stem = path.drop_front(shown.size());
  SmallString<256> folder;
  sys::fs::expand_tilde(shown, folder);
  std::error_code error;
  if (folder.empty())
    folder = ".";
  for (sys::fs::directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error)) {
    StringRef name = sys::path::filename(entry->path());
    if (!name.starts_with(stem) || (stem.empty() && name.starts_with(".")))
      continue;
    bool isFolder = sys::fs::is_directory(entry->path());
    if (isFolder || !foldersOnly)
      names.push_back((shown + name + (isFolder ? "/" : "")).str());
  }
  return names;
}

} // namespace mlir::trackdbg
