"""Runs clang-tidy over sources, with the checks of .clang-tidy.

Usage: clang_tidy.py SOURCE BUILD [--all | FILE...] [--clang-tidy=PROGRAM]

Without a file it checks the .cpp files that differ from the last commit but one,
at most MOST_FILES of them. --all checks every file that BUILD compiles. The exit
code is 1 if clang-tidy has found something.
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

MOST_FILES = 6


def commands_for_clang(source, build):
    """The compile commands without what only GCC understands."""
    commands = json.loads((build / "compile_commands.json").read_text())
    for command in commands:
        words = shlex.split(command["command"])
        kept = []
        while words:
            word = words.pop(0)
            # GCC's precompiled header; clang reads the header itself.
            if word == "-include" and words[0].endswith("cmake_pch.hxx"):
                words.pop(0)
                header = source / "actions/PrecompiledHeader.h"
                kept += ["-include", str(header)]
            elif word not in ("-Winvalid-pch", "-Werror"):
                kept.append(word)
        command["command"] = shlex.join(kept)
    return commands


def changed_files(source):
    """The files that differ from the last commit but one; None without git."""
    result = set()
    for words in (["diff", "--name-only", "--diff-filter=d", "HEAD~1"],
                  ["ls-files", "--others", "--exclude-standard"]):
        done = subprocess.run(["git", "-C", source, *words],
                              capture_output=True, text=True)
        if done.returncode != 0:
            return None
        result |= set(done.stdout.split("\n"))
    return [source / name for name in sorted(result) if name.endswith(".cpp")]


def check(program, folder, file):
    done = subprocess.run(
        [program, "-p", folder, "--quiet", "--warnings-as-errors=*", file],
        capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else done.stdout + done.stderr, \
        done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    options = parser.parse_args()
    source = options.source.resolve()
    commands = commands_for_clang(source, options.build)
    compiled = sorted({pathlib.Path(c["file"]).resolve() for c in commands})
    compiled = [f for f in compiled if f.is_relative_to(source)
                and not f.is_relative_to(options.build.resolve())]
    if options.all:
        files = compiled
    elif options.files:
        files = [f.resolve() for f in options.files]
        commands += [{**commands[0], "file": str(f), "command": shlex.join(
            ["c++", "-std=c++20", "-c", str(f)])}
            for f in files if f not in compiled]
    else:
        changed = changed_files(source)
        if changed is None:
            print("this is not a git tree: nothing to compare with")
            return 0
        files = [f for f in changed if f in compiled]
        if len(files) > MOST_FILES:
            print(f"{len(files)} files have changed, checking {MOST_FILES}; "
                  "--all checks everything")
            files = files[:MOST_FILES]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "compile_commands.json").write_text(
            json.dumps(commands))
        with ThreadPoolExecutor(max_workers=2) as pool:
            results = list(pool.map(
                lambda f: check(options.clang_tidy, folder, str(f)), files))
    for output, _ in results:
        sys.stdout.write(output)
    failed = sum(code != 0 for _, code in results)
    print(f"{len(files)} files checked, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
