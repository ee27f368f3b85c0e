//===- GdbCommands.cpp - What gdb has and a compile has not ---------------===//
//
// Each says in one sentence why, and what there is instead.
//
//===----------------------------------------------------------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> examineMemory(Console &, const Arguments &) {
  return fail("The debugger shows IR and no memory; 'print' shows an op, and "
              "'info locals' its parts.");
}

static Expected<Reply> infoRegisters(Console &, const Arguments &) {
  return fail(
      "Values of IR are in no registers; 'info locals' shows those that "
      "the op at the cursor uses.");
}

static Expected<Reply> disassemble(Console &, const Arguments &) {
  return fail(
      "There is no machine code at an action; 'print' shows the IR, and "
      "'show-stage end' what the compile ended with.");
}

static Expected<Reply> handleSignal(Console &, const Arguments &) {
  return fail("The compiler gets its signals as it does without the debugger; "
              "'catch crash' stops where one would end it.");
}

static constexpr CommandSpec rows[] = {
    {.name = "x",
     .group = Group::Looking,
     .synopsis = "x [TEXT]",
     .summary = "Say what shows IR; there is no memory to examine.",
     .seeAlso = {"print", "info locals"},
     .run = examineMemory},
    {.name = "disassemble",
     .group = Group::Looking,
     .synopsis = "disassemble [TEXT]",
     .summary = "Say what shows IR; there is no machine code here.",
     .seeAlso = {"print", "show-stage"},
     .run = disassemble},
    {.name = "info registers",
     .group = Group::Looking,
     .synopsis = "info registers [TEXT]",
     .summary = "Say what shows values; they are in no registers.",
     .seeAlso = {"info locals"},
     .run = infoRegisters},
    {.name = "handle",
     .group = Group::Running,
     .synopsis = "handle [TEXT]",
     .summary = "Say what stops at a crash; signals are not changed.",
     .seeAlso = {"catch"},
     .run = handleSignal},
};

ArrayRef<CommandSpec> gdbCommands() { return rows; }

} // namespace mlir::trackdbg
