"""A script of a debugger, in a Python without one: open_and_run.py TRACE SCRIPT"""

import sys

from mlir_track import *
import mlir_track

trace = mlir_track.open(sys.argv[1])
op_index = trace.op_index
with __builtins__.open(sys.argv[2]) as script:
    exec(script.read())
