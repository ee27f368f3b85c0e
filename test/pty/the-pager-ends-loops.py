"""`q` and Ctrl-C at the pager end what writes there: loops, scripts, the
commands of breakpoints, and Python code."""
# RUN: %terminal

from Session import *

MORE = r"--Type <RET> for more, q to quit, c to continue without paging--"

session = Session(INPUTS + "/simplify.mlir", "-canonicalize", "-o", "/dev/null",
                  size=(10, 80))


def typed(line, body=()):
    session.send(line + "\r")
    for each in (*body, "end"):
        session.expect(">")
        session.send(each + "\r")


for refusal in (CTRL_C, "q\r"):
    typed("while 1", ["echo x\\n"])
    session.expect(MORE)
    session.send("\r")
    session.expect(MORE)
    session.send(refusal)
    session.expect("Quit")
    assert "x" not in session.prompt()

# A list of commands that lets the compiler go on: it stands still again.
session.command("set confirm off")
session.command("break pattern /./")
typed("commands", ["print op.loc", "continue"])
session.prompt()
for refusal in (CTRL_C, "q\r"):
    session.command("kill")
    session.send("run\r")
    session.expect(MORE)
    session.send(refusal)
    session.expect("Quit")
    session.prompt()
    assert "pattern" in session.command("backtrace")
session.command("delete")

# The rest of a single answer is dropped, and that is all.
session.send("apropos the\r")
session.expect(MORE)
session.send("q\r")
assert "Quit" not in session.prompt()
assert "here" in session.command("echo here\\n")
session.send("quit\r")
assert session.end() == 0
