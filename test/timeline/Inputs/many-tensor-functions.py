"""Prints functions on tensors, of which some call each other."""

ADD = """  %sum = linalg.add ins(%a, {0} : tensor<4xf32>, tensor<4xf32>) outs({0} : tensor<4xf32>) -> tensor<4xf32>
  return %sum : tensor<4xf32>
}}"""
TYPE = "(%a: tensor<4xf32>) -> tensor<4xf32> {"

for number in range(12):
    print(f"func.func @caller{number}{TYPE}")
    print("  %b = tensor.empty() : tensor<4xf32>" if number == 0 else
          f"  %b = func.call @caller{number - 1}(%a) : "
          "(tensor<4xf32>) -> tensor<4xf32>")
    print(ADD.format("%b"))
    print(f"func.func @alone{number}{TYPE}")
    print(ADD.format("%a"))
