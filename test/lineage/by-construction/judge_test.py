"""Tests of judge.py, with small lineages of their own."""

import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))

from judge import ERROR, BadTruth, Judge, Way, verdict
from recorded_lineage import Lineage

PASS = 1
# Name, whether the pass has made it, and what became of it.
OPS = [("t.old", False, "replaced"), ("t.user", False, "alive"),
       ("t.gone", False, "erased"), ("t.new", True, "alive"),
       ("t.helper", True, "erased")]


def lineage(edges, ops=OPS):
    """`edges`: from, to and role, by names."""
    numbers = {name: number for number, (name, _, _) in enumerate(ops, 1)}
    lines = ['"ops":[']
    for number, (name, is_made, state) in enumerate(ops, 1):
        ended = {} if state == "alive" else {"ended": PASS}
        lines.append(json.dumps({"id": number, "name": name, "state": state,
                                 "born": PASS if is_made else 0, **ended}))
    lines.append('"edges":[')
    for start, end, role, *strength in edges:
        lines.append(json.dumps({
            "from": numbers[start], "to": numbers[end], "action": PASS,
            "evidence": "expanded", "rule": "place", "role": role,
            "strength": strength[0] if strength else "weak"}))
    return Lineage(lines)


def faults(truth, *edges, ops=OPS):
    return list(Judge(lineage(edges, ops), truth).faults())


MADE = ("t.old", "t.new", "made from")
TRUTH = "+t.new from t.old\nerased t.gone"


class JudgeTest(unittest.TestCase):
    def test_what_is_as_stated_holds(self):
        self.assertEqual(faults(TRUTH, MADE), [])

    def test_an_edge_is_missing(self):
        self.assertEqual(faults(TRUTH), ["missing: +t.new from t.old"])

    def test_what_a_location_says_does_not_count(self):
        self.assertEqual(faults(TRUTH, (*MADE, "approximate")),
                         ["missing: +t.new from t.old"])

    def test_an_edge_is_wrong(self):
        self.assertEqual(
            faults(TRUTH, MADE, ("t.user", "t.new", "made from")),
            ["wrong: +t.new from t.user (place)"])

    def test_an_edge_between_old_ops_is_wrong(self):
        self.assertEqual(
            faults(TRUTH, MADE, ("t.old", "t.user", "made from")),
            ["wrong: t.user from t.old (place)"])

    def test_the_role_counts(self):
        self.assertEqual(
            faults(TRUTH, ("t.old", "t.new", "stands for")),
            ["missing: +t.new from t.old",
             "wrong: +t.new for t.old (place)"])

    def test_nothing_has_no_edge(self):
        truth = "+t.new from nothing\nvalue for t.old\nerased t.gone"
        self.assertEqual(faults(truth), [])
        self.assertEqual(faults(truth, MADE),
                         ["wrong: +t.new from t.old (place)"])

    def test_one_of_two_facts_has_to_hold(self):
        truth = "+t.new from t.old | +t.new from t.user\nerased t.gone"
        other = ("t.user", "t.new", "made from")
        self.assertEqual(faults(truth, MADE), [])
        self.assertEqual(faults(truth, MADE, other), [])
        self.assertEqual(faults(truth), ["missing: +t.new from t.old"])

    def test_what_is_made_and_erased_is_passed_through(self):
        helper = [("t.old", "t.helper", "made from"),
                  ("t.helper", "t.new", "made from")]
        self.assertEqual(faults(TRUTH, *helper), [])
        self.assertEqual(faults(TRUTH, helper[1]),
                         ["missing: +t.new from t.old"])

    def test_what_is_replaced_is_not_passed_through_unless_told(self):
        ops = [*OPS[:-1], ("t.helper", True, "replaced")]
        helper = [("t.old", "t.helper", "made from"),
                  ("t.helper", "t.new", "made from")]
        self.assertIn("wrong: +t.new from +t.helper (place)",
                      faults(TRUTH, *helper, ops=ops))
        self.assertEqual(
            faults(TRUTH + "\nthrough +t.helper", *helper, ops=ops), [])

    def test_the_truth_is_whole(self):
        self.assertEqual(
            faults("", MADE),
            ["wrong: +t.new from t.old (place)",
             "the truth says nothing of +t.new",
             "the truth does not say what became of t.old",
             "the truth does not say what became of t.gone"])

    def test_the_state_counts(self):
        self.assertIn("t.old is replaced, not erased",
                      faults("erased t.old", MADE))
        self.assertIn("t.gone is erased, not replaced",
                      faults("value for t.gone", MADE))

    def test_an_op_that_is_not_there(self):
        self.assertIn("there is no +t.other",
                      faults(TRUTH + "\n+t.other from t.old", MADE))

    def test_numbers_are_of_ops_of_the_same_name(self):
        ops = [("t.old", False, "alive"), ("t.old", False, "replaced"),
               ("t.new", True, "alive")]
        judge = Judge(lineage([MADE], ops), "+t.new from t.old#2")
        self.assertEqual(list(judge.faults()), [])

    def test_a_truth_that_is_no_fact(self):
        with self.assertRaises(BadTruth):
            faults("t.new t.old")


class VerdictTest(unittest.TestCase):
    def verdict(self, faults, not_yet):
        return verdict(Way("group", "way", "", ""), faults, not_yet)

    def test_what_holds_is_not_listed(self):
        self.assertEqual(self.verdict({}, {}), ("way: holds", True))
        self.assertFalse(self.verdict({}, {"way"})[1])

    def test_what_does_not_hold_is_listed(self):
        both = {"with locations": ["missing"], "without locations": ["missing"]}
        self.assertEqual(self.verdict(both, {}),
                         ("way: WRONG\n  missing", False))
        self.assertEqual(self.verdict(both, {"way"}),
                         ("way: not yet\n  missing", True))

    def test_one_recording_alone_is_named(self):
        one = {"without locations": ["missing"]}
        self.assertEqual(self.verdict(one, {}),
                         ("way: WRONG\n  without locations: missing", False))

    def test_an_error_is_no_fault_to_wait_for(self):
        error = {"with locations": [ERROR + "the compiler fails"]}
        self.assertFalse(self.verdict(error, {"way"})[1])


if __name__ == "__main__":
    unittest.main()
