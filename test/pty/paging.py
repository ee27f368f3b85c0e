"""Output longer than the screen waits; a new size of the screen counts."""
# RUN: %terminal

from Session import *

MORE = r"--Type <RET> for more, q to quit, c to continue without paging--"

session = Session(INPUTS + "/matmul-relu.mlir", "-o", "/dev/null",
                  size=(10, 80))
session.send("apropos the\r")
session.expect(MORE)
session.send("\r")
session.expect(MORE)
session.send("c\r")
session.prompt()
session.send("apropos the\r")
session.expect(MORE)
session.send("q\r")
session.prompt()

# A line counts once, in however many pieces it comes, and so does each row of
# it that is full.
session.send("define dots\r")
for line in (*["echo ."] * 12, "echo \\n", "end"):
    session.expect(">")
    session.send(line + "\r")
session.prompt()
assert "." * 12 in session.command("dots")
session.send("define wide\r")
for line in (*["echo " + 40 * "-"] * 20, "end"):
    session.expect(">")
    session.send(line + "\r")
session.prompt()
session.send("wide\r")
session.expect(r"\n-{760}\r\n" + MORE)
session.send("\r")
session.expect(r"\n-{40}")
session.prompt()

# A taller screen shows more at once.
session.child.setwinsize(500, 100)
output = session.command("apropos the")
assert "--Type" not in output, output
session.child.setwinsize(10, 80)
session.command("set pagination off")
assert "--Type" not in session.command("apropos the")
session.send(CTRL_D)
assert session.end() == 0
