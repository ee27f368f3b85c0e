"""Ctrl-C stops the compiler at its next action, and never kills it."""
# RUN: %python %source/test/bench/generate.py layers 120 20 > %t.mlir
# RUN: %terminal %t.mlir

import sys

from Session import *

sys.path.insert(0, INPUTS + "/../bench")
import generate

session = Session(sys.argv[4], "-o", "/dev/null",
                  "--pass-pipeline=" + generate.LOWERING, size=(24, 120))
session.send("run\r")
# The line of progress says that it is under way.
session.expect(r"actions")
session.send(CTRL_C)
session.expect(r"Interrupted, (before|after) a\d+")
session.prompt()
assert "#0" in session.command("bt 1")
session.send("continue\r")
session.expect(r"actions")
session.send(CTRL_C)
session.expect(r"Interrupted, (before|after) a\d+")
session.prompt()
# An interrupt at the prompt is for the prompt.
session.send("contin" + CTRL_C)
session.prompt()
session.send("continue\r")
session.expect(r"exited normally")
session.prompt()
session.send("quit\r")
assert session.end() == 0
