//===- Block.cpp - Lines of a script --------------------------------------===//

#include "commands/Block.h"

#include "commands/Command.h"

#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

bool continues(StringRef line) {
  size_t end = line.find_last_not_of('\\');
  size_t slashes = line.size() - (end == StringRef::npos ? 0 : end + 1);
  return slashes % 2 != 0;
}

bool BodyLines::add(StringRef line) {
  bool isCommands = open.back() == Body::Commands;
  bool startsCommand =
      !std::exchange(isContinued, isCommands && continues(line));
  if (startsCommand && line.trim() == "end") {
    open.pop_back();
    if (open.empty())
      return false;
  } else if (startsCommand && isCommands) {
    if (Body inner = bodyOf(line); inner != Body::None)
      open.push_back(inner);
  }
  lines += (line + "\n").str();
  return true;
}

Branches splitAtElse(const Block &block) {
  Branches branches{{"", block.origin, block.firstLine},
                    {"", block.origin, block.firstLine}};
  BodyLines lines(Body::Commands);
  StringRef rest = block.text;
  bool isElse = false;
  for (size_t number = block.firstLine; !rest.empty(); ++number) {
    auto [line, next] = rest.split('\n');
    rest = next;
    if (!isElse && lines.isOutermost() && line.trim() == "else") {
      isElse = true;
      branches.otherwise.firstLine = number + 1;
      continue;
    }
    lines.add(line);
    (isElse ? branches.otherwise : branches.then).text += (line + "\n").str();
  }
  return branches;
}

} // namespace mlir::trackdbg
