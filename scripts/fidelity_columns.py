# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Kernels of compiled models, docs/results/real_columns.csv, beside what the judge knows: an op of
each with the very dtypes, which must_keep_origin_dtype keeps where a kernel has them."""

import csv
import pathlib
import tempfile
from collections import defaultdict

WORDS = {"bool": "i1", "float": "f32", "float16": "f16", "int32": "i32", "int64": "i64"}


def module_of(rows):
    """IR with an op for each row, called by its number."""
    arguments, ops = [], []
    for number, row in enumerate(rows):
        types = {side: [f"tensor<2x2x2x2x{WORDS[word]}>" for word in row[side].split(";")] for side in ("inputs", "outputs")}
        names = [f"%a{number}_{i}" for i in range(len(types["inputs"]))]
        arguments += [f"{name}: {word}" for name, word in zip(names, types["inputs"])]
        signature = f"({', '.join(types['inputs'])}) -> ({', '.join(types['outputs'])})"
        ops.append(f'%r{number}:{len(types["outputs"])} = ascend.ge_op "{row["type"]}"({", ".join(names)}) {{node_name = "{number}"}} : {signature}')
    return "func.func @main(%s) {\n%s\nreturn\n}\n" % (", ".join(arguments), "\n".join(ops))


def unknown_rows(root):
    """(all rows, those that have other dtypes or another engine here)."""
    from ascend_mlir.lab.decision import decide

    with open(root / "docs/results/real_columns.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    chips = defaultdict(list)
    for row in rows:
        chips[row["soc"]].append(row)
    wrong = []
    for soc, some in chips.items():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "columns.mlir")
            path.write_text(module_of(some))
            decided = decide(str(path), {"soc_version": soc, "precision_mode": "must_keep_origin_dtype"})
        found = {op.name: op.row for op in decided.ops}
        for number, row in enumerate(some):
            here = found[str(number)]
            words = [";".join(tensor["dtype"] for tensor in here[side]) for side in ("inputs", "outputs")]
            if [*words, here["engine"]] != [row["inputs"], row["outputs"], row["engine"]]:
                wrong.append(row)
    return rows, wrong
