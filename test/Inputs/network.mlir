// A layer of a network, on memory: relu(x * weights + bias).

#row = affine_map<(m, n) -> (n)>
#all = affine_map<(m, n) -> (m, n)>

func.func @layer(%x: memref<32x64xf32>, %weights: memref<64x16xf32>,
                 %bias: memref<16xf32>, %out: memref<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<32x16xf32>)
  linalg.matmul
      ins(%x, %weights : memref<32x64xf32>, memref<64x16xf32>)
      outs(%out : memref<32x16xf32>)
  linalg.generic
      {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%bias : memref<16xf32>) outs(%out : memref<32x16xf32>) {
  ^bb0(%offset: f32, %product: f32):
    %sum = arith.addf %product, %offset : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  }
  return
}
