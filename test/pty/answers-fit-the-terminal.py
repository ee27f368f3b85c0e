"""Answers are as wide and as high as the terminal, whatever its size."""
# RUN: %terminal

import re

from Session import *

PASSES = ",".join(["canonicalize", "cse"] * 30)
# Of these, no line is IR or source.
SENTENCES = ("bt", "info frame", "info threads", "when", "became arith.addi",
             "blame arith.addi", "print #1", "finish")
TABLES = ("stages", "info passes", "info actions", "summary", "lost", "fate")
WIDE = ("info breakpoints", "info inferiors")


def answer(session, command):
    session.send(command + "\r")
    session.expect(r"\r\n")
    text = ""
    while session.child.expect([PROMPT, "without paging--"]) == 1:
        text += session.child.before
        session.send("c\r")
    text += session.child.before
    text = re.sub(r"\r\[[^\r]*\r|--Type[^\n]*|\x1b\[[0-9;?]*[A-Za-z]", "", text)
    return text.replace("\r", "").rstrip("\n").split("\n")


def start(rows, columns):
    session = Session(INPUTS + "/simplify.mlir",
                      f"--pass-pipeline=builtin.module({PASSES})", "-o",
                      "/dev/null", size=(rows, columns), options=("-q",))
    for line in ("set confirm off", "break pass cse", "run", "next"):
        answer(session, line)
    return session


def end(session):
    session.send("quit\r")
    assert session.end() == 0


for columns in 40, 60, 80, 100, 200:
    session = start(24, columns)
    for command in SENTENCES + TABLES + (WIDE if columns >= 60 else ()):
        lines = answer(session, command)
        assert len(lines) <= 22 or columns < 80, (command, lines)
        assert all(len(line) <= columns for line in lines), (
            columns, command, lines)
    end(session)

# Nothing is folded that there is room for.
session = start(100, 80)
answer(session, "delete")
answer(session, "continue")
rows = answer(session, "info passes")
assert len(rows) == 61, rows
answer(session, "set height 30")
rows = answer(session, "info passes")
assert len(rows) == 28 and rows[-1].endswith("--all lists them."), rows
answer(session, "set height 0")
assert len(answer(session, "info passes")) == 61
answer(session, "set width 60")
assert all(len(line) <= 60 for line in answer(session, "became arith.addi"))
end(session)

# A terminal that has hardly any room is one all the same.
session = start(5, 20)
for command in (*SENTENCES, *TABLES, *WIDE, "tui enable", "bt", "diff", "list",
                "tui disable"):
    answer(session, command)
end(session)
