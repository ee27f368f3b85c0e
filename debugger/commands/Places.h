//===- Places.h - Where a breakpoint stops, in words ----------------------===//

#ifndef TRACKDBG_COMMANDS_PLACES_H
#define TRACKDBG_COMMANDS_PLACES_H

#include "trackdbg/Protocol.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

struct Console;

/// The words that start a place other than a source location.
struct PlaceWord {
  llvm::StringRef word;
  BreakpointSpec::Kind kind;
};
llvm::ArrayRef<PlaceWord> placeWords();

/// FILE:LINE[:COL], `@f`, `pass NAME`, `action N`, …. A line alone is in
/// `currentFile`. The error says what a place is.
llvm::Expected<BreakpointSpec>
parseBreakpointPlace(llvm::StringRef typed, llvm::StringRef currentFile);

/// The same at this stop, with the values of variables.
llvm::Expected<BreakpointSpec> placeIn(Console &console, llvm::StringRef typed);

/// FILE:LINE[:COL] only.
llvm::Expected<BreakpointSpec>
parseBreakpointLocation(llvm::StringRef typed, llvm::StringRef currentFile);

/// What is said of a line that a file of so many lines does not have.
llvm::Error lineOutOfRange(int64_t line, llvm::StringRef file, size_t count);

/// Takes "if CONDITION" off the end of what `break` was given, and returns the
/// condition; none where there is no `if` outside of quotes and /slashes/.
std::optional<llvm::StringRef> takeCondition(llvm::StringRef &typed);

/// The words that start an event to catch.
struct EventWord {
  llvm::StringRef word;
  BreakpointSpec::Kind kind;
  llvm::StringRef needs; ///< What must follow it, or empty.
};
llvm::ArrayRef<EventWord> eventWords();
/// `create OP`, `fail`, …. The error says what an event is.
llvm::Expected<BreakpointSpec> parseCaughtEvent(llvm::StringRef typed);

/// What gdb calls it.
struct BreakpointNoun {
  llvm::StringRef lower, upper;
};
BreakpointNoun nounOf(BreakpointSpec::Kind kind);

/// As parseBreakpointPlace or parseCaughtEvent reads it; a watchpoint as typed.
/// Without the condition.
std::string describePlace(const BreakpointSpec &spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_PLACES_H
