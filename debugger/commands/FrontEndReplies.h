//===- FrontEndReplies.h - What only a front-end can do -------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_FRONTENDREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_FRONTENDREPLIES_H

#include "commands/Block.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// Run the commands of this file, then go on.
struct ScriptReply {
  std::string path;
};

/// Run these lines, then go on.
struct BlockReply {
  Block block;
  /// Not empty: as long as this condition holds.
  std::string condition;
  /// What an error in them is blamed on: the lines themselves, or, too, the
  /// one that runs them.
  enum class Blame { Lines, Both } blame = Blame::Lines;
};

/// Let a shell run this; empty: an interactive one.
struct ShellReply {
  std::string command;
};

struct QuitReply {
  std::optional<int> code;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_FRONTENDREPLIES_H
