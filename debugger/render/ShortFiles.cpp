//===- ShortFiles.cpp -----------------------------------------------------===//

#include "render/ShortFiles.h"

#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace mlir::trackdbg {

static constexpr char kBetween[] = " \t\n\033()<>[]{},;=";

void ShortFiles::add(StringRef path) {
  if (!path.empty() && paths.insert(path).second)
    ++pathsOfName[sys::path::filename(path)];
}

bool ShortFiles::staysAsIs(StringRef path) const {
  return !path.contains('/') || !paths.contains(path) ||
         pathsOfName.lookup(sys::path::filename(path)) != 1;
}

/// What stands between words, with whole escapes of colours.
static size_t lengthOfGap(StringRef text) {
  size_t length = 0;
  while (length < text.size()) {
    StringRef rest = text.drop_front(length);
    if (rest.starts_with("\033["))
      length += std::min(rest.find('m'), rest.size() - 1) + 1;
    else if (StringRef(kBetween).contains(rest.front()))
      ++length;
    else
      break;
  }
  return length;
}

std::string ShortFiles::shorten(StringRef text) const {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    size_t gap = lengthOfGap(text);
    result += text.take_front(gap);
    text = text.drop_front(gap);
    StringRef word = text.take_front(text.find_first_of(kBetween));
    text = text.drop_front(word.size());
    // Behind a file come its line and column, or a period or a colon.
    StringRef path = word.take_front(word.find(':'));
    if (path.size() == word.size())
      path = path.rtrim('.');
    result += staysAsIs(path) ? path : sys::path::filename(path);
    result += word.drop_front(path.size());
  }
  return result;
}

std::string ShortFiles::shortenQuoted(StringRef text) const {
  std::string result;
  while (!text.empty()) {
    // Up to the string, its text, and its last quote.
    size_t begin = std::min(text.find('"'), text.size() - 1) + 1;
    result += text.take_front(begin);
    text = text.drop_front(begin);
    StringRef path = text.take_front(text.find('"'));
    result += staysAsIs(path) ? path : sys::path::filename(path);
    text = text.drop_front(path.size());
    result += text.take_front(1);
    text = text.drop_front(std::min<size_t>(1, text.size()));
  }
  return result;
}

} // namespace mlir::trackdbg
