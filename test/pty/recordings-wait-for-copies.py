"""A recording says that it waits for a copy of the compiler, and can be ended.

A copy at work holds a byte of the trace; see kPrintingLocks in TraceFormat.h.
Here the test holds one.
"""
# RUN: %terminal

import fcntl
import os
import tempfile

from Session import *

WAITS = r"\[waiting for a copy of the compiler for \d+ s; Ctrl-C ends it\]"


def record(path, module):
    """A compiler that cannot end before its output is read."""
    child = pexpect.spawn(DEBUGGER, ["record", "-o", path, "--", COMPILER, module],
                          timeout=TIME_LIMIT, encoding="utf-8", echo=False)
    # The file is claimed first, and made when the compiler is there.
    while not os.path.exists(path) or os.path.getsize(path) == 0:
        assert child.isalive()
    return child


with tempfile.TemporaryDirectory() as folder:
    module = folder + "/large.mlir"
    with open(module, "w") as file:
        file.writelines(f"func.func private @f{i}()\n" for i in range(10000))
    for is_interrupted in False, True:
        path = f"{folder}/{is_interrupted}.trace"
        child = record(path, module)
        with open(path, "r+b") as trace:
            fcntl.lockf(trace, fcntl.LOCK_EX, 1, PRINTING_LOCKS)
            child.expect(WAITS)
            if is_interrupted:
                child.send(CTRL_C)
                child.expect(pexpect.EOF)
        # The copy is done.
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == (130 if is_interrupted else 0), child.before
