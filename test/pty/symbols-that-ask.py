"""A name of several functions asks which one is meant."""
# RUN: %terminal

import tempfile

from Session import *

folder = tempfile.TemporaryDirectory()
path = folder.name + "/in.mlir"
with open(path, "w") as file:
    for module in ("m1", "m2"):
        file.write(f"module @{module} {{\n  func.func @f(%a: i32) -> i32 {{\n"
                   "    %0 = arith.muli %a, %a : i32\n"
                   "    return %0 : i32\n  }\n}\n")
session = Session(path, "-o", "/dev/null", "--canonicalize")
# Before a run, the input tells.
session.send("break @f\r")
session.expect(r'"@f" names 2 symbols here:\r\n', r"\[0\] cancel\r\n",
               r"\[1\] @m1::@f at \S*in.mlir:2\r\n",
               r"\[2\] @m2::@f at \S*in.mlir:8\r\n", "> ")
session.send("2\r")
session.expect(r"Breakpoint 1 at @m2::@f\.")
session.prompt()
session.command("run")
session.send("watch @f\r")
session.expect(r"\[1\] @m1::@f at in.mlir:2:3\r\n", "> ")
session.send("1\r")
session.expect(r"It watches #\d+ func\.func in @f at in\.mlir:2:3")
session.prompt()
session.send("tbreak @f\r")
session.expect("> ")
session.send("0\r")
session.expect(r"Canceled\.")
session.prompt()
session.command("set confirm off")
session.send("quit\r")
assert session.end() == 0
