"""Ctrl-\\ at the prompt does nothing, and what is started there can still be
ended by it."""
# RUN: %terminal

import signal

from Session import *

session = Session(INPUTS + "/matmul-relu.mlir", "-canonicalize", "-o",
                  "/dev/null")
session.send("ec")
# The terminal drops what has not been read when the key comes.
session.expect("ec")
session.send(CTRL_BACKSLASH + "ho still here\\n\r")
session.expect(r"\r\nstill here\r\n")
session.prompt()
session.command("start")
session.send(CTRL_BACKSLASH)
# It comes to the process, also where no key sends it.
session.child.kill(signal.SIGQUIT)
assert "Before a1" in session.command("when")
session.send("shell kill -QUIT $$; echo survived\r")
session.expect(r"survived\r\n")
assert "survived" not in session.prompt()
session.send("quit\r")
session.expect(r"\(y or n\) ")
session.send("y\r")
assert session.end() == 0
