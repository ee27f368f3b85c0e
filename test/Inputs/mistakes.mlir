// For the patterns of test/plugin/Mistakes.cpp.

func.func @first(%x: i32, %y: i32) -> i32 {
  %two = arith.constant 2 : i32
  %a = arith.muli %x, %two : i32
  %b = arith.muli %y, %two : i32
  %c = arith.muli %b, %two : i32
  %difference = arith.subi %a, %c {swap} : i32
  %d = arith.muli %difference, %two : i32
  return %d : i32
}

func.func @second(%x: i32, %y: i32) -> i32 {
  %two = arith.constant 2 : i32
  %a = arith.muli %x, %two : i32
  %b = arith.muli %a, %y : i32
  return %b : i32
}
