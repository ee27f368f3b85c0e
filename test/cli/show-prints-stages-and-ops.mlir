// The text of a stage names ops: by SSA name, with or without the function, by
// symbol, and by line; and in every command that takes ops.
//
// RUN: %mtd record --snapshots=passes -o %t.trace -- %mlir-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(canonicalize,cse)'
// RUN: %mtd open %t.trace --batch -x %S/Inputs/show-stages.commands | FileCheck %s
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'became @stage0/%0' 2>&1 | FileCheck %s --check-prefix=AMBIGUOUS
// AMBIGUOUS: '@stage0/%0' is ambiguous: 2 ops have that name, in the lines 3 (%0 = arith.muli %arg0, %arg1 : i32), 10 (%0 = arith.muli %arg0, %arg0 : i32); write '@stage0:3' for the first one
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'history @stage0/@f/%arg0' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: '@stage0/@f/%arg0' is argument 0 of #[[F:[0-9]+]] func.func, and not an op; 'became' and 'origin' take arguments, and '#[[F]]' names the op that holds it
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'became @stage0/%arg0' 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: '@stage0/%arg0' is ambiguous: 2 arguments have that name, in the lines 2 (func.func @f({{.*}}), 9 (func.func @g({{.*}}); write '#{{[0-9]+}}:arg0' for the first one
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'became @stage0/@f/%77' 2>&1 | FileCheck %s --check-prefix=NO-VALUE
// NO-VALUE: There is no '@f/%77' in stage 0; 'show 0' prints the stage
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'show 7' 2>&1 | FileCheck %s --check-prefix=NO-STAGE
// NO-STAGE: No stage '7': the stages so far are 0 (the start) to 2 (after cse)
// RUN: %exits 1 %mtd open %t.trace --batch -ex 'show a2' 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: is inside a pass, where only 'record --changes' keeps the IR; stage 0 is before that pass and stage 1 after it

func.func @f(%x: i32, %y: i32) -> (i32, i32, i32) {
  %product = arith.muli %x, %y : i32
  %zero = arith.constant 0 : i32
  %same = arith.addi %product, %zero : i32
  %twin = arith.muli %x, %y : i32
  return %same, %twin, %product : i32, i32, i32
}

func.func @g(%x: i32) -> i32 {
  %square = arith.muli %x, %x : i32
  return %square : i32
}

// CHECK:      > show 0 @stage0/@f/%0
// CHECK-NEXT: {{^}}    %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: > show start @g
// CHECK-NEXT: {{^}}  func.func @g(%arg0: i32) -> i32 {
// CHECK-NEXT: {{^}}    %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT: {{^}}    return %0 : i32
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: > show cse arith.muli
// CHECK-NEXT: {{^}}    %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: {{^}}    %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT: > ops @stage0:5
// CHECK-NEXT: arith.addi at {{.*}}show-prints-stages-and-ops.mlir
// CHECK-NEXT: > became @stage1/@f/%1
// CHECK-NEXT: #[[TWIN:[0-9]+]] arith.muli
// CHECK-NEXT: = #{{[0-9]+}} arith.muli {{.*}} stands for it, merged
// CHECK:      > origin @end/@f/%0
// CHECK:      > show confirm
// CHECK-NEXT: Whether to
