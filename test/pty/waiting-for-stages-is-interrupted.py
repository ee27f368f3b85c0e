"""Ctrl-C ends the commands that wait for a copy of the compiler to print a stage.

A copy at work holds a byte of the trace; see kPrintingLocks in TraceFormat.h.
Here the test holds one, so that the copy never comes to its end.
"""
# RUN: %terminal

import fcntl
import glob
import os

from pexpect import TIMEOUT
from Session import *


def trace_of(debugger):
    """The trace of the compiler that this debugger has started."""
    with open(f"/proc/{debugger}/task/{debugger}/children") as file:
        children = file.read().split()
    for child in children:
        for link in glob.glob(f"/proc/{child}/fd/*"):
            path = os.readlink(link)
            if path.endswith(".trace"):
                return path
    raise AssertionError("no compiler has a trace open")


session = Session(INPUTS + "/simplify.mlir", "--canonicalize", "--cse", "-o",
                  "/dev/null", options=["--snapshots=passes"])
for line in ("set confirm off", "set pagination off", "break pass cse", "run"):
    session.command(line)
assert "canonicalize" in session.command("stages")

with open(trace_of(session.child.pid), "r+b") as trace:
    fcntl.lockf(trace, fcntl.LOCK_EX, 1, PRINTING_LOCKS)
    for command in ("stages", "show start", "show 1", "diff-stages 0 1"):
        session.send(command + "\r")
        session.expect(r"\r\n")
        assert session.child.expect([PROMPT, TIMEOUT], timeout=0.5) == 1, command
        session.send(CTRL_C)
        session.expect("Quit")
        session.prompt()

# When the copy is done, they have their answers.
assert "canonicalize" in session.command("stages")
assert "func.func" in session.command("show start")
assert "killed" in session.command("kill")
session.send("quit\r")
assert session.end() == 0
