"""Ctrl-C ends a long output in the middle of a line, and the prompt has a line
of its own."""
# RUN: %python %source/test/bench/generate.py layers 120 20 > %t.mlir
# RUN: %terminal %t.mlir

import sys

from Session import *

session = Session(sys.argv[4], "-canonicalize", "-o", "/dev/null")
session.command("set pagination off")
session.command("start")
# More than a terminal holds for who does not read it.
session.send("cursor-print\r")
session.expect(r"linalg\.")
session.send(CTRL_C)
session.expect(r"Quit\.\r\n" + PROMPT)
assert "Before a1" in session.command("when")
session.send("quit\r")
session.expect(r"\(y or n\) ")
session.send("y\r")
assert session.end() == 0
