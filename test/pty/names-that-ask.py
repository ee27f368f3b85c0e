"""A name of several values asks which one is meant; 0, Ctrl-C, and what is not
one of the numbers leave it."""
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
session.send("2\r")
session.expect(r"%0 = arith\.addi")
session.prompt()
session.send("watch %0\r")
session.expect("> ")
session.send("1\r")
session.expect(r"It watches #\d+ arith\.muli in @f")
session.prompt()
for refusal, answer in (("0\r", r"Canceled\."), (CTRL_C, r"Canceled\."),
                        ("3\r", 'Canceled: "3" is not a number from 1 to 2'),
                        ("when\r", 'Canceled: "when" is not a number')):
    session.send("erase %0\r")
    session.expect("> ")
    session.send(refusal)
    session.expect(answer)
    session.prompt()
session.command("set confirm off")
session.send("quit\r")
assert session.end() == 0
