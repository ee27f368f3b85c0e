"""capi.py LIBRARY: MLIR's C API by ctypes, a front end without an extension."""
import ctypes
import inspect
import sys


class Handle(ctypes.Structure):
    _fields_ = [("pointer", ctypes.c_void_p)]


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class State(ctypes.Structure):
    """MlirOperationState."""
    _fields_ = [("name", Text), ("location", Handle),
                ("result_count", ctypes.c_ssize_t),
                ("results", ctypes.POINTER(Handle)),
                ("operand_count", ctypes.c_ssize_t),
                ("operands", ctypes.POINTER(Handle)),
                ("region_count", ctypes.c_ssize_t),
                ("regions", ctypes.c_void_p),
                ("successor_count", ctypes.c_ssize_t),
                ("successors", ctypes.c_void_p),
                ("attribute_count", ctypes.c_ssize_t),
                ("attributes", ctypes.c_void_p),
                ("infers_results", ctypes.c_bool)]


def text_of(string):
    return Text(string.encode(), len(string.encode()))


PRINTER = ctypes.CFUNCTYPE(None, Text, ctypes.c_void_p)
library = ctypes.CDLL(sys.argv[1])


def call(name, *arguments, result=Handle):
    function = getattr(library, name)
    function.restype = result
    return function(*arguments)


def here(context):
    """The line of this file that calls the caller."""
    frame = inspect.stack()[2]
    return call("mlirLocationFileLineColGet", context, text_of(frame.filename),
                ctypes.c_uint(frame.lineno), ctypes.c_uint(0))


class Function:
    """@f of one module; each method but compile() appends an op."""

    def __init__(self):
        self.context = context = call("mlirContextCreate")
        for dialect in "arith", "func":
            call("mlirDialectHandleLoadDialect",
                 call(f"mlirGetDialectHandle__{dialect}__"), context)
        self.module = call("mlirModuleCreateParse", context, text_of(
            "func.func @f(%a: i32) -> i32 { return %a : i32 }"))
        block = call("mlirModuleGetBody", self.module)
        function = call("mlirBlockGetFirstOperation", block)
        self.block = call("mlirRegionGetFirstBlock", call(
            "mlirOperationGetRegion", function, ctypes.c_ssize_t(0)))
        self.end = call("mlirBlockGetTerminator", self.block)
        self.argument = call("mlirBlockGetArgument", self.block,
                             ctypes.c_ssize_t(0))

    def append(self, name, location, operands=(), value=None):
        text = text_of(name)  # The state refers to it.
        state = call("mlirOperationStateGet", text, location, result=State)
        if value is not None:
            i32 = call("mlirIntegerTypeGet", self.context, ctypes.c_uint(32))
            attribute = call("mlirIntegerAttrGet", i32,
                             ctypes.c_int64(value))
            named = (Handle * 2)(
                call("mlirIdentifierGet", self.context, text_of("value")),
                attribute)
            call("mlirOperationStateAddAttributes", ctypes.byref(state),
                 ctypes.c_ssize_t(1), named, result=None)
        call("mlirOperationStateAddOperands", ctypes.byref(state),
             ctypes.c_ssize_t(len(operands)),
             (Handle * len(operands))(*operands), result=None)
        call("mlirOperationStateEnableResultTypeInference",
             ctypes.byref(state), result=None)
        op = call("mlirOperationCreate", ctypes.byref(state))
        call("mlirBlockInsertOwnedOperationBefore", self.block, self.end, op,
             result=None)
        return call("mlirOperationGetResult", op, ctypes.c_ssize_t(0))

    def constant(self, value):
        return self.append("arith.constant", here(self.context), value=value)

    def add(self, a, b):
        return self.append("arith.addi", here(self.context), (a, b))

    def compile(self, value):
        call("mlirOperationSetOperand", self.end, ctypes.c_ssize_t(0), value,
             result=None)
        passes = call("mlirPassManagerCreate", self.context)
        for name in "Canonicalizer", "CSE":
            call("mlirPassManagerAddOwnedPass", passes,
                 call(f"mlirCreateTransforms{name}"), result=None)
        module = call("mlirModuleGetOperation", self.module)
        call("mlirPassManagerRunOnOp", passes, module, result=None)
        call("mlirOperationPrint", module,
             PRINTER(lambda text, _: sys.stdout.write(
                 ctypes.string_at(text.data, text.size).decode())), None,
             result=None)
        sys.stdout.flush()
        call("mlirPassManagerDestroy", passes, result=None)
        call("mlirModuleDestroy", self.module, result=None)
        call("mlirContextDestroy", self.context, result=None)


for number in 3, 4:  # A context each.
    f = Function()
    near = f.add(f.argument, f.constant(2))
    far = f.add(near, f.constant(number))
    f.compile(far)
