"""Ctrl-C stops a compiler that Python lets run, and the code goes on."""
# REQUIRES: python
# RUN: %python %source/test/bench/generate.py layers 120 20 > %t.mlir
# RUN: %terminal %t.mlir

import sys

from Session import *

sys.path.insert(0, INPUTS + "/../bench")
import generate

session = Session(sys.argv[4], "-o", "/dev/null",
                  "--pass-pipeline=" + generate.LOWERING, size=(24, 120))
session.send("python print(execute('run')); print('the code goes on')\r")
# The line of progress says that it is under way.
session.expect(r"actions")
session.send(CTRL_C)
session.expect(r"Interrupted, (before|after) a\d+", "the code goes on")
session.prompt()
assert "#0" in session.command("bt 1")
session.send("kill\r")
session.expect(r"\(y or n\) ")
session.send("y\r")
session.prompt()
session.send("quit\r")
assert session.end() == 0
