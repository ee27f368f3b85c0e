"""Prints a function whose first op is what --make-mistakes rewrites last, and
wrongly."""

PRODUCTS = 300

print("func.func @f(%a: i32, %b: i32) -> i32 {")
print("  %two = arith.constant 2 : i32")
print("  %v0 = arith.subi %a, %b {swap} : i32")
for number in range(PRODUCTS):
    print(f"  %v{number + 1} = arith.muli %v{number}, %two : i32")
print(f"  return %v{PRODUCTS} : i32")
print("}")
