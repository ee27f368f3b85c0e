"""Refuses habits of prose that are hard to read.

Usage: prose.py SOURCE

Reads the comments and string literals of the sources, the Markdown pages and
the comments of the tests below SOURCE. Prints a line for each bad habit that it
finds, and exits with 1 if there is one.
"""

import pathlib
import re
import sys

# What is found, and how to write it instead.
HABITS = [
    # "x" is no place -> invalid place "x"; an op is no pass -> is not a pass
    (r"(?<!there )(?<!There )\b(?:is|are|was|were) no(?= (?!longer\b|more\b|less\b)"
     r"[a-z])", 'say what it is, or "is not a ..."'),
    # one that crashed -> a compiler that crashed
    (r"(?:(?<=^)|(?<=[.;:,] ))[Oo]ne (?:that|which|who)\b",
     'name the thing in place of "one that"'),
    # whoever asks for it -> the caller
    (r"\b[Ww]ho(?:ever|mever)\b", 'name the one that acts, such as "the caller"'),
    # it is gone back to -> the debugger returns to
    (r"\b(?:is|are) (?:gone|come) back (?:to|in|into)\b",
     'write it actively: "the debugger returns to"'),
    # "x" says not which -> "x" does not say which
    (r"\b(?:say|know|tell|mean|hold|need)s not\b", 'write "does not ..."'),
    # it stops no more -> it no longer stops
    (r"(?<!\bhas) no more(?=[.;:,!]|$)", 'write "no longer ..."'),
    # nobody is asked -> the command does not ask
    (r"\b[Nn]obody (?:is|was) (?:asked|told)\b", "name who does not ask or tell"),
    # what is not there is void -> a term without a value is void
    (r"\b[Ww]hat (?:is|was) not there\b", 'name it: "a missing file"'),
    # it is told which op -> the answer names the op
    (r"\bit is told\b(?! to\b)", "say who tells what to whom"),
    # a number is wanted here -> expected a number
    (r"\bis wanted\b", 'write "expected ..."'),
    # the one who reports it -> the code that reports it
    (r"\bthe one who\b", "name it"),
    # that is all there is to it -> (leave it out)
    (r"\bhow it goes with\b", 'write "the result with ..."'),
]

# A quoted example in these files is what the check is about.
OWN = {"prose.py", "prose.test", "Inputs"}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
    r"'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*", re.S | re.M)
CODE_BLOCK = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)


def join_texts(source):
    """Comments and strings, with the ones that follow each other joined."""
    result = []
    end, kind = 0, None
    for match in TOKEN.finditer(source):
        token = match.group()
        own = "comment" if token.startswith("/") else "string"
        if token[0] in "'#" or token.lstrip().startswith("#"):
            continue
        text = token.lstrip("/").lstrip("<*! ") if own == "comment" else \
            re.sub(r'^R"\w*\(|^"|"$', "", token).replace("\\n", " ")
        if kind == own and source[end:match.start()].strip() == "":
            glue = "" if own == "string" else " "
            result[-1][1] += glue + text
        else:
            result.append([source.count("\n", 0, match.start()) + 1, text])
        end, kind = match.end(), own
    return result


def texts_of(file):
    """Pairs of a line number and a text."""
    source = file.read_text(errors="replace")
    if file.suffix in (".h", ".cpp"):
        return join_texts(source)
    if file.suffix == ".md":
        # Code is not prose; the lines keep their numbers.
        plain = CODE_BLOCK.sub(
            lambda m: "`" + "\n" * m.group().count("\n") + "`", source)
        paragraphs, line = [], 1
        for text in re.split(r"(\n\n|\n(?=[|*]))", plain):
            if text.strip():
                paragraphs.append((line, text.replace("\n", " ")))
            line += text.count("\n")
        return paragraphs
    result, end = [], 0
    for number, line in enumerate(source.split("\n"), 1):
        match = re.match(r"\s*(?:#|//)\s+(?!RUN:|[A-Z-]+:)(.*)", line)
        if not match:
            continue
        if end == number - 1 and result:
            result[-1][1] += " " + match.group(1)
        else:
            result.append([number, match.group(1)])
        end = number
    return result


def files_of(root):
    for pattern in ("README.md", "actions/**/*", "debugger/**/*", "include/**/*",
                    "tools/**/*", "test/**/*"):
        for file in sorted(root.glob(pattern)):
            if file.suffix in (".h", ".cpp", ".md", ".test") \
                    and not OWN & set(file.parts):
                yield file


def main():
    root = pathlib.Path(sys.argv[1])
    found = 0
    for file in files_of(root):
        for line, text in texts_of(file):
            for habit, instead in HABITS:
                for match in re.finditer(habit, text):
                    around = text[max(0, match.start() - 30):match.end() + 30]
                    print(f"{file.relative_to(root)}:{line}: "
                          f'"{" ".join(around.split())}": {instead}')
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
