"""Ctrl-C ends loops, and commands that let the compiler run again and again."""
# RUN: %terminal

from Session import *

session = Session(INPUTS + "/simplify.mlir", "-canonicalize", "-o", "/dev/null")
for line in ("set pagination off", "set confirm off", "break action 2"):
    session.command(line)
session.send("while 1\r")
for line in ("set $i = 1", "echo turn\\n", "end"):
    session.expect(">")
    session.send(line + "\r")
session.expect(r"\nturn\r\n", r"\nturn\r\n")
session.send(CTRL_C)
session.expect("Quit")
session.prompt()

session.send("commands\r")
for line in ("echo again\\n", "run", "end"):
    session.expect(">")
    session.send(line + "\r")
session.prompt()
session.send("run\r")
session.expect(r"\nagain\r\n", r"\nagain\r\n")
session.send(CTRL_C)
session.expect("Quit|Interrupted")
session.prompt()
session.command("delete")
session.send("quit\r")
assert session.end() == 0
