"""What the debugger adds before a process does its own work, and what recording
adds to a compiler that holds MLIR, beside one that shares it."""

import os
import shutil
import statistics
import sys

import measure

EMBED = os.path.join("build", "test", "embed")
# How often one command starts a program, so that its own start counts little. A
# compiler comes last, without which nothing would be recorded.
TIMES = 20
LOOP = ["sh", "-c", f'i=0; while [ $i -lt {TIMES} ]; do "$@" || exit; '
        'i=$((i + 1)); done; "$LAST" "$EMPTY" -o /dev/null', "sh"]
MILLISECOND = 1e-3


def built(checkout, name):
    path = os.path.join(checkout, EMBED, name)
    if not os.path.exists(path):
        sys.exit(f"error: {path} is not there; test/run builds it")
    return path


def milliseconds(value):
    return f"{value / MILLISECOND:.1f} ms"


def beyond_plain(bench, command):
    """Seconds for each of the processes, plain and what comes on top."""
    loop = [*LOOP, *command]
    trace = bench.path("started")
    turns = measure.Turns(bench.options.runs, {
        "plain": ([], loop),
        "here": ([bench.debugger, "record", "-o", trace, "--"], loop)},
        measure.run_alone)
    difference = statistics.median(
        here.wall - plain.wall for here, plain in
        zip(turns.costs["here"], turns.costs["plain"]))
    return turns.median("plain").wall / TIMES, difference / TIMES


def first_plan(bench, command):
    """Seconds that a program costs which was never seen, beside its next run."""
    cache = os.path.join(bench.folder, "cache")
    os.environ["XDG_CACHE_HOME"] = cache
    before = [bench.debugger, "record", "-o", bench.path("started"), "--"]
    costs = []
    for _ in range(bench.options.runs):
        shutil.rmtree(cache, ignore_errors=True)
        first, second = (measure.run_alone(before, command).wall
                         for _ in range(2))
        costs.append(first - second)
    del os.environ["XDG_CACHE_HOME"]
    return statistics.median(costs)


def measure_startup(bench, checkout):
    empty = bench.write("empty.mlir", "module {\n}\n")
    compile_it = [empty, "-o", "/dev/null"]
    os.environ["EMPTY"] = empty
    small = built(checkout, "untouched-gcc/gcc-bfd-O2-pie-cf-hidden")
    large = built(checkout, "build/plain-opt")
    shared = os.path.join(bench.tools, "mlir-opt")
    os.environ["LAST"] = shared
    for what, command, limit in (
            ("a compiler that shares MLIR", [shared, *compile_it], 10),
            ("one that holds MLIR, small", [small, *compile_it], 10),
            ("one that holds all of MLIR", [large, *compile_it], 10),
            ("python3 -c pass, not tracked", [sys.executable, "-c", "pass"], 5),
            ("true, not tracked", ["true"], 5)):
        plain, added = beyond_plain(bench, command)
        bench.table.row(f"start of {what}: added", milliseconds(plain),
                        milliseconds(added), limit=f"<= {limit} ms",
                        fits=added <= limit * MILLISECOND)
    for what, program, limit in (("a small program", small, 60),
                                 ("all of MLIR", large, 1000)):
        size = os.path.getsize(program) >> 20
        added = first_plan(bench, [program, *compile_it])
        bench.table.row(f"first plan, {what}, {size} MB", "",
                        milliseconds(added), limit=f"<= {limit} ms",
                        fits=added <= limit * MILLISECOND)


def measure_static(bench, checkout):
    """The cost of recording in one run, side by side."""
    programs = {"shares MLIR": os.path.join(bench.tools, "mlir-opt"),
                "holds MLIR": built(checkout, "build/plain-opt")}
    _, *arguments = bench.lowering(50) + ["-o", "/dev/null"]
    variants = {}
    for name, program in programs.items():
        command = [program, *arguments]
        variants[name] = ([], command)
        variants[f"{name}, recorded"] = (
            [bench.debugger, "record", "-o", bench.path("trace"), "--"],
            command)
    turns = measure.Turns(bench.options.runs, variants)
    ratios = {name: turns.ratio(f"{name}, recorded", name, "compiler")
              for name in programs}
    most = ratios["shares MLIR"] + 0.02  # What differs between two such runs.
    for name, ratio in ratios.items():
        bench.table.row(
            f"record, a compiler that {name}, user time",
            f"{turns.median(name).compiler:.2f} s",
            f"{turns.median(f'{name}, recorded').compiler:.2f} s", ratio,
            most if name == "holds MLIR" else None)
