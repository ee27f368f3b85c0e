"""Goes back and forth in a compile at random, and then to its end: output file,
stdout, stderr, ops and lineage must be those of an undisturbed run."""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

STEPS = ["step", "step", "next", "next", "finish", "reverse-step",
         "reverse-step", "reverse-next", "reverse-finish", "goto start",
         "checkpoint", "restart", "goto", "reverse-continue", "continue",
         "became", "end", "print", "diff", "break tag apply-pattern",
         "tbreak op arith.addi", "watch cursor", "delete"]
# What the compiler writes is not to be mixed with what the debugger does.
SEPARATE = 'out=$1 err=$2; shift 2; exec "$@" > "$out" 2> "$err"'


def run(options, script, folder):
    """What a run of the compiler leaves: what it wrote, and its lineage. Typed at
    a prompt, where a command that cannot be obeyed ends nothing."""
    written = [os.path.join(folder, name) for name in ("out", "stdout", "stderr")]
    lineage = os.path.join(folder, "lineage.json")
    lines = script + ["when", "dump-lineage " + lineage]
    result = subprocess.run(
        [options.debugger, "--quiet", "--no-init", "--args", "sh", "-c",
         SEPARATE, "sh", *written[1:], *options.command, "-o", written[0]],
        input="\n".join(lines) + "\n", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False, timeout=options.limit, text=True)
    if "At the end of the run" not in result.stdout:
        sys.exit("the run did not come to its end:\n" + "\n".join(lines) +
                 "\n" + result.stdout)
    with open(lineage, encoding="utf-8") as file:
        # When it was, and where things lie, differ between any two runs.
        text = re.sub(r'"(trace|begin|duration|processId)": ?[0-9.]+', "",
                      file.read())
    return [pathlib.Path(each).read_bytes() for each in written] + [text]


def journey(options, chance, actions):
    script = ["start"]
    marks = 0
    for _ in range(options.steps):
        step = chance.choice(STEPS)
        if step == "goto":
            step = f"goto {chance.randint(1, actions)}"
        elif step == "restart":
            step = f"restart {chance.randint(1, marks)}" if marks else "when"
        elif step == "checkpoint":
            marks += 1
        elif step == "became":
            step = "ops arith.addi"
        elif step == "end":
            script.append("goto start")
            step = "goto end"
        script.append(step)
        # Most words need a compiler at a stop.
        if step in ("finish", "goto end", "continue", "step", "next"):
            script.append(f"goto {chance.randint(1, actions)}")
    return script + ["delete", "goto start", "goto end"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--debugger", required=True)
    parser.add_argument("--journeys", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        expected = run(options, ["run"], folder)
        actions = expected[-1].count('"tag":')
        steps = 0
        for number in range(options.journeys):
            script = journey(options, chance, max(actions, 1))
            steps += len(script)
            found = run(options, script, folder)
            for what, one, other in zip(
                    ("output", "stdout", "stderr", "lineage"), expected, found):
                if one != other:
                    sys.exit(f"journey {number}: the {what} differs after:\n" +
                             "\n".join(script))
    print(f"{options.journeys} journeys, {steps} steps: all the same")


if __name__ == "__main__":
    main()
