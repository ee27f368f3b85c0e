"""Another size of the window, and Ctrl-Z and fg, are no answer to the pager."""
# RUN: %terminal

import os
import signal

from Session import *

MORE = r"--Type <RET> for more, q to quit, c to continue without paging--"


def waits():
    """Returns once the debugger sleeps: it is reading the answer."""
    while True:
        with open(f"/proc/{session.child.pid}/stat") as stat:
            if stat.read().rpartition(")")[2].split()[0] == "S":
                return


session = Session(INPUTS + "/matmul-relu.mlir", "-o", "/dev/null",
                  size=(10, 80))
session.send("apropos the\r")
session.expect(MORE)
waits()
session.child.setwinsize(12, 100)
waits()
session.send("\r")
session.expect(MORE)
assert "(mtd)" not in session.child.before, session.child.before
waits()
os.kill(session.child.pid, signal.SIGCONT)
waits()
session.send("\r")
session.expect(MORE)
assert "(mtd)" not in session.child.before, session.child.before
session.send("q\r")
session.prompt()
session.send("quit\r")
assert session.end() == 0
