// Aliases, functions with the same names in them, nested modules, and ops that
// no dialect knows, with and without an isolated op around them.
#map = affine_map<(d0, d1) -> (d1, d0)>
#words = {"a key" = "two\nlines", kept = distinct[0]<unit>}
!pair = tuple<tensor<2x3xf32>, memref<?x4xf32, strided<[?, 1], offset: ?>>>
module @outer attributes {test.words = #words} {
  %top:2 = "unknown.top"() {map = #map} : () -> (!pair, index)
  "unknown.region"(%top#1) ({
  ^entry(%i: index, %p: !pair):
    %inside = "unknown.inside"(%i, %top#1) : (index, index) -> index
    "unknown.branch"(%inside)[^next] : (index) -> ()
  ^next:
    "unknown.loop"(%i) ({
      %0 = "unknown.inside"(%inside, %i) : (index, index) -> index
      "unknown.end"(%0) : (index) -> ()
    }) : (index) -> ()
    "unknown.end"(%inside) : (index) -> ()
  }, {
  }) {map = #map} : (index) -> ()
  func.func private @declared(memref<2x3xf32>) -> index
  func.func @same(%x: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %c1_0 = arith.constant 1 : i32
    %sum = arith.addi %x, %c1 : i32
    %flag = arith.constant true
    cf.cond_br %flag, ^yes(%sum : i32), ^no
  ^yes(%a: i32):
    return %a : i32
  ^no:
    %both:2 = "unknown.two"(%x) {words = #words} : (i32) -> (i32, i32)
    return %both#1 : i32
  }
  module @inner {
    func.func @same(%x: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %sum = arith.addi %x, %c1 : i32
      return %sum : i32
    }
    module {
      func.func @same(%m: memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>) {
        affine.for %i = 0 to 2 {
          affine.for %j = 0 to 3 {
            %v = affine.load %m[%i, %j] : memref<2x3xf32, #map>
            affine.store %v, %m[%i, %j] : memref<2x3xf32, #map>
          }
        }
        return
      }
    }
  }
}
