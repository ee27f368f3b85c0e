"""deep.py N: N loops in each other, one op in each."""

import sys

depth = int(sys.argv[1])
print("func.func @f(%c: i1, %x: i32) {")
for i in range(depth):
    print(f"scf.if %c {{ %{i} = arith.addi %x, %x : i32")
print("}\n" * depth + "return\n}")
