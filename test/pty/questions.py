"""What would lose something is asked first; no is no."""
# RUN: %terminal

from Session import *

session = Session(INPUTS + "/matmul-relu.mlir", "-o", "/dev/null",
                  "--canonicalize")
session.command("start")
session.send("run\r")
session.expect(r"started already", r"from the beginning\? \(y or n\) ")
session.send("perhaps\r")
session.expect(r"Please answer y or n\.", r"\(y or n\) ")
session.send("n\r")
session.expect("not restarted")
session.prompt()
session.send("quit\r")
session.expect(r"Quit anyway\? \(y or n\) ")
session.send("n\r")
session.prompt()
# The pager counts no lines of a question.
session.command("set height 4")
session.send("quit\r")
session.expect(r"Quit anyway\? \(y or n\) ")
assert "--Type" not in session.child.before
session.send("n\r")
session.prompt()
session.command("set confirm off")
session.send("quit\r")
assert session.end() == 0
