"""Ctrl-C ends Python code and nothing else; what it prints waits at the end of
the screen; lines are edited as at the prompt."""
# REQUIRES: python
# RUN: %terminal

from Session import *

MORE = r"--Type <RET> for more, q to quit, c to continue without paging--"

session = Session(INPUTS + "/matmul-relu.mlir", "-o", "/dev/null",
                  size=(10, 80))
session.send("python\r")
for line in ("print('endless')", "while True:", "    pass", "end"):
    session.expect(">")
    session.send(line + "\r")
session.expect(r"\nendless")
session.send(CTRL_C)
session.expect("The Python code was interrupted.")
session.prompt()
# What was typed is dropped, and nothing of it runs.
session.send("python\r")
session.expect(">")
session.send("print('typed')\r")
session.expect(">")
session.send(CTRL_C)
session.prompt()

session.send("python-interactive\r")
session.expect(">>> ")
session.send("print('endless'); exec('while True: pass')\r")
session.expect(r"\nendless")
session.send(CTRL_C)
session.expect("KeyboardInterrupt", ">>> ")
session.send("6 * 8" + LEFT + "\x7f7\r")
session.expect(r"\n468\r\n", ">>> ")
session.send("for n in range(40): print(n)\r")
session.expect(r"\.\.\. ")
session.send("\r")
session.expect(r"\n5\r\n", MORE)
session.send("q\r")
session.expect(">>> ")
session.send("'still ' + 'here'\r")
session.expect("'still here'", ">>> ")
session.send(CTRL_D)
session.prompt()

session.send("python for n in range(40): print(n)\r")
session.expect(MORE)
session.send("c\r")
session.expect(r"\n39\r\n")
session.prompt()
# The debugger's prompt has its own Ctrl-C back.
session.send("contin" + CTRL_C)
session.prompt()
session.send("quit\r")
assert session.end() == 0
