// A compiler that takes several inputs has a start and an end of each; a stage
// shows the end of one with the start of the next.
//
// RUN: %mtd record --snapshots=ends -o %t.split -- %mlir-opt %s --split-input-file --canonicalize -o /dev/null
// RUN: %mtd open %t.split --batch -ex 'show 1' | FileCheck %s
// CHECK:      func.func @first() -> i32 {
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   return %c3_i32 : i32
// CHECK:      {{//}} -----
// CHECK:      func.func @second(%arg0: i32) -> i32 {
// CHECK:        arith.addi

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
