"""Checks that includes follow the order of the folders.

Usage: folder_order.py SOURCE

The root of the project holds nothing that is not in its list.

Each list begins with the lowest folder. A file may include from its own folder
and from those before it in its list. The root of `debugger` and of `actions`
is written as ".".
"""

import pathlib
import re
import sys

SHARED = ["include/trackdbg"]

ROOT = ["CMakeLists.txt", "CMakePresets.json", "README.md", "actions", "debugger",
        "include", "test", "tools"]

ACTIONS = [
    "machine/x86_64",
    "machine/aarch64",
    "machine/other",
    "machine",      # what differs between machines
    "process",      # copies of the process, its files, its socket
    "ir",           # printing, locations, hashes
    "trace",        # the file that is written
    "native",       # C++ stacks
    "core",         # actions, threads, the execution context
    "llvm",         # LLVM's passes
    "finalcode",    # from ops to machine code, in a library of its own
    "observers",    # the trace recorder
    "breakpoints",  # what to stop at
    "snapshots",    # stages as text
    "stop",         # the stop loop
    ".",            # the tracker
    "hooks",        # how MLIR is listened to
    "preload",      # how the hooks get into a compiler
]

DEBUGGER = [
    "trace",        # the file that is read
    "graph",        # the lineage
    "changes",      # the IR after each action
    "stages",       # printed IR, and how it differs
    "queries",      # questions to all of these
    "export",       # dumps and logs
    "patching/machine",  # what differs between machines
    "patching/x86_64",
    "patching/aarch64",
    "patching",     # plans for programs that hold MLIR themselves
    "injection",    # which tracker, and how it gets in
    "native",       # names of the compiler's C++ functions
    "profile",      # where a program spent its time
    "finalcode",    # machine code, and the ops that it is made from
    "inferior",     # processes and sockets
    "timeline",     # going back
    ".",            # the debugger
    "postmortem",   # after a crash
    "bisect",       # which action is to blame
    "commands",     # parse and act
    "render",       # answers as text and JSON
    "python",       # the front-ends
    "terminal",
    "cli",
]

# Files that belong to the folder above them although they stand alone.
TOOLS_MAY_INCLUDE = ["cli"]
# A compiler, and not a part of the debugger.
COMPILER = "tools/mlir-compile"

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
FOREIGN = re.compile(r"(llvm|mlir)/|gtest/|sys/|linux/|[a-z_0-9]+(\.h)?$|pybind11/|fmt/")


def check_root(source, errors):
    for name in sorted(entry.name for entry in source.iterdir()):
        if name not in ROOT and not name.startswith((".", "build")):
            errors.append(f"{name} does not belong in the root of the project")


def folders_of(root):
    """The folders with C++ in them, relative to `root`."""
    return sorted({str(f.parent.relative_to(root))
                   for pattern in ("*.h", "*.cpp", "*.S")
                   for f in root.rglob(pattern)})


def includes_of(path):
    return INCLUDE.findall(path.read_text())


def target_folder(source, root, file, include):
    """The folder of `include`, relative to `root`; None if it is foreign."""
    if (root / include).is_file():
        return str(pathlib.PurePath(include).parent)
    beside = (file.parent / include).resolve()
    if beside.is_file() and beside.is_relative_to(root):
        return str(beside.parent.relative_to(root))
    if (source / "include" / include).is_file():
        return None
    return "unknown" if not FOREIGN.match(include) else None


def check_tree(source, name, order, errors):
    root = (source / name).resolve()
    for folder in folders_of(root):
        if folder not in order:
            errors.append(f"{name}/{folder} is not in the list of folders")
    rank = {folder: index for index, folder in enumerate(order)}
    for file in sorted(root.rglob("*")):
        if file.suffix not in (".h", ".cpp", ".S"):
            continue
        own = str(file.parent.relative_to(root))
        for include in includes_of(file):
            target = target_folder(source, root, file, include)
            if target is None or own not in rank:
                continue
            where = f"{name}/{file.relative_to(root)}"
            if target == "unknown":
                errors.append(f'{where} includes "{include}", which does not exist')
            elif target not in rank or rank[target] > rank[own]:
                errors.append(f'{where} includes "{include}", which lies above it')


def check_forbidden(source, folder, pattern, errors):
    forbidden = re.compile(pattern)
    for file in sorted((source / folder).rglob("*")):
        if (file.suffix not in (".h", ".cpp")
                or str(file.parent.relative_to(source)) == COMPILER):
            continue
        for include in includes_of(file):
            if forbidden.match(include):
                errors.append(f"{file.relative_to(source)} includes {include}")


def main():
    source = pathlib.Path(sys.argv[1])
    errors = []
    check_root(source, errors)
    check_tree(source, "actions", ACTIONS, errors)
    check_tree(source, "debugger", DEBUGGER, errors)
    check_forbidden(source, "debugger", r"mlir/|actions/", errors)
    check_forbidden(source, "include", r"mlir/|actions/|debugger/", errors)
    above = "|".join(f for f in DEBUGGER if f not in TOOLS_MAY_INCLUDE and f != ".")
    check_forbidden(source, "tools", rf"mlir/|({above})/", errors)
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
