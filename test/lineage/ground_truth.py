#!/usr/bin/python3
"""Judges the lineage of recorded compiles by printed locations alone.

Each input is first printed in generic form, where every op has a line of its
own, without locations; so the parser gives each op a location that no other
has. The pipeline of the case runs on that and is recorded, and the compiler
prints what it made with locations. Where the location of an op at the end,
which some pass made, names the line of an op of the input, these two are a
pair. Nothing that the recorder knows of locations is used, and no approximate
edge.

recall      The share of the pairs in which the op of the input is among those
            that the recorded edges lead back to from the op at the end. Edges
            that only say that an op stands for another, which it was not made
            from, do not count without --through; with --exact, weak edges do
            not count either. In the three figures, terminators are left out of
            the ops of the input in the second, and the module too in the third.
inlining    The same for what was inlined: from the call, and from the op in the
            function that was called, by the location of the call site. Ops that
            were moved to the call, not copied, are counted beside.
agreement   Of what the edges say, the share that is among the pairs or, for an
            inlined op, names its call. Ops at the end whose location does not
            name an op of the input are counted beside.

With --stripped, the edges are those of a second compile, of the same input with
every location unknown; the pairs are still those of the first, whose own recall
is printed beside. A compile that makes something else without locations is left
out, and so is one whose text is not the same each time: some passes go through
ops in the order of their addresses, and the two compiles would differ.

The ops of the texts and those of the trace are matched by their order, for the
trace keeps the first and the last stage as text. A compile is left out if their
names differ anywhere; that would also show two ops on one line.

Limits: a location may name an op that another was not made from, and passes may
drop locations; so the figures compare recorders, and 100 % cannot be reached.
What an op took over after its birth is not in its location. Where the recorder
itself reads locations to find an edge, only --stripped says what it knows
without them.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))

import lineage_agreement
import run as corpus
from ground_truth_report import Missing, Result, Sample, report
from printed_ir import (Locations, Unreadable, read_ops, relocate,
                        without_locations)
from recorded_lineage import Closure, Lineage

INPUT = "in.mlir"
TERMINATOR = re.compile(
    r"[._](yield|return|terminator|unreachable|condition)$|"
    r"^(cf|llvm)\.(br|cond_br|switch|invoke|resume)$|"
    r"^scf\.(reduce|forall\.in_parallel)$|"
    r"^spirv\.(Return|ReturnValue|Branch|BranchConditional|Switch|Kill|"
    r"Unreachable|mlir\.merge)$|"
    r"^pdl_interp\.(branch|finalize)$|^transform\.match\.operation_yield$")
# Arguments that would change where or how the input is read and the output is
# printed.
PRINTING = re.compile(
    r"--?(split-input-file|verify-diagnostics|mlir-print-|mlir-pretty-|"
    r"mlir-use-nameloc|mlir-elide-|emit-bytecode|output-split-marker)")
GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"]
# Writes the ids and names of the ops of a stage, in the order of its text.
LIST_STAGES = """python [json.dump([[op.number, op.op_name]
 for op in trace.stages[stage].op_index.ops], open(f"stage{stage}.json", "w"))
 for stage in (0, -1)]""".replace("\n", "")


class LeftOut(Exception):
    """Why a compile is not measured."""


class Recording:
    """One recorded compile: its texts, and the id of each of their ops."""

    def __init__(self, lines, folder, runner):
        self.lines = lines
        self.ops = read_ops(lines)
        runner.record(lines, folder)
        self.final_lines = read_lines(os.path.join(folder, "out.mlir"))
        self.finals = read_ops(self.final_lines)
        self.ids = ids_of(folder, 0, self.ops)
        self.final_ids = ids_of(folder, -1, self.finals)
        with open(os.path.join(folder, "lineage.json"), encoding="utf-8",
                  errors="surrogateescape") as dump:
            self.lineage = Lineage(dump)

    def is_new(self, final):
        return self.lineage.born[self.final_ids[final]] != 0


def read_lines(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read().split("\n")


def ids_of(folder, stage, ops):
    with open(os.path.join(folder, f"stage{stage}.json"),
              encoding="utf-8") as file:
        listed = json.load(file)
    if [name for _, name in listed] != [op.name for op in ops]:
        same = sum(one[1] == op.name for one, op in zip(listed, ops))
        raise LeftOut("the ops of the trace are not those of the text: "
                      f"{same} names of {len(ops)} match")
    return [number for number, _ in listed]


class Runner:
    """Runs the tools for one case."""

    def __init__(self, case, options):
        self.case = case
        self.options = options
        self.tool = os.path.join(options.tools, case.tool)

    def run(self, command, folder, reason):
        process = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
            timeout=corpus.TIME_LIMIT)
        if process.returncode != 0:
            raise LeftOut(reason)

    def chunks(self):
        """The texts that --split-input-file would make."""
        text = "\n".join(read_lines(self.case.input))
        if "split-input-file" not in self.case.arguments:
            return [text]
        return re.split(r"(?m)^// -----.*\n", text)

    def generic(self, text, folder):
        """The lines of a chunk in generic form, with locations."""
        with open(os.path.join(folder, "chunk.mlir"), "w", encoding="utf-8",
                  errors="surrogateescape") as file:
            file.write(text)
        self.run([self.tool, "chunk.mlir", "-o", "generic.mlir",
                  "--allow-unregistered-dialect"] + GENERIC, folder,
                 "the input cannot be printed in generic form")
        return read_lines(os.path.join(folder, "generic.mlir"))

    def arguments(self):
        """Those of the case that do not concern printing."""
        folder = os.path.dirname(self.case.input)
        words = iter(shlex.split(self.case.arguments))
        for word in words:
            if word in ("-o", "--o"):
                next(words)
            elif not PRINTING.match(word) and not re.match("--?o=", word):
                yield word.replace("{in}", INPUT).replace("{dir}", folder)

    def compile_to(self, output):
        return [self.tool, *self.arguments(), *GENERIC, "-o", output]

    def check_repeats(self, lines, folder):
        """Leaves a compile out that does not print `lines` again."""
        # A pass with two orders to choose from passes by chance in one of 16.
        for _ in range(4):
            self.run(self.compile_to("again.mlir"), folder,
                     "the compiler fails the second time")
            if read_lines(os.path.join(folder, "again.mlir")) != lines:
                raise LeftOut("it prints something else each time")

    def record(self, lines, folder):
        with open(os.path.join(folder, INPUT), "w", encoding="utf-8",
                  errors="surrogateescape") as file:
            file.write("\n".join(lines))
        command = [self.options.debugger, "record", "-o", "trace",
                   "--snapshots=ends", "--", *self.compile_to("out.mlir")]
        self.run(command, folder,
                 "the compiler fails on this form of the input")
        self.run([self.options.debugger, "open", "trace", "--batch",
                  "-ex", "dump-lineage lineage.json",
                  "-ex", "python import json", "-ex", LIST_STAGES], folder,
                 "the trace does not have the first and the last stage")


class Truth:
    """What the locations say: of each op at the end, by its number in the
    text, the ops of the input by theirs."""

    def __init__(self, recording):
        self.recording = recording
        self.at_line = {op.line: number
                        for number, op in enumerate(recording.ops)}
        self.locations = Locations(recording.final_lines, INPUT)

    def places(self, final):
        """Their own ops, those in inlined functions, and the calls."""
        found = self.locations.places(self.recording.finals[final].location)
        return [[self.at_line[line] for line in lines if line in self.at_line]
                for lines in found]


def kind_of(name):
    if name == "builtin.module":
        return "module"
    return "terminator" if TERMINATOR.search(name) else "op"


class Judge:
    """Compares the edges of `recording` with `truth` into `result`."""

    def __init__(self, truth, recording, result, options, where):
        self.truth = truth
        self.recording = recording
        self.result = result
        self.options = options
        self.where = where
        self.lineage = recording.lineage
        wanted = {op: number for number, op in enumerate(recording.ids)}
        self.closure = Closure(self.lineage, self.followed(), wanted)
        # The same samples every time, whichever process draws them.
        self.random = random.Random(f"{options.seed} {where}")

    def followed(self):
        for edge in self.lineage.edges:
            kind = edge.kind
            if kind.role == "stands for" and not self.options.through:
                continue
            if kind.strength == "weak" and self.options.exact:
                continue
            yield edge

    def judge(self):
        for final in range(len(self.truth.recording.finals)):
            self.judge_op(final)
        if self.options.nothing_took_over:
            self.count_nothing_took_over()

    def judge_op(self, final):
        origins = self.closure.origins_of(self.recording.final_ids[final])
        own, callees, calls = self.truth.places(final)
        if not self.truth.recording.is_new(final):
            # A body that was called once is moved to its call.
            self.count("moved", calls, final, origins)
            return
        self.count("pair", own, final, origins)
        self.count("callee", callees, final, origins)
        self.count("call", calls, final, origins)
        self.count_agreement(final, origins, {*own, *calls})

    def name(self, source):
        return self.recording.ops[source].name

    def count(self, what, sources, final, origins):
        for source in sources:
            found = source in origins
            self.result.pairs[what, kind_of(self.name(source)), found] += 1
            # What came from an inlined function is among the pairs as well.
            if not found and what in ("pair", "call"):
                self.count_missing(what, source, final)

    def count_missing(self, what, source, final):
        op = self.recording.final_ids[final]
        end = self.closure.chain_end(op)
        action = self.lineage.born[end.op]
        key = Missing(what, self.lineage.pass_of(action),
                      self.lineage.action_name(action),
                      self.lineage.names[end.op], end.dangling,
                      self.name(source), self.lineage.names[op])
        self.result.add_missing(
            key, f"{self.where} line {self.recording.ops[source].line} to "
            f"{self.recording.finals[final].line}")

    def count_agreement(self, final, origins, supported):
        if not supported:
            self.result.unjudged += len(origins)
            return
        self.result.agreed += sum(source in supported for source in origins)
        wrong = [source for source in sorted(origins)
                 if source not in supported]
        if not wrong:
            return
        op = self.recording.final_ids[final]
        paths = self.closure.paths(op, wrong)
        for source in wrong:
            rule = paths[source][0].kind.rule
            self.result.unsupported[rule] += 1
            self.result.first_steps[self.step_of(paths[source][-1])] += 1
            if self.options.sample:
                sample = Sample(self.random.random(), rule, source, final)
                self.result.samples.offer(
                    sample, lambda: self.describe(sample, paths[source]))

    def step_of(self, edge):
        return (edge.kind.rule, self.lineage.pass_of(edge.action),
                self.lineage.action_name(edge.action))

    def describe(self, sample, path):
        """For a reader: the two ops, and the edges between them."""
        recording = self.recording
        source = recording.ops[sample.source].line
        final = recording.finals[sample.final].line
        lines = [f"{self.where}, rule {sample.rule}",
                 f"  from {source}: {recording.lines[source - 1].strip():.150}",
                 f"  to {final}: "
                 f"{recording.final_lines[final - 1].strip():.150}"]
        for edge in reversed(path):
            names = self.lineage.names
            rule, passes, action = self.step_of(edge)
            lines.append(
                f"    #{edge.start} {names[edge.start]} -> #{edge.end} "
                f"{names[edge.end]}: {rule}, {edge.kind.evidence}, "
                f"in {action} of {passes}")
        return "\n".join(lines)

    def count_nothing_took_over(self):
        """Erased ops of the input without any edge that are still named at the
        end."""
        named = set()
        for final in range(len(self.truth.recording.finals)):
            own, _, calls = self.truth.places(final)
            named.update(own, calls)
        left = {edge.start for edge in self.lineage.edges}
        for source, op in enumerate(self.recording.ids):
            if (self.lineage.states[op] == "erased" and op not in left and
                    source in named):
                self.result.nothing_took_over[self.death_of(source, op)] += 1

    def death_of(self, source, op):
        line = self.recording.lines[self.recording.ops[source].line - 1]
        results = "has results" if line.lstrip()[0] == "%" else "no results"
        action = self.lineage.ended[op]
        return (self.lineage.names[op], results, self.lineage.pass_of(action),
                self.lineage.action_name(action))


class CaseMeasurer:
    """One case, with all its chunks."""

    def __init__(self, case, options):
        self.case = case
        self.options = options
        self.runner = Runner(case, options)
        self.result = self.new_result()

    def new_result(self):
        return Result(self.case.id, self.options.sample, self.options.by)

    def measure(self):
        chunks = self.runner.chunks()
        for number, text in enumerate(chunks):
            where = self.case.id + (f"[{number}]" if len(chunks) > 1 else "")
            try:
                with self.folder(where) as folder:
                    self.measure_chunk(text, folder, where)
            except (LeftOut, Unreadable, subprocess.TimeoutExpired) as error:
                self.result.left_out[str(error)] += 1
            else:
                self.result.measured += 1
        return self.result

    @contextlib.contextmanager
    def folder(self, where):
        if self.options.keep:
            folder = os.path.join(self.options.keep, where)
            os.makedirs(folder, exist_ok=True)
            yield folder
            return
        folder = tempfile.mkdtemp(prefix="mtd-truth-")
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def measure_chunk(self, text, folder, where):
        lines = self.runner.generic(text, folder)
        recording = located = Recording(relocate(lines, ""), folder,
                                        self.runner)
        truth = Truth(recording)
        if self.options.stripped:
            recording = self.stripped(lines, located, folder)
        result = self.new_result()
        Judge(truth, recording, result, self.options, where).judge()
        if self.options.stripped:
            beside = self.new_result()
            Judge(truth, located, beside, self.options, where).judge()
            result.take_located(beside)
        result.names = len(recording.ops) + len(recording.finals)
        self.result.add(result)

    def stripped(self, lines, located, folder):
        self.runner.check_repeats(located.final_lines, folder)
        folder = os.path.join(folder, "stripped")
        os.makedirs(folder, exist_ok=True)
        recording = Recording(relocate(lines, " loc(unknown)"), folder,
                              self.runner)
        if without_locations(recording.final_lines) != without_locations(
                located.final_lines):
            raise LeftOut("without locations it compiles to something else")
        return recording


def measure(case, options):
    result = CaseMeasurer(case, options).measure()
    result.loses_locations = lineage_agreement.loses_locations(
        case, lineage_agreement.load_rules())
    return result


def chosen_cases(options):
    cases = []
    if options.own:
        cases = lineage_agreement.own_cases()
    elif folder := corpus.corpus_folder():
        cases = [case for case in corpus.load_cases(folder)
                 if not case.crashes and case.tool == "mlir-opt" and
                 case.seconds <= options.seconds]
    else:
        print("There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
    return [case for case in cases if re.search(options.filter, case.id)]


def measure_all(cases, options):
    """The results in the order of the cases."""
    if options.jobs == 1:
        yield from (measure(case, options) for case in cases)
        return
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        yield from pool.map(measure, cases, [options] * len(cases))


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    build = os.path.join(corpus.CHECKOUT, "build")
    add = parser.add_argument
    add("--debugger", type=os.path.abspath,
        default=os.path.join(build, "bin", "mlir-track-dbg"))
    add("--tools", default="/usr/lib/llvm-22/bin")
    add("--own", action="store_true", help="only the project's own inputs")
    add("--filter", default="", help="a regular expression for the cases")
    add("--seconds", type=float, default=3,
        help="only cases that take no longer on their own (default 3)")
    add("--stripped", action="store_true",
        help="judge compiles whose locations are all unknown")
    add("--through", action="store_true",
        help="follow edges to ops that only stand for another too")
    add("--exact", action="store_true", help="do not follow weak edges")
    add("--missing", type=int, default=25, metavar="N",
        help="print the N most frequent groups of missing pairs (default 25)")
    add("--nothing-took-over", action="store_true",
        help="count erased ops of the input that no edge leaves although their "
        "location is still there at the end")
    add("--sample", type=int, default=0, metavar="N",
        help="print N steps that locations do not support, for reading")
    add("--by", choices=["pair", "rule"], default="pair",
        help="draw the sample from all pairs, or as many of each rule")
    add("--seed", default="0", help="of the sample")
    add("--keep", type=os.path.abspath, metavar="FOLDER",
        help="keep the inputs, outputs and traces there")
    add("--at-least", type=float, default=0, metavar="PERCENT",
        help="exit with 1 if the recall of all pairs is below this")
    add("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    options = parse_arguments()
    cases = chosen_cases(options)
    results = []
    for result in measure_all(cases, options):
        results.append(result)
        print(result.line(), flush=True)
    recall = report(results, options)
    return 0 if recall >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
