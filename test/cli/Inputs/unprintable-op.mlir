func.func @custom_form(%x: i32) -> i32 {
  %dead = "crashing.op"(%x) {fatal} : (i32) -> i32
  %deader = "crashing.op"(%dead) : (i32) -> i32
  return %x : i32
}
