#!/usr/bin/python3
"""A compiler that holds MLIR does the same under the debugger as alone, and has
the lineage that mlir-opt has.

static.py COMPILER: each case of mlir-opt in the corpus that COMPILER can run. A
case may differ in lineage if that of mlir-opt does between two runs.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import run as corpus

sys.path.insert(0, os.path.join(corpus.CHECKOUT, "test", "embed"))
from compare_lineage import summary  # pylint: disable=wrong-import-position

RUNS = 10  # At addresses by chance.


def record(debugger, command, home, **variables):
    """The result, the lineage without ids, and how many actions ran."""
    dump = os.path.join(home, "lineage.json")
    command = [debugger, "record", "-o", os.path.join(home, "trace"),
               f"--dump-lineage={dump}", "--"] + command
    result = corpus.run(command, home, **variables)
    with open(dump, encoding="utf-8") as file:
        actions = len(json.load(file)["actions"])
    return result, summary(dump), actions


def varies(debugger, command, home, lineage):
    """Whether mlir-opt itself has another lineage at other addresses."""
    if any(list(record(debugger, command, home, GLIBC_TUNABLES=setting)[1:]) !=
           lineage for setting in corpus.MALLOC_SETTINGS):
        return True
    # This gives each process addresses of its own again.
    command = ["setarch", platform.machine(), *command]
    return any(list(record(debugger, command, home)[1:]) != lineage
               for _ in range(RUNS))


def dialects(compiler):
    """Those that it knows."""
    answer = subprocess.run([compiler, "--show-dialects"], check=True,
                            capture_output=True, text=True).stdout
    return set(re.findall(r"\w+", answer.split(":")[-1]))


def uses_one_of(case, names):
    """Whether the input has an op of these dialects. In one that a compiler
    does not know, ops mean nothing, and passes do less to them."""
    with open(case.input, encoding="utf-8", errors="replace") as file:
        text = file.read()
    return any(f'"{name}.' in text for name in names)


def check(case, debugger, tools, compiler):
    """A word for the table, and what there is to say."""
    home = tempfile.mkdtemp(prefix="mtd-static-")
    try:
        shared = corpus.command_of(case, tools)
        held = [compiler] + shared[1:]
        plain = corpus.run(held, home)
        if plain.code != 0 and corpus.run(shared, home).code == 0:
            return "lacks what the case needs", ""
        tracked, *own = record(debugger, held, home)
        found = corpus.differences(plain, tracked, "record")
        if found:
            return "OUTPUT DIFFERS", "; ".join(found)
        _, *expected = record(debugger, shared, home)
        if own == expected:
            return "same", ""
        if varies(debugger, shared, home, expected):
            return "varies in mlir-opt too", ""
        lacking = dialects(shared[0]) - dialects(compiler)
        if uses_one_of(case, lacking):
            return "has ops of a dialect that it lacks", ""
        return "LINEAGE DIFFERS", f"{own[1]} actions, and {expected[1]}"
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return "FAILED", str(error)[:300]
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("compiler", type=os.path.abspath)
    parser.add_argument("--debugger", type=os.path.abspath, default=os.path.join(
        corpus.CHECKOUT, "build", "bin", "mlir-track-dbg"))
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    cases = [case for case in corpus.load_cases(corpus.corpus_folder())
             if case.tool == "mlir-opt" and not case.crashes]
    table = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checks = pool.map(lambda case: check(case, options.debugger,
                                             options.tools, options.compiler),
                          cases)
        for case, (verdict, words) in zip(cases, checks):
            table[verdict] += 1
            if verdict.isupper():
                print(f"{case.id}: {verdict}: {words}", flush=True)
    for verdict, count in table.most_common():
        print(f"{count} {verdict}")
    return any(verdict.isupper() for verdict in table)


if __name__ == "__main__":
    sys.exit(main())
