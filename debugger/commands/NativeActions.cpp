//===- NativeActions.cpp - Actions by the C++ that they run ---------------===//

#include "commands/NativeActions.h"

#include "native/EntryPoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "opt.cpp:27 MulByTwo::matchAndRewrite"; empty where no line is known.
static std::string lineOf(NativeNames &names, const Definitions &definitions,
                          const ActionStatistics &row) {
  std::optional<NativeFrame> function = ownFunctionOf(
      names, definitions, definitions.stacks().functionsOf(row.kind), row.name);
  if (!function || function->functionLine == 0)
    return "";
  return formatv("{0}:{1} {2}", sys::path::filename(function->file),
                 function->functionLine, frameName(*function));
}

static void add(ActionStatistics &sum, const ActionStatistics &row) {
  sum.tried += row.tried;
  sum.applied += row.applied;
  sum.failed += row.failed;
  sum.skipped += row.skipped;
  sum.opsMade += row.opsMade;
  sum.total += row.total;
  sum.self += row.self;
}

void groupByNativeLine(NativeNames &names, const Lineage &lineage,
                       std::vector<ActionStatistics> &rows) {
  StringMap<size_t> rowOfLine;
  std::vector<ActionStatistics> sums, rest;
  for (ActionStatistics &row : rows) {
    std::string line = lineOf(names, lineage.definitions(), row);
    if (line.empty()) {
      rest.push_back(std::move(row));
      continue;
    }
    auto [known, isNew] = rowOfLine.try_emplace(line, sums.size());
    if (isNew) {
      sums.emplace_back();
      sums.back().tag = kNativeLineTag.str();
      sums.back().name = line;
    }
    add(sums[known->second], row);
  }
  rows = std::move(sums);
  append_range(rows, rest);
}

} // namespace mlir::trackdbg
