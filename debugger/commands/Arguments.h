//===- Arguments.h - What was typed after a command's name ----------------===//
//
// A command declares its arguments once, in its synopsis:
//
//   ignore ID COUNT          two words, both needed
//   continue [COUNT]         a word that may be left out
//   delete [ID...]           any number of them
//   became SPEC [--depth N]  an option with a value; `--depth=N` is the same
//
// What the words in capitals mean is one table, here. Parsing, the messages
// about what is missing, and completion all follow from synopsis and table.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_COMMANDS_ARGUMENTS_H
#define TRACKDBG_COMMANDS_ARGUMENTS_H

#include "commands/Block.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What Tab offers for a word.
enum class Completes {
  Nothing,
  Commands,
  Settings,
  Files,
  Directories,
  Breakpoints, ///< Their numbers, and "all".
  Places,      ///< What `break` takes.
  Ops,         ///< What `became` takes.
  Passes,      ///< Those that have run.
  Patterns,    ///< Those that were tried, and behind them what `became` takes.
  Stages,      ///< What `show-stage` takes.
  Choices      ///< The words that its meaning lists.
};

/// One word that a synopsis may use.
struct ArgumentWord {
  enum class Kind {
    Number,      ///< A decimal integer, negative ones included.
    Action,      ///< As parseActionNumber() reads it.
    Breakpoints, ///< A breakpoint's number, a range `2-4`, or `all`.
    Word,        ///< Anything without a blank; quotes keep blanks in.
    Rest,        ///< Everything up to the end of the line, quotes included.
                 ///< What the synopsis says after it is for the reader.
    Raw          ///< The same, with the blanks at the end.
  };
  llvm::StringRef word;
  Kind kind = Kind::Word;
  Completes completes = Completes::Nothing;
  llvm::StringRef meaning; ///< Follows "COUNT is ...".
  /// The same in an error, where the meaning does not fit into its line.
  llvm::StringRef brief = meaning;
  /// Whether words of it may be variables. Of all others, those that take
  /// expressions see to it themselves.
  bool takesVariables() const;
  /// Of "op, pass or pattern": the three of them.
  llvm::SmallVector<llvm::StringRef, 4> choices() const;
};

/// All of them, in the order of the reference manual.
llvm::ArrayRef<ArgumentWord> argumentWords();
/// Null if there is none of that name.
const ArgumentWord *findArgumentWord(llvm::StringRef word);

/// A synopsis, taken apart. Points into the synopsis.
struct Syntax {
  struct Parameter {
    const ArgumentWord *word = nullptr;
    bool optional = false;
    bool repeated = false;
  };
  struct Flag {
    llvm::StringRef name;                ///< With its dashes.
    const ArgumentWord *value = nullptr; ///< Null: takes none.
  };
  llvm::SmallVector<Parameter, 2> parameters;
  llvm::SmallVector<Flag, 2> flags;
  llvm::StringRef synopsis;

  /// `synopsis` starts with `name`. A word that the table does not have is a
  /// mistake in the command table, and an error for the test that walks it.
  static llvm::Expected<Syntax> parse(llvm::StringRef synopsis,
                                      llvm::StringRef name);
};

/// The values of one command line.
class Arguments {
public:
  /// Puts values in the place of variables.
  using Replace =
      llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef)>;
  /// The error is one sentence that ends with the synopsis.
  static llvm::Expected<Arguments>
  parse(const Syntax &syntax, llvm::StringRef typed, Replace replace = nullptr);

  /// Empty where it was left out.
  llvm::StringRef text(llvm::StringRef word) const;
  std::optional<int64_t> number(llvm::StringRef word) const;
  int64_t number(llvm::StringRef word, int64_t otherwise) const;
  /// The error names what was typed in double quotes.
  llvm::Expected<UserRegex>
  regex(llvm::StringRef word,
        UserRegex::Case letters = UserRegex::Case::Matters) const;
  /// The breakpoint numbers, ranges written out, in the order typed.
  llvm::ArrayRef<int64_t> breakpoints() const { return ids; }
  /// Whether `all` was typed in place of breakpoint numbers.
  bool allBreakpoints() const { return all; }
  bool has(llvm::StringRef flag) const { return !text(flag).empty(); }
  bool anyOf(llvm::function_ref<bool(llvm::StringRef)> isSuch) const {
    return llvm::any_of(values,
                        [&](const Value &value) { return isSuch(value.text); });
  }
  /// The lines after the command, where it takes some and none are none.
  const std::optional<Block> &body() const { return lines; }
  void setBody(std::optional<Block> body) { lines = std::move(body); }

private:
  struct Value {
    llvm::StringRef name;
    std::string text;
  };
  llvm::Error addWord(const Syntax &syntax, const ArgumentWord &word,
                      std::string typed, Replace replace);
  llvm::Error addBreakpoints(const Syntax &syntax, llvm::StringRef typed);
  llvm::Error addFlag(const Syntax &syntax, llvm::StringRef typed,
                      llvm::StringRef &line);

  std::vector<Value> values;
  std::vector<int64_t> ids;
  std::optional<Block> lines;
  bool all = false;
};

/// Takes the next word off `line`, with its quotes and backslashes resolved as
/// a shell does. False at the end of the line. `openQuote`, if it is not null,
/// becomes the quote that is not closed, or 0.
bool takeWord(llvm::StringRef &line, std::string &word,
              char *openQuote = nullptr);

/// The error for such a quote in what was typed.
llvm::Error notClosed(char quote, llvm::StringRef typed);

/// Writes `word` so that takeWord gives it back.
std::string quoteWord(llvm::StringRef word);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ARGUMENTS_H
