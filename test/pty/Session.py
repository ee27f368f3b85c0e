"""A debugger in a terminal of its own, for the tests in this folder.

Every wait is for a text, never for a time: `expect` fails after TIME_LIMIT
seconds and shows what was on the screen instead.
"""

import os
import sys

import pexpect

TIME_LIMIT = 60
PROMPT = r"\(mtd\) "
# Keys as a terminal sends them.
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
CTRL_A, CTRL_C, CTRL_D, CTRL_R = "\x01", "\x03", "\x04", "\x12"
CTRL_BACKSLASH = "\x1c"
# Of a trace: the first byte that a copy of the compiler at work may hold; see
# kPrintingLocks in TraceFormat.h.
PRINTING_LOCKS = (1 << 61) + 1

DEBUGGER, COMPILER, INPUTS = sys.argv[1:4]


class Session:

    def __init__(self, *arguments, size=(24, 80), options=(), wrapper=None):
        """A compiler with these arguments; the options are the debugger's. The
        wrapper is a shell script that starts "$0" "$@"."""
        environment = dict(os.environ, TERM="xterm", NO_COLOR="1")
        command = [*options, "--args", COMPILER, *arguments]
        program = DEBUGGER
        if wrapper:
            program, command = "/bin/sh", ["-c", wrapper, DEBUGGER, *command]
        self.child = pexpect.spawn(program, command, env=environment,
                                   dimensions=size, timeout=TIME_LIMIT,
                                   encoding="utf-8", echo=False)
        self.child.delaybeforesend = None
        self.prompt()

    def expect(self, *patterns):
        """Waits for each of the regular expressions, one after the other."""
        for pattern in patterns:
            self.child.expect(pattern)
        return self.child.match

    def prompt(self):
        self.child.expect(PROMPT)
        return self.child.before

    def send(self, keys):
        self.child.send(keys)

    def command(self, line):
        """Types a line; what was printed until the next prompt."""
        self.send(line + "\r")
        self.expect(r"\r\n")
        return self.prompt()

    def end(self):
        """Waits for the debugger's end; its exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus
