// A private function that is called twice, and one that nobody calls.

func.func private @double(%x: i32) -> i32 {
  %sum = arith.addi %x, %x : i32
  return %sum : i32
}

func.func private @unused(%x: i32) -> i32 {
  return %x : i32
}

func.func @quadruple(%x: i32) -> i32 {
  %once = call @double(%x) : (i32) -> i32
  %twice = call @double(%once) : (i32) -> i32
  return %twice : i32
}
