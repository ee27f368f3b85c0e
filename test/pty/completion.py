"""Tab completes commands, files, numbers, and names seen so far."""
# RUN: %terminal

from Session import *

session = Session(INPUTS + "/matmul-relu.mlir", "-o", "/dev/null",
                  "--linalg-generalize-named-ops")

# What a line became shows in what it does.
assert "not being run" in session.command("contin\t")
assert "No breakpoints" in session.command("info breakp\t")
assert "pagination is on" in session.command("show pagi\t")



def lists(typed, *candidates):
    """Several: the second Tab lists them and shows the line again."""
    session.send(typed + "\t\t")
    session.expect(*candidates)
    session.prompt()
    session.send(CTRL_C)
    session.prompt()


lists("cursor-p", "cursor-parent", "cursor-previous", "cursor-print")

session.command("break op linalg.matmul")
assert "Breakpoint 2 at pass" in session.command("break pas\tcanonicalize")
lists("delete ", r"\n1 +2")

with open("commands", "w", encoding="utf-8") as script:
    script.write("echo read from a file\n")
assert "read from a file" in session.command("source comm\t")
# What a name with blanks needs comes with it.
with open("with blanks", "w", encoding="utf-8") as script:
    script.write("echo read as well\n")
assert "read as well" in session.command("source wit\t")
assert "read as well" in session.command("source 'with b\t")

# The end of its path is enough to name a source file: of the input, ...
def completions(typed):
    return session.command("complete " + typed).split("\r\n")


for command in ("list", "break", "info line", "until"):
    assert command + " matmul-relu.mlir" in completions(command + " matmul-r")

# Names that the compiler has shown.
session.command("run")
# ... and of what it has shown.
for command in ("list", "break", "info line", "became"):
    assert completions(command + " matmul-r")[0] == (
        command + " matmul-relu.mlir"), completions(command + " matmul-r")
    lines = completions(command + " matmul-relu.mlir:")
    assert command + " matmul-relu.mlir:11" in lines, lines
    assert command + " matmul-relu.mlir:0" not in lines, lines
    folder = INPUTS.rsplit("/", 1)[1]
    assert f"{command} {folder}/matmul-relu.mlir" in completions(
        f"{command} {folder}/matm")
assert "linalg.matmul" in session.command("list matmul-relu.mlir:11")
assert "LinalgGeneralizationPattern." in session.command(
    "break pattern mlir::linalg::LinalgGen\t")
assert "op linalg.fill" in session.command("break op linalg.fi\t")
assert "LinalgGeneralizeNamedOpsPass" in session.command(
    "break pass LinalgGeneralizeN\t")

# Values of the function at the stop, symbols, and what an op has.
lists("print %arg", "%arg0", "%arg1", "%arg2")
assert "func.func @layer" in session.command("print @la\t")
assert "type = string" in session.command("ptype op.na\t")
lists('print op.attr("', r'op.attr\("indexing_maps"\)')

# Stages, by number and by the passes that left them, and no adaptor.
session.send("show-stage \t\t")
listed = session.prompt()
for stage in "0", "1", "start", "end", "linalg-generalize-named-ops":
    assert stage in listed.split(), (stage, listed)
assert "OpToOpPassAdaptor" not in listed, listed
session.send(CTRL_C)
session.prompt()
session.command("set confirm off")
session.send("quit\r")
assert session.end() == 0
