#!/usr/bin/python3
"""The short answers fit a screen of 24 lines and 80 columns, whatever was
compiled.

Each case of the corpus (see run.py) is recorded, and asked about the op names
that it has most of, about the source lines that most ops come from, and about
all of it. An answer that takes more than a screen is printed.
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

import run as corpus

ROWS, COLUMNS = 24, 80
# The prompt, and the command that was typed.
MOST_LINES = ROWS - 2
ABOUT_OPS = ["became", "origin", "history", "blame", "why-erased", "why-not"]
ABOUT_ALL = ["lost", "order", "info passes", "info actions", "stages",
             "summary", "fate", "info diagnostics"]
NAMES, PLACES = 3, 2
SEPARATOR = "=== next ==="


def ask(debugger, trace, questions):
    """The answers to questions, in their order."""
    # Typed, so that an error does not end the session.
    typed = "".join(f"{question}\necho {SEPARATOR}\\n\n"
                    for question in questions)
    asked = subprocess.run(
        [debugger, "open", trace, "-q"], input=typed.encode(),
        env=dict(os.environ, COLUMNS=str(COLUMNS)), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=corpus.TIME_LIMIT)
    shown = asked.stdout.decode(errors="replace").replace("(mtd) ", "")
    return dict(zip(questions, shown.split(SEPARATOR + "\n")))


def subjects(debugger, trace):
    """What to ask about: names and places of the most ops."""
    asked = subprocess.run(
        [debugger, "open", trace, "--batch", "-ex", "fate --json", "-ex",
         "ops --json --limit 2000"], check=False, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, timeout=corpus.TIME_LIMIT)
    names, places = collections.Counter(), collections.Counter()
    for line in asked.stdout.decode(errors="replace").splitlines():
        answer = json.loads(line)
        for row in answer.get("rows", []):
            names[row["name"]] += row["created"]
        for op in answer.get("ops", []):
            if re.fullmatch(r"\S+:\d+:\d+", op.get("location", "")):
                places[op["location"].rsplit(":", 1)[0]] += 1
    return ([name for name, _ in names.most_common(NAMES)] +
            [place for place, _ in places.most_common(PLACES)])


def check(case, debugger, tools):
    """How many answers were looked at, and a line for each that is too large."""
    command = corpus.command_of(case, tools)
    with tempfile.TemporaryDirectory(prefix="mtd-answers-") as folder:
        trace = os.path.join(folder, "trace")
        subprocess.run([debugger, "record", "-o", trace, "--", *command],
                       cwd=folder, check=False, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=corpus.TIME_LIMIT)
        if not os.path.exists(trace):
            return 0, [f"{case.id}: no trace was written"]
        about = subjects(debugger, trace)
        questions = list(ABOUT_ALL)
        questions += [f"{word} {subject}" for word in ABOUT_OPS
                      for subject in about]
        questions += [f"track {one} into {other}" for one in about[:NAMES]
                      for other in about[:NAMES] if one != other]
        answers = ask(debugger, trace, questions)
    found = []
    if len(answers) != len(questions):
        found.append(f"{case.id}: {len(questions)} questions, {len(answers)} "
                     "answers")
    for question, answer in answers.items():
        lines = answer.splitlines()
        wide = [line for line in lines if len(line) > COLUMNS]
        if len(lines) > MOST_LINES or wide:
            found.append(f"{case.id}: {question}: {len(lines)} lines, "
                         f"{len(wide)} too wide: {wide[:1]}")
    return len(answers), found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--debugger", type=os.path.abspath, default=os.path.join(
        corpus.CHECKOUT, "build", "bin", "mlir-track-dbg"))
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--filter", default="", help="a regular expression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    folder = corpus.corpus_folder()
    if not folder:
        print("There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
        return 0
    cases = [case for case in corpus.load_cases(folder)
             if re.search(options.filter, case.id) and
             os.path.exists(case.input)]
    total = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for count, found in pool.map(
                lambda case: check(case, options.debugger, options.tools),
                cases):
            total += count
            failed += len(found)
            for line in found:
                print(line, flush=True)
    print(f"{total - failed} of {total} answers to {len(cases)} compiles fit "
          f"{ROWS} x {COLUMNS}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
