"""A model for the calculator: Python that MLIR compiles."""
import calculator


def model(x):
    two = calculator.constant(2)
    three = calculator.constant(3)
    near = calculator.add(x, two)
    far = calculator.add(near, three)
    return calculator.multiply(far, calculator.add(far, two))


print(calculator.compile(model(calculator.begin())), end="")
