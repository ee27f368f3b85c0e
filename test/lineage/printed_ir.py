"""Reads what MLIR prints in generic form with locations.

In that form every op begins on a line of its own, and a region ends on a line
that begins with `})`, which has the location of the op that holds the region.
"""

import collections
import re

OP = re.compile(r'\s*(?:%[^=]* = )?"([^"]+)"\(')
# Of locations only: other attributes may have names of their own too.
ALIAS = re.compile(r"(#loc\d*) = loc\((.*)\)$")
PLACE = re.compile(r'"((?:[^"\\]|\\.)*)"(?::(\d+):\d+'
                   r"(?: to (?:\d+)?:\d+)?)?")
NAME = re.compile(r"#loc\d*")

# `line` counts from 1, `location` is what is between the brackets of loc(...).
Op = collections.namedtuple("Op", "name line location")
# Lines of the input by how a location names them: the places that the op is at;
# of these, those inside an inlined function; the calls that it was inlined at.
Places = collections.namedtuple("Places", "own callees calls")

NOWHERE = Places(frozenset(), frozenset(), frozenset())


class Unreadable(Exception):
    """The text is not what this module knows."""


def location_of(line):
    start = line.rfind(" loc(")
    return line[start + 5:-1] if start >= 0 and line.endswith(")") else None


def is_end_of_regions(line):
    return line.lstrip().startswith("})")


def read_ops(lines):
    """The ops in the order of the text, which is pre-order."""
    ops, opened = [], []
    for number, line in enumerate(lines, 1):
        if line.startswith("{-#"):
            break  # Data of resources.
        match = OP.match(line)
        if match and line.endswith("({"):
            opened.append(len(ops))
        if match:
            ops.append(Op(match[1], number, location_of(line)))
        elif is_end_of_regions(line):
            if not opened:
                raise Unreadable("a region ends that did not begin")
            holder = opened.pop()
            ops[holder] = ops[holder]._replace(location=location_of(line))
    if opened:
        raise Unreadable("a region does not end")
    return ops


def end_of_group(text, start):
    """Behind the bracket that closes the one at `start`."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == '"':
            at = PLACE.match(text, at).end()
            continue
        if text.startswith("->", at):
            at += 2
            continue
        depth += (text[at] in "(<[{") - (text[at] in ")>]}")
        at += 1
        if depth == 0:
            return at
    raise Unreadable("a bracket is not closed")


def relocate_arguments(line, location):
    """A line with a block's label, with another location for each argument."""
    result, at = [], 0
    while (start := line.find(" loc(", at)) >= 0:
        result += [line[at:start], location]
        at = end_of_group(line, start + 4)
    return "".join(result) + line[at:]


def relocate(lines, location):
    """The same IR with `location`, a text such as " loc(unknown)" or nothing,
    in place of all locations, on as many lines."""
    result = []
    for line in lines:
        if OP.match(line) or is_end_of_regions(line):
            start = line.rfind(" loc(")
            if start >= 0 and line.endswith(")"):
                line = line[:start] + location
        elif line.lstrip().startswith("^"):
            line = relocate_arguments(line, location)
        elif ALIAS.match(line):
            # An attribute may have a location in it.
            line = line if location else ""
        result.append(line)
    return result


def without_locations(lines):
    """For a comparison of two texts."""
    return [line for line in relocate(lines, "") if line]


class Locations:
    """Finds the lines of one file in locations."""

    def __init__(self, lines, file):
        self.file = file
        self.aliases = {}
        for line in lines:
            match = ALIAS.match(line)
            if match:
                self.aliases[match[1]] = match[2]
        self.known = {}

    def places(self, location):
        if location is None:
            return NOWHERE
        if location not in self.known:
            places, at = self.read(location, 0)
            if at != len(location):
                raise Unreadable(f"the location {location[:80]}")
            self.known[location] = places
        return self.known[location]

    def read(self, text, at):
        """The places of the location at `at`, and where it ends."""
        if text.startswith("#loc", at):
            name = NAME.match(text, at)
            return self.places(self.aliases.get(name[0])), name.end()
        if text.startswith("unknown", at):
            return NOWHERE, at + len("unknown")
        if text.startswith("callsite(", at):
            return self.read_call_site(text, at + len("callsite("))
        if text.startswith("fused", at):
            return self.read_fused(text, at + len("fused"))
        if text.startswith('"', at):
            return self.read_place(text, at)
        raise Unreadable(f"the location {text[at:at + 80]}")

    def read_place(self, text, at):
        match = PLACE.match(text, at)
        at = match.end()
        if match[2] is None:
            # A name, which may have a place in brackets.
            if not text.startswith("(", at):
                return NOWHERE, at
            places, at = self.read(text, at + 1)
            return places, expect(text, at, ")")
        if match[1] != self.file:
            return NOWHERE, at
        return NOWHERE._replace(own=frozenset([int(match[2])])), at

    def read_call_site(self, text, at):
        callee, at = self.read(text, at)
        caller, at = self.read(text, expect(text, at, " at "))
        calls = callee.calls | caller.own | caller.calls
        return (Places(callee.own, callee.own, calls), expect(text, at, ")"))

    def read_fused(self, text, at):
        if text.startswith("<", at):
            at = end_of_group(text, at)
        at = expect(text, at, "[")
        parts = []
        while not text.startswith("]", at):
            part, at = self.read(text, at)
            parts.append(part)
            if text.startswith(", ", at):
                at += 2
        return Places(*(frozenset().union(*sets) for sets in zip(*parts))
                      ) if parts else NOWHERE, at + 1


def expect(text, at, token):
    if not text.startswith(token, at):
        raise Unreadable(f"the location {text[:80]}")
    return at + len(token)
