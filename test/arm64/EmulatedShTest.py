"""The test format of the transcripts under an emulator: without some of them."""

import os

import lit.Test

from IsolatedShTest import IsolatedShTest

LEFT_OUT = os.path.join(os.path.dirname(__file__), "left-out.txt")


def read_left_out():
    """The tests that say nothing here, by name, and why."""
    left_out = {}
    with open(LEFT_OUT) as lines:
        for line in map(str.strip, lines):
            if line.startswith("#"):
                reason = line.lstrip("# ")
            elif line:
                left_out[line] = reason
    return left_out


class EmulatedShTest(IsolatedShTest):
    def __init__(self):
        super().__init__()
        self.left_out = read_left_out()

    def execute(self, test, lit_config):
        reason = self.left_out.get("/".join(test.path_in_suite))
        if reason:
            return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        return super().execute(test, lit_config)
