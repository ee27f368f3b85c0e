"""Debugs every build of the language, and compares them.

each_build.py DEBUGGER BUILD MLIR_OPT WAY VERSION FOLDER [SCRIPT]

BUILD is the build folder of this project, VERSION that of MLIR, and MLIR_OPT its
mlir-opt, which loads the plugin. WAY says what is compared:

  session  the transcript of SCRIPT, and the compiler's output
  lineage  the lineage of a recording
  handler  what the language's own handler of actions writes, without the debugger
           too

The transcript of the first build, linked with libMLIR.so, is printed, and then a
line for each of the others. A build that is missing is an error."""

import os
import re
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, os.pardir))
from compare_lineage import summary

debugger, build, mlir_opt, way, version, folder, *rest = sys.argv[1:]
source = os.path.join(here, os.pardir, os.pardir, "Inputs", "powers.calc")
built = f"{build}/test/embed/language-{version}"
plugin = f"{built}/CalcPlugin.so"
LINKERS = ("bfd", "gold", "lld", "mold")
BUILDS = ["calc", "calc-shared", f"../language-{version}-clang/calc",
          *(f"calc-static-{linker}" for linker in LINKERS),
          *(f"calc-linked-in-{linker}" for linker in LINKERS)]
PIPELINE = ("--pass-pipeline=builtin.module(canonicalize,calc-expand-powers,"
            "calc-to-arith,canonicalize,cse)")
script = os.path.abspath(rest[0]) if rest else None

os.makedirs(folder, exist_ok=True)
os.chdir(folder)
shutil.copy(source, "powers.calc")


def run(words, **environment):
    """What the command says, without what is another in every run."""
    for old in ("out.mlir", "calc.log", "actions.log", "actions.jsonl"):
        if os.path.exists(old):
            os.remove(old)
    result = subprocess.run(words, capture_output=True, text=True,
                            env=os.environ | environment)
    text = result.stdout + result.stderr + f"exit code {result.returncode}\n"
    text = re.sub(r"process \d+", "process N", text)
    return re.sub(r" +[\d.]+ [mun]?s\b", " TIME", text)


def read(path):
    if not os.path.exists(path):
        return f"there is no {path}\n"
    with open(path) as file:
        return file.read()


def seen_by_session(compiler):
    text = run([debugger, "-q", "-nx", "--batch", "-x", script, *compiler,
                PIPELINE, "-o", "out.mlir"])
    for log in ("actions.log", "actions.jsonl"):
        if os.path.exists(log):
            text += re.sub(r"\d+ns\b|(?<=(time|tion)\":)\d+", "TIME", read(log))
    return text, read("out.mlir").strip()


def seen_by_lineage(compiler):
    text = run([debugger, "record", "-o", "a.trace", "--dump-lineage=a.json",
                "--", *compiler, PIPELINE, "-o", "out.mlir"])
    ends, edges = summary("a.json")
    counts = f"{sum(ends.values())} ops and {sum(edges.values())} edges\n"
    return text + counts, ends, edges


def seen_by_handler(compiler):
    """Alone, recorded and stopped: each time all runs, and without high powers."""
    said, written = [], []
    for words in ([], [debugger, "record", "-o", "a.trace", "--"],
                  [debugger, "-q", "-nx", "--batch", "-x", script]):
        for skips in ({}, {"CALC_SKIP": "1"}):
            said.append(run([*words, *compiler, PIPELINE, "-o", "out.mlir"],
                            CALC_LOG="calc.log", **skips))
            # What MLIR prints has the names as the C++ compiler makes them.
            log = read("calc.log").replace("{anonymous}", "(anonymous namespace)")
            written.append(log + read("out.mlir").strip() + "\n")
    isSame = written[:2] == written[2:4] == written[4:]
    same = "the same" if isSame else "NOT the same"
    return "".join(written[:2] + said[4:]) + f"in the debugger: {same}\n", written


def compare(names, compilers):
    see = {"session": seen_by_session, "lineage": seen_by_lineage,
           "handler": seen_by_handler}[way]
    expected = see(compilers[0])
    same = [True]
    for name, compiler in zip(names[1:], compilers[1:]):
        seen = see(compiler)
        same.append(seen == expected)
        print(f"{name} does as {names[0]}" if same[-1] else f"{name} differs:")
        if not same[-1]:
            for theirs, ours in zip(expected, seen):
                if theirs != ours:
                    print(theirs, "\n---- and not\n", ours, sep="")
    return expected, all(same)


programs = [os.path.normpath(f"{built}/{name}") for name in BUILDS]
for path in (*programs, plugin, mlir_opt):
    if not os.path.exists(path):
        sys.exit(f"error: {path} is missing")
subprocess.run([programs[0], "powers.calc", "--ops", "-o", "powers.mlir"],
               check=True)

names = [os.path.relpath(path, f"{build}/test/embed") for path in programs]
expected, isSame = compare(names, [[path, "powers.calc"] for path in programs])
print(expected[0])
# Another parser has read what the plugin works on.
_, isSamePlugin = compare(
    [names[0] + " with ops", "the plugin"],
    [[programs[0], "powers.mlir"],
     [mlir_opt, f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}",
      "powers.mlir"]])
print(f"{len(programs) + 1} builds with MLIR {version}:",
      "the same" if isSame and isSamePlugin else "NOT the same")
sys.exit(not (isSame and isSamePlugin))
