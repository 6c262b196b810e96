# ===- engine_table.py - Which reductions a mode allows -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""engine_table.py DOCUMENT: the table of reductions in the document says where an
op goes that lacks its dtype: reduced to the AI Core, or to the AI CPU."""

import itertools
import json
import re
import sys

from tools import run

ELEMENTS = {"float16": "f16", "bfloat16": "bf16", "float": "f32"}
REDUCTIONS = {("float", "float16"): 0, ("bfloat16", "float16"): 0, ("float", "bfloat16"): 1}
LISTS = {"white": "true", "black": "false", "gray": None}


def write_store():
    """Op types with one dtype each on the AI Core, and all three on the AI CPU."""
    core, cpu = {}, {}
    for colour, dtype in itertools.product(LISTS, ELEMENTS):
        tensor = {"name": "x", "paramType": "required", "dtype": dtype}
        entry = {"input0": tensor, "output0": {**tensor, "name": "y"}}
        if LISTS[colour]:
            # One flag for the float16 mode, one for the bfloat16 mode.
            entry["precision_reduce"] = entry["precision_reduce_bf16"] = {"flag": LISTS[colour]}
        core[f"{colour}_{dtype}"] = entry
        words = "DT_FLOAT,DT_FLOAT16,DT_BF16"
        cpu[f"{colour}_{dtype}"] = {"opInfo": {"engine": "DNN_VM_AICPU"}, "input0": {"name": "x", "type": words},
                                    "output0": {"name": "y", "type": words}}
    for name, content in (("core", core), ("cpu", cpu)):
        with open(f"store/{name}.json", "w") as file:
            json.dump(content, file)


def graph():
    lines = []
    for number, (colour, dtype, origin) in enumerate(itertools.product(LISTS, ELEMENTS, ELEMENTS)):
        element = ELEMENTS[origin]
        lines.append(f'%{number} = ascend.ge_op "{colour}_{dtype}"(%{element}) '
                     f'{{node_name = "{colour} {origin} {dtype}"}} : (tensor<4x{element}>) -> tensor<4x{element}>\n')
    arguments = ", ".join(f"%{element}: tensor<4x{element}>" for element in ELEMENTS.values())
    return f"func.func @f({arguments}) {{\n{''.join(lines)}return\n}}\n"


def main():
    write_store()
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    text = text[text.index("| mode | to float16 | float to bfloat16 |"):]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text[:text.index("\n\n")].splitlines()[2:]]
    modes, faults = 0, []
    for words, *cells in rows:
        for word in re.findall(r"\w+", words.split(", and any")[0]):
            modes += 1
            option = "precision-mode-v2" if "hif8" in word else "precision-mode"
            done = run("ascend-opt", f"--ascend-load-config={option}={word} soc=Ascend950 ops-info=store", "--ascend-assign-precision",
                       stdin=graph())  # fmt: skip
            ops = re.findall(r'"(\w+) (\w+) (\w+)", precision = .*?engine = (\w+)', done.stdout)
            assert len(ops) == len(LISTS) * len(ELEMENTS) ** 2
            for colour, origin, dtype, engine in ops:
                if origin == dtype or dtype == "float":
                    wanted = "aicore"
                elif (origin, dtype) not in REDUCTIONS:
                    wanted = "aicpu"
                else:
                    cell = cells[REDUCTIONS[origin, dtype]]
                    refused = cell == "no" or (cell == "not for black ops" and colour == "black")
                    wanted = "aicpu" if refused else "aicore"
                if engine != wanted:
                    faults.append(f"{word}: {origin} op on the {colour} list, {dtype} kernel: {engine}, should be {wanted}")
    print("\n".join(faults) + f"\nmodes: {modes}, faults: {len(faults)}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
