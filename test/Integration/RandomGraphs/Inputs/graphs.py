# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random graphs: what a builder of ops.py draws its operands and attributes from."""

import ml_dtypes  # noqa: F401 (numpy learns its dtypes)
import numpy as np
import onnx
from hypothesis import strategies as st
from onnx import helper, numpy_helper

OPSETS = [7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
# The first version of ONNX's file format that has an opset.
IR_VERSION = 8

F16, F32, F64 = np.dtype("float16"), np.dtype("float32"), np.dtype("float64")
I8, I32, I64 = np.dtype("int8"), np.dtype("int32"), np.dtype("int64")
U8, BOOL = np.dtype("uint8"), np.dtype("bool")
EXTENTS = st.sampled_from([0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7])


class Skip(Exception):
    """The op does not fit here."""


def element_type(dtype):
    return helper.np_dtype_to_tensor_dtype(dtype)


class Graph:
    """A graph under construction. `types` has (dtype, shape) of each value,
    `inputs` and `constants` the arrays of those that no node makes, `rows` the
    row of the table for each node."""

    def __init__(self, draw, prefix, opset):
        self.draw, self.prefix, self.opset = draw, prefix, opset
        self.random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        self.types, self.inputs, self.constants = {}, {}, {}
        self.nodes, self.rows = [], []

    def name(self, kind):
        return "%s%s%d" % (self.prefix, kind, len(self.types))

    # -- Values ---------------------------------------------------------------

    def shape(self, rank=None, extents=EXTENTS):
        rank = self.draw(st.sampled_from([0, 1, 1, 2, 2, 3, 3, 4])) if rank is None else rank
        return tuple(self.draw(extents) for _ in range(rank))

    def data(self, dtype, shape, low=-4.0, high=4.0):
        """Small numbers, so that few results leave their type."""
        if dtype == BOOL:
            return self.random.random(shape) < 0.5
        if dtype.kind in "iu":
            low, high = max(int(np.ceil(low)), 0 if dtype.kind == "u" else -8), int(high)
            return self.random.integers(low, high + 1, shape).astype(dtype)
        return np.asarray(self.random.uniform(low, high, shape)).astype(dtype)

    def constant(self, array):
        array = np.asarray(array)
        name = self.name("c")
        self.types[name] = (array.dtype, array.shape)
        self.constants[name] = array
        return name

    def fresh(self, dtype, shape, **domain):
        """A new value, as an input or as a constant."""
        array = self.data(dtype, shape, **domain)
        if self.draw(st.integers(0, 3)) == 0:
            return self.constant(array)
        name = self.name("x")
        self.types[name] = (array.dtype, array.shape)
        self.inputs[name] = array
        return name

    def value(self, dtypes, fits=lambda shape: True, make=None):
        """A value of one of the dtypes whose shape fits: one that is there, or a
        new one of the shape that `make` gives."""
        known = [n for n, (t, s) in self.types.items() if t in dtypes and fits(s)]
        if known and self.draw(st.integers(0, 4)):
            return self.draw(st.sampled_from(known))
        dtype = self.draw(st.sampled_from(dtypes))
        shape = make() if make else self.shape()
        if not fits(shape):
            raise Skip
        return self.fresh(dtype, shape)

    def ranked(self, dtypes, low, high=4, extents=EXTENTS):
        """A value with a rank in a range; with elements where `extents` are not
        just any."""
        def make():
            return self.shape(self.draw(st.integers(low, high)), extents)

        return self.value(dtypes, lambda s: low <= len(s) <= high and (extents is EXTENTS or 0 not in s), make)

    def like(self, name, shape=None, **domain):
        """A value of the same dtype, of `shape` or one that broadcasts."""
        dtype, own = self.types[name]
        if shape is None:
            shape = [1 if self.draw(st.integers(0, 4)) == 0 else n for n in own]
            shape = shape[self.draw(st.integers(0, max(len(shape) - 1, 0))):] if self.draw(st.booleans()) else shape
        known = [n for n, (t, s) in self.types.items() if t == dtype and s == tuple(shape)]
        if known and not domain and self.draw(st.booleans()):
            return self.draw(st.sampled_from(known))
        return self.fresh(dtype, tuple(shape), **domain)

    def axis(self, rank):
        """An axis, counted from either end."""
        if rank == 0:
            raise Skip
        return self.draw(st.integers(-rank, rank - 1))

    def axes(self, rank):
        """Some axes, each once, counted from either end."""
        chosen = self.draw(st.lists(st.integers(0, rank - 1), unique=True, max_size=rank)) if rank else []
        return [a - rank if self.draw(st.booleans()) else a for a in chosen]

    # -- Nodes ----------------------------------------------------------------

    def node(self, row, inputs, outputs=1, **attributes):
        """Adds a node; its outputs, whose types onnx infers."""
        names = [self.name("y%d_" % i) for i in range(outputs)]
        node = helper.make_node(row.name, inputs, names, name=self.name("n"), **attributes)
        schema = onnx.defs.get_schema(row.name, self.opset)
        types = {n: helper.make_tensor_type_proto(element_type(t), s) for n, (t, s) in self.types.items() if n in inputs}
        data = {n: numpy_helper.from_array(self.constants[n], n) for n in inputs if n in self.constants}
        try:
            inferred = onnx.shape_inference.infer_node_outputs(
                schema, node, types, data, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=IR_VERSION
            )
        except Exception as error:  # the drawn operands contradict each other
            raise Skip from error
        for name in names:
            tensor = inferred[name].tensor_type
            dims = tensor.shape.dim
            if not tensor.HasField("shape") or not all(d.HasField("dim_value") for d in dims):
                raise Skip
            shape = tuple(d.dim_value for d in dims)
            if int(np.prod(shape)) > 4096 or len(shape) > 6:
                raise Skip
            self.types[name] = (helper.tensor_dtype_to_np_dtype(tensor.elem_type), shape)
        self.nodes.append(node)
        self.rows.append(row)
        return names

    def results(self):
        return [name for node in self.nodes for name in node.output]
