//===- SourceNames.h - Values by their names in the source ----------------===//

#ifndef TRACKDBG_COMMANDS_SOURCENAMES_H
#define TRACKDBG_COMMANDS_SOURCENAMES_H

#include "commands/Console.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// MLIR forgets the names that values have in the source. A value whose name
/// the printed IR does not have is looked for in the current source file: as
/// the result of an op, which is found by its location, or as an argument of a
/// function, which is found by its number. The name of the value at the stop,
/// as a request takes it. None where it is not there, or not alive, or where
/// several values have the name.
std::optional<std::string> unitOfSourceName(Console &console,
                                            llvm::StringRef name);

/// Asks about `request.unit`, as `typed` by the user; where the compiler knows
/// no value of that name, about the one that has it in the source.
template <typename R>
llvm::Expected<typename R::Answer>
askAboutUnit(Console &console, llvm::StringRef typed, R request) {
  llvm::Expected<typename R::Answer> answer = askCompiler(console, request);
  if (answer || !typed.starts_with("%"))
    return answer;
  std::optional<std::string> source = unitOfSourceName(console, typed);
  if (!source)
    return answer;
  llvm::consumeError(answer.takeError());
  request.unit = std::move(*source);
  return askCompiler(console, request);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCENAMES_H
