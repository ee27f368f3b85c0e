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


def function(*body, results=""):
    """A function of these lines, which uses %x and %y."""
    return "\n".join([f"func.func @f(%x: i32, %y: i32){results} {{", *body,
                      "}", ""])


def users(count):
    """One op that adds nothing to what it is given, and that many use."""
    return function("%zero = arith.constant 0 : i32",
                    "%old = arith.addi %x, %zero : i32",
                    *['"t.use"(%old) : (i32) -> ()'] * count, "return")


def users_by_hand(count):
    """One op for a pass to replace, and that many use."""
    return function('%old = "t.old"(%x) : (i32) -> i32',
                    *['"t.use"(%old) : (i32) -> ()'] * count, "return")


def line(count, op="t.old"):
    """Each op uses the one before it."""
    ops = (f'%v{number + 1} = "{op}"(%v{number}) : (i32) -> i32'
           for number in range(count))
    return function('%v0 = "t.before"(%x) : (i32) -> i32', *ops,
                    f"return %v{count} : i32", results=" -> i32")


def loops(count):
    """A loop in a loop, each around so many ops."""
    return function('"t.loop"() ({', *['"t.outside"() : () -> ()'] * count,
                    '"t.loop"() ({', *['"t.inside"() : () -> ()'] * count,
                    "}) : () -> ()", "}) {t.outermost} : () -> ()", "return")


def failing_line(count):
    """The same, with an op at its end that nothing converts."""
    return line(count, "t.old1").replace(
        "return", f'%last = "t.old2"(%v{count}) : (i32) -> i32\nreturn')


def sums(count):
    ops = (f"%v{number + 1} = arith.addi %v{number}, %y : i32"
           for number in range(count))
    return function("%v0 = arith.muli %x, %y : i32", *ops,
                    f"return %v{count} : i32", results=" -> i32")


def ring(count):
    """A graph in which each op uses the one before it, and the first the
    last."""
    return "\n".join(["module @ring {", *(
        f'%v{number} = "t.old"(%v{(number or count) - 1}) : (i32) -> i32'
        for number in range(count)), "}", ""])


def equal(count):
    """That many equal ops, and a user of each."""
    return function(*(f'%v{number} = arith.addi %x, %y : i32\n'
                      f'"t.use"(%v{number}) : (i32) -> ()'
                      for number in range(count)), "return")


def operands(count):
    """One op that uses the results of that many which go away."""
    names = ", ".join(f"%v{number}" for number in range(count))
    types = ", ".join(["i32"] * count)
    return function("%zero = arith.constant 0 : i32", *(
        f"%v{number} = arith.addi %x, %zero : i32" for number in range(count)),
        f'"t.use"({names}) : ({types}) -> ()', "return")


def differences(count):
    """One op that uses that many sums, each of which a pattern folds."""
    names = ", ".join(f"%v{number}" for number in range(count))
    types = ", ".join(["i32"] * count)
    return function("%one = arith.constant 1 : i32",
                    "%two = arith.constant 2 : i32", *(
        f"%d{number} = arith.subi %x, %one : i32 "
        f"%v{number} = arith.addi %d{number}, %two : i32"
        for number in range(count)),
        f'"t.use"({names}) : ({types}) -> ()', "return")


def replaced_again(count):
    """An op that a pass replaces so often."""
    return function(f'%old = "t.old"(%x) {{t.times = {count} : i64}} : '
                    "(i32) -> i32", '"t.use"(%old) : (i32) -> ()', "return")


def nest(depth):
    return function("%c = arith.cmpi eq, %x, %y : i32",
                    *["scf.if %c {"] * depth, '"t.use"() : () -> ()',
                    *["}"] * depth, "return")


def blocks(count):
    """A line of blocks, each of which goes to the next one."""
    return function(*(f'"t.use"() : () -> ()\ncf.br ^bb{number}\n'
                      f"^bb{number}:" for number in range(count)), "return")


def arguments(count):
    """Blocks with an argument each, whose type a pass may change."""
    names = ", ".join(f"^bb{number}" for number in range(count))
    return function('"t.region"() ({', f'"t.jump"()[{names}] : () -> ()', *(
        f'^bb{number}(%a{number}: i32):\n"t.use"(%a{number}) : (i32) -> ()\n'
        '"t.end"() : () -> ()' for number in range(count)), "}) : () -> ()",
        "return")


def called_once(count):
    """Functions that are called once each, so that their bodies move."""
    return "".join(f"""\
func.func private @g{number}(%x: i32) -> i32 {{
  %a = arith.muli %x, %x : i32
  %b = arith.addi %a, %x : i32
  return %b : i32
}}
func.func @f{number}(%x: i32) -> i32 {{
  %a = call @g{number}(%x) : (i32) -> i32
  return %a : i32
}}
""" for number in range(count))


def callers(count):
    """Functions that call the same one, each with something to fold."""
    return "".join(["""\
func.func private @g(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  return %a : i32
}
"""] + [f"""\
func.func @f{number}(%x: i32) -> i32 {{
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %a = call @g(%sum) : (i32) -> i32
  return %a : i32
}}
""" for number in range(count)])


def main():
    kind, numbers = sys.argv[1], [int(word) for word in sys.argv[2:]]
    sys.stdout.write({"layers": layers, "lines": lines}[kind](*numbers))


if __name__ == "__main__":
    main()
