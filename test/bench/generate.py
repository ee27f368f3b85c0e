#!/usr/bin/python3
"""Generates inputs of any size: `generate.py layers 50 20` prints 50 functions of
20 layers, each a matrix product and an elementwise op on 64x64 tensors, and
`generate.py lines 10000` one function of that many lines."""

import sys

# Lowers `layers` to the LLVM dialect.
LOWERING = (
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
    "func.func(convert-linalg-to-loops),canonicalize,convert-scf-to-cf,"
    "expand-strided-metadata,lower-affine,convert-arith-to-llvm,"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,"
    "reconcile-unrealized-casts,canonicalize,cse)")

TENSOR = "tensor<64x64xf32>"


def layer(number):
    return f"""\
  %product{number} = linalg.matmul ins(%x{number}, %weights : {TENSOR}, {TENSOR})
      outs(%zeros : {TENSOR}) -> {TENSOR}
  %x{number + 1} = linalg.generic
      {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%product{number}, %x{number} : {TENSOR}, {TENSOR}) outs(%empty : {TENSOR}) {{
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  }} -> {TENSOR}
"""


def layers(functions, depth):
    """A module of `functions` functions of `depth` layers."""
    parts = ["#id = affine_map<(i, j) -> (i, j)>\n"]
    for number in range(functions):
        parts.append(f"""\
func.func @network{number}(%x0: {TENSOR}, %weights: {TENSOR}) -> {TENSOR} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {TENSOR}
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : {TENSOR}) -> {TENSOR}
""")
        parts.extend(layer(each) for each in range(depth))
        parts.append(f"  return %x{depth} : {TENSOR}\n}}\n")
    return "".join(parts)


def lines(count):
    """One function of `count` ops. Canonicalization rewrites its last two with
    the pattern AddIAddConstant, and tries that pattern on no other op."""
    parts = ["func.func @long(%x0: i64, %y: i64) -> i64 {\n",
             "  %one = arith.constant 1 : i64\n"]
    parts.extend(f"  %x{number + 1} = arith.xori %x{number}, %y : i64\n"
                 for number in range(count - 4))
    parts.append(f"""\
  %sum = arith.addi %x{count - 4}, %one : i64
  %result = arith.addi %sum, %one : i64
  return %result : i64
}}
""")
    return "".join(parts)


def main():
    kind, numbers = sys.argv[1], [int(word) for word in sys.argv[2:]]
    sys.stdout.write({"layers": layers, "lines": lines}[kind](*numbers))


if __name__ == "__main__":
    main()
