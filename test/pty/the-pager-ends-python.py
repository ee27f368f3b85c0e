"""`q` and Ctrl-C at the pager end the Python code that writes there."""
# REQUIRES: python
# RUN: %terminal

from Session import *

MORE = r"--Type <RET> for more, q to quit, c to continue without paging--"

session = Session(INPUTS + "/simplify.mlir", "-o", "/dev/null", size=(10, 80))
for refusal in (CTRL_C, "q\r"):
    session.send("python for n in range(10**9): print(n)\r")
    session.expect(MORE)
    session.send(refusal)
    session.expect("The Python code was interrupted.")
    session.prompt()

# At Python's own prompt, commands of the debugger still run after it.
session.send("python-interactive\r")
session.expect(">>> ")
for refusal in (CTRL_C, "q\r"):
    session.send("for n in range(10**9): print(n)\r")
    session.expect(r"\.\.\. ")
    session.send("\r")
    session.expect(MORE)
    session.send(refusal)
    session.expect("KeyboardInterrupt", ">>> ")
    session.send("mlir_track.execute('apropos echo')\r")
    session.expect("echo -- ", ">>> ")
session.send(CTRL_D)
session.prompt()
session.send("quit\r")
assert session.end() == 0
