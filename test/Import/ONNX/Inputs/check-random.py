# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""check-random.py SEED DIR: small models with random shapes and attributes.

What is computed from inputs is compared in its shape with onnx.shape_inference;
what is computed from integer constants, in its value with onnxruntime.
"""

import os
import sys
from random import Random

import numpy as np
import onnx
from imported import Imported, static_shapes
from onnx import TensorProto, helper
from onnx_models import floats, model_of
from sessions import session_of

random = Random(int(sys.argv[1]))
directory = sys.argv[2]


class Model:
    """A graph under construction; each node has its output's name."""

    def __init__(self, opset):
        self.opset, self.nodes, self.inputs, self.weights = opset, [], {}, {}

    def input(self, shape):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = floats(*shape)
        return name

    def constant(self, values, dtype=np.int64):
        name = f"c{len(self.weights)}"
        self.weights[name] = np.array(values, dtype)
        return name

    def node(self, op, *inputs, **attributes):
        name = f"n{len(self.nodes)}"
        self.nodes.append(
            helper.make_node(op, inputs, [name], name=name, **attributes)
        )
        return name

    def finish(self, outputs, path):
        model = model_of(self.nodes, self.inputs, outputs, self.weights, self.opset)
        inferred = onnx.shape_inference.infer_shapes(model)
        known = {info.name: info for info in inferred.graph.value_info}
        for output in [*inferred.graph.output]:
            known[output.name] = output
        del model.graph.output[:]
        model.graph.output.extend(known[name] for name in outputs)
        onnx.save(model, path)
        return model


def extents(rank, low=1, high=6):
    return [random.randint(low, high) for _ in range(rank)]


def broadcastable(shape):
    """A shape that broadcasts with the given one."""
    start = random.randint(0, len(shape))
    return [random.choice([1, extent]) for extent in shape[start:]]


def axes_of(rank, least=0):
    chosen = random.sample(range(rank), random.randint(least, rank))
    return [axis - random.choice([0, rank]) for axis in chosen]


def slice_arguments(m, rank):
    axes = axes_of(rank, 1)
    far = [-(2**63), -7, -3, -1, 0, 1, 2, 5, 100, 2**63 - 1]
    steps = [random.choice([-100, -3, -2, -1, 1, 2, 3, 100]) for _ in axes]
    # Backward to the largest number is nothing by the standard, all to
    # onnxruntime.
    ends = [random.choice(far[: -1 if step < 0 else None]) for step in steps]
    return [
        m.constant([random.choice(far) for _ in axes]),
        m.constant(ends),
        m.constant(axes),
        m.constant(steps),
    ]


def add_float_nodes(m):
    shape = extents(random.randint(1, 4))
    rank = len(shape)
    x = m.input(shape)
    m.node(random.choice(["Tanh", "Exp", "Sqrt", "Reciprocal", "Relu", "Identity"]), x)
    other = m.input(broadcastable(shape))
    m.node(random.choice(["Add", "Sub", "Mul", "Div", "Equal"]), x, other)
    m.node(random.choice(["Max", "Min"]), other, x, m.input(broadcastable(shape)))
    m.node("Where", m.node("Equal", x, other), other, x)
    m.node("Cast", x, to=random.choice([TensorProto.FLOAT16, TensorProto.INT8]))
    m.node("Transpose", x, perm=random.sample(range(rank), rank))
    m.node("Slice", x, *slice_arguments(m, rank))
    m.node("Expand", x, m.constant(broadcastable(shape) or [1]))
    m.node("Expand", x, m.constant([random.randint(1, 3)] + shape))
    m.node("Unsqueeze", x, m.constant(axes_of(rank + 1, 1)[:1]))
    thin = m.input([1 if random.random() < 0.5 else 3 for _ in range(4)])
    m.node("Squeeze", thin)
    axis = random.randrange(-rank, rank)
    m.node("Concat", x, x, x, axis=axis)
    for op in ["ReduceSum", "ReduceMax"]:
        keep = random.randint(0, 1)
        if op == "ReduceSum" or m.opset >= 18:
            noop = random.randint(0, 1)
            m.node(op, x, m.constant(axes_of(rank)), keepdims=keep,
                   noop_with_empty_axes=noop)
        else:
            m.node(op, x, axes=axes_of(rank, 1), keepdims=keep)
    m.node("Reshape", x, m.constant([0, -1] if random.random() < 0.5 else [-1]))
    k = random.randint(1, 5)
    batch = extents(random.randint(0, 2))
    m.node("MatMul", m.input(batch + [3, k]), m.input(broadcastable(batch) + [k, 2]))
    trans = random.randint(0, 1)
    m.node("Gemm", m.input([3, k]), m.input([4, k] if trans else [k, 4]),
           m.input(broadcastable([3, 4])), transB=trans)
    add_conv(m, spatial=random.randint(1, 2))


def add_conv(m, spatial):
    groups = random.randint(1, 2)
    kernel = extents(spatial, 1, 3)
    image = m.input([2, 2 * groups] + extents(spatial, 7, 12))
    window = {
        "strides": extents(spatial, 1, 3),
        "dilations": extents(spatial, 1, 2),
        "group": groups,
    }
    pad = random.choice(["NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"])
    if pad == "NOTSET":
        window["pads"] = extents(2 * spatial, 0, 3)
    else:
        window["auto_pad"] = pad
        # onnxruntime has no dilation with SAME.
        window["dilations"] = [1] * spatial
    m.node("Conv", image, m.input([4, 2] + kernel), **window)
    m.node("GlobalMaxPool", image)


def add_integer_nodes(m):
    """Chains over integer constants and shapes; gives what they end in."""
    shape = extents(random.randint(1, 4))
    dtype = random.choice([np.int32, np.int64])
    code = TensorProto.INT32 if dtype == np.int32 else TensorProto.INT64
    x = m.input(shape)
    pool = [m.node("Cast", m.node("Shape", x), to=code)]
    if m.opset >= 15:
        start, end = random.randint(-6, 6), random.randint(-6, 6)
        pool.append(m.node("Cast", m.node("Shape", x, start=start, end=end), to=code))
    values = lambda size: [random.randint(-9, 9) for _ in range(size)]
    table = np.array(values(12), dtype).reshape(random.choice([(3, 4), (12,), (2, 3, 2)]))
    rank = table.ndim
    t = m.constant(table, dtype)
    extremes = m.constant([np.iinfo(dtype).max, np.iinfo(dtype).min, -1], dtype)
    pool.append(m.node("Mul", extremes, extremes))
    pool.append(m.node("Add", extremes, extremes))
    small = m.constant(np.array(values(int(np.prod(broadcast := broadcastable(list(table.shape))))), dtype).reshape(broadcast), dtype)
    pool.append(m.node(random.choice(["Add", "Sub", "Mul", "Max", "Min"]), t, small))
    divisor = m.constant(random.choice([-3, -1, 2, 5]), dtype)
    pool.append(m.node("Div", t, divisor))
    same = m.node("Equal", t, small)
    pool += [same, m.node("Where", same, t, small), m.node("Cast", t, to=TensorProto.BOOL)]
    pool.append(m.node("Slice", t, *slice_arguments(m, rank)))
    axis = random.randrange(-rank, rank)
    positions = table.shape[axis]
    indices = [random.randrange(-positions, positions) for _ in range(4)]
    pool.append(m.node("Gather", t, m.constant(np.reshape(indices, (2, 2))), axis=axis))
    pool.append(m.node("Concat", t, t, axis=axis))
    pool.append(m.node("Reshape", t, m.constant([2, -1])))
    wide = m.node("Unsqueeze", t, m.constant(random.sample([0, -1, 1], 2) if rank > 1 else [0]))
    pool += [wide, m.node("Squeeze", wide), m.node("Identity", t)]
    pool.append(m.node("Expand", t, m.constant([2] + list(table.shape))))
    return pool


shapes = values = 0
for number in range(24):
    path = os.path.join(directory, f"model{number}.onnx")
    m = Model(opset=13 + number % 9)
    add_float_nodes(m)
    ends = add_integer_nodes(m)
    model = m.finish(ends + [m.nodes[0].output[0]], path)
    imported = Imported(path)

    wanted = static_shapes(model, data_prop=False)
    by_name = {op.name: op for op in imported.ops}
    for op in imported.ops:
        # The convolution of a signal ends in an op of its own.
        op = by_name.get(op.name + "/squeeze", op)
        value = op.name.removesuffix("/squeeze")
        if value in wanted:
            assert op.shape == wanted[value], (path, op, wanted[value])
            shapes += 1

    session = session_of(path)
    feeds = {
        info.name: np.zeros([d.dim_value for d in info.type.tensor_type.shape.dim], np.float32)
        for info in model.graph.input
    }
    for name, value in zip(ends, session.run(ends, feeds)):
        given = imported.constants[name]
        assert given.dtype == value.dtype, (path, name, given.dtype, value.dtype)
        assert given.shape == value.shape, (path, name, given.shape, value.shape)
        assert (given == value).all(), (path, name, given, value)
        values += 1

print(shapes, "shapes agree with onnx.shape_inference")
print(values, "folded values agree with onnxruntime")
