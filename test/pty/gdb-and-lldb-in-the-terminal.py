"""gdb and lldb have the terminal until the action is over."""
# RUN: %terminal

from Session import *

GDB = r"\(gdb\) "

session = Session(INPUTS + "/simplify.mlir", "--canonicalize", "--cse", "-o",
                  "/dev/null", options=["-q"])
session.command("set confirm off")
session.command("break pass cse")
session.command("run")

# A place that gdb does not know asks nothing: the prompt is back.
told = session.command("gdb nosuch.cpp:3")
assert "No source file named nosuch.cpp." in told, told
assert "pending" not in told, told
told = session.command("info program")
assert "It stopped before a" in told, told

told = session.command("lldb nosuch.cpp:3")
assert "No code is known at 'nosuch.cpp:3'." in told, told

session.send("gdb\r")
session.expect(GDB)
session.send(CTRL_C)
session.expect("Quit", GDB)
session.send("mtd\r")
session.expect("#0 +a[0-9]+ pass cse", GDB)
session.send("quit\r")
session.expect(r"\(y or n\) ")
session.send("y\r")
assert "After a" in session.prompt()

session.command("reverse-step")
session.send("lldb\r")
session.expect("one-shot breakpoint", r"\(lldb\) ")
session.send("continue\r")
assert "After a" in session.prompt()

# It leaves the terminal as it found it: commands end at Ctrl-C.
told = session.command("shell stty -a")
assert "\nisig icanon" in told, told
session.command("kill")
session.send("quit\r")
assert session.end() == 0
