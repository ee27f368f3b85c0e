//===- MachineCode.h - Commands about machine code ------------------------===//

#ifndef TRACKDBG_COMMANDS_MACHINECODE_H
#define TRACKDBG_COMMANDS_MACHINECODE_H

#include "commands/Arguments.h"
#include "commands/Reply.h"

namespace mlir::trackdbg {

struct Console;

/// `became SPEC --final`
llvm::Expected<Reply> askFinalCode(Console &console,
                                   const Arguments &arguments);

/// `info code`
llvm::Expected<Reply> askCodeTable(Console &console,
                                   const Arguments &arguments);

/// `lost --final`
llvm::Expected<Reply> askLinesWithoutCode(Console &console,
                                          const Arguments &arguments);

/// `fate --final`
llvm::Expected<Reply> askCodeFates(Console &console,
                                   const Arguments &arguments);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_MACHINECODE_H
