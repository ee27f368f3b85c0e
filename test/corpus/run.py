#!/usr/bin/python3
"""Compilers do the same with and without the debugger: bytes and exit codes.

A corpus is a folder with `inputs/` and `cases.tsv`: id, tool, input below
inputs/, arguments ({in} is the input, {dir} its folder; quoted as for a shell),
origin, seconds of a plain run on some machine, separated by tabs; more columns
may follow. `crashes.tsv` beside it names cases that crash the tool. The folder
is $MLIR_TRACK_DBG_CORPUS, or shared/corpus beside the checkout.

Every case runs three times in the same empty folder: plain, recorded, and under
a debugger that is told to run it.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(os.path.dirname(HERE))
TIME_LIMIT = 300

Case = collections.namedtuple("Case", "id tool input arguments seconds crashes")
Result = collections.namedtuple("Result", "code stdout stderr files")


def corpus_folder():
    """The corpus, or None."""
    beside = os.path.join(os.path.dirname(CHECKOUT), "shared", "corpus")
    folder = os.environ.get("MLIR_TRACK_DBG_CORPUS", beside)
    return folder if os.path.exists(os.path.join(folder, "cases.tsv")) else None


def load_cases(folder):
    cases = []
    for name, crashes in (("cases.tsv", False), ("crashes.tsv", True)):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as table:
            for line in table:
                columns = line.rstrip("\n").split("\t") + [""] * 2
                identifier, tool, path, arguments = columns[:4]
                path = os.path.join(folder, "inputs", path)
                seconds = float(columns[5] or 0)
                cases.append(Case(identifier, tool, path, arguments, seconds,
                                  crashes))
    return cases


def reason_to_skip(case):
    """Why a case cannot be run here, or None."""
    if not os.path.exists(case.input):
        return f"{case.input} is not there"
    if subprocess.run(["setarch", "-R", "true"], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        return "setarch -R, which fixes addresses, is not allowed here"
    return None


def load_exceptions():
    """Case -> reason, for output that depends on where malloc puts things."""
    exceptions = {}
    with open(os.path.join(HERE, "exceptions.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                identifier, reason = line.split(None, 1)
                exceptions[identifier] = reason.strip()
    return exceptions


def command_of(case, tools):
    arguments = [
        word.replace("{in}", case.input).replace("{dir}",
                                                 os.path.dirname(case.input))
        for word in shlex.split(case.arguments)
    ]
    return [os.path.join(tools, case.tool)] + arguments


def run(command, home, **variables):
    """Runs in an empty folder at a path that is the same every time."""
    folder = os.path.join(home, "work")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    environment = dict(os.environ, HOME=home, **variables)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        environment.pop(name, None)
    process = subprocess.run(
        # Addresses decide some orders inside MLIR.
        ["setarch", "-R"] + command, cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=TIME_LIMIT, check=False)
    files = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                files[name] = file.read()
    return Result(process.returncode, process.stdout, process.stderr, files)


def first_difference(expected, actual):
    for number, (one, other) in enumerate(
            zip(expected.splitlines(), actual.splitlines()), 1):
        if one != other:
            return f"line {number}: {one[:200]!r} became {other[:200]!r}"
    return f"{len(expected)} bytes became {len(actual)}"


def differences(expected, actual, mode):
    found = []
    if expected.code != actual.code:
        found.append(f"{mode}: exit code {expected.code} became {actual.code}")
    for stream in ("stdout", "stderr"):
        one, other = getattr(expected, stream), getattr(actual, stream)
        if one != other:
            found.append(f"{mode}: {stream} differs, "
                         f"{first_difference(one, other)}")
    if expected.files != actual.files:
        found.append(f"{mode}: the files written differ")
    return found


# Ways for malloc to put things elsewhere.
MALLOC_SETTINGS = [f"glibc.malloc.{setting}" for setting in (
    "tcache_count=0", "tcache_count=1", "tcache_count=2", "tcache_count=3",
    "tcache_max=32", "tcache_max=64", "mxfast=0", "mxfast=32")]


def check_varying(case, debugger, tools, home):
    """Of a case in exceptions.txt: the compiler alone makes different outputs
    where only malloc's settings differ, and under the debugger one of those."""
    command = command_of(case, tools)
    own = {run(command, home)[:3]}
    for setting in MALLOC_SETTINGS:
        own.add(run(command, home, GLIBC_TUNABLES=setting)[:3])
    found = []
    if len(own) == 1:
        found.append("exceptions.txt names it, but it does not vary")
    trace = os.path.join(home, "trace")
    for mode in (["record", "-o", trace], ["--batch", "-ex", "run"]):
        if run([debugger] + mode + ["--"] + command, home)[:3] not in own:
            found.append(f"{mode[0]}: none of its {len(own)} own outputs")
    return found


def check_same(case, debugger, tools, home):
    """A list of what differed."""
    command = command_of(case, tools)
    trace = os.path.join(home, "trace")
    plain = run(command, home)
    recorded = run([debugger, "record", "-o", trace, "--"] + command, home)
    found = differences(plain, recorded, "record")
    if not os.path.exists(trace):
        found.append("record: no trace was written")
    else:
        asked = run([debugger, "open", trace, "--batch", "-ex", "info actions",
                     "-ex", "ops --limit 1"], home)
        if asked.code != 0 or asked.stderr:
            found.append(f"open: exit code {asked.code}, "
                         f"{asked.stderr.decode(errors='replace')}")
    batch = run([debugger, "--batch", "-ex", "run", "--"] + command, home)
    return found + differences(plain, batch, "--batch -ex run")


def expected_of_crash(plain):
    """What a session must show of a crash, by the compiler's own stack dump:
    the action; or, where no action has begun, what was read or verified."""
    yield r"terminated with signal SIG\w+"
    if b" mlir::parseAsmSourceFile(" not in plain.stderr:
        yield r"(?m)^It was in a\d+: .+"
        yield r"(?m)^#0  a\d+ .+"
        yield r"(?m)^ *Tried "
        return
    work = ("verifying the parsed" if b" mlir::verify(" in plain.stderr else
            "parsing the")
    yield rf"(?m)^It crashed while {work} input: \w+\.\S+, \S+:\d+:\d+$"
    yield rf"(?m)^While {work} input: \w+\.\S+, \S+:\d+:\d+$"


def check_crash(case, debugger, tools, home):
    """The debugger must say in which action a compiler crashed, or on what it
    was at work."""
    command = command_of(case, tools)
    plain = run(command, home)
    if plain.code >= 0:
        return [f"plain: exit code {plain.code} is no crash"]
    session = run([debugger, "--batch", "-ex", "run", "-ex", "bt",
                   "-ex", "info actions", "--"] + command, home)
    found = []
    if session.code != 128 - plain.code:
        found.append(f"exit code {session.code}, not {128 - plain.code}")
    text = (session.stdout + session.stderr).decode(errors="replace")
    for expected in expected_of_crash(plain):
        if not re.search(expected, text):
            found.append(f"the session does not show {expected}")
    if found:
        found.append(text[-2000:])
    return found


def check(case, debugger, tools):
    home = tempfile.mkdtemp(prefix="mtd-corpus-")
    try:
        chosen = (check_crash if case.crashes else
                  check_varying if case.id in load_exceptions() else check_same)
        found = chosen(case, debugger, tools, home)
    except subprocess.TimeoutExpired as error:
        found = [f"not finished in {error.timeout} s: "
                 f"{shlex.join(error.cmd)}"]
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if found:
        found.append(shlex.join(command_of(case, tools)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--debugger", type=os.path.abspath, default=os.path.join(
        CHECKOUT, "build", "bin", "mlir-track-dbg"))
    parser.add_argument("--tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--filter", default="", help="a regular expression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    folder = corpus_folder()
    if not folder:
        print("There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    failed = skipped = 0
    cases = []
    for case in load_cases(folder):
        if not re.search(options.filter, case.id):
            continue
        reason = reason_to_skip(case)
        if reason:
            print(f"{case.id}: skipped: {reason}")
            skipped += 1
        else:
            cases.append(case)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checks = pool.map(
            lambda case: check(case, options.debugger, options.tools), cases)
        for case, found in zip(cases, checks):
            failed += bool(found)
            for line in found:
                print(f"{case.id}: {line}", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
