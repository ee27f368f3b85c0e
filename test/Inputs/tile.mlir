// A matrix product with a schedule that tiles it.

module attributes {transform.with_named_sequence} {
  func.func @product(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>,
                     %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %product = linalg.matmul
        ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>)
        outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
    return %product : tensor<16x16xf32>
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %matmul tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
