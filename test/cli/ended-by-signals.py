"""Ends debuggers by signals, and looks at what is left: no process, no file.

ended-by-signals.py DEBUGGER COMPILER INPUT"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

debugger, compiler, source = sys.argv[1:]
PATIENCE = 60
compile_command = [compiler, source, "--canonicalize", "--cse", "-o",
                   "/dev/null"]


class Place:
    """A temporary folder, which all that is started in it is known by."""

    def __init__(self):
        # Short: a socket has to fit.
        self.path = tempfile.mkdtemp(prefix="mtd-", dir="/tmp")

    def start(self, words, **options):
        return subprocess.Popen([debugger] + words,
                                env={**os.environ, "TMPDIR": self.path},
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                text=True, **options)

    def start_session(self):
        """One that has come to its first stop."""
        session = self.start(["-q", "-nx"] + compile_command)
        session.stdin.write("start\n")
        session.stdin.flush()
        wait_for(session, "Before a1")
        return session

    def folders(self):
        return [name for name in os.listdir(self.path)
                if name.startswith("mlir-track-dbg.")]

    def processes(self):
        mark = f"TMPDIR={self.path}".encode()
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    if mark in file.read().split(b"\0"):
                        found.append(process)
            except OSError:
                pass
        return found

    def expect_nothing_left(self, what):
        deadline = time.monotonic() + PATIENCE
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.02)
        check(not self.processes(), f"{what}: no process is left")
        check(not self.folders(), f"{what}: no folder is left")

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def check(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def wait_for(process, text):
    for line in process.stdout:
        if text in line:
            return
    sys.exit(f"never said: {text}")


def end(process, by):
    process.send_signal(by)
    process.stdin.close()
    process.stdout.read()
    return process.wait(PATIENCE)


SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
place = Place()
# What runs the tests may ignore some.
for by in SIGNALS:
    signal.signal(by, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

for by in SIGNALS:
    session = place.start_session()
    check(end(session, by) == -by, f"a session ends by {by.name}")
    place.expect_nothing_left(f"after a session and {by.name}")

for by in SIGNALS:
    record = place.start(["record", "-o", f"{place.path}/a.trace", "--", "sh",
                          "-c", "echo ready; exec sleep 1000"])
    wait_for(record, "ready")
    check(end(record, by) == -by, f"record ends by {by.name}")
    place.expect_nothing_left(f"after record and {by.name}")

# The command may take its time, and say how it ended.
record = place.start(["record", "-o", f"{place.path}/b.trace", "--", "sh", "-c",
                      "trap 'echo cleaned up; exit 3' TERM; echo ready; "
                      "while :; do sleep 0.05; done"])
wait_for(record, "ready")
record.send_signal(signal.SIGTERM)
wait_for(record, "cleaned up")
check(record.wait(PATIENCE) == -signal.SIGTERM, "record waits for its command")
place.expect_nothing_left("after a command that took its time")

# A run that a signal has ended says nothing of the compiler.
for by in SIGNALS + [signal.SIGKILL]:
    bisect = place.start(["bisect", "--", "sh", "-c",
                          f"touch {place.path}/begun; exec sleep 1000"])
    while not os.path.exists(f"{place.path}/begun"):
        time.sleep(0.02)
    os.remove(f"{place.path}/begun")
    check(end(bisect, by) == -by, f"bisect ends by {by.name}")
    if by != signal.SIGKILL:
        place.expect_nothing_left(f"after bisect and {by.name}")
deadline = time.monotonic() + PATIENCE
while place.processes() and time.monotonic() < deadline:
    time.sleep(0.02)
check(not place.processes(), "a bisect that is killed leaves no process")
# The next command removes the folder that a killed one has left.
shutil.rmtree(f"{place.path}/{place.folders()[0]}")

# As nohup starts it.
record = place.start(["record", "-o", f"{place.path}/c.trace", "--"] +
                     ["sh", "-c", "echo ready; read line; exit 4"],
                     preexec_fn=lambda: signal.signal(signal.SIGHUP,
                                                      signal.SIG_IGN))
wait_for(record, "ready")
record.send_signal(signal.SIGHUP)
record.stdin.write("go on\n")
record.stdin.close()
check(record.wait(PATIENCE) == 125, "what is ignored does not end it")

# Nothing can be done at SIGKILL, but later.
killed = place.start_session()
living = place.start_session()
theirs = set(place.folders())
check(len(theirs) == 2, "each session has a folder")
check(end(killed, signal.SIGKILL) == -signal.SIGKILL, "SIGKILL ends it")
os.mkdir(f"{place.path}/mlir-track-dbg.public", 0o755)
check(place.start_session().communicate("kill\n")[0] is not None, "one more")
left = set(place.folders())
check(len(left & theirs) == 1, "what was left behind is removed")
living.stdin.write("continue\n")
living.stdin.flush()
wait_for(living, "exited normally")
living.communicate("quit\n")
check(place.folders() == ["mlir-track-dbg.public"],
      "the folder of others is left alone")

place.remove()
print("all as it should be")
