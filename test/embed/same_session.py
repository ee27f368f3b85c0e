"""Debugs compilers that hold MLIR, and compares with mlir-opt.

same_session.py DEBUGGER MLIR_OPT INPUT FOLDER COMPILER...

Each compiler has to give the same session as MLIR_OPT, but for ids of processes
and times, the same output, and the same lineage. Prints a line for each."""

import os
import re
import subprocess
import sys

from compare_lineage import summary

debugger, mlir_opt, source, folder, *compilers = sys.argv[1:]
os.chdir(folder)
PASSES = ["-canonicalize", "-cse"]
SESSION = ["break pattern AddIAddConstant", "run", "bt", "step", "continue",
           "next", "diff", "became simplify.mlir:8", "reverse-step",
           "reverse-continue", "goto 9", "what-if skip 11", "delete",
           "tbreak pass cse", "continue", "print", "skip",
           "continue", "became simplify.mlir:8 --all", "stages",
           "info inferiors"]


def run(words):
    result = subprocess.run(words, capture_output=True, text=True)
    return result.stdout + result.stderr + f"exit code {result.returncode}\n"


def session(compiler):
    commands = [word for line in SESSION for word in ("-ex", line)]
    text = run([debugger, "-q", "-nx", "--batch", *commands, compiler, source,
                *PASSES, "-o", "out.mlir"])
    text = text.replace(compiler, "COMPILER")
    text = re.sub(r"process \d+", "process N", text)
    text = re.sub(r"[\d.]+ [mun]?s\b", "TIME", text)
    text = re.sub(r"(?m)^(\* \d+ +)\d+ +", r"\1PID ", text)
    with open("out.mlir") as output:
        return text, output.read()


def lineage(compiler):
    text = run([debugger, "record", "-o", "a.trace", "--dump-lineage=a.json",
                "--", compiler, source, *PASSES, "-o", "out.mlir"])
    return text, summary("a.json")


expected = session(mlir_opt), lineage(mlir_opt)
assert "AddIAddConstant" in expected[0][0] and "exit code 0" in expected[0][0]
for compiler in compilers:
    seen = session(compiler), lineage(compiler)
    if seen == expected:
        print(os.path.basename(compiler), "is tracked as mlir-opt is")
        continue
    print(os.path.basename(compiler), "differs")
    for theirs, ours in zip(expected, seen):
        if theirs != ours:
            print(theirs[0], "\n---- and not\n", ours[0])
