//===- Output.h - What the user sees, page by page ------------------------===//

#ifndef TRACKDBG_TERMINAL_OUTPUT_H
#define TRACKDBG_TERMINAL_OUTPUT_H

#include "commands/Settings.h"
#include "render/Render.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <optional>

namespace mlir::trackdbg {

/// Writes results to standard output and problems to standard error, each at
/// once and whole, so that the two keep their order in one file. A reader that
/// went away is not an error: what follows is dropped.
class Output {
public:
  /// The settings decide on colours, paging and the size of the screen, and
  /// must outlive this. Logging is turned off in them where it fails.
  explicit Output(Settings &settings);
  ~Output();

  /// Whether a person sits at both ends.
  bool isInteractive() const { return inputIsTerminal && outputIsTerminal; }
  bool inputIsFromTerminal() const { return inputIsTerminal; }
  /// For texts on standard output.
  RenderStyle style() const;

  /// Starts counting the lines of a page anew, and lets text through again
  /// that was refused with `q`.
  void startCommand();
  /// A page has so many rows; none: as many as the terminal.
  void setRows(std::optional<unsigned> rows) { pageRows = rows; }
  /// Goes through the pager where there is one. A user who refuses the rest
  /// there, with `q` or Ctrl-C, ends what is at work: interrupt() is called.
  /// False: the rest has been refused just now. What comes after it is dropped.
  bool result(llvm::StringRef text);
  /// Whether it was refused at the end of a page, where the user knows.
  bool isRefused() const { return paging == Paging::Refused; }
  /// What the user is to answer at once: it is never refused, and the lines of
  /// a page count anew after it.
  void question(llvm::StringRef text);
  void problem(llvm::StringRef text);
  /// The same for a sentence without its newline: a screen gets it in lines
  /// that are not longer than it is wide.
  void note(llvm::StringRef sentence);

  /// A line that the user has typed, with its prompt.
  void noteTyped(llvm::StringRef line) { keep(line.str() + "\n"); }
  /// So many of the lines written last, for a screen that has been emptied.
  llvm::StringRef lastLines(unsigned count) const;

  /// Shows or renews the progress line; nothing unless standard error is a
  /// terminal, and nothing in the first moments of a command.
  void progress(const Progress &progress);

private:
  void log(llvm::StringRef text);
  void keep(llvm::StringRef text);
  /// Ctrl-C ends it. False: the rest is not wanted.
  bool put(llvm::StringRef text);
  void eraseProgress();
  /// Asks at the end of a page. False: the rest is not wanted.
  bool mayGoOn();
  /// Counts what is about to be written, up to the end of the page, and returns
  /// how much of the text that is.
  size_t fillPage(llvm::StringRef text);
  bool isPaging() const;
  unsigned screenHeight() const;
  unsigned pageHeight() const;
  unsigned screenWidth() const;

  Settings &settings;
  bool inputIsTerminal, outputIsTerminal, errorIsTerminal;
  bool progressShown = false;
  std::chrono::steady_clock::time_point commandStart;
  std::optional<unsigned> pageRows;
  std::string kept; ///< The end of what was written.
  unsigned linesOnPage = 0;
  /// Those of the last line, where it has no end yet.
  unsigned columns = 0;
  enum class Paging { Ask, Through, Refused } paging = Paging::Ask;
};

/// Writes all of it, whatever signals come, or up to where `isWanted`, which is
/// asked now and then and after each signal, is false. False if not all was
/// written; of standard output the first error is kept for exitCodeAfterOutput.
bool writeAll(int descriptor, llvm::StringRef text,
              llvm::function_ref<bool()> isWanted = nullptr);

/// What main() is to return. Where something could not be written to standard
/// output, as on a full disk, this says so on standard error and makes success
/// a failure. A closed pipe is not a failure.
int exitCodeAfterOutput(int exitCode);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_OUTPUT_H
