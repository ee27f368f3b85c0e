//===- RenderDiff.cpp - How IR differs, as text ---------------------------===//

#include "commands/Console.h"
#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"
#include "render/ShownWords.h"
#include "stages/Diff.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// What is said where two sides are the same.
static std::string renderNoDifference(StringRef title, StringRef from,
                                      StringRef to, const RenderStyle &style) {
  OneLine what(title.empty() ? "The IR" : title);
  StringRef number = title;
  bool isAction =
      number.consume_front("a") && !number.empty() && all_of(number, isDigit);
  std::string text =
      isAction ? formatv("{0} changed nothing.", what).str()
      : !from.empty() && from != "before"
          ? formatv("{0} is the same at {1} and at {2}.", what, OneLine(from),
                    OneLine(to))
                .str()
          : formatv("The action did not change {0}.", what).str();
  return wrapForScreen(text, style);
}

std::string renderDiff(const DiffReply &reply, const RenderStyle &style) {
  std::vector<DiffHunk> hunks = diffTexts(reply.before, reply.after);
  if (hunks.empty())
    return renderNoDifference(reply.title, reply.from, reply.to, style);
  bool isCut = reply.isCut && style.isForScreen;
  std::string title = reply.title.empty() ? "" : " " + reply.title;
  auto head = [&](StringRef sign, StringRef side) {
    std::string whole = (sign + " " + side + title).str();
    return paint(OneLine(whole), Ink::Title, style) + "\n";
  };
  std::string text = head("---", reply.from) + head("+++", reply.to);
  for (const DiffHunk &hunk : hunks) {
    // An empty side is named by the line before it, as diff does.
    text += paint(
        formatv("@@ -{0},{1} +{2},{3} @@",
                hunk.firstBefore + (hunk.countBefore ? 1 : 0), hunk.countBefore,
                hunk.firstAfter + (hunk.countAfter ? 1 : 0), hunk.countAfter)
            .str(),
        Ink::Op, style);
    text += '\n';
    for (const DiffLine &line : hunk.lines) {
      bool isSame = line.kind == DiffLine::Kind::Same;
      bool isAdded = line.kind == DiffLine::Kind::Added;
      std::string shown = isSame ? " " : isAdded ? "+" : "-";
      shown += isCut ? cutMiddle(line.text, style.width - 1) : line.text.str();
      text += isSame ? paintIR(shown, style)
                     : paint(shown, isAdded ? Ink::Added : Ink::Removed, style);
      text += '\n';
    }
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// "1 op merged, 2 changed": the first of them names the unit.
static std::string renderIdentityCounts(const IdentityCounts &counts) {
  std::string text;
  auto add = [&](size_t count, StringRef what) {
    if (count == 0)
      return;
    text += text.empty() ? counted(count, "op") : ", " + grouped(count);
    text += (" " + what).str();
  };
  add(counts.merged, "merged");
  add(counts.replaced, "replaced");
  add(counts.erased, "erased");
  add(counts.made, "new");
  add(counts.copied, "copied");
  add(counts.moved, "moved");
  add(counts.changed, "changed");
  return text.empty() ? "no op differs" : text;
}

namespace {
using Kind = IdentityLine::Kind;

class OpsDiff {
public:
  OpsDiff(const IdentityDiffReply &reply, const RenderStyle &style)
      : reply(reply), style(style) {}

  std::string render() {
    std::string text = renderHead();
    if (reply.form == DiffForm::Stat)
      return text + renderStat();
    // Below the rows: what is left out, and what is the same.
    bool isFolded = style.isForScreen && !reply.isWhole;
    size_t most = isFolded ? style.linesBeside(StringRef(text).count('\n') + 2)
                           : SIZE_MAX;
    return text + renderHunks(most) + renderRest();
  }

private:
  /// A line may need several rows.
  std::string renderHunks(size_t mostRows) {
    std::string text;
    size_t rows = 0, hunksLeft = reply.hunks.size(), linesLeft = 0;
    for (const IdentityHunk &hunk : reply.hunks)
      linesLeft += hunk.end - hunk.first;
    for (auto [hunk, around, symbol] :
         zip_equal(reply.hunks, reply.around, reply.symbols)) {
      std::string title = renderHunkTitle(hunk, around, symbol);
      for (size_t i = hunk.first; i < hunk.end; ++i) {
        const IdentityLine &line = reply.diff.lines[i];
        std::string shown =
            std::exchange(title, "") + (reply.form == DiffForm::SideBySide
                                            ? renderColumns(line)
                                            : renderLine(line));
        rows += rowsOf(shown, style);
        if (rows > mostRows)
          return text + renderFolded(linesLeft, hunksLeft);
        text += shown;
        --linesLeft;
      }
      --hunksLeft;
    }
    return text;
  }

  std::string renderFolded(size_t lines, size_t hunks) const {
    std::string of =
        hunks > 1 ? formatv(" in {0} places", grouped(hunks)).str() : "";
    std::string text =
        formatv("... and {0}{1}; --all shows them, --stat counts ops.",
                counted(lines, "more line", "more lines"), of);
    return wrapForScreen(text, style);
  }

  /// "stage 1 (after cse) -> stage 2 (after sccp)"; in two lines where one is
  /// too short.
  std::string renderSides(size_t indent) const {
    constexpr StringLiteral kArrow(" ->");
    std::string from = OneLine(reply.from).str(), to = OneLine(reply.to).str();
    size_t room = style.width - std::min<size_t>(style.width, indent + 1);
    if (from.size() + kArrow.size() + 1 + to.size() <= room)
      return from + kArrow.str() + " " + to;
    return cutMiddle(from, room - std::min(room, kArrow.size())) +
           kArrow.str() + "\n" + std::string(indent, ' ') + cutMiddle(to, room);
  }

  std::string renderHead() const {
    bool hasSides = !reply.from.empty();
    bool isOfAll = reply.title.empty();
    std::string counts = renderIdentityCounts(reply.diff.counts);
    std::string what =
        isOfAll ? hasSides ? renderSides(0) : ""
                : cutMiddle(OneLine(reply.title).str(), style.width - 1);
    bool fits = what.find('\n') == std::string::npos &&
                what.size() + strlen(": ") + counts.size() <= style.width;
    std::string text = paint(what, Ink::Title, style) +
                       (fits ? ": " : ":\n  ") + counts + "\n";
    if (!isOfAll && hasSides)
      text += "  " + renderSides(2) + "\n";
    return text;
  }

  std::string renderStat() const {
    std::string text;
    auto add = [&](StringRef sign, ArrayRef<LineageTree::NameCount> names) {
      if (names.empty())
        return;
      std::string wrapped = wrap(renderCounts(names), style.width - 4);
      SmallVector<StringRef> lines;
      StringRef(wrapped).rtrim('\n').split(lines, '\n');
      for (auto [number, line] : enumerate(lines))
        text += formatv("  {0} {1}\n", number == 0 ? sign : " ", line);
    };
    add("+", reply.made);
    add("-", reply.gone);
    add("~", reply.changed);
    add(">", reply.moved);
    return text;
  }

  /// What is compared as a whole is in the title, or is the module.
  bool isWithin(const OpRef &op) const {
    return op.id != 0 && op.id != reply.diff.lines.front().op;
  }

  /// "@@ line 18, in func.func @f, affine.for at in.mlir:15:3 @@"
  std::string renderHunkTitle(const IdentityHunk &hunk, const OpRef &around,
                              const OpRef &symbol) const {
    std::string text =
        formatv("@@ line {0}", reply.diff.lines[hunk.first].number).str();
    std::string inner, outer;
    if (isWithin(around)) {
      inner = OneLine(around.name).str();
      if (!around.symbol.empty())
        inner += " @" + OneLine(around.symbol).str();
      else if (!around.location.empty())
        inner += " at " + OneLine(around.location).str();
      if (style.files)
        inner = style.files->shorten(inner);
    }
    size_t room = style.width - std::min<size_t>(style.width, strlen(" @@"));
    if (around.symbol.empty() && !inner.empty() && isWithin(symbol)) {
      outer = OneLine(symbol.name + " @" + symbol.symbol).str() + ", ";
      // It takes what the op in it leaves, if that is worth it.
      constexpr size_t kLeast = 20;
      size_t taken = text.size() + strlen(", in ") + inner.size();
      size_t left = room - std::min(room, taken);
      outer =
          left < std::min(kLeast, outer.size()) ? "" : cutMiddle(outer, left);
    }
    if (!inner.empty())
      text += ", in " + outer + inner;
    return paint(cutMiddle(text, room) + " @@", Ink::Op, style) + "\n";
  }

  static StringRef signOf(Kind kind) {
    switch (kind) {
    case Kind::Removed:
      return "-";
    case Kind::Added:
      return "+";
    case Kind::MovedFrom:
      return "<";
    case Kind::MovedTo:
      return ">";
    case Kind::Same:
    case Kind::Changed:
      return " ";
    }
    return " ";
  }
  static bool isOld(Kind kind) {
    return kind == Kind::Removed || kind == Kind::MovedFrom;
  }

  /// "merged into %0", "copy of %3"; or nothing.
  static std::string noteOf(const IdentityLine &line) {
    std::string other = !line.otherName.empty() ? line.otherName
                        : line.other != 0 ? formatv("#{0}", line.other).str()
                                          : "";
    auto note = [&](StringRef word, StringRef preposition) {
      return other.empty() ? word.str()
                           : (word + " " + preposition + " " + other).str();
    };
    switch (line.tie) {
    case IdentityLine::Tie::Merged:
      return note("merged", "into");
    case IdentityLine::Tie::Replaced:
      return note("replaced", "by");
    case IdentityLine::Tie::Copied:
      return note("copy", "of");
    case IdentityLine::Tie::None:
      return "";
    }
    return "";
  }

  std::string renderLine(const IdentityLine &line) const {
    if (line.kind == Kind::Changed)
      return " " + renderChanged(line) + "\n";
    const std::string &whole = isOld(line.kind) ? line.before : line.after;
    std::string note = noteOf(line);
    size_t room = style.width - 1 - (note.empty() ? 0 : note.size() + 2);
    std::string text = signOf(line.kind).str() + cutMiddle(whole, room);
    text = line.kind == Kind::Same
               ? paintIR(text, style)
               : paint(OneLine(text).str(),
                       isOld(line.kind) ? Ink::Removed : Ink::Added, style);
    return text + (note.empty() ? "" : "  " + note) + "\n";
  }

  /// The words that differ in their places, and the others as far as there is
  /// room.
  std::string renderChanged(const IdentityLine &line) const {
    StringRef before = StringRef(line.before).ltrim(' ');
    StringRef after = StringRef(line.after).ltrim(' ');
    size_t indent = line.after.size() - after.size();
    constexpr size_t kMarks = 4; // [- and -]
    std::string text(indent, ' ');
    size_t room = style.width - std::min<size_t>(indent + 1, style.width);
    std::vector<ShownWord> words =
        shownWords(diffWords(before, after), room, kMarks);
    auto sizeOf = [](const ShownWord &each) {
      return each.text.size() + (each.isSame() ? 0 : kMarks);
    };
    size_t left = 0;
    for (const ShownWord &each : words)
      left += sizeOf(each);
    // Of very many differences a screen shows the first.
    constexpr StringLiteral kGap("...");
    for (const ShownWord &each : words) {
      size_t size = sizeOf(each);
      if (style.isForScreen && left > room && size + kGap.size() > room)
        return text + kGap.str();
      text += each.isSame() ? each.text : renderWord(each.kind, each.text);
      left -= size;
      room -= std::min(size, room);
    }
    return text;
  }

  std::string renderWord(DiffLine::Kind kind, StringRef word) const {
    bool isRemoved = kind == DiffLine::Kind::Removed;
    // Blanks at the ends would hide the marks.
    StringRef shown = word.trim(' ');
    if (shown.empty())
      shown = word;
    std::string marked =
        paint((isRemoved ? "[-" + shown + "-]" : "{+" + shown + "+}").str(),
              isRemoved ? Ink::Removed : Ink::Added, style);
    return word.take_front(shown.begin() - word.begin()).str() + marked +
           word.drop_front(shown.end() - word.begin()).str();
  }

  size_t columnWidth() const {
    constexpr size_t kMiddle = 3, kLeast = 40;
    return (std::max<size_t>(style.width, kLeast) - kMiddle) / 2;
  }

  std::string renderColumns(const IdentityLine &line) const {
    if (line.kind == Kind::Changed)
      return renderChangedColumns(line);
    std::string left = cutMiddle(OneLine(line.before).str(), columnWidth());
    std::string right = cutMiddle(OneLine(line.after).str(), columnWidth());
    std::string blanks(columnWidth() - std::min(left.size(), columnWidth()),
                       ' ');
    if (line.kind != Kind::Same) {
      left = paint(left, Ink::Removed, style);
      right = paint(right, Ink::Added, style);
    }
    return inColumns(left + blanks, signOf(line.kind), right);
  }

  /// The words that differ are in colours, and all of them are seen.
  std::string renderChangedColumns(const IdentityLine &line) const {
    ShownColumns columns = shownColumns(line.before, line.after, columnWidth());
    std::string text;
    for (auto [left, right] : zip_equal(columns.before, columns.after)) {
      size_t size = 0;
      for (const ShownWord &each : left)
        size += each.text.size();
      std::string blanks(columnWidth() - std::min(size, columnWidth()), ' ');
      text += inColumns(renderRow(left) + blanks, "|", renderRow(right));
    }
    return text;
  }

  std::string renderRow(const ShownColumns::Row &row) const {
    std::string text;
    for (const ShownWord &each : row)
      text += each.isSame()
                  ? each.text
                  : paint(each.text,
                          each.kind == DiffLine::Kind::Removed ? Ink::Removed
                                                               : Ink::Added,
                          style);
    return text;
  }

  static std::string inColumns(StringRef left, StringRef sign,
                               StringRef right) {
    std::string row = (left + " " + sign + " " + right).str();
    return StringRef(row).rtrim(' ').str() + "\n";
  }

  std::string renderRest() const {
    size_t unchanged = reply.diff.counts.unchanged;
    size_t stillThere = reply.diff.counts.stillThere;
    std::string text;
    if (stillThere != 0)
      text = formatv("{0} {1} with - {2} in the IR until the conversion ends.",
                     grouped(stillThere), stillThere == 1 ? "op" : "ops",
                     stillThere == 1 ? "stays" : "stay");
    if (unchanged != 0)
      text += formatv(
          "{0}{1} {2} unchanged; --full shows the texts as MLIR prints them.",
          text.empty() ? "" : " ", counted(unchanged, "other op"),
          unchanged == 1 ? "is" : "are");
    return text.empty() ? "" : wrapForScreen(text, style);
  }

  const IdentityDiffReply &reply;
  const RenderStyle &style;
};
} // namespace

std::string renderDiff(const IdentityDiffReply &reply,
                       const RenderStyle &style) {
  if (reply.previewed) {
    std::string text = formatv(
        "{0} {1} would change {2}",
        renderActionNumber(reply.previewed->action, style),
        renderTitle(*reply.previewed, style),
        reply.diff.differs ? "this; nothing has changed yet." : "nothing.");
    text = wrapForScreen(text, style);
    return reply.diff.differs
               ? text + OpsDiff(reply, styleBelow(text, style)).render()
               : text;
  }
  if (!reply.diff.differs)
    return renderNoDifference(reply.title, reply.from, reply.to, style);
  return OpsDiff(reply, style).render();
}

} // namespace mlir::trackdbg
