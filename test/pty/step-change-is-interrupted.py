"""Ctrl-C ends the search for a change where the compiler is then."""
# RUN: %python %source/test/bench/generate.py layers 60 20 > %t.mlir
# RUN: %terminal %t.mlir

import sys

from Session import *

PASSES = ",".join(["canonicalize"] * 60)
session = Session(sys.argv[4], "-o", "/dev/null",
                  f"--pass-pipeline=builtin.module({PASSES})", size=(60, 120))
session.send("start\r")
session.expect(r"Before a1: pass")
session.prompt()
# What there is to simplify is simple after that.
session.send("next\r")
session.expect(r"After a1")
session.prompt()
session.send("step-change\r")
session.expect(r"actions")
session.send(CTRL_C)
session.expect(r"Interrupted, (before|after) a\d+")
session.prompt()
assert "#0" in session.command("bt 1")
# The stop is one like any other.
session.send("reverse-step\r")
session.expect(r"(Before|After) a\d+")
session.prompt()
session.send("quit\r")
session.expect(r"y or n")
session.send("y\r")
assert session.end() == 0
