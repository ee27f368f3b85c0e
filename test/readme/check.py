#!/usr/bin/env python3
"""Runs the transcripts of a Markdown file and compares what they show.

A transcript is a ```console block. A line "$ COMMAND" runs in the root of the
checkout; lines "(mtd) COMMAND" are typed at its prompt, through a pipe. What
follows each must be what is printed then, but for:

  ...        stands for any lines
  TEXT...    at the end of a line: the line goes on
  numbers of processes, durations and blanks, which differ from run to run
  ~/mlir-track-dbg  stands for the root of the checkout

Between the comments "commands: begin" and "commands: end" stands a table of all
commands, made from the reference that --commands names.

With --update the file is rewritten with what was printed.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys

PROMPT = "(mtd) "
VARYING = [(re.compile(r"\(process \d+\)"), "(process N)"),
           (re.compile(r"\b\d+(\.\d+)? ?[mun]?s\b"), "N s"),
           (re.compile(r" +"), " ")]


def normalize(line):
    for pattern, replacement in VARYING:
        line = pattern.sub(replacement, line)
    return line.rstrip()


def parse(block):
    """[(command, typed?, [line of output])], in order."""
    steps = []
    for line in block:
        if line.startswith("$ ") or line.startswith(PROMPT):
            typed = line.startswith(PROMPT)
            steps.append((line[len(PROMPT) if typed else 2:], typed, []))
        elif steps and steps[-1][0].endswith("\\") and not steps[-1][2]:
            command, typed, output = steps[-1]
            steps[-1] = (command + "\n" + line, typed, output)
        else:
            steps[-1][2].append(line)
    return steps


def run(steps, root, environment):
    """What each step of one block printed."""
    printed = []
    index = 0
    while index < len(steps):
        last = index + 1
        while last < len(steps) and steps[last][1]:
            last += 1
        typed = "".join(step[0] + "\n" for step in steps[index + 1:last])
        result = subprocess.run(
            ["bash", "-c", steps[index][0]], input=typed, cwd=root,
            env=environment, text=True, timeout=120, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        parts = result.stdout.split(PROMPT) if typed else [result.stdout]
        parts += [""] * (last - index - len(parts))
        # A pipe has no echo, so the output of a command starts its line.
        parts = [part.replace(root, "~/mlir-track-dbg") for part in parts]
        printed += [part.splitlines() for part in parts[:last - index]]
        index = last
    return printed


def matches(expected, actual):
    """Whether the lines agree; "..." may take any number of lines."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[skip:])
                   for skip in range(len(actual) + 1))
    if not actual:
        return False
    wanted, line = normalize(expected[0]), normalize(actual[0])
    same = (line.startswith(wanted[:-3]) if wanted.endswith("...")
            else line == wanted)
    return same and matches(expected[1:], actual[1:])


def command_table(reference):
    """One row per command of COMMANDS.md: its heading and its first sentence."""
    rows = ["| command | |", "| --- | --- |"]
    for section in open(reference).read().split("\n### ")[1:]:
        heading, _, text = section.partition("\n")
        text = re.sub(r"^Also [^.]*\. ", "", text.strip())
        summary = text.split("\n")[0]
        if heading.startswith("`"):
            rows.append("| " + heading.replace("|", "\\|") + " | " + summary +
                        " |")
    return rows


def check_table(lines, reference, update):
    """The lines with the table brought up to date, and how often it was not."""
    begin = lines.index("<!-- commands: begin -->") + 1
    end = lines.index("<!-- commands: end -->")
    table = command_table(reference)
    if lines[begin:end] == table:
        return lines, 0
    if not update:
        print("the table of commands is out of date; run this with --update")
    return lines[:begin] + table + lines[end:], 0 if update else 1


def strip(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--root", default=".")
    parser.add_argument("--commands", required=True, help="COMMANDS.md")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    # Nothing of the user's own: no init file, no history.
    environment = dict(os.environ, XDG_CONFIG_HOME="/nonexistent",
                       XDG_STATE_HOME="/nonexistent")

    text, failures = check_table(open(options.file).read().split("\n"),
                                 options.commands, options.update)
    result, blocks = [], 0
    position = 0
    while position < len(text):
        result.append(text[position])
        if text[position] != "```console":
            position += 1
            continue
        end = text.index("```", position)
        steps = parse(text[position + 1:end])
        blocks += 1
        for (command, typed, expected), actual in zip(
                steps, run(steps, os.path.abspath(options.root), environment)):
            actual = strip(actual)
            result += [(PROMPT if typed else "$ ") + command]
            if options.update and not matches(strip(expected), actual):
                expected = actual
            elif not matches(strip(expected), actual):
                failures += 1
                print(f"{options.file}: `{command}` prints something else:")
                print("\n".join(difflib.unified_diff(
                    [normalize(l) for l in strip(expected)],
                    [normalize(l) for l in actual],
                    "written", "printed", lineterm="")))
            result += expected
        position = end
    if options.update:
        open(options.file, "w").write("\n".join(result))
    print(f"{blocks} transcripts, {failures} differences")
    sys.exit(failures != 0 or blocks == 0)


if __name__ == "__main__":
    main()
