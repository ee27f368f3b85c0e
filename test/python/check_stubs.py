"""Compares mlir_track.pyi with the module: the same names, the same parameters,
and a docstring for everything that has a name of its own."""

import ast
import inspect
import re
import sys

import mlir_track

# What every class has without asking.
COMMON = set(dir(object)) | {
    "__module__", "__weakref__", "__dict__", "__annotations__",
    "_pybind11_conduit_v1_"}


def parameters_of(doc):
    """Those of the signatures that pybind11 writes first into a docstring."""
    signatures = re.findall(r"^(?:\d+\. )?\w+\((.*)\) -> ", doc, re.MULTILINE)
    found = []
    for text in signatures:
        names = []
        depth = 0
        for part in re.split(r"([\[\](),])", text):
            depth += part in ("[", "(")
            depth -= part in ("]", ")")
            name = part.strip().split(":")[0].split("=")[0].strip()
            if depth == 0 and re.match(r"^\w+$", name) and ":" in part:
                names.append(name)
        found.append(names)
    return found


def stub_parameters(node):
    arguments = node.args
    return [each.arg for each in arguments.posonlyargs + arguments.args +
            arguments.kwonlyargs]


def is_property(node):
    return any(isinstance(each, ast.Name) and each.id == "property"
               for each in node.decorator_list)


class Checker:
    def __init__(self):
        self.problems = []

    def expect(self, condition, problem):
        if not condition:
            self.problems.append(problem)

    def function(self, name, member, nodes):
        doc = member.__doc__ or ""
        inherited = name.split(".")[-1] in ("__eq__", "__lt__", "__hash__")
        if not inherited and not doc.startswith("__init__"):
            wanted = sorted(stub_parameters(node) for node in nodes)
            written = inspect.isfunction(member)
            found = ([list(inspect.signature(member).parameters)] if written
                     else sorted(parameters_of(doc)))
            self.expect(found == wanted,
                        f"{name}: the stub has {wanted}, the module {found}")
        if not name.split(".")[-1].startswith("__"):
            self.expect(doc if inspect.isfunction(member) else
                        "\n\n" in doc.strip(), f"{name} has no docstring")

    def klass(self, node):
        klass = getattr(mlir_track, node.name, None)
        if klass is None:
            self.problems.append(f"{node.name} is not in the module")
            return
        self.expect(klass.__doc__, f"{node.name} has no docstring")
        stubs = {}
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                stubs.setdefault(each.name, []).append(each)
        fields = {each.target.id for each in node.body
                  if isinstance(each, ast.AnnAssign)}
        self.expect(fields == set(vars(klass).get("__annotations__", {})),
                    f"{node.name}: other fields in the stub")
        own = {name for name in vars(klass) if name not in COMMON
               and name not in fields and not re.match("_[a-z]", name)}
        own |= {"__init__"} & set(stubs)
        for name in ("__eq__", "__hash__", "__lt__"):
            if name in vars(klass) and callable(vars(klass)[name]):
                own.add(name)
        if issubclass(klass, Exception):
            own = set()
        self.expect(own == set(stubs), f"{node.name}: only in one of the two: "
                    f"{sorted(own ^ set(stubs))}")
        for name in own & set(stubs):
            member = inspect.getattr_static(klass, name)
            nodes = stubs[name]
            if isinstance(member, property):
                self.expect(is_property(nodes[0]),
                            f"{node.name}.{name} is a property")
                self.expect(member.__doc__,
                            f"{node.name}.{name} has no docstring")
            else:
                self.expect(not is_property(nodes[0]),
                            f"{node.name}.{name} is no property")
                self.function(f"{node.name}.{name}", getattr(klass, name),
                              nodes)

    def module(self, tree):
        names = {name for name in dir(mlir_track) if not name.startswith("_")}
        nodes = {each.name: each for each in tree.body
                 if isinstance(each, (ast.ClassDef, ast.FunctionDef))}
        self.expect(names == set(nodes), "only in one of the two: "
                    f"{sorted(names ^ set(nodes))}")
        for name, node in nodes.items():
            if isinstance(node, ast.ClassDef):
                self.klass(node)
            elif name in names:
                self.function(name, getattr(mlir_track, name), [node])


checker = Checker()
with open(sys.argv[1]) as file:
    checker.module(ast.parse(file.read()))
print("\n".join(checker.problems) or "The stub and the module agree.")
sys.exit(bool(checker.problems))
