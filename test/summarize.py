"""Prints `N passed, N failed, N skipped` from a result file of lit."""

import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    with open(sys.argv[1]) as results:
        tests = json.load(results)["tests"]
    counts = collections.Counter()
    for test in tests:
        code = test["code"]
        if code == "EXCLUDED":
            continue  # By --filter: not asked for.
        kind = ("passed" if code in PASSED else
                "skipped" if code in SKIPPED else "failed")
        counts[kind] += 1
        if kind == "skipped":
            reason = test["output"].strip().split("\n")[-1]
            print(f"skipped: {test['name']}: {reason}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, "
          f"{counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


sys.exit(main())
