#!/usr/bin/python3
"""Compares what the lineage knows with what the locations of ops say.

recall     Every op at the end that was made on the way, and every op of the
           input at a source place that its location names: the second is among
           the origins of the first. Approximate steps count. Only where another
           op of the input with the same location is among them, one may be
           left out; these pairs are counted beside.
agreement  The same for what is recorded, on inputs that are printed in generic
           form first: there each op has a line of its own. Of the ops at the
           end for which any origin is recorded, at least 99 % of the pairs are
           known from both sides. disagreements.txt has a reason for each of the
           others, and names the passes that do not hand locations on; cases
           with one of these are left out.

What an op took over after its birth (its twins in CSE, say) has left no trace
in its location and counts for neither.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import run as corpus

INPUTS = os.path.join(corpus.CHECKOUT, "test", "Inputs")
TO_BRANCHES = ("one-shot-bufferize{bufferize-function-boundaries},"
               "func.func(convert-linalg-to-loops),convert-scf-to-cf,"
               "expand-strided-metadata,lower-affine")
TO_LLVM = TO_BRANCHES + (
    ",convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts")
# Input and pipeline, for clones without a corpus.
OWN_CASES = [
    ("simplify.mlir", "canonicalize,cse"),
    ("calls.mlir", "inline"),
    ("loops.mlir", "func.func(affine-loop-unroll{unroll-factor=8},"
     "affine-loop-unroll{unroll-factor=8}),"
     "lower-affine,convert-scf-to-cf," + TO_LLVM),
    ("loops.mlir", "func.func(affine-loop-tile{tile-size=4})"),
    ("loops.mlir", "lower-affine,convert-scf-to-cf," + TO_LLVM),
    ("matmul-relu.mlir", TO_LLVM),
    ("matmul-relu.mlir", "linalg-generalize-named-ops," + TO_BRANCHES),
    ("tile.mlir", "transform-interpreter,canonicalize," + TO_BRANCHES),
    ("many-functions.mlir", "func.func(canonicalize,cse)"),
]

Rule = collections.namedtuple("Rule", "kind passes action reason")
Row = collections.namedtuple("Row", "what end start passes action count")


def own_cases():
    return [
        corpus.Case(f"own-{number}-{name}", "mlir-opt",
                    os.path.join(INPUTS, name),
                    f"{{in}} --pass-pipeline='builtin.module({pipeline})'", 0,
                    False)
        for number, (name, pipeline) in enumerate(OWN_CASES)
    ]


def load_rules():
    rules = []
    path = os.path.join(corpus.HERE, "disagreements.txt")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                rules.append(Rule(*line.rstrip("\n").split(None, 3)))
    return rules


def matches(rule, row):
    return (rule.kind == "explains" and
            re.search(rule.passes, row.passes) is not None and
            re.search(rule.action, row.action) is not None)


def loses_locations(case, rules):
    return any(rule.kind == "leaves-out" and
               re.search(rule.passes, case.arguments) for rule in rules)


class Measurer:
    def __init__(self, options):
        self.options = options
        self.generic = options.figure == "agreement"

    def tool(self, case):
        return os.path.join(self.options.tools, case.tool)

    def arguments(self, case, folder):
        """As in the case, but for the form of the input. None if that cannot be
        had."""
        source = case.input
        words = shlex.split(case.arguments)
        if self.generic:
            source = os.path.join(folder, os.path.basename(case.input))
            command = [self.tool(case), case.input, "-o", source,
                       "--mlir-print-op-generic", "--allow-unregistered-dialect"]
            if "split-input-file" in case.arguments:
                command.append("--split-input-file")
            if not self.succeeds(command, folder):
                return None
            words = [word for word in words if "verify-diagnostics" not in word]
        return [word.replace("{in}", source).replace(
            "{dir}", os.path.dirname(case.input)) for word in words]

    def succeeds(self, command, folder):
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False,
                              timeout=corpus.TIME_LIMIT).returncode == 0

    def measure(self, case):
        """What the pairs program says, or why it was not asked."""
        folder = tempfile.mkdtemp(prefix="mtd-agreement-")
        try:
            arguments = self.arguments(case, folder)
            if arguments is None:
                return "the generic form cannot be printed"
            trace = os.path.join(folder, "trace")
            command = [self.options.debugger, "record", "-o", trace, "--",
                       self.tool(case)] + arguments
            if not self.succeeds(command, folder):
                return "the compiler fails on this form of the input"
            return json.loads(subprocess.run(
                [self.options.pairs, trace], stdout=subprocess.PIPE, check=True,
                timeout=corpus.TIME_LIMIT).stdout)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def rows_of(answer):
    return [Row(row["what"], row["end"], row["start"], row["pass"],
                row["action"], row["count"]) for row in answer["rows"]]


class Tally:
    """Adds up the pairs of all cases."""

    def __init__(self):
        self.pairs = collections.Counter()
        self.bad = collections.Counter()

    def add(self, case, answer, bad_kinds):
        self.pairs["recorded"] += answer["recorded"]
        for row in rows_of(answer):
            self.pairs[row.what] += row.count
            if row.what in bad_kinds:
                self.bad[case.id, row._replace(count=0)] += row.count


def report_recall(tally):
    pairs = tally.pairs
    found = pairs["recorded"] + pairs["unanswered"] + pairs["only by location"]
    print(f"recall: {found} of {found + pairs['missed']} pairs; "
          f"{pairs['recorded']} of them recorded; "
          f"{pairs['beside']} beside an origin of the same location")
    for (case, row), count in tally.bad.most_common(20):
        print(f"{case}: missed {count} times: {row.start} as an origin of "
              f"{row.end}, made by {row.action} in pass {row.passes}")
    return found > 0 and pairs["missed"] == 0


def report_agreement(tally, rules):
    pairs = tally.pairs
    disagreed = sum(tally.bad.values())
    both = pairs["recorded"]
    share = both / max(1, both + disagreed)
    print(f"agreement: {100 * share:.2f} % of {both + disagreed} pairs; "
          f"{pairs['unanswered']} more of ops without a recorded origin; "
          f"{pairs['taken over']} taken over later")
    reasons, unexplained = collections.Counter(), []
    for (case, row), count in tally.bad.items():
        rule = next((rule for rule in rules if matches(rule, row)), None)
        if rule:
            reasons[rule] += count
        else:
            unexplained.append((count, case, row))
    for rule, count in reasons.most_common():
        print(f"{count} {rule.passes} {rule.action}: {rule.reason}")
    for count, case, row in sorted(unexplained, reverse=True)[:40]:
        print(f"{case}: not explained, {count} times {row.what}: {row.start} "
              f"and {row.end}, made by {row.action} in pass {row.passes}")
    return both > 0 and share >= 0.99 and not unexplained


def chosen_cases(options, rules):
    cases = []
    if not options.own:
        folder = corpus.corpus_folder()
        if folder:
            cases = [case for case in corpus.load_cases(folder)
                     if not case.crashes and case.seconds <= options.seconds]
        else:
            print("There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
    cases += own_cases()
    if options.figure == "agreement":
        # The others are no MLIR text or write none.
        cases = [case for case in cases if case.tool in ("mlir-opt", "fir-opt")
                 and not loses_locations(case, rules)]
    return [case for case in cases if re.search(options.filter, case.id)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    build = os.path.join(corpus.CHECKOUT, "build")
    parser.add_argument("figure", choices=["recall", "agreement"])
    parser.add_argument("--debugger", default=os.path.join(
        build, "bin", "mlir-track-dbg"))
    parser.add_argument("--pairs", default=os.path.join(
        build, "test", "corpus", "trackdbg-lineage-pairs"))
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--own", action="store_true",
                        help="only the project's own inputs")
    parser.add_argument("--seconds", type=float, default=1e9,
                        help="only cases that take no longer on their own")
    parser.add_argument("--filter", default="", help="a regular expression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    rules = load_rules()
    cases = chosen_cases(options, rules)
    bad_kinds = {"missed"}
    if options.figure == "agreement":
        bad_kinds |= {"only by location", "not by location"}
    tally, skipped = Tally(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, answer in zip(cases, pool.map(Measurer(options).measure,
                                                cases)):
            if isinstance(answer, str):
                skipped += 1
                print(f"{case.id}: skipped: {answer}", flush=True)
            else:
                tally.add(case, answer, bad_kinds)
    print(f"{len(cases) - skipped} cases measured, {skipped} skipped")
    good = (report_recall(tally) if options.figure == "recall" else
            report_agreement(tally, rules))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
