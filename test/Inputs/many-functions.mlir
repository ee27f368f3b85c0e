// Enough functions for MLIR to use its threads.

func.func @f0(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f1(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f2(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f3(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f4(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f5(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f6(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}

func.func @f7(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %x, %zero : i32
  %first = arith.muli %sum, %y : i32
  %twin = arith.muli %x, %y : i32
  %result = arith.addi %first, %twin : i32
  return %result : i32
}
