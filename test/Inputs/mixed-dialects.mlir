// One op that TOSA's lowering knows, and one that no pattern legalizes.

func.func @mixed(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = tosa.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %other = tosa.custom %sum {domain_name = "here", operator_name = "unknown", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %other : tensor<4xf32>
}
