"""Source and IR above the prompt: what the screen shows after each step."""
# RUN: %terminal

import os
import signal
import tempfile
import time

import pexpect

from Picture import *
from Session import *

CTRL_L = "\x0c"


def state_of(process):
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0]


session = Session(INPUTS + "/matmul-relu.mlir", "--canonicalize", "-o",
                  "/dev/null")
picture = Picture(session, 24, 80)
session.command("break op linalg.matmul")
session.command("run")
session.command("tui enable")

window = picture.window()
assert len(window) == 15, picture.screen.display
sees(window, "-- matmul-relu.mlir ---", "== func.func @layer ===",
     ">   11   %product = linalg.matmu|", "|>   %2 = linalg.matmul")
assert all(row[32] == "|" for row in window[1:-1]), window
assert window[-1].startswith(" Before a"), window
assert "pattern" in window[-1], window
# The prompt stands in the last row, and what is printed scrolls below.
assert picture.row(23).startswith("(mtd)"), picture.screen.display
session.command("info breakpoints")
sees(picture.screen.display[15:], "linalg.matmul")
assert picture.window() == window, picture.screen.display

# A page is what is below.
session.send("apropos the\r")
session.expect("--Type <RET> for more")
assert picture.window() == window, picture.screen.display
session.send("q\r")
session.prompt()
assert picture.window() == window, picture.screen.display

# The next stop is shown by itself.
session.command("delete 1")
session.command("next")
sees(picture.window(), " After a7: pattern FoldTensorCastProducerOp on #9 "
     "linalg.matmul at matmul-relu.m")
# What is around it has not run yet.
session.command("up")
sees(picture.window(), " In a2: GreedyPatternRewriteIteration")
session.command("down")
sees(picture.window(), " After a7: pattern")

assert "Unrecognized layout" in session.command("layout asm")
session.command("layout ir")
sees(picture.window(), ">   %2 = linalg.matmul ins(%arg0, %arg1 :")
session.command("layout src")
sees(picture.window(), ">   11   %product = linalg.matmul")
session.command("layout split")
window = picture.window()

# Ctrl-L, in the middle of a line.
session.send("echo still")
session.expect("still")
picture.screen.erase_in_display(2)
session.send(CTRL_L)
session.expect(r"echo still")
assert picture.window() == window, picture.screen.display
assert picture.row(23).startswith("(mtd) echo still"), picture.screen.display
session.send("\\n\r")
session.expect("still\r\n")
session.prompt()

# A question has no blank lines there.
session.send("quit\r")
session.expect(r"Quit anyway\? \(y or n\) ")
assert picture.row(22).strip() == "Inferior 1 will be killed."
session.send("n\r")
session.prompt()


def resize(rows, columns):
    picture.screen.resize(rows, columns)
    session.child.setwinsize(rows, columns)
    # What was printed comes back.
    session.expect(r"Not confirmed\.")
    # The prompt comes last.
    session.send(f"echo {rows} rows\\n\r")
    session.expect(f"{rows} rows\r\n")
    session.prompt()


resize(40, 120)
window = picture.window()
assert len(window) == 25, picture.screen.display
sees(window, "|>   %2 = linalg.matmul ins(%arg0, %arg1")
resize(10, 80)
assert picture.window() == [] and picture.scrolls_whole()
resize(24, 80)
assert len(picture.window()) == 15, picture.screen.display

# What another program prints stays, wherever it has drawn.
session.command("shell echo hello; printf '\\0337\\033[r\\0338'")
assert len(picture.window()) == 15, picture.screen.display
sees(picture.screen.display[15:], "hello")
session.command("set width 300")
assert len(picture.window()) == 15, picture.screen.display
session.command("set width 80")

# Ctrl-Z gives the terminal to the shell meanwhile.
os.kill(session.child.pid, signal.SIGTSTP)
while state_of(session.child.pid) != "T":
    time.sleep(0.01)
session.child.expect([pexpect.TIMEOUT, r"never"], timeout=0.2)
assert picture.window() == [] and picture.scrolls_whole()
os.kill(session.child.pid, signal.SIGCONT)
session.expect(r"\(mtd\) ")
assert len(picture.window()) == 15, picture.screen.display

session.command("tui disable")
assert picture.window() == [] and picture.scrolls_whole()
assert picture.row(23).startswith("(mtd)"), picture.screen.display

# However it ends, the terminal is as before.
session.command("tui enable")
assert not picture.scrolls_whole()
session.send("quit\r")
session.expect("y or n")
session.send("y\r")
assert session.end() == 0
assert picture.window() == [] and picture.scrolls_whole()

# An op that is gone: its function is shown, with what it became.
session = Session(
    INPUTS + "/matmul-relu.mlir",
    "--pass-pipeline=builtin.module(one-shot-bufferize{"
    "bufferize-function-boundaries},convert-linalg-to-loops)",
    "-o", "/dev/null", size=(40, 120))
picture = Picture(session, 40, 120)
session.command("break pattern LinalgRewritePattern if "
                "op.name == \"linalg.matmul\"")
session.command("run")
session.command("tui enable")
session.command("next")
sees(picture.window(), "== func.func @layer ===", "|+ %c0 = arith.constant",
     "|+ scf.for")
# The next action is on something in it that has no line of its own.
session.command("next")
sees(picture.window(), "== func.func @layer ===", "|* %c0 = arith.constant",
     "|>     scf.for")
session.send("quit\r")
session.expect("y or n")
session.send("y\r")
session.end()

# An action that makes nothing does not move what is seen.
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "long.mlir")
uses = [f'  "test.use"(%a) {{n = {i} : i32}} : (memref<4xi32>) -> ()\n'
        for i in range(120)]
uses.insert(60, "  memref.copy %a, %a : memref<4xi32> to memref<4xi32>\n")
with open(path, "w") as file:
    file.write("func.func @f(%a: memref<4xi32>) {\n" + "".join(uses) +
               "  return\n}\n")
session = Session(path, "--allow-unregistered-dialect",
                  "--pass-pipeline=builtin.module(func.func(canonicalize))",
                  "-o", "/dev/null")
picture = Picture(session, 24, 80)
session.command("break pattern FoldSelfCopy")
session.command("run")
session.command("tui enable")
sees(picture.window(), "n = 58 ", "|> memref.copy", "n = 61 ")
session.command("next")
sees(picture.window(), "n = 58 ", "n = 61 ")
# Nor does the end of what holds it.
session.command("next")
sees(picture.window(), " After a", "n = 58 ", "n = 61 ")
session.send("quit\r")
session.expect("y or n")
session.send("y\r")
session.end()

# Under a shell: where the debugger leads the session, the terminal ends with it.
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGABRT):
    session = Session(INPUTS + "/matmul-relu.mlir", "--canonicalize", "-o",
                      "/dev/null", wrapper='"$0" "$@"; read line; echo over')
    picture = Picture(session, 24, 80)
    session.command("start")
    session.command("tui enable")
    assert len(picture.window()) == 15, picture.screen.display
    leader = session.child.pid
    with open(f"/proc/{leader}/task/{leader}/children") as children:
        os.kill(int(children.read().split()[0]), number)
    # What gives the terminal back ends with these keys.
    session.expect("\x1b\\[24;1H")
    session.send("\r")
    session.expect("over")
    session.end()
    assert picture.window() == [] and picture.scrolls_whole(), number
