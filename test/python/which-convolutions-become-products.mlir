// Of five convolutions those with a kernel of 1x1 take the way over a matrix
// product: the same script says so in a session, in the debugger on a trace, and
// in a Python of its own.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mtd record --snapshots=ends -o %t/convs.trace -- %mlir-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true},canonicalize),transform-preload-library{transform-library-paths=%S/Inputs/point-convs.mlir},transform-interpreter,linalg-fold-unit-extent-dims,linalg-specialize-generic-ops,canonicalize,cse)'
// RUN: %mtd open %t/convs.trace --batch -x %S/Inputs/talk.py | FileCheck %s --check-prefix=TALK
// RUN: %mtd open %t/convs.trace --batch -ex 'source %S/Inputs/talk.py' | FileCheck %s --check-prefix=TALK
// RUN: %mtd --batch -ex run -x %S/Inputs/talk.py --args %mlir-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true},canonicalize),transform-preload-library{transform-library-paths=%S/Inputs/point-convs.mlir},transform-interpreter,linalg-fold-unit-extent-dims,linalg-specialize-generic-ops,canonicalize,cse)' \
// RUN:   | FileCheck %s --check-prefix=TALK
// RUN: %mtd-python %S/Inputs/open_and_run.py %t/convs.trace %S/Inputs/talk.py | FileCheck %s --check-prefix=TALK
// TALK: {{^}}5
// TALK-NEXT: {{^}}2
//
// RUN: %mtd-python %S/Inputs/show_convolutions.py %t/convs.trace | FileCheck %s
// CHECK: ['%1', '%3', '%5'] ['%2', '%4']
// CHECK: %1 = tosa.conv2d %arg0, %arg1, %arg3, %0, %0
// CHECK-NEXT: ---- what it became
// CHECK: {{^}}%[[PATCHES:.*]] = linalg.generic {{.*}} {
// CHECK-NEXT: {{^}}^bb0(%in: f32, %out: f32):
// CHECK-NEXT: {{^}}  linalg.yield %in : f32
// CHECK-NEXT: {{^}}} -> tensor<64x4xf32>
// CHECK-NEXT: {{^----------------------------------------$}}
// CHECK: linalg.matmul ins(%[[PATCHES]],
// CHECK: ---- its source
// CHECK-NEXT: {{^  }}%0 = tosa.conv2d %image, %point
// CHECK-NEXT: ---- its parents
// CHECK-NEXT: func.func[1] in builtin.module[0]
// CHECK-NEXT: ---- and back
// CHECK-NEXT: ['%1']
// CHECK-NEXT: ['%1']
// CHECK-NEXT: ['func.func']
// CHECK-NEXT: True True

func.func @net(%image: tensor<1x8x8x4xf32>, %point: tensor<4x1x1x4xf32>,
               %square: tensor<4x3x3x4xf32>, %bias: tensor<4xf32>)
    -> tensor<1x8x8x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %image, %point, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.conv2d %0, %square, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %2 = tosa.conv2d %1, %point, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %3 = tosa.conv2d %2, %square, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %4 = tosa.conv2d %3, %point, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  return %4 : tensor<1x8x8x4xf32>
}
