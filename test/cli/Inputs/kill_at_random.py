"""Kills recordings at random moments, and checks that their traces hold every
action that had begun.

Usage: kill_at_random.py MLIR-TRACK-DBG MLIR-OPT GENERATE FOLDER [ROUNDS]
"""

import importlib.util
import os
import random
import signal
import struct
import subprocess
import sys
import time

import mlir_track

ACTIONS_BEGUN = 88  # Of FileHeader; see TraceFormat.h.
# Of the compiler's pool, and the main one.
THREADS = os.cpu_count() + 1


def compiler_below(debugger):
    """The process that the debugger has started, or None."""
    path = f"/proc/{debugger}/task/{debugger}/children"
    try:
        with open(path, encoding="ascii") as children:
            pids = children.read().split()
    except OSError:
        return None
    return int(pids[0]) if pids else None


def await_end(pid):
    while os.path.exists(f"/proc/{pid}"):
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            if stat.read().rpartition(")")[2].split()[0] == "Z":
                return
        time.sleep(0.01)


def run_and_kill(command, victims, delay):
    """Starts `command`, and kills the debugger, the compiler or both."""
    debugger = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
    time.sleep(delay)
    compiler = compiler_below(debugger.pid)
    targets = {"debugger": debugger.pid, "compiler": compiler}
    for victim in victims:
        if targets[victim]:
            try:
                os.kill(targets[victim], signal.SIGKILL)
            except ProcessLookupError:
                pass
    debugger.wait()
    if compiler:
        try:
            await_end(compiler)
        except OSError:
            pass


def check(path):
    with open(path, "rb") as file:
        header = file.read(4096)
    if len(header) < 4096:
        return 0
    begun, = struct.unpack_from("<Q", header, ACTIONS_BEGUN)
    recorded = len(mlir_track.open(path).actions) if begun else 0
    # A thread gets the number just before it writes the action down.
    if not begun - THREADS <= recorded <= begun:
        sys.exit(f"error: {path} has {recorded} of {begun} actions")
    return recorded


def main():
    tool, mlir_opt, generate, folder = sys.argv[1:5]
    rounds = int(sys.argv[5]) if len(sys.argv) > 5 else 12
    spec = importlib.util.spec_from_file_location("generate", generate)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    source = os.path.join(folder, "in.mlir")
    with open(source, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, generate, "layers", "10", "20"],
                       stdout=file, check=True)
    trace = os.path.join(folder, "trace")
    command = [tool, "record", "-o", trace, "--", mlir_opt, source, "-o",
               os.devnull, "--pass-pipeline=" + module.LOWERING]
    start = time.monotonic()
    subprocess.run(command, check=True)
    whole = time.monotonic() - start
    check(trace)
    choice = random.Random(7)
    partial = 0
    for number in range(rounds):
        victims = [("compiler",), ("debugger",), ("debugger", "compiler"),
                   ("compiler", "debugger")][number % 4]
        if os.path.exists(trace):
            os.remove(trace)
        run_and_kill(command, victims, choice.uniform(0.1, 0.9) * whole)
        if os.path.exists(trace):
            partial += check(trace) > 0
    print(f"{rounds} recordings were killed, nothing was lost; "
          f"some had begun: {partial > 0}")


main()
