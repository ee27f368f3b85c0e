"""Asks about a compile under `record` that waits for the reader of its output.

attach-to-a-recorded-compile.py FOLDER DEBUGGER COMPILER"""

import array
import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import termios
import time

folder, debugger, compiler = sys.argv[1:]
os.chdir(folder)
# More than the pipe holds.
values = "\n".join(f'  "test.use"(%{n}) : (i32) -> ()' for n in (0, 1) * 500)
pathlib.Path("in.mlir").write_text(f"""func.func @f(%a: i32) {{
  %c = arith.constant 0 : i32
  %0 = arith.addi %a, %c : i32
  %1 = arith.muli %a, %a : i32
{values}
  return
}}
""")
os.mkfifo("out")
reader = os.open("out", os.O_RDWR)
SMALLEST_PIPE = 4096
fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, SMALLEST_PIPE)


def ask(*words, commands=None):
    done = subprocess.run([debugger, *words], input=commands, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout, flush=True)


def children_of(process):
    path = f"/proc/{process}/task/{process}/children"
    return pathlib.Path(path).read_text().split()


def holds():
    count = array.array("i", [0])
    fcntl.ioctl(reader, termios.FIONREAD, count)
    return count[0]


recorder = subprocess.Popen(
    [debugger, "record", "-o", "trace", "--", compiler, "in.mlir",
     "--allow-unregistered-dialect", "--canonicalize", "-o", "out"])
try:
    # It writes behind its passes, and cannot go on.
    while holds() < SMALLEST_PIPE:
        time.sleep(0.01)
    compile_id = children_of(recorder.pid)[0]
    ask("-p", compile_id, "--batch", "-nx", "-ex", "info passes")
    ask("-p", compile_id, "--batch", "-nx", "-ex", "summary", "-ex",
        "summary --json", "-ex", "info program", "-ex", "info inferiors")
    ask("-q", "-nx", compiler,
        commands=f"attach {compile_id}\nbecame arith.addi\nquit\n")
    ask("-q", "-nx", compiler, "in.mlir", "--allow-unregistered-dialect",
        "--canonicalize", commands=f"start\nattach {compile_id}\nkill\n")
    os.kill(int(compile_id), signal.SIGKILL)
    recorder.wait()
    ask("open", "trace", "--batch", "-nx", "-ex", "info crash")
finally:
    recorder.kill()
    recorder.wait()
