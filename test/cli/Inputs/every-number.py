"""Types every number that a command takes at its limits.

every-number.py DEBUGGER TRACE COMPILER ARGUMENTS...: takes the commands from
the reference that the debugger prints of its own table, and types each with
each number in each place, at a stop of the compiler and in the recorded trace.
Fails where the debugger does not live to the end, or needs much memory.
"""

import re
import resource
import signal
import subprocess
import sys

NUMBERS = ["-9223372036854775808", "-1", "0", "9223372036854775807",
           "9223372036854775808"]
# How a word of a synopsis is typed: in general, and with a number.
WORDS = {
    "N": ("1", ["{}"]),
    "COUNT": ("1", ["{}"]),
    "SECONDS": ("1", ["{}"]),
    "ID": ("1", ["{}", "0-{}", "{}-{}"]),
    "PLACE": ("action 2", ["action {}", "x.mlir:{}", "x.mlir:1:{}", "{}"]),
    "LOCATION": ("x.mlir:1", ["x.mlir:{}", "{}", "x.mlir:{}:{}"]),
    "LINES": ("1", ["{}", "1,{}", "simplify.mlir:{}", "{},{}"]),
    "SPEC": ("arith.addi", ["#{}", "simplify.mlir:{}", "%{}", "@stage{}/%0",
                            "@stage0:{}", "x.mlir:1:{}"]),
    "OPNAME": ("arith.addi", ["#{}", "simplify.mlir:{}"]),
    "STAGE": ("start", ["{}", "#{}"]),
    "OTHER-STAGE": ("end", ["{}", "#{}"]),
    "VALUE": ("1", ["{}", "-({})", "{} - 1", "{} * {}", "{} % -1", "${}",
                    "#{}", "op.operand({}).type"]),
    "EXPRESSION": ("1", ["{}", "1 / {}"]),
    "WHAT": ("1", ["{}", "%{}"]),
    "CONDITION": ("1", ["{}", "depth > {}", "hits % {} == 0"]),
    "HANDLE": ("%x", ["%{}"]),
    "OP": ("%0", ["%{}", "%0#{}"]),
    "OTHER-OP": ("%0", ["%{}", "%0#{}"]),
    "ATTRIBUTE": ("1 : i64", ["{} : i64"]),
    "SETTING": ("width", []),
    "REGEX": ("x", ["x{{{}}}"]),
    "CLASS": ("passes", []),
    "FILE": ("no-such-file", []),
    "PIPELINE": ("cse", []),
    "PATTERN": ("x", []),
    "NAME": ("x", []),
    "CMD": ("true", []),
}
# They end the session, wait for text, or go round for ever.
LEFT_OUT = {"quit", "edit", "define", "while", "commands", "if", "document",
            "python", "shell", "source", "run", "start"}
MARK = "answered"


def commands(reference):
    """The name of each command, and its words with their values."""
    for synopsis in re.findall(r"^### `(.*)`$", reference, re.MULTILINE):
        words = synopsis.split()
        name = " ".join(re.findall(r"^[a-z-]+(?: [a-z-]+)*", synopsis))
        if words[0] not in LEFT_OUT:
            yield name, synopsis[len(name):]


def lines_of(name, synopsis):
    """Each place of the synopsis in turn gets the numbers, all others do what
    is usual. Of the options only the one at work is there."""
    plain = re.sub(r"\[--[^]]*\]|[][]|\.\.\.", "", synopsis)
    places = re.findall(r"[A-Z][A-Z-]*", plain)

    def typed(index, text):
        count = iter(range(len(places)))
        def fill(match):
            at = next(count)
            return text if at == index else WORDS.get(match[0], ("x",))[0]
        return re.sub(r"[A-Z][A-Z-]*", fill, plain).strip()

    for number in NUMBERS:
        for index, place in enumerate(places):
            for form in WORDS.get(place, ("", []))[1]:
                filled = form.format(*[number] * 2)
                yield f"{name} {typed(index, filled)}"
        for option, value in re.findall(r"\[(--[a-z-]+) ([A-Z-]+)\]", synopsis):
            for form in WORDS.get(value, ("", []))[1]:
                yield f"{name} {typed(-1, '')} {option} {form.format(number)}"


def settings(listing):
    for number in NUMBERS:
        for name in listing:
            yield f"set {name} {number}"
        yield f"set $x = {number}"
        yield "print -$x"
        yield "print $x"
        yield "source-list"


def session(command, lines, at_stop):
    script = ["set confirm off", "set pagination off"]
    for number, line in enumerate(lines):
        if at_stop:
            script.append("goto start" if number else "start")
        script += [line, f"echo {MARK} {number}\\n"]
    if "sanitize" not in sys.argv[1]:
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS,
                                           (4 << 30, 4 << 30))
    done = subprocess.run(command, input="\n".join(script) + "\n", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          preexec_fn=limit if "limit" in locals() else None,
                          errors="replace")
    answered = re.findall(rf"{MARK} (\d+)$", done.stdout, re.MULTILINE)
    if done.returncode != 0 or len(answered) != len(lines):
        print(done.stdout[-2000:])
        sys.exit(f"exit code {done.returncode} at: {lines[len(answered)]}"
                 if len(answered) < len(lines) else
                 f"exit code {done.returncode}")


def main():
    debugger, trace, *compiler = sys.argv[1:]
    reference = subprocess.run([debugger, "--print-command-reference"],
                               stdout=subprocess.PIPE, text=True,
                               check=True).stdout
    shown = subprocess.run([debugger, "--batch", "-ex", "show", *compiler],
                           stdout=subprocess.PIPE, text=True).stdout
    names = [line.split(":")[0].strip() for line in shown.splitlines()]
    lines = [line for name, synopsis in commands(reference)
             for line in lines_of(name, synopsis)]
    lines += settings([name for name in names 
                       if name not in ("args", "history filename", "prompt")])
    print(f"{len(lines)} lines")
    quiet = ["-q", "--no-init"]
    session([debugger, "open", trace, *quiet], lines, at_stop=False)
    session([debugger, *quiet, *compiler], lines, at_stop=True)


main()
