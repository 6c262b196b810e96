# RUN: %python -m mypy --strict --no-error-summary --cache-dir=%t.cache %ascend_build/python/ascend_mlir %S/Inputs/typed_use.py
# RUN: %python -m nanobind.stubgen -m ascend_mlir._core -o %t.pyi
# RUN: %python %s %t.pyi %ascend_source/python/ascend_mlir/_core.pyi
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The package's type hints hold, also for a program that uses it; the stub has the
functions, methods and parameters that the extension module has."""

import ast
import sys


def signatures(path):
    """Each function and property with the names of its parameters."""
    with open(path) as file:
        tree = ast.parse(file.read())
    found = {}

    def visit(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                visit(node.body, prefix + node.name + ".")
            elif isinstance(node, ast.FunctionDef):
                found[prefix + node.name] = [arg.arg for arg in node.args.args]

    visit(tree.body, "")
    return found


made, written = map(signatures, sys.argv[1:])
assert len(made) > 10, made
if made != written:
    sys.exit("the extension module has\n%s\nand the stub\n%s" % (made, written))
