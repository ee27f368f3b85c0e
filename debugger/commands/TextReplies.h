//===- TextReplies.h - Answers that are plain text, and help --------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_TEXTREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_TEXTREPLIES_H

#include <string>
#include <vector>

namespace mlir::trackdbg {

struct CommandSpec;

/// Done, and nothing to say.
struct NothingReply {};

/// One or more sentences or lines, without the last newline.
struct TextReply {
  std::string text;
  bool namesPlaces = false; ///< Source files may be shown by base names.
  bool isIR = false;
};

/// Text without a newline of its own (`echo`).
struct EchoReply {
  std::string text;
};

/// A table's rows, by name.
struct HelpReply {
  std::string title; ///< A sentence above them, or empty.
  std::vector<const CommandSpec *> commands;
  std::string advice; ///< A sentence below them, or empty.
};
struct CommandHelpReply {
  const CommandSpec *command = nullptr;
};

/// A list for machines and tests, one item a line (`complete`).
struct LinesReply {
  std::vector<std::string> lines;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_TEXTREPLIES_H
