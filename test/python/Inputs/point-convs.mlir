// Convolutions with a kernel of 1x1 become matrix products.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %points = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]}
        filter_operand_types = [tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>, tensor<1x8x8x4xf32>]
        in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %points : !transform.any_op {
    ^bb0(%conv: !transform.any_op):
      %patches, %product = transform.structured.convert_conv2d_to_img2col %conv
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
