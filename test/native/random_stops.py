#!/usr/bin/python3
"""Stops compilers at random moments inside their actions, looks around there,
and compares what they write with what they write alone.

Usage: random_stops.py [--debugger PATH] [--stops N] [--cases N] [--seed N]

The inputs are cases of the corpus (see test/corpus/run.py) or, where there is
none or with --cases=0, a generated lowering. Ends when there were N stops.
"""

import argparse
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, "corpus"), os.path.join(TESTS, "bench")]
import generate
import run as corpus

LOOKS = ["print", "context", "info locals", "backtrace", "backtrace -native",
         "backtrace -full-native", "when", "info breakpoints"]
STOPS_IN_A_RUN = 100


def commands_of(options, home):
    """Name and command of each compile."""
    folder = corpus.corpus_folder() if options.cases else None
    if not folder:
        source = os.path.join(home, "layers.mlir")
        with open(source, "w", encoding="utf-8") as file:
            file.write(generate.layers(4, 20))
        return [("generated lowering",
                 [os.path.join(options.tools, "mlir-opt"), source,
                  "--mlir-disable-threading",
                  "--pass-pipeline=" + generate.LOWERING])]
    exceptions = corpus.load_exceptions()
    cases = [case for case in corpus.load_cases(folder)
             if not case.crashes and 0.05 < case.seconds < 4
             and case.tool in ("mlir-opt", "fir-opt")
             and case.id not in exceptions]
    picked = random.sample(cases, min(options.cases, len(cases)))
    return [(case.id, corpus.command_of(case, options.tools))
            for case in picked]


def script(stops):
    """Breakpoints for whatever is done to any op, hit at random."""
    lines = ["break created /./", "break replaced /./", "break erased /./"]

    def skip(most):
        lines.extend(f"ignore {number} {random.randrange(most)}"
                     for number in (1, 2, 3))

    skip(200)
    lines.append("run")
    for _ in range(stops):
        lines.append(random.choice(LOOKS))
        skip(60)
        lines.append("continue")
    return lines + ["delete", "continue"]


def check(options, name, command, home):
    """How many stops there were, and what was wrong."""
    # Some are refused where an op is gone, and end no session so.
    lines = [word for line in script(min(options.stops, STOPS_IN_A_RUN))
             for word in ("-ex", line)]
    output = ["-o", "out.mlir"]
    plain = corpus.run(command + output, home)
    debugged = corpus.run(
        [options.debugger, "--no-init", "--quiet", "-o",
         os.path.join(home, "trace"), *lines, "-ex", "quit", "--"]
        + command + output, home)
    text = debugged.stdout.decode(errors="replace")
    stops = text.count(", inside a")
    problems = []
    if "terminated with signal" in text or debugged.code < 0:
        problems.append(f"{name}: the compiler or the debugger crashed")
    if debugged.files.get("out.mlir") != plain.files.get("out.mlir"):
        problems.append(f"{name}: the output differs")
    return stops, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--debugger", default=os.path.join(
        os.path.dirname(TESTS), "build", "bin", "mlir-track-dbg"))
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--stops", type=int, default=10000)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    # Compiles run in a folder of their own.
    options.debugger = os.path.abspath(options.debugger)
    total, problems = 0, []
    with tempfile.TemporaryDirectory() as home:
        commands = commands_of(options, home)
        number = 0
        while total < options.stops and number < 100 * len(commands):
            name, command = commands[number % len(commands)]
            number += 1
            stops, found = check(options, name, command, home)
            total += stops
            problems += found
            for problem in found:
                print(problem, flush=True)
    print(f"{total} stops in {number} compiles, {len(problems)} problems")
    return 1 if problems or total < options.stops else 0


if __name__ == "__main__":
    sys.exit(main())
