#!/usr/bin/env python3
"""Runs the transcripts of a Markdown page and compares what they print.

A transcript is a ```console block. A line "$ COMMAND" runs in a shell; lines
"(mtd) COMMAND" are typed at the prompt of the command before them, through a
pipe, and lines ">LINE" below such a line are typed where it asks for more. A
block that starts with "(mtd) " goes on with the session of the block before it,
so that a page can explain a session piece by piece. While the command `gdb` has
the terminal, lines are "(gdb) COMMAND" in the same way. What follows a command must
be what it prints, where

  ...      on a line of its own stands for any number of lines
  TEXT...  stands for a line that starts with TEXT

and what differs from run to run is ignored (varying.py).

A block ```LANGUAGE file=NAME is the content of a file NAME. All files of a page
are written before its transcripts run.

The transcripts of a page share one folder, ~/try, which starts as a copy of
test/Inputs. With --update the page is rewritten with what was printed; "..."
keeps its place.
"""

import argparse
import dataclasses
import difflib
import os
import re
import shutil
import subprocess
import sys

from varying import hide_home, normalize, without_varying

SHELL = "$ "
PROMPTS = ("(mtd) ", "(gdb) ")
MORE = ">"
ANY = "..."
TIMEOUT = 300  # Seconds; for one session.


@dataclasses.dataclass
class Step:
    """One command and what it prints."""
    prompt: str
    command: list  # Its lines: the first, and those after "\" or at ">".
    output: list
    printed: list = None  # None: it has not run.

    @property
    def typed(self):
        return "".join(line + "\n" for line in self.command)

    def lines(self):
        first, *more = self.command
        prefix = "" if self.prompt == SHELL else MORE
        return [self.prompt + first] + [prefix + line for line in more]


class Page:
    """A page as a list of lines (str) and steps (Step), in their order."""

    def __init__(self, path):
        self.path = path
        self.items = []
        self.files = {}
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        position = 0
        while position < len(lines):
            line = lines[position]
            self.items.append(line)
            position += 1
            if not line.startswith("```"):
                continue
            end = lines.index("```", position)
            block = lines[position:end]
            name = re.search(r" file=(\S+)$", line)
            if name:
                if name[1] in self.files:
                    sys.exit(f"{path}: two blocks are the file {name[1]}")
                self.files[name[1]] = "".join(each + "\n" for each in block)
            self.items += parse(block) if line == "```console" else block
            self.items.append("```")
            position = end + 1

    @property
    def steps(self):
        return [item for item in self.items if isinstance(item, Step)]

    def text(self):
        lines = []
        for item in self.items:
            lines += [item] if isinstance(item, str) else (item.lines() +
                                                           item.output)
        return "\n".join(lines)


def parse(block):
    """The steps of one block."""
    steps = []
    for line in block:
        last = steps[-1] if steps and not steps[-1].output else None
        if line.startswith(SHELL):
            steps.append(Step(SHELL, [line[len(SHELL):]], []))
        elif line.startswith(PROMPTS):
            prompt = next(filter(line.startswith, PROMPTS))
            steps.append(Step(prompt, [line[len(prompt):]], []))
        elif last and last.prompt == SHELL and last.command[-1].endswith("\\"):
            last.command.append(line)
        elif last and last.prompt != SHELL and line.startswith(MORE):
            last.command.append(line[len(MORE):])
        else:
            steps[-1].output.append(line)
    return steps


def stripped(lines):
    """Without the blank lines at the end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def run_session(session, home, environment):
    """Runs a shell command, and types the steps that follow it."""
    shell, *rest = session
    result = subprocess.run(
        ["bash", "-c", shell.typed], input="".join(s.typed for s in rest),
        cwd=os.path.join(home, "try"), env=environment, text=True,
        timeout=TIMEOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = hide_home(result.stdout, home)
    # A pipe has no echo, so that what a command prints follows its prompt.
    anyPrompt = "|".join(map(re.escape, PROMPTS))
    parts = re.split(anyPrompt, output) if rest else [output]
    parts += [""] * (len(session) - len(parts))
    for step, part in zip(session, parts):
        if step.prompt != SHELL:
            for _ in step.command[1:]:
                part = part.removeprefix(MORE)
        step.printed = stripped(part.splitlines())


def run(page, home, environment):
    folder = os.path.join(home, "try")
    for name, content in page.files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    session = []
    for step in page.steps:
        if step.prompt == SHELL and session:
            run_session(session, home, environment)
            session = []
        session.append(step)
    if session:
        run_session(session, home, environment)


def same_line(expected, actual):
    expected, actual = normalize(expected), normalize(actual)
    if expected.endswith(ANY):
        return actual.startswith(expected[:-len(ANY)])
    return expected == actual


def matches(expected, actual):
    """Whether the lines agree; "..." may take any number of lines."""
    if not expected:
        return not actual
    if expected[0] == ANY:
        return any(matches(expected[1:], actual[skip:])
                   for skip in range(len(actual) + 1))
    return (bool(actual) and same_line(expected[0], actual[0]) and
            matches(expected[1:], actual[1:]))


def updated(expected, actual):
    """What a page should say: `actual`, elided where `expected` is."""
    if ANY in expected:
        head = expected.index(ANY)
        tail = expected[::-1].index(ANY)
        if head + tail < len(actual):
            actual = actual[:head] + [ANY] + actual[len(actual) - tail:]
    # A line that differs only in what varies stays as it is.
    known = {normalize(line): line for line in expected}
    cut = [line[:-len(ANY)] for line in expected
           if line.endswith(ANY) and line != ANY]
    result = []
    for line in actual:
        start = next((each for each in cut
                      if normalize(line).startswith(normalize(each))), None)
        result.append(known.get(normalize(line), line) if start is None else
                      start + ANY)
    return result


def check(path, home, inputs, environment, update=False):
    """Runs a page, and returns how its transcripts differ, as a text."""
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    shutil.copytree(inputs, os.path.join(home, "try"))
    environment = {name: value for name, value in environment.items()
                   if not name.startswith("XDG_")}
    environment["HOME"] = home
    page = Page(path)
    run(page, home, environment)
    differences = []
    for step in page.steps:
        expected = stripped(step.output)
        if matches(without_varying(expected), without_varying(step.printed)):
            continue
        if update:
            step.output = updated(expected, step.printed)
            continue
        differences.append(f"{path}: `{step.command[0]}` prints something else:")
        differences += difflib.unified_diff(
            [normalize(line) for line in expected],
            [normalize(line) for line in step.printed],
            "written", "printed", lineterm="", n=100)
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page.text())
    return "\n".join(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page")
    parser.add_argument("--home", required=True,
                        help="a folder to make anew; ~ in the page")
    parser.add_argument("--inputs", required=True, help="test/Inputs")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    differences = check(options.page, os.path.abspath(options.home),
                        options.inputs, os.environ, options.update)
    if differences:
        sys.exit(differences)


if __name__ == "__main__":
    main()
