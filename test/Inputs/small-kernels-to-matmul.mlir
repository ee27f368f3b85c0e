// Sends the convolutions with a 1x1 kernel down the img2col path.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @is_small(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.conv_2d_nhwc_hwcf"] : !transform.any_op
    %height = transform.match.structured %op : (!transform.any_op) -> !transform.param<i64> {
    ^bb0(%body: !transform.any_op):
      %dim = transform.match.structured.dim %body[4] : (!transform.any_op) -> !transform.param<i64>
      transform.match.structured.yield %dim : !transform.param<i64>
    }
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %height, %one : !transform.param<i64>
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @convert(%op: !transform.any_op {transform.consumed}) {
    %columns, %product = transform.structured.convert_conv2d_to_img2col %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %done = transform.foreach_match in %functions @is_small -> @convert : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
