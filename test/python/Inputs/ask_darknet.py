"""ask_darknet.py record DEBUGGER TRACE CHECKOUT
   ask_darknet.py compare TRACE"""

import re
import subprocess
import sys


def record(debugger, trace, checkout):
    sys.path.insert(0, checkout + "/test/corpus")
    import run as corpus
    case = next(case for case in corpus.load_cases(corpus.corpus_folder())
                if case.id == "gen_darknet133_i8_1x1_linalg")
    command = corpus.command_of(case, "/usr/lib/llvm-22/bin")
    subprocess.run([debugger, "record", "--snapshots=ends", "-o", trace, "--",
                    *command], stdout=subprocess.DEVNULL, check=True)


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


{"record": record, "compare": compare}[sys.argv[1]](*sys.argv[2:])
