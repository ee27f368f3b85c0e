"""Derives LocalCalls.def from the relocations of MLIR's archives.

local_calls.py SOURCE LLVM_TOOLS

Prints the calls of hooked functions that stay within one file of MLIR's sources
and do not go by the function's name, so that no preloaded library sees them, and
how LocalCalls.def differs from them. Exits with 1 if it does."""

import pathlib
import re
import subprocess
import sys

source, tools = map(pathlib.Path, sys.argv[1:])
# Those that define a hooked function.
ARCHIVES = ["MLIRAffineAnalysis", "MLIRAffineUtils", "MLIRAsmParser",
            "MLIRBufferizationDialect", "MLIRBufferizationTransforms",
            "MLIRBytecodeReader", "MLIRDialectUtils",
            "MLIRFunctionInterfaces", "MLIRGPUTransforms", "MLIRIR", "MLIRLinalgTransforms", "MLIRLoopLikeInterface",
            "MLIRMemorySlotInterfaces", "MLIRRewrite", "MLIRSCFToGPU",
            "MLIRSCFTransforms", "MLIRSCFUtils", "MLIRTargetLLVMIRExport",
            "MLIRTensorTilingInterfaceImpl", "MLIRTilingInterface",
            "MLIRTransformDialectInterfaces", "MLIRTransformUtils"]
SECTION = re.compile(r"Relocation section '\.rela\.text"
                     r"(?:\.(?:hot|unlikely))?\.?(\S*)' ")
# A call by section or by a name of the file's own.
CALL = re.compile(r" R_(?:X86_64_(?:PLT32|PC32)|AARCH64_(?:CALL|JUMP)26) +[0-9a-f]+ "
                  r"(?:\.text\.(?:hot\.|unlikely\.)?|\.L)(\S+?)(?:\$local)? ")
HEADING = re.compile(r"// .*\b(in|since) MLIR (\d+)(?: to (\d+))?$", re.I)


def read(tool, *words):
    return subprocess.run([tools / tool, *words], check=True,
                          capture_output=True, text=True).stdout


version = int(re.search(r"LLVM version (\d+)", read("llvm-nm", "--version"))[1])


def applies(heading):
    """Whether what is below a heading is for this version, or for all."""
    if not (match := HEADING.match(heading)):
        return True
    word, first, last = match[1].lower(), int(match[2]), match[3]
    return (first <= version if word == "since" else
            first <= version <= int(last or first))


def names_in(file, pattern):
    """What `pattern` finds in the parts that are of this version."""
    parts = re.split(r"\n\n(?=//)", (source / "include/trackdbg" / file).read_text())
    return [found for part in parts if applies(part.split("\n", 1)[0])
            for found in re.findall(pattern, part, re.S)]


hooked = set(names_in("HookedSymbols.def",
                      r"\nTRACKDBG_(?:OPTIONAL_)?SYMBOL\((\S+?)\)"))
# These archives are MLIR's, and were not built with libc++.
hooked = {name for name in hooked if "4mlir" in name and "NSt3__1" not in name}
defined, found = set(), set()
for archive in (tools.parent / f"lib/lib{name}.a" for name in ARCHIVES):
    for line in read("llvm-nm", "--defined-only", "--format=just-symbols",
                     archive).splitlines():
        defined.add(line)
    caller = None
    for line in read("llvm-readelf", "-rW", archive).splitlines():
        if line.startswith("Relocation section"):
            section = SECTION.match(line)
            caller = section and section.group(1)
        elif (call := CALL.search(line)) and caller and call[1] in hooked:
            found.add((caller, call[1]))
for name in sorted(hooked - defined):
    print("is in none of the archives:", name)
listed = set(names_in("LocalCalls.def",
                      r"TRACKDBG_LOCAL_CALL\((\S+),\s+(\S+?)\)"))
for sign, calls in ("-", listed - found), ("+", found - listed):
    for caller, callee in sorted(calls):
        print(sign, caller, callee)
if listed != found or not found or not hooked <= defined:
    sys.exit(1)
print(f"{len(found)} calls, as LocalCalls.def lists them")
