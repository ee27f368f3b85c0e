//===- AnswerOptions.cpp - Options that questions have in common ----------===//

#include "commands/AnswerOptions.h"

using namespace llvm;

namespace mlir::trackdbg {

AnswerFormat formatOf(const Arguments &arguments) {
  return arguments.has("--json") ? AnswerFormat::Json : AnswerFormat::Text;
}

Expected<std::optional<Moment>> momentOf(const Lineage &lineage,
                                         const Arguments &arguments) {
  if (!arguments.has("--at"))
    return std::nullopt;
  return parseMoment(lineage, arguments.text("--at"));
}

} // namespace mlir::trackdbg
