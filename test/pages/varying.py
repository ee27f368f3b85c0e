"""What differs from run to run in a transcript, in one place.

Two lines of a transcript are the same if `normalize` makes them the same.
"""

import re

VARYING = [
    (re.compile(r"\b(process|pid) \d+"), r"\1 N"),
    # A row of `info inferiors`.
    (re.compile(r"\b\d+( +(running|stopped|ended)\b)"), r"N\1"),
    # 12.3 ms, 187us, 0.51 s
    (re.compile(r"\b\d+(\.\d+)? ?[mun]?s\b"), "N s"),
    (re.compile(r"\b0x[0-9a-f]+\b"), "0xN"),
    # Which passes are the slowest is up to the machine.
    (re.compile(r"^( +slowest +).*"), r"\1N"),
    # Which ones are built is up to the user.
    (re.compile(r"(compilers built with MLIR )\d[\d., ]*\d"), r"\1N"),
    # How much of a profile the C library has is up to the machine.
    (re.compile(r"\d+\.\d%"), "N%"),
    (re.compile(r"^[\d,]+( Ir in ')"), r"N\1"),
    (re.compile(r"[\d,]+( +\(other code: ).*"), r"N\1N"),
    # Columns are as wide as the widest time in them.
    (re.compile(r" +"), " "),
]


# The second line of the slowest passes: "             a12 cse 1.2 ms, dce 9 us".
MORE_SLOWEST = re.compile(r" {13}(a\d+ )?[\w-]+ \d+(\.\d+)? [mun]?s(,|$)")


def without_varying(lines):
    """Without the lines that another run may not have."""
    return [line for line in lines if not MORE_SLOWEST.match(line)]


def normalize(line):
    for pattern, replacement in VARYING:
        line = pattern.sub(replacement, line)
    return line.rstrip()


def hide_home(text, home):
    """The text with the folder of this run written as the reader's own."""
    return text.replace(home, "~")
