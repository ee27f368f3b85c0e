"""ask_darknet.py record DEBUGGER TRACE CHECKOUT
   ask_darknet.py record-stripped DEBUGGER TRACE CHECKOUT
   ask_darknet.py compare TRACE"""

import re
import subprocess
import sys


TOOLS = "/usr/lib/llvm-22/bin"


def record(debugger, trace, checkout, replace_input=lambda path: path):
    sys.path.insert(0, checkout + "/test/corpus")
    import run as corpus
    case = next(case for case in corpus.load_cases(corpus.corpus_folder())
                if case.id == "gen_darknet133_i8_1x1_linalg")
    replaced = replace_input(case.input)
    command = [replaced if word == case.input else word
               for word in corpus.command_of(case, TOOLS)]
    subprocess.run([debugger, "record", "--snapshots=ends", "-o", trace, "--",
                    *command], stdout=subprocess.DEVNULL, check=True)


def record_stripped(debugger, trace, checkout):
    """The same network, of which every location is unknown."""
    def strip(path):
        stripped = trace + ".mlir"
        subprocess.run([TOOLS + "/mlir-opt", path, "--strip-debuginfo",
                        "--mlir-print-debuginfo", "-o", stripped], check=True)
        return stripped
    record(debugger, trace, checkout, strip)


def compare(path):
    import mlir_track
    trace = mlir_track.open(path)
    convolutions = trace.op_index.get_ops_by_type("tosa.conv2d")
    products = [op for op in convolutions if any(
        o.op_name == "linalg.matmul" for o in mlir_track.track(op))]
    # The second operand: output channels, height, width, input channels.
    points = [op for op in convolutions if re.search(
        r": \(tensor<[^>]*>, tensor<\d+x1x1x\d+xi8>", op.text)]
    print(len(products), "became products, and are those with a kernel of 1x1:",
          products == points)


{"record": record, "record-stripped": record_stripped,
 "compare": compare}[sys.argv[1]](*sys.argv[2:])
