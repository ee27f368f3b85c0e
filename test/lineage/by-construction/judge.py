#!/usr/bin/python3
"""Judges the lineage of changes of which is known what they make from what.

The passes of test/plugin/construct change IR, each in one of the ways that MLIR
has for it, and say in words what was made from what. Here each is recorded
twice, with locations in the input and with every location unknown, and the
recorded edges are compared with that: an edge that is missing and an edge that
should not be there are failures. Approximate edges, which are what locations
say, are left out.

not-yet.txt lists the ways in which the lineage is wrong. A way that is listed
and holds is a failure too: its line has to go.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from recorded_lineage import Lineage

NOT_YET = os.path.join(HERE, "not-yet.txt")
# For each of the two recordings, the pass that makes its input.
INPUTS = [("with locations", []), ("without locations", ["--strip-debuginfo"])]
ALTERNATIVE = " | "
# All that the way makes and no other fact is about.
OTHERS = "+*"
SPLIT = "// -----"
# Begins a fault of the test itself, or of the compiler.
ERROR = "error: "
WORD = {"made from": "from", "stands for": "for"}

Way = collections.namedtuple("Way", "group name input truth")
Edge = collections.namedtuple("Edge", "role start end")


class BadTruth(Exception):
    """What the truth says cannot be understood."""


class Names:
    """Which ops a name of the truth means."""

    def __init__(self, lineage):
        self.lineage = lineage
        self.ops = collections.defaultdict(list)
        for op in range(1, len(lineage.names)):
            name = lineage.names[op]
            self.ops["+" + name if lineage.born[op] else name].append(op)

    def find(self, text):
        name, _, number = text.partition("#")
        ops = self.ops.get(name, [])
        if not number:
            found = ops
        else:
            found = ops[int(number) - 1:int(number)]
        return found

    def made(self):
        return {op for name, ops in self.ops.items() if name[0] == "+"
                for op in ops}

    def name(self, op):
        sign = "+" if self.lineage.born[op] else ""
        name = sign + self.lineage.names[op]
        ops = self.ops[name]
        return name if len(ops) == 1 else f"{name}#{ops.index(op) + 1}"


class Truth:
    """What has to be in the lineage, and what may be."""

    def __init__(self, text, names):
        self.names = names
        self.needed = []  # Ops, and for each the sets of edges to choose from.
        self.allowed = set()
        self.erased = set()
        self.by_value = set()
        self.passed = set()
        self.told = set()  # What was made and is spoken of.
        self.absent = []   # Names of which there is no op.
        for line in sorted(text.splitlines(), key=lambda line: OTHERS in line):
            self.read_line(line.strip())

    def read_line(self, line):
        if line.startswith("erased "):
            self.erased.update(self.ops(line.removeprefix("erased ")))
            return
        if match := re.fullmatch(r"value for (\S+)", line):
            self.by_value.update(self.ops(match[1]))
            return
        if line.startswith("through "):
            self.passed.update(self.names.find(line.removeprefix("through ")))
            return
        choices = [self.read_fact(fact) for fact in line.split(ALTERNATIVE)]
        self.told.update(*choices)
        # Each op that a name stands for may have another of the alternatives.
        ends = {op for choice in choices for op in choice}
        for op in sorted(ends):
            self.needed.append((op, [choice[op] for choice in choices
                                     if op in choice]))
        for choice in choices:
            self.allowed.update(*choice.values())

    def read_fact(self, text):
        """Of each op that something is said of, the edges to it."""
        match = re.fullmatch(r"(\S+) (from|for) (.+)", text)
        if not match:
            raise BadTruth(f'"{text}" is not a fact')
        role = "made from" if match[2] == "from" else "stands for"
        starts = set()
        if match[3] != "nothing":
            for name in match[3].split(", "):
                starts.update(self.ops(name))
        ends = self.ops(match[1])
        return {end: {Edge(role, start, end) for start in starts}
                for end in ends}

    def ops(self, name):
        if name == OTHERS:
            return self.names.made() - self.told
        found = self.names.find(name)
        if not found:
            self.absent.append(name)
        return found


class Judge:
    """Compares one recording with the truth."""

    def __init__(self, lineage, text):
        self.lineage = lineage
        self.names = Names(lineage)
        self.truth = Truth(text, self.names)
        self.into = collections.defaultdict(list)
        for edge in lineage.edges:
            self.into[edge.end].append(edge)
        # The rules that say so, by edge.
        self.recorded = {}
        for edge in lineage.edges:
            if self.counts(edge.end):
                for start in self.counted(edge.start, set()):
                    key = Edge(edge.kind.role, start, edge.end)
                    self.recorded[key] = edge.kind.rule

    def counts(self, op):
        """What was made and erased again is of no interest."""
        return op not in self.truth.passed and (
            not self.is_made(op) or
            self.lineage.states[op] in ("alive", "replaced"))

    def counted(self, op, seen):
        """`op`, or what that was made from if it is of no interest."""
        if self.counts(op):
            return {op}
        seen.add(op)
        found = set()
        for edge in self.into[op]:
            if edge.kind.role == "made from" and edge.start not in seen:
                found |= self.counted(edge.start, seen)
        return found

    def is_made(self, op):
        return self.lineage.born[op] != 0

    def faults(self):
        """The differences, as sentences."""
        yield from (f"there is no {name}" for name in self.truth.absent)
        recorded = set(self.recorded)
        for end, choices in self.truth.needed:
            if self.counts(end) and not any(choice <= recorded
                                            for choice in choices):
                nearest = min(choices, key=lambda each: len(each - recorded))
                yield from self.tell("missing", nearest - recorded)
        yield from self.tell("wrong", recorded - self.truth.allowed)
        yield from self.untold()
        yield from self.wrong_ends()

    def tell(self, what, edges):
        for edge in sorted(edges):
            text = (f"{self.names.name(edge.end)} {WORD[edge.role]} "
                    f"{self.names.name(edge.start)}")
            rule = (f" ({self.recorded[edge]})" if edge in self.recorded
                    else "")
            yield f"{what}: {text}{rule}"

    def untold(self):
        for op in range(1, len(self.lineage.names)):
            if (self.is_made(op) and self.counts(op) and
                    op not in self.truth.told):
                yield f"the truth says nothing of {self.names.name(op)}"

    def wrong_ends(self):
        sources = {edge.start for edge in self.truth.allowed}
        for op in range(1, len(self.lineage.names)):
            state = self.lineage.states[op]
            name = self.names.name(op)
            if op in self.truth.erased and state != "erased":
                yield f"{name} is {state}, not erased"
            elif op in self.truth.by_value and state != "replaced":
                yield f"{name} is {state}, not replaced"
            elif not (self.is_made(op) or not self.lineage.ended[op] or
                      op in self.truth.erased | self.truth.by_value | sources):
                yield f"the truth does not say what became of {name}"


class Runner:
    def __init__(self, options):
        self.options = options

    def run(self, command, folder):
        process = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False)
        if process.returncode != 0:
            raise RuntimeError(f"{command[0]} fails: {process.stderr.strip()}")
        return process.stdout

    def opt(self, *arguments):
        return [self.options.mlir_opt, "--allow-unregistered-dialect",
                f"--load-pass-plugin={self.options.plugin}", *arguments]

    def construct(self, option):
        return f"--pass-pipeline=builtin.module(construct{{{option}}})"

    def list_ways(self):
        with tempfile.TemporaryDirectory(prefix="mtd-ways-") as folder:
            with open(os.path.join(folder, "empty.mlir"), "w",
                      encoding="utf-8"):
                pass
            self.run(self.opt("empty.mlir", self.construct("list=ways.json")),
                     folder)
            with open(os.path.join(folder, "ways.json"),
                      encoding="utf-8") as file:
                return [Way(**json.loads(line)) for line in file]

    def inputs(self, ways):
        """Of each way its inputs, one for each recording."""
        with tempfile.TemporaryDirectory(prefix="mtd-ways-") as folder:
            with open(os.path.join(folder, "ways.mlir"), "w",
                      encoding="utf-8") as file:
                file.write(f"\n{SPLIT}\n".join(way.input for way in ways))
            texts = [self.run(self.opt("ways.mlir", *passes,
                                       "--mlir-print-debuginfo",
                                       "--split-input-file",
                                       f"--output-split-marker={SPLIT}"),
                              folder).split(SPLIT) for _, passes in INPUTS]
            return list(zip(*texts, strict=True))

    def faults(self, way, inputs):
        """Of each recording that is not as it should be, the differences."""
        found = {title: self.faults_of(way, text)
                 for (title, _), text in zip(INPUTS, inputs)}
        return {title: faults for title, faults in found.items() if faults}

    def faults_of(self, way, text):
        with tempfile.TemporaryDirectory(prefix="mtd-way-") as folder:
            with open(os.path.join(folder, "in.mlir"), "w",
                      encoding="utf-8") as file:
                file.write(text)
            try:
                return list(self.record(way, folder).faults())
            except (RuntimeError, BadTruth) as error:
                return [ERROR + str(error)]

    def record(self, way, folder):
        """What judges the recording of in.mlir."""
        self.run([self.options.debugger, "record", "-o", "trace",
                  "--dump-lineage=lineage.json", "--",
                  *self.opt("in.mlir", self.construct(f"way={way.name}"),
                            "-o", "out.mlir")], folder)
        with open(os.path.join(folder, "lineage.json"),
                  encoding="utf-8") as dump:
            return Judge(Lineage(dump), way.truth)


def read_not_yet():
    """The names before the colons."""
    with open(NOT_YET, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and line[0] != "#"]
    return {line.split(":")[0] for line in lines}


def verdict(way, faults, not_yet):
    """What to print, and whether that is as it should be."""
    is_listed = way.name in not_yet
    if not faults:
        listed = ", and is in not-yet.txt" if is_listed else ""
        return f"{way.name}: holds{listed}", not is_listed
    is_expected = is_listed and not any(
        each.startswith(ERROR) for each in sum(faults.values(), []))
    lines = [f"{way.name}: " + ("not yet" if is_expected else "WRONG")]
    for sentence in dict.fromkeys(sum(faults.values(), [])):
        where = [title for title, each in faults.items() if sentence in each]
        only = "" if len(where) == len(INPUTS) else f"{where[0]}: "
        lines.append(f"  {only}{sentence}")
    return "\n".join(lines), is_expected


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--debugger", required=True, type=os.path.abspath)
    add("--plugin", required=True, type=os.path.abspath)
    add("--mlir-opt", required=True)
    add("--jobs", type=int, default=os.cpu_count())
    add("--way", default="", help="a regular expression for the ways")
    add("groups", nargs="*", help="the groups of ways to judge (default: all)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    runner = Runner(options)
    all_ways = runner.list_ways()
    not_yet = read_not_yet()
    unknown = not_yet - {way.name for way in all_ways}
    for name in sorted(unknown):
        print(f"{name}: is in not-yet.txt, and there is no such way")
    ways = [way for way in all_ways
            if (not options.groups or way.group in options.groups) and
            re.search(options.way, way.name)]
    good = not unknown
    held = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        all_faults = pool.map(runner.faults, ways, runner.inputs(ways))
        for way, faults in zip(ways, all_faults):
            text, is_good = verdict(way, faults, not_yet)
            print(text)
            good &= is_good
            held += not faults
    print(f"{held} of {len(ways)} ways hold")
    return 0 if good and ways else 1


if __name__ == "__main__":
    sys.exit(main())
