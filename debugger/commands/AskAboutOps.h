//===- AskAboutOps.h - Questions about the ops of a SPEC ------------------===//

#ifndef TRACKDBG_COMMANDS_ASKABOUTOPS_H
#define TRACKDBG_COMMANDS_ASKABOUTOPS_H

#include "commands/AnswerOptions.h"
#include "commands/Console.h"

#include "queries/Queries.h"

#include <type_traits>

namespace mlir::trackdbg {

/// Asks one of the questions that the lineage answers, with the SPEC and the
/// options of a command.
template <typename Question>
std::invoke_result_t<Question, const Lineage &, llvm::StringRef,
                     const QueryOptions &>
ask(Console &console, const Arguments &arguments, Question question) {
  llvm::Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  llvm::Expected<QueryOptions> options =
      queryOptions(console, *lineage, arguments);
  if (!options)
    return options.takeError();
  return question(*lineage, arguments.text("SPEC"), *options);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ASKABOUTOPS_H
