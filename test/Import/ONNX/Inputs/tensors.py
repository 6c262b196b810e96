# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Tensors of each element type, as raw bytes and in the field that ONNX has for the type, with none, one and more elements; and
sparse ones that do not fit."""

import pathlib
import tempfile

import ml_dtypes
import numpy as np
from imported import Imported
from onnx import TensorProto, helper, numpy_helper
from onnx_models import model_of
from tally import Tally
from tools import run

tally = Tally()
#: By type: numpy's, the field, and how its elements lie in it.
TYPES = {
    TensorProto.FLOAT: (np.float32, "float_data", float),
    TensorProto.DOUBLE: (np.float64, "double_data", float),
    TensorProto.FLOAT16: (np.float16, "int32_data", lambda e: int(np.float16(e).view(np.uint16))),
    TensorProto.BFLOAT16: (ml_dtypes.bfloat16, "int32_data", lambda e: int(ml_dtypes.bfloat16(e).view(np.uint16))),
    TensorProto.BOOL: (np.bool_, "int32_data", int),
    TensorProto.INT8: (np.int8, "int32_data", int),
    TensorProto.INT16: (np.int16, "int32_data", int),
    TensorProto.INT32: (np.int32, "int32_data", int),
    TensorProto.INT64: (np.int64, "int64_data", int),
    TensorProto.UINT8: (np.uint8, "int32_data", int),
    TensorProto.UINT16: (np.uint16, "int32_data", int),
    TensorProto.UINT32: (np.uint32, "uint64_data", int),
    TensorProto.UINT64: (np.uint64, "uint64_data", int),
}
rng = np.random.default_rng(0)


def array_of(dtype, shape):
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    if np.issubdtype(dtype, np.integer):
        array = rng.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, shape, dtype, endpoint=True)
        if array.size > 1:
            array.flat[0], array.flat[-1] = np.iinfo(dtype).min, np.iinfo(dtype).max
        return array
    return rng.standard_normal(shape).astype(dtype)


def imported(model, code=0):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "m.onnx")
        path.write_bytes(model.SerializeToString())
        return Imported(path).constants if code == 0 else run("ascend-translate", "--import-onnx", path, code=code).stderr


tensors, wanted = [], {}
for kind, (dtype, field, element) in TYPES.items():
    # MLIR prints many bools as bits.
    for shape in ((), (1,), (2, 3), (0, 2), (15 if dtype == np.bool_ else 1500,)):
        array = array_of(dtype, shape)
        for where in ("raw", "field"):
            name = f"{TensorProto.DataType.Name(kind)} {list(shape)} {where}"
            tensor = TensorProto(name=name, data_type=kind, dims=shape)
            if where == "raw":
                tensor.raw_data = array.tobytes()
            else:
                getattr(tensor, field).extend(element(each) for each in array.reshape(-1))
            tensors.append(tensor)
            wanted[name] = array
model = model_of([], {}, list(wanted))
model.graph.initializer.extend(tensors)
constants = imported(model)
for name, array in wanted.items():
    with tally.case(name):
        have = constants[name]
        assert have.dtype == array.dtype and have.shape == array.shape and have.tobytes() == array.tobytes(), (have, array)


def sparse(values, indices, dims, index_type=np.int64):
    return helper.make_sparse_tensor(numpy_helper.from_array(np.array(values, np.float32), "w"),
                                     numpy_helper.from_array(np.array(indices, index_type), "i"), dims)  # fmt: skip


def model_of_sparse(tensor):
    model = model_of([], {}, ["w"])
    model.graph.sparse_initializer.append(tensor)
    return model


for tensor, dense in (
    (sparse([5, 6], [0, 3], [2, 2]), [[5, 0], [0, 6]]),
    (sparse([5, 6], [[0, 0], [1, 1]], [2, 2]), [[5, 0], [0, 6]]),
    (sparse([5, 6], [[1, 0, 2], [0, 1, 0]], [2, 2, 3]), [[[0, 0, 0], [6, 0, 0]], [[0, 0, 5], [0, 0, 0]]]),
    (sparse([5], [[2]], [3]), [0, 0, 5]),
    (sparse([], np.zeros(0), [3]), [0, 0, 0]),
    (sparse([], np.zeros((0, 2)), [1, 2]), [[0, 0]]),
):
    with tally.case(f"sparse {dense}"):
        have = imported(model_of_sparse(tensor))["w"]
        assert np.array_equal(have, np.array(dense, np.float32)), have
OUTSIDE, MISFIT = "index {} lies outside of its shape", "its values and indices do not fit together"
for name, tensor, said in (
    ("last", sparse([5], [4], [2, 2]), OUTSIDE.format(0)),
    ("second", sparse([5, 6], [3, -1], [2, 2]), OUTSIDE.format(1)),
    ("row", sparse([5], [[2, 0]], [2, 2]), OUTSIDE.format(0)),
    ("row below", sparse([5], [[-1, 1]], [2, 2]), OUTSIDE.format(0)),
    ("column below", sparse([5], [[1, -1]], [2, 2]), OUTSIDE.format(0)),
    ("matrix", sparse([[5]], [0], [2, 2]), MISFIT),
    ("type", sparse([5], [0], [2, 2], np.int32), MISFIT),
    ("coordinates", sparse([5], [[0, 0, 0]], [2, 2]), MISFIT),
    ("rows", sparse([5], [[0, 0], [1, 1]], [2, 2]), MISFIT),
    ("more", sparse([5], [0, 1], [2, 2]), MISFIT),
    ("bytes", sparse([5], [0], [2**24 + 1]), "more than 67108864 bytes when it is made dense"),
):
    with tally.case(f"sparse {name}"):
        text = imported(model_of_sparse(tensor), code=1)
        assert f"initializer 'w' is sparse, and {said}" in text, text
for name, tensor, said in (
    ("bytes", TensorProto(name="w", data_type=1, dims=[2], raw_data=b"\0" * 7), "has 7 bytes of data, but its shape needs 8"),
    ("field", TensorProto(name="w", data_type=3, dims=[2], int32_data=[1]), "has 1 bytes of data, but its shape needs 2"),
    ("strings", TensorProto(name="w", data_type=8, dims=[1], string_data=[b"a"]), "has elements of type string, which is not supported"),
    ("type", TensorProto(name="w", data_type=29, dims=[1], raw_data=b"\0"), "has elements of type number 29, which is not supported"),
    ("float6", TensorProto(name="w", data_type=28, dims=[1], raw_data=b"\0"), "has elements of type float6e3m2, which is not supported"),
):
    with tally.case(f"initializer of other {name}"):
        model = model_of([], {}, ["w"])
        model.graph.initializer.append(tensor)
        text = imported(model, code=1)
        assert f"initializer 'w' {said}" in text, text
tally.end()
