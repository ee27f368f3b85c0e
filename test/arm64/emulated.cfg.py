# The transcripts, with a debugger and compilers for aarch64 in the place of this
# machine's. Loaded by the configuration that test/arm64/run writes.

import os
import sys

import lit.Test

sys.path.insert(0, config.trackdbg_source_dir + "/test")
from IsolatedShTest import IsolatedShTest

root = config.arm64 + "/root"
config.trackdbg_build_dir = config.arm64 + "/debugger"
config.llvm_tools_dir = root + "/usr/lib/llvm-22/bin"
config.is_sanitized = config.has_python = False
config.python = "/usr/bin/python3"
config.python_dir = "none"
lit_config.load_config(config, config.trackdbg_source_dir + "/test/lit.cfg.py")

config.name = "mlir-track-dbg for aarch64"
config.excludes.remove("arm64")
if "compiler" not in lit_config.params:
    config.test_exec_root = config.arm64 + "/test"
config.substitutions += [("%compilers", config.arm64 + "/compilers"),
                         ("%arm64", config.arm64)]
# FileCheck and its like are this machine's, and compilers the other's.
config.environment["PATH"] = os.pathsep.join(
    [config.arm64 + "/tools", config.environment["PATH"]])
config.environment["QEMU_LD_PREFIX"] = root
config.available_features.add("emulated")


def read_left_out():
    """The tests that say nothing here, by name, and why."""
    left_out = {}
    with open(config.trackdbg_source_dir + "/test/arm64/left-out.txt") as lines:
        for line in lines:
            if line.startswith("#"):
                reason = line[1:].strip()
            elif line.strip():
                left_out[line.strip()] = reason
    return left_out


class EmulatedShTest(IsolatedShTest):
    left_out = read_left_out()

    def execute(self, test, lit_config):
        reason = self.left_out.get("/".join(test.path_in_suite))
        if reason:
            return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        return super().execute(test, lit_config)


config.test_format = EmulatedShTest()
