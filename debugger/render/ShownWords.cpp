//===- ShownWords.cpp - A line that differs, in so much room --------------===//

#include "render/ShownWords.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <limits>

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

std::vector<ShownWord> shownWords(ArrayRef<DiffWords> words, size_t room,
                                  size_t marks) {
  constexpr size_t kMostOfWord = 40;
  size_t taken = 0;
  std::vector<size_t> same;
  for (const DiffWords &each : words)
    if (each.kind == DiffLine::Kind::Same)
      same.push_back(each.text.size());
    else
      taken += std::min(each.text.size(), kMostOfWord) + marks;
  size_t mostOfSame = shareOf(std::move(same), room - std::min(taken, room));
  std::vector<ShownWord> shown;
  for (const DiffWords &each : words) {
    bool isSame = each.kind == DiffLine::Kind::Same;
    shown.push_back({each.kind, cutMiddle(OneLine(each.text).str(),
                                          isSame ? mostOfSame : kMostOfWord)});
  }
  return shown;
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
