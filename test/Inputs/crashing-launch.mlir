// In MLIR 22 the verifier of the launch crashes: it has clusters, and no block
// arguments for them.
func.func @fine(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// -----

func.func @no_cluster_arguments(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n, %n, %n) ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index,
       %0: index, %1: index, %2: index, %3: index, %4: index, %5: index):
    gpu.terminator
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>}
    : (index, index, index, index, index, index, index, index, index) -> ()
  return
}
