"""The lineage that `mlir-track-dbg export --format=json` writes, and where ops
come from by its edges."""

import array
import collections
import json
import sys

Action = collections.namedtuple("Action", "tag name argument parent")
# What edges have in common, kept once. `rule` is the evidence where the edge
# does not name a rule.
Kind = collections.namedtuple("Kind", "evidence strength role rule")
Edge = collections.namedtuple("Edge", "start end action kind")

NO_ACTION = Action("", "", "", 0)
# Where a chain of edges begins: at an op that an action made and of which no
# origin is recorded, if `dangling`, or else at ops of the input.
ChainEnd = collections.namedtuple("ChainEnd", "op dangling")


class Lineage:
    """Entry 0 of each list stands for "none"."""

    def __init__(self, lines):
        self.names, self.states = [""], [""]
        self.born, self.ended = array.array("I", [0]), array.array("I", [0])
        self.actions = [NO_ACTION]
        self.edges = []
        self.kinds = {}
        self.read(lines)

    def read(self, lines):
        """Line by line: as one object it would take ten times the memory."""
        readers = {'"actions":[': self.add_action, '"ops":[': self.add_op,
                   '"edges":[': self.add_edge}
        reader = None
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith('"'):
                reader = readers.get(line)
            elif reader and line.startswith("{"):
                reader(json.loads(line.rstrip(",")))

    def add_action(self, entry):
        self.actions.append(Action(sys.intern(entry["tag"]),
                                   sys.intern(entry["name"]),
                                   sys.intern(entry["argument"]),
                                   entry["parent"]))

    def add_op(self, entry):
        self.names.append(sys.intern(entry["name"]))
        self.states.append(sys.intern(entry["state"]))
        self.born.append(entry["born"])
        self.ended.append(entry.get("ended", 0))

    def add_edge(self, entry):
        if entry["strength"] == "approximate":
            return  # That is what locations say.
        evidence = entry["evidence"]
        kind = Kind(evidence, entry["strength"], self.role_of(entry),
                    entry.get("rule", evidence))
        self.edges.append(Edge(entry["from"], entry["to"], entry["action"],
                               self.kinds.setdefault(kind, kind)))

    def role_of(self, entry):
        if "role" in entry:
            return entry["role"]
        # An op that was there before did not come from what it stands for.
        start, end = entry["from"], entry["to"]
        if entry["evidence"] in ("replaced", "merged") and (
                self.born[end] != entry["action"] or end < start):
            return "stands for"
        return "made from"

    def pass_of(self, action):
        """The pass that an action is or runs in."""
        while action:
            entry = self.actions[action]
            if entry.tag == "pass-execution":
                return entry.argument or entry.name
            action = entry.parent
        return "no pass"

    def action_name(self, action):
        entry = self.actions[action]
        return entry.name or entry.argument or entry.tag or "no action"


class Closure:
    """Of each op, the wanted ops that it comes from in any number of steps."""

    def __init__(self, lineage, edges, wanted):
        """`wanted` has a number for each id of a wanted op."""
        self.lineage = lineage
        self.wanted = wanted
        self.into = collections.defaultdict(list)
        for edge in edges:
            self.into[edge.end].append(edge)
        # Equal sets are one object: most ops share theirs with what they were
        # made from.
        self.sets = {}
        self.unions = {}
        self.origins = {op: self.shared(frozenset([number]))
                        for op, number in wanted.items()}
        self.dangling = {}
        self.first_new = {}
        # An edge goes from an older op to a younger one, or an op took another
        # over; so few turns are needed.
        while self.sweep():
            pass

    def shared(self, numbers):
        return self.sets.setdefault(numbers, numbers)

    def union(self, one, other):
        if one is other or not other:
            return one
        if not one:
            return other
        key = (id(one), id(other))
        if key not in self.unions:
            self.unions[key] = self.shared(one | other)
        return self.unions[key]

    def sweep(self):
        """Hands everything on by one turn. Whether anything changed."""
        changed = False
        for op in sorted(self.into):
            old = self.origins.get(op, frozenset())
            new = old
            for edge in self.into[op]:
                new = self.union(new, self.origins.get(edge.start,
                                                       frozenset()))
            changed |= new is not old and new != old
            self.origins[op] = new
            changed |= self.sweep_ends(op)
        return changed

    def sweep_ends(self, op):
        starts = [edge.start for edge in self.into[op]]
        dangling = min(map(self.dangling_of, starts))
        new = min(min(map(self.first_new_of, starts)), self.own_new(op))
        changed = (self.dangling.get(op), self.first_new.get(op)) != (dangling,
                                                                      new)
        self.dangling[op], self.first_new[op] = dangling, new
        return changed

    def own_new(self, op):
        return op if self.lineage.born[op] else sys.maxsize

    def dangling_of(self, op):
        if op in self.into:
            return self.dangling.get(op, sys.maxsize)
        return self.own_new(op)

    def first_new_of(self, op):
        return self.first_new.get(op, self.own_new(op))

    def origins_of(self, op):
        return self.origins.get(op, frozenset())

    def chain_end(self, op):
        """The oldest op behind `op` that an action made and that has no
        origin; or else the oldest one that any action made."""
        dangling = self.dangling_of(op)
        if dangling != sys.maxsize:
            return ChainEnd(dangling, True)
        return ChainEnd(min(op, self.first_new_of(op)), False)

    def paths(self, op, numbers):
        """Of wanted ops, by their numbers: the edges of a shortest path to
        `op`, the one nearest to `op` first."""
        missing = set(numbers)
        step = {op: None}
        queue = collections.deque([op])
        result = {}
        while queue and missing:
            at = queue.popleft()
            number = self.wanted.get(at)
            if number in missing:
                missing.discard(number)
                result[number] = path_of(step, at)
            for edge in self.into.get(at, ()):
                if edge.start not in step:
                    step[edge.start] = edge
                    queue.append(edge.start)
        return result


def path_of(step, at):
    path = []
    while step[at] is not None:
        path.append(step[at])
        at = step[at].end
    return path[::-1]
