// Values and blocks with names of many kinds: see trackdbg-printed-alike.
func.func @f(%a: i32 loc("a b"), %b: i32 loc("1st"), %c: i32 loc("+"),
             %d: i1 loc("a b")) -> i32 {
  %0 = arith.addi %a, %b : i32 loc("sum of all")
  %c0_i32 = arith.constant 0 : i32
  %1 = arith.constant 0 : i32
  %2 = arith.constant -1 : i32 loc("c0_i32")
  %3:4 = scf.execute_region -> (i32, i32, i64, i64) {
    %i = arith.constant 0 : i64
    cf.cond_br %d, ^bb1(%0 : i32), ^bb2
  ^bb1(%x: i32 loc("x")):
    cf.br ^bb3
  ^bb2:
    %4 = arith.constant 1234567890123 : i64
    cf.br ^bb1(%1 : i32)
  ^bb3:
    scf.yield %x, %c0_i32, %i, %i : i32, i32, i64, i64
  } loc("several")
  %5:2 = scf.if %d -> (i32, i32) {
    scf.yield %3#0, %3#1 : i32, i32
  } else {
    %6 = arith.constant 0 : i32
    scf.yield %6, %2 : i32, i32
  }
  %lower = arith.constant 0 : index
  %step = arith.constant 1 : index loc("step")
  %7 = scf.for %i = %lower to %step step %step iter_args(%sum = %5#1) -> (i32) {
    %8 = arith.addi %sum, %5#0 : i32
    scf.yield %8 : i32
  }
  return %7 : i32 loc("a b")
}

func.func @metadata(%from: memref<?x?xf32, strided<[?, ?]>>) -> (index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %from
    : memref<?x?xf32, strided<[?, ?]>>
    -> memref<f32>, index, index, index, index, index
  return %sizes#1, %strides#0 : index, index
}
