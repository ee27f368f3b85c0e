# The tests that run real compilers. The substitutions are listed below.

import os
import shutil
import subprocess
import sys

sys.path.insert(0, config.trackdbg_source_dir + "/test")
from IsolatedShTest import IsolatedShTest

config.name = "mlir-track-dbg"
config.test_format = IsolatedShTest()
config.suffixes = [".test", ".mlir", ".f90"]
config.excludes = ["Inputs", "unit", "bench", "arm64"]
config.test_source_root = config.trackdbg_source_dir + "/test"
config.test_exec_root = config.trackdbg_build_dir + "/test"

# A compiler that hangs fails its test, and no more than that.
if lit_config.maxIndividualTestTime == 0:
    try:
        lit_config.maxIndividualTestTime = 900 if config.is_sanitized else 600
    except ValueError:
        pass  # lit needs python3-psutil for it.

binaries = config.trackdbg_build_dir + "/bin"
config.environment["PATH"] = os.pathsep.join(
    [binaries, config.llvm_tools_dir, os.environ["PATH"]])
# The terminal of whoever runs the tests must not matter.
config.environment.update({"TERM": "dumb", "LC_ALL": "C.UTF-8"})

config.substitutions += [
    ("%system-python", config.python),
    # A Python that finds mlir_track; before %mtd, which it begins with.
    ("%mtd-python", f"env PYTHONPATH={config.trackdbg_build_dir}/"
     f"{config.python_dir} {config.python}"),
    ("%mtd", binaries + "/mlir-track-dbg"),
    ("%inputs", config.test_source_root + "/Inputs"),
    ("%source", config.trackdbg_source_dir),
    ("%build", config.trackdbg_build_dir),
    ("%llvm-tools", config.llvm_tools_dir),
    ("%python", sys.executable),
    # %exits N COMMAND: fails unless COMMAND exits with N.
    ("%exits", f"{sys.executable} {config.test_source_root}/exit_code.py"),
    # Addresses decide some orders inside MLIR; with this, two runs agree.
    ("%same-addresses", "setarch -R"),
]

# Compilers: %mlir-opt and so on, and a feature of that name for REQUIRES.
for name in ("mlir-opt", "mlir-reduce", "mlir-transform-opt", "flang",
             "fir-opt", "bbc", "tco", "clang-format", "clang-tidy"):
    tool = os.path.join(config.llvm_tools_dir, name)
    if os.path.exists(tool):
        config.available_features.add(name)
    config.substitutions.append(("%" + name, tool))
config.substitutions.append(
    ("%llvm-prefix", os.path.dirname(config.llvm_tools_dir)))
# Another MLIR, unpacked by tools/add-mlir.
other_mlir = config.trackdbg_build_dir + "/mlir-19/usr/lib/llvm-19/bin"
for name in ("mlir-opt", "flang-new"):
    config.substitutions.append(("%other-" + name, other_mlir + "/" + name))
if os.path.exists(config.trackdbg_build_dir +
                  "/lib/mlir-track-dbg/libtrackdbg-tracker-19.1.so"):
    config.available_features.add("tracker-19")
# A compiler with many contexts, that shares libMLIR.so.
config.substitutions.append(
    ("%many-contexts",
     config.trackdbg_build_dir + "/test/threads/many-contexts"))
# The language of test/embed/language, in each way in which it is built.
config.substitutions.append(
    ("%each-build", f"{sys.executable} {config.test_source_root}/embed/language/"
     f"each_build.py {binaries}/mlir-track-dbg {config.trackdbg_build_dir}"))
# Static compilers with the tracker linked in or not (test/embed). --param
# compiler= puts one in the place of mlir-opt.
embedded = config.trackdbg_build_dir + "/test/embed/build/"
for name, file in (("embed-opt", "linked-in-everything-lld-opt"),
                   ("embedded-contexts", "linked-in-few-lld"),
                   ("plain-opt", "plain-opt"), ("attach-opt", "attach-opt")):
    config.substitutions.append(("%" + name, embedded + file))
if os.path.exists(embedded + "plain-opt"):
    config.available_features.add("embed")
if "compiler" in lit_config.params:
    # Runs beside the others, so in folders of its own.
    compiler = lit_config.params["compiler"]
    config.test_exec_root += "/embed/transcripts/" + os.path.basename(compiler)
    config.substitutions.insert(0, ("%mlir-opt", compiler))
    config.available_features.add("static-compiler")
    # What differs there: a conversion is no action of its own; some ops, passes
    # and messages have other names.
    if "mlir-19" in compiler:
        config.available_features.add("mlir-19")
config.substitutions.append(
    ("%lit", os.path.join(config.llvm_tools_dir, "lit")))
try:
    # A file system of a test's own, as its disk that is full.
    subprocess.run(["unshare", "--mount", "--map-root-user", "true"],
                   check=True, stderr=subprocess.DEVNULL)
    config.available_features.add("own-mounts")
except (OSError, subprocess.CalledProcessError):
    pass
if os.geteuid() == 0:
    config.available_features.add("root")
for program in ("make", "musl-gcc", "valgrind"):
    if shutil.which(program):
        config.available_features.add(program)
try:
    # Many machines let nobody count anything.
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-o",
                    os.devnull, "true"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    config.available_features.add("perf")
except (OSError, subprocess.CalledProcessError):
    pass
if config.is_sanitized:
    config.available_features.add("sanitized")
if config.has_python:
    config.available_features.add("python")
