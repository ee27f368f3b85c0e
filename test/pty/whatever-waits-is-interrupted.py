"""Ctrl-C ends every command that waits for a compiler that does not answer."""
# RUN: %terminal %t.mlir %build/test/plugin/trackdbg-crashing-printers.so

import sys

from Session import *

PROGRAM = """
func.func @f(%x: i32) -> i32 {
  %y = "crashing.op"(%x) {endless} : (i32) -> i32
  return %y : i32
}
"""
with open(sys.argv[4], "w") as file:
    file.write(PROGRAM)
arguments = (sys.argv[4], "--load-dialect-plugin=" + sys.argv[5], "-o",
             "/dev/null", "--pass-pipeline=builtin.module(func.func(cse))")
session = Session(*arguments, options=["--snapshots=none"])
for line in ("set confirm off", "set pagination off", "break pass cse", "run"):
    session.command(line)


def is_interrupted(command, *seen):
    session.send(command + "\r")
    session.expect(r"\r\n", *seen)
    session.send(CTRL_C)
    session.expect("Interrupted before the compiler had answered")
    session.prompt()


# The printer that is asked for first never comes back, so nothing else does.
is_interrupted("print", r"\[waiting for the compiler for 1 s; Ctrl-C ends it\]")
for command in ("print @f", "context", "cursor-print", "cursor-parent",
                "cursor-child", "cursor-next", "cursor-previous", "frame 0",
                "info handles", "print op.uses", "became %y", "call cse"):
    is_interrupted(command)
# At the prompt it is for the prompt, and not for the next command.
session.send(CTRL_C)
session.prompt()
assert "pass cse" in session.command("info breakpoints")
assert "killed" in session.command("kill")
session.send("quit\r")
assert session.end() == 0
