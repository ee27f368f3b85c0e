//===- LineReader.h - Lines from the user ---------------------------------===//

#ifndef TRACKDBG_TERMINAL_LINEREADER_H
#define TRACKDBG_TERMINAL_LINEREADER_H

#include "commands/Completion.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>

namespace mlir::trackdbg {

/// What a key asks of the panes above the prompt.
enum class ScreenKey {
  Redraw, ///< Ctrl-L, or another size of the terminal.
  PageUp,
  PageDown,
  LineUp, ///< Alt and an arrow.
  LineDown,
  Left,
  Right,
  OtherPane ///< Ctrl-x o
};

/// Gives one line after the other, from a terminal or from anything else.
class LineReader {
public:
  enum class Outcome {
    Line,
    EndOfInput, ///< Also Ctrl-D.
    Interrupted ///< Ctrl-C: what was typed is dropped.
  };
  using Completer = std::function<Completions(llvm::StringRef line)>;

  virtual ~LineReader() = default;
  /// Prints the prompt and waits for a line; `line` comes without its newline.
  virtual Outcome read(llvm::StringRef prompt, std::string &line) = 0;
  /// Puts a line into the history that the arrow keys go through.
  virtual void remember(llvm::StringRef line) {}
  /// What such a key does while a line is read; null: nothing. Behind Redraw,
  /// the cursor stands at the begin of a row for the prompt; behind others, it
  /// is where it was.
  virtual void setScreenKeys(std::function<void(ScreenKey)> press) {}
  /// Reads and keeps at most `size` lines; negative: any number. A file that
  /// is not there is an empty history.
  virtual void loadHistory(llvm::StringRef file, int64_t size) {}
  /// Makes the folders it needs. An error says why it cannot be written.
  virtual llvm::Error saveHistory(llvm::StringRef file) {
    return llvm::Error::success();
  }
};

/// With editing, history and Tab, for a person at a terminal.
std::unique_ptr<LineReader> makeEditingReader(LineReader::Completer completer);
/// Prints prompts and reads bytes; what it reads is not shown.
std::unique_ptr<LineReader> makePlainReader();

/// The longest text that all candidates begin with.
llvm::StringRef commonStart(llvm::ArrayRef<std::string> words);

/// The candidates in columns, as `ls` prints them.
std::string inColumns(llvm::ArrayRef<std::string> words, unsigned width);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_LINEREADER_H
