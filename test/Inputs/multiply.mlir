// Multiplies two matrices some times, and returns an element of the product.

func.func @multiply(%a: memref<128x128xf32>, %b: memref<128x128xf32>,
                    %c: memref<128x128xf32>) {
  linalg.matmul ins(%a, %b : memref<128x128xf32>, memref<128x128xf32>)
      outs(%c : memref<128x128xf32>)
  return
}

func.func @main() -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %many = arith.constant 600 : index
  %f = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<128x128xf32>
  %b = memref.alloc() : memref<128x128xf32>
  %c = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<128x128xf32>)
  linalg.fill ins(%f : f32) outs(%b : memref<128x128xf32>)
  linalg.fill ins(%f : f32) outs(%c : memref<128x128xf32>)
  scf.for %i = %zero to %many step %one {
    func.call @multiply(%a, %b, %c)
        : (memref<128x128xf32>, memref<128x128xf32>, memref<128x128xf32>) -> ()
  }
  %r = memref.load %c[%zero, %one] : memref<128x128xf32>
  return %r : f32
}
