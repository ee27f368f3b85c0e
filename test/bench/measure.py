#!/usr/bin/python3
"""Runs commands and says what they cost.

As a program, `measure.py REPORT COMMAND...` stands between the debugger and the
compiler: it runs the compiler and writes what that used to REPORT, so that
debugger and compiler can be told apart to the microsecond.
"""

import collections
import json
import os
import resource
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

# Seconds of user time of the compiler and of everything; bytes; seconds.
Cost = collections.namedtuple("Cost", "compiler everything memory wall code")


def run(before, command, limit=None):
    """The Cost of `before... command...`, or None if not finished in time.

    Addresses stay random, as they are for a user: with fixed ones, a layout
    that is better or worse by chance would be that of every run.
    """
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        wrapped = [*before, sys.executable, os.path.abspath(__file__),
                   report.name, *command]
        start = time.monotonic()
        process = subprocess.Popen(
            wrapped, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        timer = threading.Timer(limit or 3600, os.killpg,
                                (process.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if limit and wall >= limit:
            return None
        inner = json.load(report)
    return Cost(inner["user"], usage.ru_utime - inner["wrapper"],
                inner["memory"], wall, process.returncode)


# Seconds of user and system time, and on the clock.
Whole = collections.namedtuple("Whole", "processor wall code")


def run_alone(before, command):
    """The Whole of `before... command...`, with all that it starts and waits
    for. Nothing stands in between, so that nothing dilutes a ratio."""
    start = time.monotonic()
    process = subprocess.Popen(
        [*before, *command], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return Whole(usage.ru_utime + usage.ru_stime, wall, process.returncode)


def wrap(report, command):
    pid = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    own = resource.getrusage(resource.RUSAGE_SELF)
    with open(report, "w", encoding="utf-8") as file:
        json.dump({"user": usage.ru_utime, "memory": usage.ru_maxrss * 1024,
                   "wrapper": own.ru_utime}, file)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


class Turns:
    """Costs of commands that ran one after the other, several times.

    A ratio is the median of those of the single turns: what slows the machine
    down for a while slows both sides of a turn down.
    """

    def __init__(self, runs, variants, run=run):
        """`variants`: name -> (before, command). `run` makes a cost of one."""
        self.costs = {name: [] for name in variants}
        names = list(variants)
        for _ in range(runs):
            for name in names:
                cost = run(*variants[name])
                if cost.code != 0:
                    sys.exit(f"error: exit code {cost.code}: {variants[name]}")
                self.costs[name].append(cost)
            names.reverse()

    def median(self, name):
        costs = self.costs[name]
        return type(costs[0])(*map(statistics.median, zip(*costs)))

    def ratio(self, name, base, column, base_column=None):
        """`base_column` is `column` unless it is given."""
        base_column = base_column or column
        return statistics.median(
            getattr(cost, column) / getattr(other, base_column)
            for cost, other in zip(self.costs[name], self.costs[base]))


def anonymous_memory(process):
    """Bytes that a process holds beside what it has mapped from files."""
    with open(f"/proc/{process}/status", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0


def family_memory(process):
    """Bytes that the children of a process hold together, what they share
    counted once, and those of the largest alone."""
    with open(f"/proc/{process}/task/{process}/children",
              encoding="ascii") as file:
        children = file.read().split()
    together = largest = 0
    for child in children:
        try:
            with open(f"/proc/{child}/smaps_rollup", encoding="ascii") as lines:
                sizes = dict(line.split()[:2] for line in lines
                             if line.startswith(("Pss:", "Rss:")))
        except (OSError, ValueError):
            continue
        together += int(sizes.get("Pss:", 0)) * 1024
        largest = max(largest, int(sizes.get("Rss:", 0)) * 1024)
    return together, largest


class Prompt:
    """A debugger at the other end of two pipes; times what it answers."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.wait()

    def wait(self):
        text = b""
        while not text.endswith(b"(mtd) "):
            ready, _, _ = select.select([self.process.stdout], [], [], 600)
            block = os.read(self.process.stdout.fileno(), 1 << 16)
            if not ready or not block:
                sys.exit(f"error: no prompt after: {text[-500:].decode()}")
            text += block
        return text.decode(errors="replace")

    def ask(self, line):
        """Seconds until the next prompt, and the answer."""
        start = time.monotonic()
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        answer = self.wait()
        return time.monotonic() - start, answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.wait()


if __name__ == "__main__":
    sys.exit(wrap(sys.argv[1], sys.argv[2:]))
