func.func @no_form(%x: i32) -> i32 {
  %dead = "crashing.op"(%x) : (i32) -> !crashing.type
  return %x : i32
}
