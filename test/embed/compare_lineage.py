"""Compares two lineage dumps by the names and places of ops, not by ids."""

import collections
import json
import sys


def summary(path):
    lineage = json.load(open(path))
    places = {l["id"]: l["text"] for l in lineage["locations"]}
    actions = {a["id"]: (a["tag"], a["name"]) for a in lineage["actions"]}
    ops = {op["id"]: (op["name"], places.get(op.get("location"), ""))
           for op in lineage["ops"]}
    edges = collections.Counter(
        (ops[edge["from"]], ops[edge["to"]], edge["evidence"],
         actions.get(edge["action"]))
        for edge in lineage["edges"])
    ends = collections.Counter(
        (ops[op["id"]], op["state"], actions.get(op.get("ended")))
        for op in lineage["ops"])
    return ends, edges


if __name__ == "__main__":
    first, second = summary(sys.argv[1]), summary(sys.argv[2])
    for one, other, sign in ((first, second, "-"), (second, first, "+")):
        for what, theirs in zip(one, other):
            for item in what - theirs:
                print(sign, item)
    if first == second:
        print(f"the same {sum(first[0].values())} ops and "
              f"{sum(first[1].values())} edges")
    sys.exit(first != second)
