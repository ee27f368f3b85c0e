// One layer of a network: relu(a * b + bias), on tensors.

#row = affine_map<(m, n) -> (n)>
#all = affine_map<(m, n) -> (m, n)>

func.func @layer(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>,
                 %bias: tensor<4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>)
      outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %result = linalg.generic
      {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<8x4xf32>, tensor<4xf32>)
      outs(%empty : tensor<8x4xf32>) {
  ^bb0(%x: f32, %offset: f32, %out: f32):
    %sum = arith.addf %x, %offset : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<8x4xf32>
  return %result : tensor<8x4xf32>
}
