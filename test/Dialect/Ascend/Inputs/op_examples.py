# ===- op_examples.py - The examples of the ops as one module -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""op_examples.py DIALECT.md: prints a function for each example, whose arguments are the operands."""

import re
import sys

# Ops that stand for no node print no types.
NOT_NODES = {
    "ascend.fail_index": ["i64"] * 3,
    "ascend.observe": ["tensor<4x8xf32>", "tensor<4x8xf16>"],
    "ascend.require": ["i1", "index", "index"],
}

with open(sys.argv[1], encoding="utf-8") as file:
    blocks = re.findall(r"```mlir\n(.*?)```", file.read(), re.S)
for number, block in enumerate(blocks):
    example = " ".join(block.split())
    if example.startswith("#"):  # An attribute: it parses as one of the function.
        print(f"func.func private @attribute{number}() attributes {{example = {example}}}")
        continue
    plain = example.split(" ", 1)[0]
    if plain in NOT_NODES:
        arguments = ", ".join(f"{name}: {kind}" for name, kind in zip(re.findall(r"%\w+", example), NOT_NODES[plain]))
        print(f"func.func @example{number}({arguments}) {{\n  {example}\n  return\n}}")
        continue
    # An absent operand is made first.
    absent = re.match(r"(%\w+) = ascend.none : none ", example)
    statement = example[absent.end():] if absent else example
    # Operands stand before the attributes, their types after the last colon.
    operands = re.findall(r"%\w+", re.split(r" \{|dense|:", statement.split(" = ", 1)[1])[0])
    types = re.search(r" : \(([^()]*)\) ->| : (tensor.* into tensor.*)$", statement)
    types = re.split(", | into ", types[1] or types[2]) if types else []
    arguments = ", ".join(f"{operand}: {kind}" for operand, kind in zip(operands, types, strict=True) if kind != "none")
    print(f"func.func @example{number}({arguments}) {{\n  {example}\n  return\n}}")
