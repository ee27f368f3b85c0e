//===- Render.h - Replies as text -----------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_RENDER_H
#define TRACKDBG_DEBUGGER_RENDER_RENDER_H

#include "commands/Command.h"
#include "commands/Reply.h"
#include "inferior/Progress.h"
#include "trace/Counted.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mlir::trackdbg {

class ShortFiles;
class ShortPatterns;

enum class Colors { Off, On };

using OpNumbers = std::map<uint64_t, uint32_t>;

/// How text is to look. `width` is where long sentences are broken.
struct RenderStyle {
  Colors colors = Colors::Off;
  unsigned width = 80, height = 24;
  /// Somebody looks at a screen: rows that are longer than `width` are broken
  /// or shortened, and answers are folded to answerLines().
  bool isForScreen = false;
  /// On a screen: attributes with more entries are shown without them; none:
  /// all are shown in full.
  std::optional<size_t> mostElements = std::nullopt;
  /// Files that answers and stops show by their base names; null where all
  /// names are to be shown in full.
  const ShortFiles *files = nullptr;
  /// Among which a pattern's short name is unique; null as above.
  const ShortPatterns *patterns = nullptr;
  /// Numbers of ops by their addresses, for the frames of a stop; or null.
  const OpNumbers *opNumbers = nullptr;

  /// Lines that an answer may have: there is room for the command and the
  /// prompt. On the smallest screens it may take two pages.
  size_t answerLines() const {
    constexpr unsigned kFewest = 10, kOthers = 2;
    return std::max(height, kFewest + kOthers) - kOthers;
  }
  /// What so many others leave of them: at least one.
  size_t linesBeside(size_t others) const {
    return std::max(answerLines(), others + 1) - others;
  }
};

/// The reply as the user reads it: whole lines, or nothing. Replies that ask
/// the front-end to do something (ScriptReply, ShellReply, QuitReply) have no
/// text.
std::string render(const Reply &reply, const RenderStyle &style);

/// What stands in the place of an answer as JSON: one line, an object with the
/// `error`.
std::string renderJsonError(llvm::StringRef error);

/// The terminal's progress line, at most `style.width` characters, without a
/// newline.
std::string renderProgress(const Progress &progress, const RenderStyle &style);

/// The reference manual of all commands and settings, in Markdown.
std::string renderReference();

// What the parts of render share ---------------------------------------------

enum class Ink {
  Action,
  Place,
  Op,
  Number,
  Added,
  Removed,
  Title,
  Problem,
  Value,
  Type,
  Attribute,
  Faint
};
constexpr Ink kLastInk = Ink::Faint;

/// The number that makes a terminal write in this colour: "36".
llvm::StringRef colorCode(Ink ink);

/// `text` in a colour, where the style has colours. Those of IR are neither red
/// nor green, which are for what differs, and all are the terminal's own, which
/// are readable on its background.
std::string paint(llvm::StringRef text, Ink ink, const RenderStyle &style);

/// Lines of IR with the names of ops, values, types and attributes in colours,
/// and with faint locations and comments. Text that is no IR stays readable.
std::string paintIR(llvm::StringRef text, const RenderStyle &style);
/// The same for IR that the user reads line by line: on a screen, long
/// attributes are elided.
std::string renderIR(llvm::StringRef text, const RenderStyle &style);

/// "#12", of a frame or of what is counted from 0.
std::string renderNumber(uint64_t number, const RenderStyle &style);

/// "a12".
std::string renderActionNumber(uint64_t number, const RenderStyle &style);

/// A line of source behind its number.
std::string renderSourceLine(const SourceLine &line, const RenderStyle &style);

/// A line with a caret under a column of `text`, from 1, behind what stands
/// before that. Tabs stay tabs, so that it lands where the terminal does.
std::string renderCaret(llvm::StringRef text, int64_t column,
                        llvm::StringRef before, const RenderStyle &style);

/// "1.25 ms"; three digits, and a unit that fits.
std::string renderDuration(std::chrono::nanoseconds duration);

/// The blanks before a line that is so many levels deep. Of very deep ones they
/// end in a count of the rest, "(+160) ": a chain of many steps stays readable,
/// and its lines do not grow.
std::string indentation(unsigned depth);

/// A name without the namespaces that say nothing, and cut where it is long,
/// its template's arguments first. `most`: characters, at least 8.
std::string briefName(llvm::StringRef name, size_t most = 32);

/// A pattern by its short name among `style.patterns`, or in full where full
/// names are shown. On a screen it is cut before its arguments or in its middle
/// if it has more than `most` bytes. One without a name is "a pattern without a
/// name".
std::string briefPattern(llvm::StringRef name, const RenderStyle &style,
                         size_t most = 40);

/// A pass by its argument, or else by its brief name; or "nested pipeline".
std::string briefPassName(llvm::StringRef name, llvm::StringRef argument);
/// The same, but by its whole name where full names are shown.
std::string passWord(llvm::StringRef name, llvm::StringRef argument,
                     const RenderStyle &style);

/// Breaks each line at blanks; those that begin with a blank stay as they are.
std::string wrap(llvm::StringRef text, unsigned width);
/// Sentences without a newline at their end: one is added, and where somebody
/// looks at a screen, they are broken to fit.
std::string wrapForScreen(llvm::StringRef text, const RenderStyle &style);

/// With the class of a pass, and all namespaces: "pass Canonicalizer
/// (canonicalize)".
std::string wholeActionName(const Frame &frame);
/// "pattern X", "pass canonicalize": by short names, or in full where full
/// names are shown.
std::string renderTitle(const Frame &frame, const RenderStyle &style);
/// A frame's action in colours: "pattern X on arith.addi at a.mlir:3:5".
std::string renderAction(const Frame &frame, const RenderStyle &style);

/// "1: op.uses = 3", a line for each.
std::string renderDisplays(llvm::ArrayRef<DisplayedValue> values);

std::string renderEvent(const EventReply &reply, const RenderStyle &style);
std::string renderInferiors(const InferiorsReply &reply,
                            const RenderStyle &style);
std::string renderWhatIf(const WhatIfReply &reply, const RenderStyle &style);
std::string renderBisect(const BisectReply &reply, const RenderStyle &style);
std::string renderCheckpoints(const CheckpointsReply &reply,
                              const RenderStyle &style);
std::string renderDiff(const DiffReply &reply, const RenderStyle &style);
std::string renderDiff(const IdentityDiffReply &reply,
                       const RenderStyle &style);
std::string renderFrameDetails(const FrameDetailsReply &reply,
                               const RenderStyle &style);
std::string renderThread(const ThreadReply &reply, const RenderStyle &style);
/// "before", "after" or "inside" an action.
llvm::StringRef wordFor(When when);
/// "before a12: pattern X on arith.addi at a.mlir:3:5".
std::string renderPlaceInRun(When when, const Frame &frame,
                             const RenderStyle &style);
std::string renderProgram(const ProgramReply &reply, const RenderStyle &style);
std::string renderPosition(const PositionReply &reply,
                           const RenderStyle &style);
std::string renderDescription(const DescriptionReply &reply,
                              const RenderStyle &style);
std::string renderTree(const LineageReply &reply, const RenderStyle &style);
/// What ops became, in rows of at most two lines each, and at most a screen.
std::string renderRoute(const LineageReply &reply, const RenderStyle &style);
/// What Lineage::uncomparedFrom means for an answer; empty for 0.
std::string renderUncompared(ActionId from);
/// One line for the ops from the same place that were left out; empty for none.
std::string renderOthers(const OthersAtPlace &others);
std::string renderHistory(const HistoryReply &reply, const RenderStyle &style);
std::string renderBlame(const BlameReply &reply, const RenderStyle &style);
std::string renderWhyNot(const WhyNotReply &reply, const RenderStyle &style);
std::string renderWhyErased(const WhyErasedReply &reply,
                            const RenderStyle &style);
std::string renderOps(const OpsReply &reply, const RenderStyle &style);
std::string renderQuestion(const QuestionReply &reply,
                           const RenderStyle &style);
/// "#12 arith.addi at a.mlir:3:5". Where the op has no location, that of the
/// nearest op around it that has one: "#3 scf.for inside a.mlir:3:5".
std::string renderOpRef(const OpRef &op, const RenderStyle &style);
/// The same with who made and ended it, as `ops` lists it.
std::string renderOpEntry(const OpListEntry &entry, const RenderStyle &style);
/// "made", "replaced" or "erased".
llvm::StringRef wordFor(NativeDeed deed);
/// "at proto-opt.cpp:16 in makeDouble, called from MulByTwo::matchAndRewrite
/// (proto-opt.cpp:27)".
std::string renderOwnLine(const OwnLine &line, const RenderStyle &style);
/// The same in a row of its own, below what it is about; empty for none.
std::string renderNativeRow(const std::optional<NativeRow> &row,
                            const RenderStyle &style);
std::string renderNativeSource(const NativeSourceReply &reply,
                               const RenderStyle &style);
std::string renderNativeLines(const NativeLinesReply &reply,
                              const RenderStyle &style);
std::string renderNativeStack(const NativeStackReply &reply,
                              const RenderStyle &style);
/// A line of a stack, on one row of the screen unless it is whole.
std::string renderNativeFrame(size_t number, const NativeFrame &frame,
                              bool isWhole, const RenderStyle &style);
/// "... and 3 ops more; --all lists them.", which says what leads to the rest;
/// empty for 0.
std::string renderRest(uint64_t folded,
                       llvm::StringRef remedy = "--all lists them");
/// "9 arith.constant, 3 scf.for, 4 others"; at most so many names.
std::string renderCounts(llvm::ArrayRef<LineageTree::NameCount> counts,
                         size_t most = 8);
/// "a7 pattern X in pass canonicalize".
std::string renderActionRef(const ActionRef &action, const RenderStyle &style);
std::string renderFinalCode(const FinalCodeReply &reply,
                            const RenderStyle &style);
std::string renderAssembly(const AssemblyReply &reply,
                           const RenderStyle &style);
std::string renderCodeTable(const CodeTableReply &reply,
                            const RenderStyle &style);
std::string renderWhyNoCode(const WhyNoCodeReply &reply,
                            const RenderStyle &style);
std::string renderCodeFates(const CodeFatesReply &reply,
                            const RenderStyle &style);
std::string renderWhose(const WhoseReply &reply, const RenderStyle &style);
std::string renderLinesWithoutCode(const LinesWithoutCodeReply &reply,
                                   const RenderStyle &style);
std::string renderCost(const CostReply &reply, const RenderStyle &style);
std::string renderAnnotated(const AnnotatedReply &reply,
                            const RenderStyle &style);
std::string renderDeadOp(const DeadOpReply &reply, const RenderStyle &style);
std::string renderCrash(const CrashReply &reply, const RenderStyle &style);
std::string renderReproduction(const ReproduceReply &reply,
                               const RenderStyle &style);
std::string renderHandles(const HandlesReply &reply, const RenderStyle &style);
std::string renderActions(const ActionsReply &reply, const RenderStyle &style);
std::string renderPatterns(const PatternsReply &reply,
                           const RenderStyle &style);
std::string renderPasses(const PassesReply &reply, const RenderStyle &style);
// For Graphviz.
std::string renderDot(const PassesReply &reply);
std::string renderDot(const TrackAnswer &answer);
std::string renderSummary(const SummaryReply &reply, const RenderStyle &style);
std::string renderDiagnostics(const DiagnosticsReply &reply,
                              const RenderStyle &style);
/// "2 errors, 1 remark"; empty for none.
std::string renderCounts(const DiagnosticCounts &counts);
/// "a.mlir:2:8: error: it is wrong".
std::string renderDiagnostic(const DiagnosticRow &row,
                             const RenderStyle &style);
std::string renderStages(const StagesReply &reply, const RenderStyle &style);
std::string renderCommands(const HelpReply &reply, const RenderStyle &style);
std::string renderCommandHelp(const CommandSpec &command,
                              const RenderStyle &style);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_RENDER_H
