"""Keeps the end of a compiler from its debugger for three seconds.

hold-back-the-end.py DEBUGGER FILE: connects to the socket of the debugger as
well, says nothing, and prints "held" once all is set. It traces the compiler,
whose parent learns of its end only when FILE is there.
"""

import ctypes
import os
import socket
import sys
import time

PTRACE_SEIZE = 0x4206

debugger, path = sys.argv[1:]
with open(f"/proc/{debugger}/task/{debugger}/children") as file:
    compiler = int(file.read().split()[0])
with open(f"/proc/{compiler}/environ", "rb") as file:
    environment = dict(entry.split(b"=", 1)
                       for entry in file.read().split(b"\0") if b"=" in entry)
libc = ctypes.CDLL(None, use_errno=True)
child = os.fork()
while child:
    if os.path.exists(path + ".ready"):
        sys.exit(print("held"))
    if os.waitpid(child, os.WNOHANG)[0]:
        sys.exit("the compiler cannot be traced")
    time.sleep(0.01)
# The shell that started this waits for whoever has its streams.
null = os.open(os.devnull, os.O_RDWR)
for stream in (0, 1, 2):
    os.dup2(null, stream)
if libc.ptrace(PTRACE_SEIZE, compiler, None, None) != 0:
    sys.exit(1)
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(environment[b"MLIR_TRACK_DBG_SOCKET"])
    open(path + ".ready", "w").close()
    os.waitid(os.P_PID, compiler, os.WEXITED | os.WNOWAIT)
    time.sleep(3)
    open(path, "w").close()
    os.waitpid(compiler, 0)
