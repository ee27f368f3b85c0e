func.func @endless(%x: i32) -> i32 {
  %dead = "crashing.op"(%x) {endless} : (i32) -> i32
  return %x : i32
}
