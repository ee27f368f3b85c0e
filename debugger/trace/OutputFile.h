//===- OutputFile.h - Writing an answer to a file -------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_OUTPUTFILE_H
#define TRACKDBG_DEBUGGER_TRACE_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

/// A file that is created or replaced; "-" is standard output. Where nobody
/// reads, it waits for somebody; what is written after the wait was cancelled
/// (see Cancellation.h) is dropped.
class OutputStream : public llvm::raw_ostream {
public:
  /// `error` says why there is no file; operation_canceled: the wait for a
  /// reader was cancelled.
  OutputStream(llvm::StringRef path, std::error_code &error);
  ~OutputStream() override;

  /// The first one of writing.
  std::error_code error() const { return firstError; }

private:
  void write_impl(const char *data, size_t size) override;
  uint64_t current_pos() const override { return position; }

  int descriptor = -1;
  size_t mostAtOnce;
  uint64_t position = 0;
  std::error_code firstError;
};

/// Calls `write` with the file at `path`, which is created or replaced; "-" is
/// standard output. An error names the file and why it could not be written.
/// What was cancelled (see Cancellation.h) is removed.
llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

/// Where what was to be in the file at `path` was cancelled: removes the file,
/// unless it is a device or a pipe, and returns an error.
llvm::Error removeIfCancelled(llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_OUTPUTFILE_H
