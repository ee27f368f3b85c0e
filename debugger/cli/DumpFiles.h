//===- DumpFiles.h - Where dumps of the IR lie ----------------------------===//

#ifndef TRACKDBG_DEBUGGER_CLI_DUMPFILES_H
#define TRACKDBG_DEBUGGER_CLI_DUMPFILES_H

#include "injection/PrivateFolder.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Appends the files that `named` stands for: a file is itself; a folder (of
/// --mlir-print-ir-tree-dir) all .mlir files in it, in the order of the numbers
/// in their names; a log of --mlir-print-ir-after-all its dumps, which are
/// written to `folder` as files called after their passes.
llvm::Error collectDumps(llvm::ArrayRef<std::string> named,
                         const PrivateFolder &folder,
                         std::vector<std::string> &paths);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CLI_DUMPFILES_H
