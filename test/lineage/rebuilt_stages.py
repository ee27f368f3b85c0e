#!/usr/bin/python3
"""Compares rebuilt IR with what MLIR prints.

Each case is compiled twice: once recorded with --snapshots=passes, where a copy
of the compiler prints each stage, and once with --changes, from which the
debugger rebuilds the stages. The texts of each stage have to be the same.

A stage that is not kept in one of the two traces is counted beside, and so is
a compile that does not repeat itself.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))

import run as corpus

# Writes the texts of all stages; null for one that is not there.
LIST_STAGES = """
import json
def text_of(stage):
    try:
        return stage.text
    except Exception:
        return None
with open("OUT", "w", encoding="utf-8", errors="surrogateescape") as file:
    json.dump([text_of(stage) for stage in trace.stages], file)
"""


def record(case, options, folder, kind):
    """The texts of the stages, or None."""
    trace = os.path.join(folder, kind + ".trace")
    command = corpus.command_of(case, options.tools)
    subprocess.run(["setarch", "-R", options.debugger, "record", "-o", trace,
                    kind, "--", *command], cwd=folder, check=False,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=corpus.TIME_LIMIT)
    if not os.path.exists(trace):
        return None
    out = os.path.join(folder, kind + ".json")
    script = os.path.join(folder, "list.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(LIST_STAGES.replace("OUT", out))
    subprocess.run([options.debugger, "open", trace, "--batch",
                    "-ex", f"source {script}"], cwd=folder, check=False,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=corpus.TIME_LIMIT)
    if not os.path.exists(out):
        return None
    with open(out, encoding="utf-8", errors="surrogateescape") as file:
        return json.load(file)


def first_difference(parts, rebuilt):
    rebuilt = rebuilt.split("\n")
    printed = max((part.split("\n") for part in parts),
                  key=lambda part: len(set(part) & set(rebuilt)))
    for number, (one, other) in enumerate(zip(printed, rebuilt), 1):
        if one != other:
            return f"line {number}\n      {one.strip()}\n      {other.strip()}"
    return f"{len(printed)} lines, rebuilt {len(rebuilt)}"


def compare(case, options):
    """How many stages are the same, differ and are missing; and a line for each
    that differs."""
    with tempfile.TemporaryDirectory() as folder:
        printed = record(case, options, folder, "--snapshots=passes")
        rebuilt = record(case, options, folder, "--changes")
    if printed is None or rebuilt is None or len(printed) != len(rebuilt):
        return 0, 0, 1, []
    same = missing = 0
    different = []
    for stage, (one, other) in enumerate(zip(printed, rebuilt)):
        if one is None or other is None:
            missing += 1
            continue
        # Of several inputs, the rebuilt stage shows that of its pass.
        parts = [each.rstrip("\n")
                 for each in re.split(r"(?m)^// -----\n", one)]
        if other.rstrip("\n") in parts:
            same += 1
        else:
            different.append(f"    stage {stage}: "
                             f"{first_difference(parts, other)}")
    return same, len(different), missing, different


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--debugger", required=True)
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin",
                        help="the folder of mlir-opt")
    parser.add_argument("--filter", default="", help="of the names of cases")
    parser.add_argument("--seconds", type=float, default=0.3,
                        help="leave out cases that take longer")
    options = parser.parse_args()
    options.debugger = os.path.abspath(options.debugger)
    folder = corpus.corpus_folder()
    if not folder:
        print("There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
        return 0
    total = [0, 0, 0]
    for case in corpus.load_cases(folder):
        if (case.crashes or case.tool != "mlir-opt" or
                case.seconds > options.seconds or
                not re.search(options.filter, case.id)):
            continue
        *counts, lines = compare(case, options)
        total = [sum(pair) for pair in zip(total, counts)]
        print("{}: {} same, {} different, {} missing".format(case.id, *counts),
              *lines[:3], sep="\n", flush=True)
    print("all: {} same, {} different, {} missing".format(*total))
    return 1 if total[1] else 0


if __name__ == "__main__":
    sys.exit(main())
