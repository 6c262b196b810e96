# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs Concat and Split of many parts as the model has them
(--reference: CANN's fusions cut them), with extents known when compiling or, in turn,
when running, and compares every bit with numpy."""

import pathlib
import tempfile

import numpy as np
from arrays import assert_same
from forms import each_plan
from sampling import turns
from tally import Tally
from tools import run_model

NAMES = {np.float32: "f32", np.int8: "i8", np.int64: "i64"}

# How many parts, of how many elements along which axis, of what shape else.
CASES = [
    (64, (1, 3), 0, (0, 5), np.float32),
    (65, (1,), 0, (0, 8), np.float32),
    (65, (0, 1, 40), 1, (3, 0, 1), np.int64),
    (130, (2, 0, 1), 2, (2, 3, 0), np.int8),
    (1025, (1,), 1, (2, 0), np.float32),
]


def tensor(shape, kind, is_open):
    return "tensor<" + "".join(("?" if is_open else str(extent)) + "x" for extent in shape) + NAMES[kind] + ">"


def module(op, parts, whole, axis, kind, is_open):
    """The text of a model; an open Split has equal parts."""
    many, one = [tensor(part, kind, is_open) for part in parts], tensor(whole, kind, is_open)
    if op == "concat":
        names = [f"%x{number}" for number in range(len(parts))]
        arguments = ", ".join(f"{name}: {part}" for name, part in zip(names, many))
        return f"""func.func @main({arguments}) -> {one} {{
  %y = ascend.concat_d {", ".join(names)} {{ge.concat_dim = {axis} : i64, node_name = "op"}} : ({", ".join(many)}) -> {one}
  return %y : {one}
}}
"""
    count, types = len(parts), ", ".join(many)
    constants = f'  %axis = ascend.constant {{node_name = "axis"}} dense<{axis}> : tensor<i64>\n'
    split = f'ascend.split %axis, %x {{node_name = "op"}} : (tensor<i64>, {one})'
    if not is_open:
        sizes = [part[axis] for part in parts]
        constants += f'  %sizes = ascend.constant {{node_name = "sizes"}} dense<{sizes}> : tensor<{count}xi64>\n'
        split = f'ascend.split_v %x, %sizes, %axis {{node_name = "op"}} : ({one}, tensor<{count}xi64>, tensor<i64>)'
    results = ", ".join(f"%y#{number}" for number in range(count))
    return f"""func.func @main(%x: {one}) -> ({types}) {{
{constants}  %y:{count} = {split} -> ({types})
  return {results} : {types}
}}
"""


def main():
    tally = Tally("runs")
    random = np.random.default_rng(1)
    for number, (many, lengths, axis, others, kind) in enumerate(CASES):
        for turn, op in enumerate(("concat", "split")):
            for is_open in turns(number + turn, (False, True)):
                equal = is_open and op == "split"
                sizes = [lengths[-1] if equal else lengths[part % len(lengths)] for part in range(many)]
                parts = [tuple(size if at == axis else extent for at, extent in enumerate(others)) for size in sizes]
                arrays = [random.integers(-100, 100, part).astype(kind) for part in parts]
                whole = np.concatenate(arrays, axis)
                inputs, expected = (arrays, [whole]) if op == "concat" else ([whole], arrays)
                inputs = {f"arg{place}": array for place, array in enumerate(inputs)}
                for form in turns(number, each_plan()):
                    with tally.case(f"{op} {number} {'open' if is_open else 'known'} {form}"), tempfile.TemporaryDirectory() as folder:
                        path = pathlib.Path(folder, "m.mlir")
                        path.write_text(module(op, parts, whole.shape, axis, kind, is_open))
                        outputs = run_model(path, inputs, "--reference", "--guard=end", *form.options)
                        for place, array in enumerate(expected):
                            assert_same(outputs.pop(f"result{place}"), array, f"result {place}")
                        assert not outputs, f"more outputs: {[*outputs]}"
                    form.ran()
    tally.end()


main()
