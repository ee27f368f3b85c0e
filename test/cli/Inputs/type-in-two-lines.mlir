func.func private @declared(!crashing.lines<>, !crashing.lines<>)
func.func @called(%x: !crashing.lines<>, %y: i32) -> i32 {
  %0 = arith.muli %y, %y : i32
  %1 = arith.muli %0, %y : i32
  call @declared(%x, %x) : (!crashing.lines<>, !crashing.lines<>) -> ()
  %2 = arith.muli %1, %y : i32
  return %2 : i32
}
