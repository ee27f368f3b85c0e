"""The panes above the prompt are scrolled, by keys and by commands."""
# RUN: %terminal

import os
import tempfile

from Picture import *
from Session import *

PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
ALT_UP, ALT_DOWN = "\x1b[1;3A", "\x1b[1;3B"
ALT_RIGHT, ALT_LEFT = "\x1b[1;3C", "\x1b[1;3D"
OTHER_PANE = "\x18o"

# Line 2 has %0, and so on; MLIR prints it as it is.
source = "func.func @f(%a: i32) -> i32 {\n"
source += "".join(f"  %{i} = arith.addi %{i - 1 if i else 'a'}, %a : i32\n"
                  for i in range(100))
source += "  return %99 : i32\n}\n"
folder = tempfile.TemporaryDirectory()
with open(os.path.join(folder.name, "a.mlir"), "w") as file:
    file.write(source)

session = Session(os.path.join(folder.name, "a.mlir"), "--canonicalize", "-o",
                  "/dev/null", size=(24, 100))
picture = Picture(session, 24, 100)
session.command("break a.mlir:52")
session.command("run")
session.command("tui enable")


def first_row(column=0):
    """Of a pane, without the mark in front."""
    return picture.window()[1].split("|")[column][2:].rstrip()


def press(*keys):
    """In the middle of a line, which stays as it is."""
    session.send("echo st" + "".join(keys) + "ill\\n\r")
    session.expect("still\r\n")
    return session.prompt()


window = picture.window()
assert len(window) == 15, picture.screen.display
sees(window, "-- a.mlir ---", "== func.func @f ===", ">   52   %50 = arith.addi",
     "|> %50 = arith.addi")
ir, text = first_row(1), first_row(0)
assert ir == "%44 = arith.addi %43, %arg0 : i32", ir
assert text.startswith("  46   %44 = "), text

press(ALT_DOWN)
assert first_row(1) == "%45 = arith.addi %44, %arg0 : i32", picture.window()
press(ALT_UP, ALT_UP, ALT_UP)
assert first_row(1) == "%42 = arith.addi %41, %arg0 : i32", picture.window()
press(PAGE_DOWN)
assert first_row(1) == "%54 = arith.addi %53, %arg0 : i32", picture.window()
press(*[PAGE_UP] * 20)
assert first_row(1) == "func.func @f(%arg0: i32) -> i32 {", picture.window()
press(ALT_RIGHT)
assert first_row(1) == "c @f(%arg0: i32) -> i32 {", picture.window()
press(ALT_LEFT, ALT_LEFT)
assert first_row(1) == "func.func @f(%arg0: i32) -> i32 {", picture.window()
# The other one has not moved until now.
assert first_row(0) == text, picture.window()
press(OTHER_PANE, PAGE_DOWN)
sees(picture.window(), "== a.mlir ===", "-- func.func @f ---")
assert first_row(0).startswith("  58   %56 = "), picture.window()

# The same by commands; an empty line goes on.
session.command("- 100")
assert first_row(0).startswith("   1 func.func @f"), picture.window()
session.command("+")
session.command("")
assert first_row(0).startswith("   3   %1 = "), picture.window()
session.command("focus ir")
session.command("< 3")
assert first_row(1) == "c.func @f(%arg0: i32) -> i32 {", picture.window()
session.command("> 1000")
session.command("+ 2000000000")
sees(picture.window()[-3:], "|    return %99 : i32", "|  }")
assert "Unrecognized pane" in session.command("focus cmd")
assert "Invalid count" in session.command("+ 0")

# At the next stop, they show the stop.
session.command("next")
sees(picture.window(), ">   52   %50 = arith.addi", "|> %50 = arith.addi")

session.command("layout src")
assert "is not shown" in session.command("focus ir")
press(PAGE_UP)
assert picture.window()[1].startswith("    34   %32 = "), picture.window()
session.command("tui disable")
assert "tui enable" in session.command("+")
assert "tui enable" in session.command("focus next")
# Such a key is not text.
assert "Undefined" not in press(PAGE_UP, ALT_LEFT, OTHER_PANE)
session.send("quit\r")
session.expect("y or n")
session.send("y\r")
assert session.end() == 0
