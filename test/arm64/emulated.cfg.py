# The transcripts, with a debugger and compilers for aarch64 in the place of this
# machine's. Loaded by the configuration that test/arm64/run writes.

import os
import sys

for folder in ("test", "test/arm64"):
    sys.path.insert(0, os.path.join(config.trackdbg_source_dir, folder))
from EmulatedShTest import EmulatedShTest

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
debugger = config.trackdbg_source_dir + "/test/arm64/mlir-track-dbg"
config.substitutions = [(name, debugger if name == "%mtd" else value)
                        for name, value in config.substitutions]
config.available_features.add("emulated")
config.test_format = EmulatedShTest()
