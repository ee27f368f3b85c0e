"""mlir-track-dbg inside lldb: `command script import mtd_lldb.py` adds `mtd`.

The command `lldb` of mlir-track-dbg starts lldb with this file, and says in
MLIR_TRACK_DBG_PLAN what to attach to and where to stop."""

import json
import os
import re
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mtd  # noqa: E402


def ask(debugger, command, context, result, unused):
    """Ask mlir-track-dbg about the compiler: mtd [QUESTION]

Without QUESTION, print the stack of actions at work and the op of each. With
QUESTION, run that command of mlir-track-dbg on what was recorded so far, as in
'mtd history %5' or 'mtd info line conv.mlir:12'. Commands that run the compiler
or look at its memory do not work from here.

The compiler must have been started by mlir-track-dbg."""
    process = context.GetProcess()
    if not process.IsValid():
        result.SetError("The program is not being run.")
        return
    result.AppendMessage(mtd.ask(process.GetProcessID(), command).rstrip())


def leave(debugger, command, context, result, unused):
    """Quit while lldb waits for a line of the terminal, where it cannot."""
    debugger.HandleCommand("settings set show-statusline false")
    os._exit(0)


def breakpointAt(target, place):
    if place.startswith("*"):
        return target.BreakpointCreateByAddress(int(place[1:], 0))
    line = re.fullmatch(r"(.+):(\d+)", place)
    if line and ":" not in line[1]:
        return target.BreakpointCreateByLocation(line[1], int(line[2]))
    return target.BreakpointCreateByName(place)


def attach(debugger, plan):
    error = lldb.SBError()
    target = debugger.CreateTarget("")
    process = target.AttachToProcessWithID(debugger.GetListener(),
                                           plan["process"], error)
    if error.Fail():
        return error.GetCString()
    for place in plan["places"]:
        stop = breakpointAt(target, place)
        if stop.GetNumLocations() == 0:
            process.Detach()  # Or lldb asks before it quits.
            return f"No code is known at '{place}'."
        stop.SetOneShot(True)
        stop.SetThreadID(plan["thread"])
    end = target.BreakpointCreateByAddress(plan["stopFunction"])
    commands = lldb.SBStringList()
    for command in ("process detach", "mtd-leave"):
        commands.AppendString(command)
    end.SetCommandLineCommands(commands)
    return None


def begin(debugger, plan):
    wrong = attach(debugger, plan)
    mtd.tell(plan, wrong or "attached")
    # lldb is started with this as its next command. From here, it does not quit.
    first = "quit" if wrong else "process continue"
    debugger.HandleCommand(f"command alias mtd-begin {first}")


def __lldb_init_module(debugger, unused):
    name = os.path.splitext(os.path.basename(__file__))[0]
    debugger.HandleCommand(f"command script add -o -f {name}.ask mtd")
    debugger.HandleCommand(f"command script add -o -f {name}.leave mtd-leave")
    if "MLIR_TRACK_DBG_PLAN" in os.environ:
        begin(debugger, json.loads(os.environ.pop("MLIR_TRACK_DBG_PLAN")))
