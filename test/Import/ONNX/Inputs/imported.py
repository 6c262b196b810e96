# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs ascend-translate on an ONNX model and reads the IR that it prints."""

import ast
import re
from collections import namedtuple

import ml_dtypes
import numpy as np
from tools import run

DTYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16,
    "bf16": ml_dtypes.bfloat16, "i1": np.bool_, "i8": np.int8, "i16": np.int16,
    "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
    "ui32": np.uint32, "ui64": np.uint64,
}

Op = namedtuple("Op", "mnemonic onnx_op name shape dtype")


def parse_type(text):
    *extents, element = re.fullmatch(r"tensor<(.*)>", text).group(1).split("x")
    return tuple(int(extent) for extent in extents), DTYPES[element]


class Imported:
    """ops, and constants by name."""

    def __init__(self, path, *arguments):
        text = run("ascend-translate", "--import-onnx", *arguments, path).stdout
        resources = {
            key.strip('"'): bytes.fromhex(data)[4:]
            for key, data in re.findall(
                r'^ *("[^"\n]*"|\w+): "0x([0-9A-F]*)"', text, re.M
            )
        }
        self.ops, self.constants = [], {}
        for line in text.splitlines():
            match = re.search(r"= ascend\.(\w+) ", line)
            if not match or match[1] == "none":
                continue
            name = re.search(r'node_name = "([^"]*)"', line)[1]
            shape, dtype = parse_type(re.findall(r"tensor<[^<>]*>", line)[-1])
            if match[1] == "constant":
                self.constants[name] = self.read(line, resources, shape, dtype)
                continue
            onnx_op = re.search(r'onnx_op = "([^"]*)"', line)[1]
            self.ops.append(Op(match[1], onnx_op, name, shape, dtype))

    @staticmethod
    def read(line, resources, shape, dtype):
        key = re.search(r'dense_resource<"?([^">]*)"?>', line)
        if key:
            return np.frombuffer(resources[key[1]], dtype).reshape(shape)
        text = re.search(r"} dense<(.*)> : tensor", line)[1]
        raw = re.fullmatch(r'"0x([0-9A-F]*)"', text)
        if raw:
            return np.frombuffer(bytes.fromhex(raw[1]), dtype).reshape(shape)
        if re.fullmatch(r"0x[0-9A-F]+", text):
            value = int(text, 16).to_bytes(np.dtype(dtype).itemsize, "little")
            return np.full(shape, np.frombuffer(value, dtype)[0])
        text = text.replace("true", "True").replace("false", "False")
        value = np.array(ast.literal_eval(text) if text else [], dtype)
        return np.broadcast_to(value, shape) if value.ndim == 0 else value.reshape(shape)


def static_shapes(model, data_prop=True):
    """Shapes of all values that onnx.shape_inference knows, by value name."""
    import onnx

    inferred = onnx.shape_inference.infer_shapes(model, data_prop=data_prop)
    shapes = {}
    for value in [*inferred.graph.value_info, *inferred.graph.output]:
        tensor = value.type.tensor_type
        if tensor.HasField("shape") and all(
            dim.HasField("dim_value") for dim in tensor.shape.dim
        ):
            shapes[value.name] = tuple(dim.dim_value for dim in tensor.shape.dim)
    return shapes
