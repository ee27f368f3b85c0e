"""A second Ctrl-C comes back also where no action is near."""
# RUN: rm -rf %t && mkdir %t
# RUN: %terminal %t/pipe

import os
import sys

from Session import *

# The compiler waits for its input, which is outside every action.
pipe = sys.argv[4]
os.mkfifo(pipe)
session = Session(pipe, "-o", "/dev/null", "--canonicalize", size=(24, 120))
session.send("run\r")
session.expect(r"no action has run yet")
session.send(CTRL_C)
session.expect(r"will stop at the next action, Ctrl-C again for a prompt")
session.send(CTRL_C)
session.expect(r"The compiler is outside every action, after 0 actions\.",
               r"It stops at the next one: 'continue' waits for it")
session.prompt()
assert "No stack." in session.command("bt")
assert "It is running, outside every action." in session.command("info program")
assert "still running, outside every action" in session.command("step")

# The interrupt is still wanted when the first action comes.
session.send("continue\r")
session.expect(r"Continuing\.")
with open(pipe, "w") as stream, open(INPUTS + "/simplify.mlir") as source:
    stream.write(source.read())
session.expect(r"Interrupted, before a1")
session.prompt()
session.send("continue\r")
session.expect(r"exited normally")
session.prompt()
session.send("quit\r")
assert session.end() == 0
