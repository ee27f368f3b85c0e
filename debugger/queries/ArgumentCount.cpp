//===- ArgumentCount.cpp - How many arguments a function has --------------===//
//
// No event tells how many arguments a block has, but a printed function does.
//
//===----------------------------------------------------------------------===//

#include "queries/ArgumentCount.h"

#include "stages/Snapshots.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace mlir::trackdbg {

/// Where a text in quotes ends, that `text` begins with.
static size_t endOfQuoted(StringRef text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"')
      return i + 1;
    i += text[i] == '\\';
  }
  return text.size();
}

std::optional<uint32_t> countArguments(StringRef line) {
  bool isFunction =
      line.starts_with("func.func ") || line.starts_with("llvm.func ");
  StringRef rest = line.drop_front(std::min(line.find('@'), line.size()));
  if (!isFunction || !rest.consume_front("@"))
    return std::nullopt;
  rest = rest.drop_front(rest.starts_with("\"") ? endOfQuoted(rest)
                                                : rest.find_first_of("( "));
  // Only with a body do its arguments have names.
  if (!rest.consume_front("("))
    return std::nullopt;
  if (rest.starts_with(")") && line.ends_with("{"))
    return 0;
  if (!rest.starts_with("%"))
    return std::nullopt;
  uint32_t commas = 0;
  for (int depth = 1; !rest.empty();) {
    char c = rest.front();
    if (c == '"') {
      rest = rest.drop_front(endOfQuoted(rest));
      continue;
    }
    // In a type of a function.
    if (rest.consume_front("->"))
      continue;
    rest = rest.drop_front();
    if (StringRef("([{<").contains(c))
      ++depth;
    else if (StringRef(")]}>").contains(c) && --depth == 0)
      return commas + 1;
    commas += c == ',' && depth == 1;
  }
  return std::nullopt;
}

std::optional<uint32_t> mostArguments(const Lineage &lineage, OpId function,
                                      uint32_t number) {
  if (lineage.trace().header().state != trace::RecordingState::Finished)
    return std::nullopt;
  const Snapshots &snapshots = snapshotsOf(lineage);
  std::vector<Stage> stages = stagesOf(lineage);
  std::optional<uint32_t> most;
  for (auto [stage, kept] : zip_equal(stages, snapshots.kept(stages))) {
    if (kept != Snapshots::Kept::Text)
      continue;
    Expected<Snapshots::Texts> texts = snapshots.textsOf(stage);
    if (!texts) {
      consumeError(texts.takeError());
      return std::nullopt;
    }
    for (const auto &text : *texts) {
      const Tie *tie = text->find(function);
      if (!tie)
        continue;
      std::optional<uint32_t> count =
          countArguments(text->line(tie->line).drop_front(tie->column));
      if (!count)
        return std::nullopt;
      most = std::max(most.value_or(0), *count);
    }
    if (most && *most > number)
      return most;
  }
  return most;
}

} // namespace mlir::trackdbg
