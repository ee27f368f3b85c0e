//===- ShownWords.cpp - A line that differs, in so much room --------------===//

#include "render/ShownWords.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>
#include <limits>
#include <optional>
#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

/// Whether a character of UTF-8 goes on at this byte.
static bool goesOnAt(StringRef text, size_t at) {
  return at < text.size() && (text[at] & 0xc0) == 0x80;
}

std::string cutMiddle(StringRef text, size_t most) {
  constexpr StringLiteral kGap("...");
  if (text.size() <= most || most <= kGap.size())
    return text.str();
  size_t head = (most - kGap.size() + 1) / 2;
  size_t tail = text.size() - (most - kGap.size() - head);
  while (head > 0 && goesOnAt(text, head))
    --head;
  while (goesOnAt(text, tail))
    ++tail;
  return (text.take_front(head) + kGap + text.drop_front(tail)).str();
}

/// How long each part may be so that all of them have room. Those that are
/// shorter leave the rest to the others.
static size_t shareOf(std::vector<size_t> sizes, size_t room) {
  constexpr size_t kLeast = 12;
  sort(sizes);
  for (auto [index, size] : enumerate(sizes)) {
    size_t share = room / (sizes.size() - index);
    if (size > share)
      return std::max(share, kLeast);
    room -= size;
  }
  return std::numeric_limits<size_t>::max();
}

/// Where the name of the op stands in a line, in words that are the same:
/// behind its results.
static std::optional<std::pair<size_t, StringRef>>
findName(ArrayRef<DiffWords> words) {
  bool hasResults = false, isFirst = true;
  for (auto [index, word] : enumerate(words)) {
    StringRef text = word.text;
    if (text.trim(' ').empty())
      continue;
    if (std::exchange(isFirst, false))
      hasResults = text.starts_with("%");
    size_t equals = hasResults ? text.find("= ") : 0;
    if (word.kind != DiffLine::Kind::Same || equals == StringRef::npos)
      continue;
    text = text.drop_front(equals + (hasResults ? strlen("= ") : 0));
    return std::pair(index, text.take_until([](char c) {
      return StringRef(" (<{").contains(c);
    }));
  }
  return std::nullopt;
}

/// The name of the op is a word of its own.
static std::vector<DiffWords> splitAtName(ArrayRef<DiffWords> all, size_t index,
                                          StringRef name) {
  std::vector<DiffWords> words = all.vec();
  StringRef text = all[index].text;
  size_t begin = name.begin() - text.begin();
  auto at = words.erase(words.begin() + index);
  for (StringRef part :
       {text.drop_front(begin + name.size()), name, text.take_front(begin)})
    if (!part.empty())
      at = words.insert(at, {DiffLine::Kind::Same, part});
  return words;
}

/// `name`, one of the words or empty, keeps its bytes as one that differs.
static std::vector<ShownWord>
cutWords(ArrayRef<DiffWords> words, StringRef name, size_t room, size_t marks) {
  constexpr size_t kMostOfWord = 40;
  auto mayBeCut = [&](const DiffWords &each) {
    return each.kind == DiffLine::Kind::Same &&
           (name.empty() || each.text.data() != name.data());
  };
  size_t taken = 0;
  std::vector<size_t> same;
  for (const DiffWords &each : words)
    if (mayBeCut(each))
      same.push_back(each.text.size());
    else
      taken += std::min(each.text.size(), kMostOfWord) +
               (each.kind == DiffLine::Kind::Same ? 0 : marks);
  size_t mostOfSame = shareOf(std::move(same), room - std::min(taken, room));
  std::vector<ShownWord> shown;
  for (const DiffWords &each : words)
    shown.push_back(
        {each.kind, cutMiddle(OneLine(each.text).str(),
                              mayBeCut(each) ? mostOfSame : kMostOfWord)});
  return shown;
}

std::vector<ShownWord> shownWords(ArrayRef<DiffWords> words, size_t room,
                                  size_t marks) {
  auto named = findName(words);
  if (!named || 2 * named->second.size() > room)
    return cutWords(words, "", room, marks);
  auto [index, name] = *named;
  std::vector<ShownWord> shown =
      cutWords(splitAtName(words, index, name), name, room, marks);
  size_t size = 0;
  for (const ShownWord &each : shown)
    size += each.text.size();
  // In a column, what does not fit would take another row.
  return marks == 0 && size > room ? cutWords(words, "", room, marks) : shown;
}

/// Words in rows of at most `room` bytes. A character is not cut in two.
static std::vector<ShownColumns::Row> inRows(ArrayRef<ShownWord> words,
                                             size_t room) {
  std::vector<ShownColumns::Row> rows(1);
  size_t left = room;
  for (const ShownWord &each : words) {
    StringRef text = each.text;
    while (!text.empty()) {
      size_t size = std::min(left, text.size());
      while (size > 0 && goesOnAt(text, size))
        --size;
      if (size == 0 && left == room)
        size = std::min(left, text.size());
      if (size > 0)
        rows.back().push_back({each.kind, text.take_front(size).str()});
      text = text.drop_front(size);
      left -= size;
      if (text.empty())
        break;
      rows.emplace_back();
      left = room;
    }
  }
  return rows;
}

ShownColumns shownColumns(StringRef before, StringRef after, size_t room) {
  StringRef textBefore = before.ltrim(' '), textAfter = after.ltrim(' ');
  std::vector<DiffWords> words = diffWords(textBefore, textAfter);
  auto column = [&](StringRef indentation, DiffLine::Kind other) {
    std::vector<DiffWords> own{{DiffLine::Kind::Same, indentation}};
    copy_if(words, std::back_inserter(own),
            [&](const DiffWords &each) { return each.kind != other; });
    return inRows(shownWords(own, room), room);
  };
  ShownColumns columns{
      column(before.drop_back(textBefore.size()), DiffLine::Kind::Added),
      column(after.drop_back(textAfter.size()), DiffLine::Kind::Removed)};
  size_t rows = std::max(columns.before.size(), columns.after.size());
  columns.before.resize(rows);
  columns.after.resize(rows);
  return columns;
}

} // namespace mlir::trackdbg
