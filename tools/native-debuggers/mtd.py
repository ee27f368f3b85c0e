"""What mtd_gdb.py and mtd_lldb.py share."""

import os
import shutil
import subprocess


def program():
    """mlir-track-dbg: the one that this file is installed with, or any."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(here, os.pardir, os.pardir, "bin", "mlir-track-dbg")
    if os.path.exists(beside):
        return os.path.normpath(beside)
    return shutil.which("mlir-track-dbg") or "mlir-track-dbg"


def ask(pid, question):
    """What mlir-track-dbg answers, from what the process has recorded."""
    question = question.strip() or "backtrace full"
    try:
        done = subprocess.run(
            [program(), "-q", "-nx", "--batch", "-p", str(pid), "-ex", question],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError as error:
        return f"Cannot run mlir-track-dbg: {error.strerror}.\n"
    # An error names the option that the question was in.
    return done.stdout.removeprefix("-ex 1: ")


def tell(plan, text):
    """To the mlir-track-dbg that has started us and waits."""
    with open(plan["ready"], "w") as ready:
        ready.write(" ".join(text.split()) + "\n")
