# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Nodes of known integers: those that are computed at import become constants with the numbers of onnx's reference evaluator,
and those at the other side of a limit stay nodes."""

import pathlib
import tempfile

import numpy as np
from imported import Imported
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx_models import ints, model_of
from tally import Tally
from tools import run

tally = Tally()
cases = []


def case(opset, op, *inputs, folds=True, outputs=1, wanted=None, **attributes):
    """`wanted`: the results, where the reference evaluator has another rule."""
    cases.append((opset, op, [None if array is None else np.asarray(array) for array in inputs], folds, outputs, wanted, attributes))


matrix = np.arange(-6, 6).reshape(3, 4)
FIRST, LAST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
for op in ["Add", "Sub", "Mul", "Max", "Min", "Div"]:
    case(18, op, ints(7, -7, 8), ints(2))
    case(18, op, ints([7, -7], [8, 9]), ints([3], [-2]))
    case(18, op, ints(7, -7, dtype=np.int32), np.int32(-1))
    case(18, op, np.ones((2, 1, 3), np.int64), np.full((4, 1), 5))
    case(18, op, np.float32(7.5), np.float32(2.5), folds=False)
    case(18, op, ints(7, dtype=np.int16), ints(2, dtype=np.int16), folds=False)
case(18, "Max", ints(1, 5), ints(4), ints(3, 9))
case(18, "Min", ints(1, 5), ints(4), ints(3, 9))
case(18, "Max", ints(1, 5))
case(18, "Add", ints(2**31 - 1, dtype=np.int32), ints(1, dtype=np.int32))
case(18, "Add", ints(LAST), ints(1))
case(18, "Sub", ints(FIRST), ints(1))
case(18, "Mul", ints(2**62), ints(4))
case(18, "Div", ints(FIRST), ints(-1), wanted=[ints(FIRST)])
case(18, "Div", ints(7, -7), ints(2, 2), wanted=[ints(3, -3)])
case(18, "Div", ints(7, -7), ints(-2, -2), wanted=[ints(-3, 3)])
case(18, "Div", ints(7), ints(0), folds=False)
case(18, "Neg", ints(7, -7, 0))
case(18, "Neg", ints(-(2**31), dtype=np.int32))
case(18, "Neg", ints(7, dtype=np.int16), folds=False)
for op in ["Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"]:
    case(18, op, ints(1, 2, 3), ints(2))
    case(18, op, ints([1], [2]), ints(2, 1))
case(18, "Equal", np.array([True, False]), np.array([True, True]))
for op in ["And", "Or"]:
    case(18, op, np.array([[True], [False]]), np.array([True, False]))
case(18, "Xor", np.array([True]), np.array([True]), folds=False)
case(18, "Not", np.array([True, False]))
case(18, "Where", np.array([[True], [False]]), ints(1, 2, 3), ints(4))
case(18, "Where", np.array([True, False]), ints(1), ints([4, 5], [6, 7]))
case(18, "Expand", ints([1], [2]), ints(2, 3))
case(18, "Expand", ints(1, 2), ints(1))
case(18, "Expand", ints(1, 2), ints(3, 1, 1))
case(18, "Expand", ints(1), ints(0))
for to in [6, 7, 9]:
    case(18, "Cast", ints(0, 3, -1, 2**32 + 5), to=to)
    case(18, "Cast", np.array([True, False]), to=to)
case(18, "Cast", ints(3), to=5, folds=False)
case(19, "Cast", ints(3), to=6, saturate=0)
case(18, "CastLike", ints(2, 0), np.array([True]))
case(18, "CastLike", ints(2, 0), ints(1, dtype=np.int32))
case(18, "CastLike", ints(2, 0), ints(1, dtype=np.int16), folds=False)

# Lists and positions: both ends, from either side, and one beyond.
for shape in [matrix, ints(), np.int64(3), np.zeros((2, 0, 5), np.float32)]:
    case(18, "Shape", shape)
    case(18, "Size", shape)
for start, end in [(0, 1), (1, 2), (-1, 2), (-2, -1), (1, 1), (2, 9), (-9, 1), (-9, -9), (1, -9)]:
    case(15, "Shape", matrix, start=start, end=end)
case(15, "Shape", matrix, start=1)
case(15, "Shape", matrix, end=1)
for axis in [0, 1, -1, -2]:
    case(18, "Gather", matrix, ints(0, 2, -1), axis=axis)
    case(18, "Gather", matrix, np.int64(-3), axis=axis)
    case(18, "Gather", matrix, ints([0, 1], [1, 0]), axis=axis)
    case(18, "Concat", matrix, matrix, axis=axis)
case(18, "Concat", matrix, matrix[:1], matrix[2:], axis=0)
case(18, "Concat", matrix, matrix[:, :1], axis=1)
case(18, "Concat", matrix, matrix[:, :0], axis=-1)
case(18, "Concat", np.zeros((0, 2), np.int64), np.zeros((3, 2), np.int64), axis=0)
case(18, "Concat", np.zeros((2, 0, 2), np.int64), np.zeros((2, 0, 1), np.int64), axis=2)
for start, end, step in [(0, 4, 1), (1, 3, 1), (-3, -1, 1), (3, 0, -1), (9, -9, -1), (0, 9, 2), (1, 9, 2), (3, -9, -2), (-9, 9, 3),
                         (4, 4, 1), (3, 3, -1), (0, -5, -1), (2, 1, 1), (3, FIRST, -1), (0, LAST, 1), (0, LAST, LAST), (3, FIRST, FIRST),
                         (-4, -5, -1), (-1, -4, -1), (0, 4, 5), (0, 4, 4), (0, 4, 3)]:  # fmt: skip
    case(18, "Slice", matrix, ints(start), ints(end), ints(1), ints(step))
    case(18, "Slice", ints(), ints(start), ints(end), ints(0), ints(step))
case(18, "Slice", matrix, ints(1), ints(3))
case(18, "Slice", matrix, ints(1, 2), ints(3, 3))
case(18, "Slice", matrix, ints(1, 2), ints(3, 3), ints(1, 0))
case(18, "Slice", matrix, ints(1), ints(3), ints(-1))
case(18, "Slice", matrix, ints(1), ints(3), None, ints(2))
case(9, "Slice", matrix, starts=[1], ends=[3])
case(9, "Slice", matrix, starts=[1], ends=[3], axes=[1])
for wanted in [[12], [2, 6], [-1], [2, -1], [-1, 3], [0, 4], [3, 0], [0, -1], [0, 0], [1, 12, 1], [2, -1, 2]]:
    case(18, "Reshape", matrix, ints(*wanted))
case(18, "Reshape", np.zeros((0, 3), np.int64), ints(0, 3))
case(18, "Reshape", np.zeros((0, 3), np.int64), ints(3, 0), allowzero=1)
case(18, "Reshape", np.zeros((2, 0), np.int64), ints(0, 7), allowzero=1)
case(18, "Reshape", np.int64(3), ints(1, 1))
case(18, "Reshape", ints(3), ints())
case(13, "Reshape", matrix, ints(0, 4))
unit = np.arange(3).reshape(1, 3, 1)
case(18, "Squeeze", unit)
for axes in [[0], [2], [-1], [-3], [0, 2], [-1, 0]]:
    case(18, "Squeeze", unit, ints(*axes))
    case(12, "Squeeze", unit, axes=axes)
case(12, "Squeeze", unit)
for axes in [[0], [3], [-1], [-4], [0, 4], [1, -1], [2, 0]]:
    case(18, "Unsqueeze", unit, ints(*axes))
    # The order of axes is none (ONNX's text); the reference evaluator inserts one after the other.
    case(12, "Unsqueeze", unit, axes=axes, wanted=[np.expand_dims(unit, tuple(axes))])
case(18, "Unsqueeze", np.int64(3), ints(0))
row = np.arange(7)
case(18, "Split", row[:6], outputs=3, num_outputs=3)
case(18, "Split", row, outputs=2, num_outputs=2)
case(18, "Split", row, outputs=3, num_outputs=3)
case(18, "Split", row, ints(3, 0, 4), outputs=3)
case(18, "Split", row, outputs=1, num_outputs=1)
case(18, "Split", row, ints(2, 5), outputs=2, axis=-1)
case(13, "Split", row[:6], outputs=2)
case(13, "Split", row, ints(2, 5), outputs=2)
case(12, "Split", row[:6], outputs=2)
case(12, "Split", row, outputs=2, split=[2, 5])
case(18, "Split", matrix, outputs=3, num_outputs=3, folds=False)

# Filled lists, ranges, and the most elements that are computed.
case(18, "ConstantOfShape", ints(2, 3), value=numpy_helper.from_array(ints(7)))
case(18, "ConstantOfShape", ints(0), value=numpy_helper.from_array(ints(7, dtype=np.int32)))
case(18, "ConstantOfShape", ints(), value=numpy_helper.from_array(np.array([True])))
for start, limit, delta in [(0, 5, 1), (0, 5, 2), (5, 0, -1), (5, 0, -2), (5, 0, 1), (0, 5, -1), (3, 3, 1), (LAST - 2, LAST, 2), (FIRST + 2, FIRST, -2)]:
    case(18, "Range", *map(np.int64, (start, limit, delta)), wanted=[np.array(range(start, limit, delta), np.int64)])
case(18, "Range", *map(np.int32, (1, 6, 2)))
# The last step would leave the integers.
for start, limit, delta in [(LAST - 1, LAST, 2), (FIRST + 1, FIRST, -2), (FIRST, LAST, LAST)]:
    case(18, "Range", *map(np.int64, (start, limit, delta)), wanted=[np.array(range(start, limit, delta), np.int64)])
case(28, "Range", *map(np.int64, (7, 1, -3)), stash_type=1)
most = 1024
for count in most, most + 1:
    case(18, "Constant", value_ints=list(range(-1, count - 1)))
case(18, "Range", *map(np.int64, (0, most, 1)))
case(18, "Range", *map(np.int64, (0, most + 1, 1)), folds=False)
case(18, "Range", *map(np.float32, (0, 5, 1)), folds=False)
case(18, "Expand", ints(1), ints(most))
case(18, "Expand", ints(1), ints(most + 1), folds=False)
case(18, "Add", np.ones((32, 1), np.int64), np.ones(32, np.int64))
case(18, "Add", np.ones((33, 1), np.int64), np.ones(32, np.int64), folds=False)
case(18, "Gather", ints(1, 2), np.zeros(most, np.int64))
case(18, "Gather", matrix, np.zeros(most, np.int64), folds=False)
for beyond in 3, -4:
    case(18, "Gather", matrix, ints(0, beyond), folds=False)
    case(18, "Gather", matrix, ints(0, beyond + (beyond > 0) - (beyond < 0)), axis=1, folds=False)
case(18, "Concat", np.arange(most - 1), ints(1), axis=0)
case(18, "Concat", np.arange(most - 1), ints(1, 2), axis=0, folds=False)


def imported(nodes, outputs, constants, opset, reads):
    """The text of the IR by the names of the outputs and, where it `reads` them, the constants by name."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "m.onnx")
        path.write_bytes(model_of(nodes, {"x": ints(1)}, outputs, constants, opset=opset).SerializeToString())
        text = run("ascend-translate", "--import-onnx", path).stdout
        lines = {line.split(" = ")[0].strip().split(":")[0]: line for line in text.splitlines() if " = ascend." in line}
        values = text.split("    return ")[1].split(" : ")[0].split(", ")
        made = {output: lines[value.split("#")[0]] for output, value in zip(outputs, values, strict=True)}
        return made, Imported(path).constants if reads else {}


def judge(opset):
    """All cases of an opset: what is computed, in one model, and what stays, in another."""
    folded, stays, constants, expected = [], [], {}, {}
    for number, (own, op, inputs, folds, outputs, wanted, attributes) in enumerate(cases):
        if own != opset:
            continue
        names = ["" if array is None else f"v{number}_{i}" for i, array in enumerate(inputs)]
        given = {name: array for name, array in zip(names, inputs, strict=True) if name}
        constants |= given
        results = [f"r{number}_{i}" for i in range(outputs)]
        node = helper.make_node(op, names, results, **attributes)
        if not folds:
            stays.append(node)
            continue
        folded.append(node)
        if wanted is None:
            model = model_of([node], [], results, given, opset=opset)
            with np.errstate(all="ignore"):
                wanted = ReferenceEvaluator(model).run(None, {})
        expected |= {name: (f"{op}, case {number}", np.asarray(array)) for name, array in zip(results, wanted, strict=True)}
    lines, numbers = imported(folded, list(expected), constants, opset, reads=True)
    for name, (what, array) in expected.items():
        with tally.case(f"{what} of opset {opset}"):
            assert "ascend.constant" in lines[name], f"is no constant: {lines[name]}"
            got = numbers[lines[name].split('node_name = "')[1].split('"')[0]]
            assert got.dtype == array.dtype and got.shape == array.shape and (got == array).all(), (got, array)
    names = [name for node in stays for name in node.output]
    if names:
        lines, _ = imported(stays, names, constants, opset, reads=False)
    for node in stays:
        with tally.case(f"{node.op_type} of opset {opset} stays"):
            assert all("ascend.constant" not in lines[name] for name in node.output), lines[node.output[0]]


for opset in sorted({own for own, *_ in cases}):
    judge(opset)
tally.end()
