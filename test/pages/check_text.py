#!/usr/bin/env python3
"""Checks the text of all Markdown pages of the checkout.

* A relative link leads to a file that exists, and its anchor to a heading.
* The README has fewer than 200 lines.
* No page names a folder of the machine that it was written on.
* Every `command` in backquotes that begins a sentence of the manual exists.
"""

import argparse
import os
import re
import subprocess
import sys

LONGEST_README = 200  # Lines.
MANUAL = os.path.join("debugger", "manual") + os.sep
# Folders that differ from machine to machine.
MACHINE_PATH = re.compile(r"(?<![\w.~$%-])/(home|root|work|tmp|Users)/[\w.-]+")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SENTENCE_COMMAND = re.compile(
    r"(?:^|[.?!] )`([a-z][a-z-]*)( [a-z-]+)?(?: [^`]*)?`", re.MULTILINE)


def without_blocks(text):
    """The prose: text without fenced blocks, line numbers kept."""
    lines, inside = [], False
    for line in text.split("\n"):
        fence = line.startswith("```")
        lines.append("" if inside or fence else line)
        inside ^= fence
    return "\n".join(lines)


def anchors(text):
    """The anchors that GitHub makes of the headings."""
    found = set()
    for line in without_blocks(text).split("\n"):
        heading = re.match(r"#+ (.*)", line)
        if not heading:
            continue
        name = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        name = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
        copies = sum(each == name or each.startswith(name + "-")
                     for each in found)
        found.add(name if name not in found else f"{name}-{copies}")
    return found


def check_links(root, page, text):
    for link in LINK.findall(without_blocks(text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        folder = os.path.dirname(page)
        target = os.path.join(root, folder, path) if path else os.path.join(
            root, page)
        if not os.path.exists(target):
            yield f"the link {link} leads nowhere"
        elif anchor and anchor not in anchors(read(target)):
            yield f"{path or 'this page'} has no heading for #{anchor}"


def check_paths(root, text):
    for number, line in enumerate(text.split("\n"), 1):
        if root in line or MACHINE_PATH.search(line):
            yield f"line {number} names a folder of one machine: {line.strip()}"


def check_commands(text, commands):
    # In a paragraph a sentence may end at the end of a line.
    prose = re.sub(r"(?<=\S)\n(?=[^\n#|*-])", " ", without_blocks(text))
    for first, second in SENTENCE_COMMAND.findall(prose):
        if first not in commands and first + second not in commands:
            yield f"`{first}` begins a sentence, and no command is called so"


def known_commands(debugger):
    """Commands, their aliases, subcommands of the program, and settings."""
    reference = subprocess.run([debugger, "--print-command-reference"],
                               check=True, stdout=subprocess.PIPE,
                               text=True).stdout
    names = set()
    for heading in re.findall(r"^### `(.*)`", reference, re.MULTILINE):
        names.add(re.split(r" [\[A-Z-]", heading)[0])
    for aliases in re.findall(r"^Also (`.*?`)\. ", reference, re.MULTILINE):
        names |= set(re.findall(r"`([^`]*)`", aliases))
    usage = subprocess.run([debugger, "--help"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    names |= set(re.findall(r"mlir-track-dbg ([a-z]+) ", usage))
    return names | {"mlir-track-dbg"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def is_installed_to(folder):
    return os.path.isdir(os.path.join(folder, "share", "mlir-track-dbg"))


def pages(root):
    """Those of the checkout, and not what was built or installed there."""
    for folder, folders, files in os.walk(root):
        folders[:] = [each for each in folders
                      if not each.startswith((".", "build"))
                      and not is_installed_to(os.path.join(folder, each))]
        for name in files:
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", help="of the checkout")
    parser.add_argument("--debugger", required=True)
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    commands = known_commands(options.debugger)
    problems = []
    for page in sorted(pages(root)):
        text = read(os.path.join(root, page))
        found = list(check_links(root, page, text))
        found += check_paths(root, text)
        if page.startswith(MANUAL):
            found += check_commands(text, commands)
        if page == "README.md" and text.count("\n") >= LONGEST_README:
            found.append(f"it has {text.count(chr(10))} lines; fewer than "
                         f"{LONGEST_README} are allowed")
        problems += [f"{page}: {each}" for each in found]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
