"""Keys move, delete and insert; the history comes back in the next session."""
# RUN: %terminal

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
