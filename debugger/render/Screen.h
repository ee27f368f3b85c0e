//===- Screen.h - What a screen holds -------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SCREEN_H
#define TRACKDBG_DEBUGGER_RENDER_SCREEN_H

#include "render/Render.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

bool fitsOnScreen(llvm::StringRef text, const RenderStyle &style);

/// How many rows of the screen these lines take: a terminal breaks those that
/// are wider than it is.
size_t rowsOf(llvm::StringRef lines, const RenderStyle &style);

/// Where a line that is wider than this is to be broken so that its first part
/// fits, if that can be: at a blank behind its indentation. 0 where it fits, or
/// has no such blank. Colours take no columns.
size_t breakOf(llvm::StringRef line, size_t width);

/// Breaks the lines of an answer that are longer than the screen is wide, and
/// leaves out the last rows where there are more than it holds. Lines at the
/// end that do not begin with a blank or `#` stay. An answer that `isWhole`
/// keeps all rows. As it is where the style is not for a screen.
std::string fitScreen(std::string text, bool isWhole, const RenderStyle &style,
                      llvm::StringRef remedy = "--all lists them");

/// The same with `hint`, a line at its end, unless the answer names --all
/// already.
std::string fitScreenWithHint(const std::string &text, llvm::StringRef hint,
                              bool isWhole, const RenderStyle &style);

/// For what stands below `text` in the same answer: less high.
RenderStyle styleBelow(llvm::StringRef text, const RenderStyle &style);

/// The first `width` columns, the last three of them "..." where that is not
/// all. As it is where the style is not for a screen.
std::string cutToWidth(llvm::StringRef text, unsigned width,
                       const RenderStyle &style);

/// The same of a name, which is whole where full names are shown.
std::string cutName(llvm::StringRef name, unsigned width,
                    const RenderStyle &style);

/// A line that tells of an action, and is too long for the screen, as several:
/// the second has the op that it works on or, where none is named, the place.
/// As it is where it fits, and where the style is not for a screen.
std::string breakBeforeOp(llvm::StringRef line, const RenderStyle &style);

/// A command line to be looked at, of at most three rows: its middle is left
/// out. As it is where the style is not for a screen.
std::string cutCommand(llvm::StringRef command, const RenderStyle &style);

/// A command line to be copied into a shell, behind some words. Where that is
/// too long for the screen, it begins a line, and is broken between its words
/// as a shell reads it.
std::string breakCommand(llvm::StringRef before, llvm::StringRef command,
                         const RenderStyle &style);

/// Whether a table leaves out what matters less, as nothing else would be left
/// of its names.
bool isNarrow(const RenderStyle &style);

/// What is left of a row behind so many columns: at least a short name.
unsigned roomBehind(unsigned columns, const RenderStyle &style);

/// Which of `count` rows a screen shows: all, or the `most` with the greatest
/// weight, in their order.
std::vector<size_t> shownRows(size_t count, size_t most,
                              llvm::function_ref<uint64_t(size_t)> weight);

/// "... and 9 more, that took less time; --all lists them.", or nothing.
std::string moreRows(size_t count, llvm::StringRef why);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SCREEN_H
