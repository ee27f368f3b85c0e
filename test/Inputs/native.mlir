func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.divsi %0, %b : i32
  %2 = arith.remsi %1, %b : i32
  return %2 : i32
}
