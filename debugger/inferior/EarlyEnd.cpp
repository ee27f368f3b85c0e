//===- EarlyEnd.cpp - A recording that ended before its compiler ----------===//

#include "inferior/EarlyEnd.h"

#include "graph/Lineage.h"
#include "injection/SystemError.h"
#include "trace/ActionNumber.h"

#include <fmt/format.h>

#include <cerrno>

namespace mlir::trackdbg {

std::string whyRecordingEnded(int error) {
  // Only a descriptor that is not open any more is refused so.
  if (error == EBADF)
    return "the compiler closed the file that it is written to";
  // No call of the tracker ends so: it says that the file lost pages.
  if (error == ENODATA)
    return "its file was cut or overwritten";
  return errorText(error);
}

std::string describeOutOfSpace(int error) {
  return fmt::format("the recording ended early: {}; the compile went on",
                     whyRecordingEnded(error));
}

std::string describeEarlyEnd(Lineage &lineage) {
  const trace::FileHeader &header = lineage.trace().header();
  if (header.state != trace::RecordingState::OutOfSpace)
    return "";
  return fmt::format("The recording ended early, in {}: {}. Answers "
                     "from it leave out what came later.",
                     actionNumber(lineage.actionCount()),
                     whyRecordingEnded(header.endError));
}

} // namespace mlir::trackdbg
