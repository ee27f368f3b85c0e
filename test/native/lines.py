"""Compares the lines of C++ that the debugger gives for each op with those that
the compiler native-opt has written into the ops' locations.

Usage: lines.py DEBUGGER TRACE SOURCE FEWEST

Fails if one differs, or if fewer than FEWEST were compared.
"""

import json
import os
import subprocess
import sys


def ask(debugger, trace, command):
    run = subprocess.run(
        [debugger, "open", trace, "--batch", "--no-init", "-ex", command],
        capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


class Comparison:
    def __init__(self, source):
        self.name = os.path.basename(source)
        with open(source) as file:
            self.lines = file.read().splitlines()
        self.compared, self.problems = 0, []

    def is_here(self, op, deed):
        file = op.get(deed, {}).get("at", {}).get("file", "")
        return os.path.basename(file) == self.name

    def check(self, op, deed, expected):
        self.compared += 1
        line = op[deed].get("at", {}).get("line")
        if not self.is_here(op, deed) or line not in expected:
            self.problems.append(f"#{op['id']} {op['name']} {deed}: "
                                 f"{op[deed]}, and not line {expected}")

    def take(self, op):
        file, line = (op.get("location", "") + "::").split(":")[:2]
        # The location of an erased op is its last one: that of its end, where
        # the compiler itself ended it, and not MLIR.
        if file == self.name:
            is_end = op["state"] == "erased" and self.is_here(op, "erased")
            self.check(op, "erased" if is_end else "created", [int(line)])
        # Of one that was replaced it is the first.
        for deed, word in (("replaced", "replace"), ("erased", "erase")):
            if op["state"] == "replaced" and self.is_here(op, deed):
                self.check(op, deed, [
                    number for number, text in enumerate(self.lines, 1)
                    if "ENDS(" in text and (word in text or "replaceOp" in text)])


def main(debugger, trace, source, fewest):
    comparison = Comparison(source)
    for op in ask(debugger, trace, "info line /./ --all --json")["ops"]:
        comparison.take(op)
    print("\n".join(comparison.problems + [
        f"{comparison.compared} compared, {len(comparison.problems)} wrong"]))
    return bool(comparison.problems) or comparison.compared < fewest


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], int(sys.argv[4])))
