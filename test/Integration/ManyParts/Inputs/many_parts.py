# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""many_parts.py DIR: runs Concat and Split of many parts as the model has them
(--reference: CANN's fusions cut them), with extents known when compiling and when
running, and compares every bit with numpy."""

import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Inputs"))
from forms import each_plan  # noqa: E402
from sampling import turns  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1])
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


def run(path, inputs, form):
    """The outputs, or what went wrong."""
    np.savez(path.with_suffix(".in.npz"), **{f"arg{number}": array for number, array in enumerate(inputs)})
    command = ["ascend-run", str(path), "--reference", "--guard=end", f"--inputs={path.with_suffix('.in.npz')}",
               f"--outputs={path.with_suffix('.npz')}", *form.options]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()[:300]
    with np.load(path.with_suffix(".npz")) as arrays:
        return [arrays[f"result{number}"] for number in range(len(arrays.files))]


def main():
    count = failed = 0
    random = np.random.default_rng(1)
    for number, (many, lengths, axis, others, kind) in enumerate(CASES):
        for op in ("concat", "split"):
            for is_open in (False, True):
                equal = is_open and op == "split"
                sizes = [lengths[-1] if equal else lengths[part % len(lengths)] for part in range(many)]
                parts = [tuple(size if at == axis else extent for at, extent in enumerate(others)) for size in sizes]
                arrays = [random.integers(-100, 100, part).astype(kind) for part in parts]
                whole = np.concatenate(arrays, axis)
                path = FOLDER / f"{op}-{number}-{'open' if is_open else 'known'}.mlir"
                path.write_text(module(op, parts, whole.shape, axis, kind, is_open))
                inputs, expected = (arrays, [whole]) if op == "concat" else ([whole], arrays)
                for form in turns(number, each_plan()):
                    got = run(path, inputs, form)
                    count += 1
                    fits = not isinstance(got, str) and len(got) == len(expected) and all(
                        a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()
                        for a, b in zip(got, expected))  # fmt: skip
                    if not fits:
                        failed += 1
                        print(f"differs: {path.name} {form}: {got if isinstance(got, str) else ''}")
    print(f"runs: {count}, failed: {failed}")


main()
