"""A name of several values asks which one is meant; a wrong answer is asked
again, and Ctrl-C or 0 leaves it."""
# RUN: %terminal

from Session import *

session = Session(INPUTS + "/two-functions.mlir", "-o", "/dev/null",
                  "--canonicalize")
session.command("break pass canonicalize")
session.command("run")
session.send("print %0\r")
session.expect(r'"%0" names 2 values here:\r\n', r"\[0\] cancel\r\n",
               r"\[1\] #\d+ arith\.muli in @f at two-functions.mlir:2:8\r\n",
               r"\[2\] #\d+ arith\.addi in @g at two-functions.mlir:6:8\r\n",
               "> ")
session.send("3\r")
session.expect("Type a number from 1 to 2, or 0", "> ")
session.send("first\r")
session.expect("Type a number from 1 to 2, or 0", "> ")
session.send("2\r")
session.expect(r"%0 = arith\.addi")
session.prompt()
session.send("watch %0\r")
session.expect("> ")
session.send("1\r")
session.expect(r"It watches #\d+ arith\.muli in @f")
session.prompt()
for refusal in ("0\r", CTRL_C):
    session.send("erase %0\r")
    session.expect("> ")
    session.send(refusal)
    session.expect("Canceled")
    session.prompt()
session.command("set confirm off")
session.send("quit\r")
assert session.end() == 0
