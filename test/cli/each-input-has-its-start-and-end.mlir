// A compiler that takes several inputs has a start and an end of each.
//
// RUN: %mtd record --snapshots=ends -o %t.split -- %mlir-opt %s --split-input-file --canonicalize -o /dev/null
// RUN: %mtd open %t.split --batch -ex 'show 1' -ex 'show start2' -ex 'diff-stages start2 2 --stat' \
// RUN:   | FileCheck %s
// CHECK:      func.func @first() -> i32 {
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   return %c3_i32 : i32
// CHECK-NOT:  func.func
// CHECK:      func.func @second(%arg0: i32) -> i32 {
// CHECK:        arith.addi
// CHECK:      the start of input 2 -> stage 2 (after canonicalize)
// RUN: not %mtd open %t.split --batch -ex 'show-stage start3' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: No input 3: the stages so far are of 2 inputs.

func.func @first() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}

// -----

func.func @second(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c = arith.addi %x, %zero : i32
  return %c : i32
}
