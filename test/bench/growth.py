"""How cost grows with the input: what recording adds to a compile, and what it
takes to open the trace and to ask about the ops, for inputs of three sizes; and
the same for what `record --changes` adds, and what it takes to read that.

Times swing, so instructions are counted: by the processor where perf can, or by
callgrind, which takes about fifty times as long.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import generate

PLUGINS = [os.path.join("build", "test", "plugin", f"trackdbg-{name}.so")
           for name in ("construct", "in-place")]
# For each op, use or level, the largest size may cost so much more than the
# smallest.
MOST = 1.5

# `write` makes the input of a size. `before` and `after` are ops to ask about:
# what the pass finds, and what is there when it is over.
Case = collections.namedtuple("Case", "name write passes before after sizes")

THOUSANDS = (10000, 30000, 100000)
LARGE = (30000, 100000, 300000)
DEPTHS = (100, 300, 1000)


def way(name):
    """A pass of test/plugin/construct."""
    return f"construct{{way={name}}}"


CASES = [
    Case("users of an op that is folded away", generate.users, "canonicalize",
         "arith.addi", "t.use", THOUSANDS),
    Case("users of an op that is replaced by hand", generate.users_by_hand,
         way("op-rauw"), "t.old", "t.new", THOUSANDS),
    Case("operands that are folded away", generate.operands, "canonicalize",
         "arith.addi", "t.use", THOUSANDS),
    Case("operands that patterns replace one by one",
         generate.differences, "canonicalize", "t.use", "t.use", THOUSANDS),
    Case("equal ops that are merged", generate.equal, "cse",
         "arith.addi", "arith.addi", THOUSANDS),
    Case("ops that are replaced by hand", generate.line,
         way("line-replaced-by-hand"), "t.old", "t.new", LARGE),
    Case("ops that are built anew", lambda count: generate.line(count, "t.op"),
         way("rebuild"), "t.op", "new.op", LARGE),
    Case("ops that are converted", generate.sums, "convert-arith-to-llvm",
         "arith.addi", "llvm.add", LARGE),
    Case("ops in loops that are taken apart", generate.loops,
         way("greedy-nest"), "t.loop", "t.low", LARGE),
    Case("conversions that are undone", generate.line,
         way("convert-rolled-back"), "t.old", "t.new", THOUSANDS),
    Case("conversions that fail at the end", generate.failing_line,
         way("convert-rolled-back-altogether"), "t.old1", "t.new", THOUSANDS),
    Case("conversions that fail and stay", generate.failing_line,
         way("failed-eagerly"), "t.old1", "t.new", THOUSANDS),
    Case("ops of a ring", generate.ring, way("ring-replaced"), "t.old",
         "t.new", THOUSANDS),
    Case("ops of a ring, by hand", generate.ring, way("ring-replaced-by-hand"),
         "t.old", "t.new", THOUSANDS),
    Case("detached ops that are freed", generate.line, way("detached-trials"),
         "t.old", "t.new", THOUSANDS),
    Case("ops at one address", generate.line, way("placeholders"), "t.old",
         "t.new", THOUSANDS),
    Case("ops at one address, backwards", generate.line,
         way("placeholders-backwards"), "t.old", "t.new", THOUSANDS),
    Case("replacements of one op", generate.replaced_again,
         way("replaced-again"), "t.old", "t.new", THOUSANDS),
    Case("blocks that are merged", generate.blocks, "canonicalize",
         "cf.br", "t.use", (3000, 10000, 30000)),
    Case("functions on threads", generate.callers,
         "func.func(canonicalize,cse)", "arith.addi", "func.func",
         (3000, 10000, 30000)),
    Case("functions that are inlined into", generate.callers, "inline",
         "func.call", "arith.addi", (3000, 10000, 30000)),
    Case("functions whose bodies are moved", generate.called_once, "inline",
         "func.call", "arith.muli", (3000, 10000, 30000)),
    Case("levels of nesting, folded", generate.nest, "canonicalize", "scf.if",
         "t.use", DEPTHS),
    Case("levels of nesting, flattened", generate.nest, "convert-scf-to-cf",
         "scf.if", "cf.cond_br", DEPTHS),
]

# For `record --changes`; the names begin so that a filter finds them.
CHANGES = [
    Case("changes: users of an op that is folded away", generate.users,
         "canonicalize", "arith.addi", "t.use", THOUSANDS),
    Case("changes: ops that are built anew",
         lambda count: generate.line(count, "t.op"), way("rebuild"), "t.op",
         "new.op", THOUSANDS),
    Case("changes: ops that are converted", generate.sums,
         "convert-arith-to-llvm", "arith.addi", "llvm.add", THOUSANDS),
    Case("changes: ops in loops that are taken apart", generate.loops,
         way("greedy-nest"), "t.loop", "t.low", THOUSANDS),
    Case("changes: blocks that are merged", generate.blocks, "canonicalize",
         "cf.br", "t.use", (1000, 3000, 10000)),
    Case("changes: arguments of another type", generate.arguments,
         "func.func(change-in-place{what=arguments})", "t.use", "t.use",
         (1000, 3000, 10000)),
    Case("changes: functions that are inlined into", generate.callers, "inline",
         "func.call", "arith.addi", (1000, 3000, 10000)),
    Case("changes: levels of nesting, flattened", generate.nest,
         "convert-scf-to-cf", "scf.if", "cf.cond_br", DEPTHS),
]


class Counter:
    """Counts the instructions of commands."""

    def __init__(self):
        self.by_processor = self.count_by(self.perf, [], ["true"]) is not None

    def perf(self, report):
        return (["perf", "stat", "-x,", "-e", "instructions:u", "-o", report,
                 "--"], r"^(\d+),")

    def callgrind(self, report):
        return (["valgrind", "--tool=callgrind",
                 "--callgrind-out-file=/dev/null", f"--log-file={report}"],
                r"Collected : (\d+)")

    def count(self, before, command):
        """Those of `command`, which `before` runs, and of its copies."""
        counted = self.count_by(
            self.perf if self.by_processor else self.callgrind, before, command)
        if counted is None:
            sys.exit(f"error: not counted: {before + command}")
        return counted

    def count_by(self, tool, before, command):
        with tempfile.NamedTemporaryFile(mode="r") as report:
            words, pattern = tool(report.name)
            try:
                subprocess.run([*before, *words, *command], check=True,
                               stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
            except (OSError, subprocess.CalledProcessError):
                return None
            found = re.findall(pattern, report.read(), re.MULTILINE)
            return sum(map(int, found)) if found else None


# Instructions of one size.
Cost = collections.namedtuple("Cost", "plain record open ask")
ChangesCost = collections.namedtuple("ChangesCost", "plain changes read")


class Growth:

    def __init__(self, bench, checkout):
        self.bench = bench
        self.counter = Counter()
        self.plugins = [os.path.join(checkout, plugin) for plugin in PLUGINS]
        for plugin in self.plugins:
            if not os.path.exists(plugin):
                sys.exit(f"error: {plugin} is not there; test/run builds it")

    def cost(self, case, size):
        with tempfile.TemporaryDirectory(dir=self.bench.folder) as folder:
            source = os.path.join(folder, "in.mlir")
            trace = os.path.join(folder, "trace")
            with open(source, "w", encoding="utf-8") as file:
                file.write(case.write(size))
            command = [os.path.join(self.bench.tools, "mlir-opt"), source,
                       "--allow-unregistered-dialect",
                       *(f"--load-pass-plugin={plugin}"
                         for plugin in self.plugins),
                       f"--pass-pipeline=builtin.module({case.passes})",
                       "-o", "/dev/null"]
            if case in CHANGES:
                return self.cost_of_changes(command, trace)
            count = self.counter.count
            plain = count([], command)
            record = count([self.bench.debugger, "record", "-o", trace, "--"],
                           command)
            opening = [self.bench.debugger, "open", trace, "--batch", "-ex",
                       "info passes"]
            opened = count([], opening)
            questions = []
            for question in (f"became {case.before} --all",
                             f"origin {case.after} --all",
                             f"track {case.before} into {case.after}",
                             f"why-erased {case.before}",
                             f"history {case.before}", "lost", "fate"):
                questions += ["-ex", question]
            return Cost(plain, record - plain, opened,
                        count([], opening + questions) - opened)

    def cost_of_changes(self, command, trace):
        count = self.counter.count
        plain = count([], command)
        changes = count([self.bench.debugger, "record", "--changes", "-o",
                         trace, "--"], command)
        read = count([], [self.bench.debugger, "export", trace,
                          "--format=patches", "-o", "/dev/null"])
        return ChangesCost(plain, changes - plain, read)

    def costs(self, case):
        """For each size, what each of so many costs; the cost of none, which is
        that of one, is left out."""
        none = self.cost(case, 1)
        return [type(none)(*((there - start) / size for there, start in
                       zip(self.cost(case, size), none)))
                for size in case.sizes]

    def rows(self, case, costs):
        row = self.bench.table.row
        row(f"{case.name}, instructions for each of")
        for what in costs[0]._fields[1:]:
            first = getattr(costs[0], what)
            for size, cost in zip(case.sizes, costs):
                here = getattr(cost, what)
                is_last = size == case.sizes[-1]
                row(f"  {size:,}: {what}",
                    f"{cost.plain:,.0f}" if what in ("record", "changes")
                    else "",
                    f"{here:,.0f}", here / first, MOST if is_last else None)


def measure_growth(bench, checkout):
    growth = Growth(bench, checkout)
    known = list(CASES)
    if growth.counter.by_processor:
        known += CHANGES
    else:
        print("`record --changes` is left out: valgrind does not run it, and "
              "perf counts no instructions here.")
    cases = [case for case in known if bench.options.filter in case.name]
    if not cases:
        sys.exit(f"error: no case is named like {bench.options.filter!r}")
    # A count is the same whatever else runs.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for case, costs in zip(cases, pool.map(growth.costs, cases)):
            growth.rows(case, costs)
