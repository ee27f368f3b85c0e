"""Keys move, delete and insert; the history comes back in the next session."""
# RUN: %terminal

import os
import signal
import termios

from Session import *

COMPILER_LINE = [INPUTS + "/matmul-relu.mlir", "-o", "/dev/null"]

session = Session(*COMPILER_LINE)
# To the start, insert; then delete, move left, insert, to the end, append.
assert "hello" in session.command("cho hello" + CTRL_A + "e")
assert "XoneY" in session.command("echo onex\x7f" + LEFT * 3 + "X\x05Y")
assert "hello" in session.command(UP + UP)
# An interrupt takes the line away, an end of input the session.
session.send("kill everything" + CTRL_C)
session.prompt()
session.send(CTRL_D)
assert session.end() == 0

later = Session(*COMPILER_LINE)
assert "hello" in later.command(UP)
assert "XoneY" in later.command(CTRL_R + "Xon")
later.command("set history save off")
later.command("echo secret")
later.send("quit\r")
assert later.end() == 0

last = Session(*COMPILER_LINE)
assert "secret" not in last.command("show commands")
last.send(CTRL_D)
assert last.end() == 0

# After Ctrl-Z and `fg`, where the shell has left the terminal as it is for other
# programs, the line is edited on, and not written twice.
stopped = Session(*COMPILER_LINE)
terminal, process = stopped.child.child_fd, stopped.child.pid
stopped.send("echo one")
stopped.expect("one")
edited = termios.tcgetattr(terminal)
os.kill(process, signal.SIGSTOP)
os.waitpid(process, os.WUNTRACED)
cooked = termios.tcgetattr(terminal)
cooked[3] |= termios.ICANON | termios.ECHO
termios.tcsetattr(terminal, termios.TCSANOW, cooked)
os.kill(process, signal.SIGCONT)
stopped.expect("echo one")
assert termios.tcgetattr(terminal)[3] == edited[3]
assert "onetwo" in stopped.command("two")
stopped.send(CTRL_D)
assert stopped.end() == 0
