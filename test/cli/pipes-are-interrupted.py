"""Interrupts debuggers that wait for the other end of a pipe.

pipes-are-interrupted.py FOLDER DEBUGGER COMPILER INPUT; the folder has a file
`trace`."""

import array
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
import threading
import time

folder, debugger, compiler, source = sys.argv[1:]
os.chdir(folder)
PATIENCE = 60
COMPILE = [compiler, source, "--canonicalize", "-o", "/dev/null"]
OPEN = ["open", "trace", "-q", "-nx"]
BATCH = ["open", "trace", "--batch"]
SMALLEST_PIPE = 4096
# The name chooses a format of many bytes.
PIPE = "pipe.json"


def session(*options):
    return ["-q", "-nx", *options, *COMPILE]


def fail(what):
    sys.exit(f"not so: {what}")


@contextlib.contextmanager
def start(words, **options):
    """A debugger that lives no longer than PATIENCE and this block."""
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE,
               "stderr": subprocess.STDOUT, **options}
    process = subprocess.Popen([debugger, *words], text=True, bufsize=1,
                               **streams)
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()


def wait_until(condition, process, what):
    while not condition():
        if process.poll() is not None:
            fail(f"{what}: the debugger has ended with {process.returncode}")
        time.sleep(0.01)


def handles_interrupts(process):
    with open(f"/proc/{process.pid}/status") as status:
        caught = next(line for line in status if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) & 1 << signal.SIGINT - 1


def opens_pipe(process):
    """Whether it does: a thread of its own waits for the other end."""
    names = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in os.listdir(f"/proc/{process.pid}/task"):
            with open(f"/proc/{process.pid}/task/{task}/comm") as name:
                names.append(name.read().strip())
    return "mtd-open" in names


def is_full(descriptor):
    count = array.array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, count)
    return count[0] >= SMALLEST_PIPE


def make_pipe():
    with contextlib.suppress(FileNotFoundError):
        os.remove(PIPE)
    os.mkfifo(PIPE)


def open_unread():
    """The end of the pipe for reading, which nobody reads."""
    descriptor = os.open(PIPE, os.O_RDONLY | os.O_NONBLOCK)
    fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, SMALLEST_PIPE)
    return descriptor


def interrupt(process):
    process.send_signal(signal.SIGINT)


def ask(process):
    process.stdin.write("echo still here\\n\n")


def expect_answer(process, what):
    if not any("still here" in line for line in process.stdout):
        fail(f"{what}: the prompt comes back")


def expect_prompt(process, what):
    ask(process)
    expect_answer(process, what)


def expect_end(process, what):
    process.communicate()
    if process.returncode != 130:
        fail(f"{what} ends with 130, and not with {process.returncode}")


def interrupt_until_end(process, what):
    """Nothing shows from outside when the wait begins."""
    wait_until(lambda: handles_interrupts(process), process, what)
    while process.poll() is None:
        interrupt(process)
        time.sleep(0.1)
    expect_end(process, what)


def interrupt_until_prompt(process, what):
    answered = threading.Event()

    def again():
        while not answered.wait(0.1):
            interrupt(process)
            # An interrupt that comes late ends an echo too.
            ask(process)

    thread = threading.Thread(target=again)
    thread.start()
    try:
        expect_answer(process, what)
    finally:
        answered.set()
        thread.join()


# At the prompt, and before it, with a pipe that nobody writes to.
for words, command in (
        (OPEN, f"source {PIPE}"), (OPEN + ["-x", PIPE], None),
        (session(), f"run < {PIPE}"),
        (session("-ex", "start"), f"edit @simplify --from {PIPE}"),
        (session(), f"bisect --expect-output {PIPE}")):
    what = command or " ".join(words)
    make_pipe()
    with start(words) as process:
        if command:
            process.stdin.write(f"{command}\n")
        wait_until(lambda: opens_pipe(process), process, what)
        interrupt(process)
        expect_prompt(process, what)

# The same without a prompt.
for words in (BATCH + ["-x", PIPE],
              BATCH + ["-ex", f"source {PIPE}"],
              ["bisect", f"--expect-output={PIPE}", "--", *COMPILE],
              ["track", "--input-mlir", source, "--track-mlir", PIPE]):
    make_pipe()
    with start(words) as process:
        wait_until(lambda: opens_pipe(process), process, words)
        interrupt(process)
        expect_end(process, words)

# A pipe with a reader who does not read.
for command in (f"log-actions {PIPE}", f"dump-lineage {PIPE}"):
    make_pipe()
    reader = open_unread()
    with start(OPEN) as process:
        process.stdin.write(f"{command}\n")
        wait_until(lambda: is_full(reader), process, command)
        interrupt(process)
        expect_prompt(process, command)
    os.close(reader)
for words in (["export", "trace", "--format=json", "-o", PIPE],
              ["export", "trace", "--format=json"],
              BATCH + [f"--log-actions={PIPE}"],
              BATCH + [f"--dump-lineage={PIPE}"]):
    make_pipe()
    reader = open_unread()
    writer = os.open(PIPE, os.O_WRONLY)
    with start(words, stdout=writer, stderr=None) as process:
        os.close(writer)
        wait_until(lambda: is_full(reader), process, words)
        interrupt(process)
        expect_end(process, words)
    os.close(reader)

# A pipe without a reader.
for words, command in ((OPEN, f"log-actions {PIPE}"), (OPEN, f"dump-lineage {PIPE}"),
                       (session(), f"run > {PIPE}"),
                       (session("-ex", "break pass canonicalize"),
                        f"save breakpoints {PIPE}")):
    make_pipe()
    with start(words) as process:
        process.stdin.write(f"{command}\n")
        interrupt_until_prompt(process, command)
for words in (["export", "trace", "--format=json", "-o", PIPE],
              BATCH + [f"--log-actions={PIPE}"]):
    make_pipe()
    with start(words) as process:
        interrupt_until_end(process, words)
