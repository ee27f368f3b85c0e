"""One Ctrl-C ends a compiler that runs to its end again as its user leaves."""
# RUN: %python %source/test/bench/generate.py layers 300 20 > %t.mlir
# RUN: %terminal %t.mlir

import sys

from Session import *

sys.path.insert(0, INPUTS + "/../bench")
import generate

session = Session(sys.argv[4], "-o", "/dev/null",
                  "--pass-pipeline=" + generate.LOWERING, size=(24, 120))


def leave_at_the_start(command):
    session.send("run\r")
    session.expect(r"exited normally")
    session.prompt()
    session.send("goto start\r")
    session.expect(r"Before a1")
    session.prompt()
    session.send(command + "\r")
    session.expect(r"y or n")
    session.send("y\r")
    session.expect(r"Running to the end again, to complete the output files; "
                   r"Ctrl-C ends it\.")
    # The line of progress says that it is under way.
    session.expect(r"actions")
    session.send(CTRL_C)


leave_at_the_start("kill")
session.expect(r"killed\]")
session.prompt()
leave_at_the_start("quit")
session.end()
