#!/usr/bin/python3
"""Checks that a lineage recorded with several threads is the one recorded with
one: same-with-threads.py TURNS FOLDER DEBUGGER COMPILER...

What happens in different functions happens in any order, and so do the numbers
of ops and actions. What happens in one function has an order, so each function's
actions, ops and edges are compared as lists, with everything named by where it
stands in its own list.
"""

import json
import os
import subprocess
import sys


class Functions:
    """The lineage cut into one list of facts for each top-level pass run on a
    function and for each op of the input."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.dump = json.load(file)
        self.texts = {each["id"]: each["text"]
                      for each in self.dump["locations"]}
        self.ops = self.dump["ops"]
        self.actions = self.dump["actions"]
        self.owner = {}  # Of an action: its function.
        self.place = {}  # Of an action or op: how many came before it there.
        counts = {}
        for action in self.actions:
            owner = self.function_of(action)
            self.owner[action["id"]] = owner
            self.place["action", action["id"]] = counts.setdefault(
                owner, [0, 0])[0]
            counts[owner][0] += 1
        for op in self.ops:
            owner = self.owner.get(op["born"], "")
            self.place["op", op["id"]] = counts.setdefault(owner, [0, 0])[1]
            counts[owner][1] += 1

    def function_of(self, action):
        """Where the function begins that an action works in; "" outside."""
        while action.get("parent"):
            if self.is_function(action.get("op", 0)):
                break
            action = self.actions[action["parent"] - 1]
        op = action.get("op", 0)
        if not self.is_function(op):
            return ""
        return self.texts.get(self.ops[op - 1]["location"], "")

    def is_function(self, op):
        return op and self.ops[op - 1]["name"] == "func.func"

    def named_action(self, number):
        return (self.owner.get(number, ""),
                self.place.get(("action", number), 0))

    def named_op(self, number):
        if not number:
            return None
        born = self.ops[number - 1]["born"]
        return self.owner.get(born, ""), self.place["op", number]

    def facts(self):
        """All that is to be the same, by function, in its own order."""
        facts = {}
        for action in self.actions:
            facts.setdefault(self.owner[action["id"]], []).append(
                (action["tag"], action.get("name"), action.get("result"),
                 # What hands functions out to threads does not see what those
                 # do: an action is inside another one of its own thread only.
                 action.get("changed") if self.owner[action["id"]] else None,
                 action.get("made"), self.named_op(action.get("op", 0))))
        for op in self.ops:
            owner = self.owner.get(op["born"], "")
            facts.setdefault(owner, []).append(
                (op["name"], self.texts.get(op.get("location")),
                 self.named_action(op["born"]), op["state"],
                 self.named_action(op.get("ended", 0)),
                 self.named_op(op.get("parent", 0))))
        edges = {}
        for edge in self.dump["edges"]:
            edges.setdefault(self.owner.get(edge["action"], ""), []).append(
                (self.named_op(edge["from"]), self.named_op(edge["to"]),
                 self.named_action(edge["action"]), edge["evidence"],
                 edge.get("rule"), edge["role"]))
        for owner, found in edges.items():
            facts.setdefault(owner, []).extend(sorted(found, key=repr))
        return facts


def recorded(name, folder, debugger, command):
    path = os.path.join(folder, name)
    subprocess.run([debugger, "record", "-o", path, "--", *command], check=True)
    subprocess.run([debugger, "export", path, "--format=json", "-o",
                    path + ".json"], check=True)
    return Functions(path + ".json")


def check(alone, threads):
    wanted, found = alone.facts(), threads.facts()
    used = {action["thread"] for action in threads.dump["actions"]}
    if len(used) < 2:
        sys.exit(f"only {len(used)} thread was at work: nothing was compared")
    if wanted.keys() != found.keys():
        sys.exit("other functions: "
                 f"{sorted(wanted.keys() ^ found.keys())[:5]}")
    for owner, facts in wanted.items():
        if facts != found[owner]:
            number, pair = next(
                ((i, pair) for i, pair in enumerate(zip(facts, found[owner]))
                 if pair[0] != pair[1]), (len(facts), "more or fewer"))
            sys.exit(f"in {owner}, fact {number} differs: {pair}")
    print(f"{len(wanted)} functions, {len(alone.ops)} ops, "
          f"{len(alone.dump['edges'])} edges: the same on {len(used)} threads")


def main():
    turns, folder, debugger, *command = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    alone = recorded("alone", folder, debugger,
                     command + ["--mlir-disable-threading"])
    for _ in range(int(turns)):
        check(alone, recorded("threads", folder, debugger, command))


main()
