"""mlir-track-dbg inside gdb: `source mtd_gdb.py` adds the command `mtd`.

The command `gdb` of mlir-track-dbg starts gdb with this file, and says in
MLIR_TRACK_DBG_PLAN what to attach to and where to stop."""

import json
import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mtd  # noqa: E402


class Mtd(gdb.Command):
    """Ask mlir-track-dbg about the compiler: mtd [QUESTION]

Without QUESTION, print the stack of actions at work and the op of each. With
QUESTION, run that command of mlir-track-dbg on what was recorded so far, as in
'mtd history %5' or 'mtd info line conv.mlir:12'. Commands that run the compiler
or look at its memory do not work from here.

The compiler must have been started by mlir-track-dbg."""

    def __init__(self):
        super().__init__("mtd", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        pid = gdb.selected_inferior().pid
        if not pid:
            raise gdb.GdbError("The program is not being run.")
        gdb.write(mtd.ask(pid, argument))


def attach(plan):
    gdb.execute("set confirm off")
    # The copies that mlir-track-dbg makes of the compiler are its own.
    gdb.execute("set follow-fork-mode parent")
    gdb.execute("set detach-on-fork on")
    gdb.execute("set print inferior-events off")
    gdb.execute(f"attach {plan['process']}", to_string=True)
    gdb.execute("set confirm on")
    numbers = {thread.ptid[1]: thread.num
               for thread in gdb.selected_inferior().threads()}
    thread = numbers.get(plan["thread"])
    for place in plan["places"]:
        gdb.decode_line(place)  # An unknown one is an error, and not pending.
        gdb.Breakpoint(place, temporary=True).thread = thread
    # At the end of the action gdb has nothing more to do.
    end = gdb.Breakpoint(f"*{plan['stopFunction']:#x}", internal=True)
    end.silent = True
    end.commands = "set confirm off\ndetach\nquit"


def begin(plan):
    try:
        attach(plan)
    except gdb.error as error:
        mtd.tell(plan, str(error))
        gdb.execute("set confirm off")  # It may be attached by now.
        gdb.execute("quit")
    mtd.tell(plan, "attached")
    gdb.execute("continue")


Mtd()
if "MLIR_TRACK_DBG_PLAN" in os.environ:
    begin(json.loads(os.environ.pop("MLIR_TRACK_DBG_PLAN")))
