# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What the tests of dumps share: models, files of a device, and private formats element by element."""

import csv
import io
import pathlib
import struct
import subprocess
import sys

import models
import numpy as np
import onnx
from ascend_mlir.lab.dump_proto import dump_data
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
HALF, SINGLE = 2, 1
NCHW, ND, NC1HWC0, FRACTAL_Z, FRACTAL_NZ, NDC1HWC0 = 0, 2, 3, 4, 29, 32
FORMATS = {NC1HWC0: "NC1HWC0", FRACTAL_Z: "FRACTAL_Z", FRACTAL_NZ: "FRACTAL_NZ", NDC1HWC0: "NDC1HWC0"}


def node(type, inputs, outputs, name, **attributes):
    return helper.make_node(type, inputs.split(), outputs.split(), name=name, **attributes)


def network():
    """A convolution with its normalization, a Split of which one output nobody reads, products, a
    scalar, bools and integers; a Transpose in front of a cast."""
    random = np.random.default_rng(1)
    arrays = {
        "w": random.standard_normal((6, 3, 3, 3)).astype(np.float32),
        "s": np.linspace(0.5, 2, 6, dtype=np.float32),
        "b": np.linspace(-1, 1, 6, dtype=np.float32),
        "m": np.linspace(-0.1, 0.1, 6, dtype=np.float32),
        "v": np.linspace(0.5, 4, 6, dtype=np.float32),
        "k": random.standard_normal((72, 5)).astype(np.float32),
        "flat": np.array([1, -1], np.int64),
        "big": np.array(30000, np.float32),
    }
    nodes = [
        node("Conv", "x w", "c", "net/conv"),
        node("BatchNormalization", "c s b m v", "n", "net/bn"),
        node("Relu", "n", "r", "net/relu.1"),
        node("Split", "r", "p q o", "net/split", axis=1, num_outputs=3),
        node("Exp", "p", "e", "net/exp"),
        node("Add", "e q", "a", "net/add"),
        node("Reshape", "a flat", "f", "net/flat"),
        node("MatMul", "f k", "y", "net/fc"),
        node("Mul", "y big", "h", "net/overflows"),
        node("ReduceSum", "y", "z", "net/sum", keepdims=0),
        node("Sigmoid", "z", "u", "net/scalar"),
        node("Greater", "y z", "g", "net/greater"),
        node("ArgMax", "y", "i", "net/best", axis=1, keepdims=0),
        node("Transpose", "t", "t1", "net/turn", perm=[1, 0]),
        node("Tanh", "t1", "t2", "net/tanh"),
    ]
    inputs = [("x", FLOAT, [1, 3, 8, 8]), ("t", FLOAT, [4, 6])]
    outputs = [("h", FLOAT, [1, 5]), ("u", FLOAT, []), ("g", BOOL, [1, 5]), ("i", INT64, [1]), ("t2", FLOAT, [6, 4])]
    return models.model_of(nodes, inputs, outputs, list(arrays.items()))


def squares(**names):
    """y = x * x + x, in two nodes."""
    nodes = [node("Mul", "x x", "s", names.get("mul", "mul")), node("Add", "s x", "y", names.get("add", "add"))]
    return models.model_of(nodes, [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3])])


def header(outputs, inputs=(), **fields):
    """DumpData of (array, format, original shape) and sizes of inputs."""
    message = dump_data()
    for array, format, shape in outputs:
        number = {np.dtype(np.float16): HALF, np.dtype(np.float32): SINGLE}[array.dtype]
        tensor = message.output.add(data_type=number, format=format, size=array.nbytes)
        tensor.shape.dim.extend(array.shape)
        tensor.original_shape.dim.extend(shape)
    for size in inputs:
        message.input.add(size=size)
    for name, value in fields.items():
        setattr(message.output[0], name, value)
    return message


def dumped(message, data):
    text = message.SerializeToString()
    return struct.pack("<Q", len(text)) + text + data


def padded(array, axis, block):
    extents = [(0, 0)] * array.ndim
    extents[axis] = (0, -array.shape[axis] % block)
    return np.pad(array, extents)


def blocked(array, format):
    """A device's layout of NCHW or ND, element by element as CANN's documentation has it."""
    if format == NC1HWC0 or format == NDC1HWC0:
        whole = padded(array, 1, 16)
        parts = [np.moveaxis(whole[:, at : at + 16], 1, -1) for at in range(0, whole.shape[1], 16)]
        return np.stack(parts, 1 if format == NC1HWC0 else 2)
    if format == FRACTAL_NZ:
        whole = padded(padded(array, -2, 16), -1, 16)
        rows, columns = (n // 16 for n in whole.shape[-2:])
        result = np.zeros((*whole.shape[:-2], columns, rows, 16, 16), array.dtype)
        for column in range(columns):
            for row in range(rows):
                result[..., column, row, :, :] = whole[..., row * 16 : row * 16 + 16, column * 16 : column * 16 + 16]
        return result
    whole = padded(padded(array, 0, 16), 1, 16)
    n, c, h, w = whole.shape
    result = np.zeros((c // 16 * h * w, n // 16, 16, 16), array.dtype)
    for block in range(c // 16):
        for y in range(h):
            for x in range(w):
                for row in range(n // 16):
                    result[(block * h + y) * w + x, row] = whole[row * 16 : row * 16 + 16, block * 16 : block * 16 + 16, y, x]
    return result


class Case(LabCase):
    WIDTH = 160

    def save(self, model, **arrays):
        """The options of every call: the model and its input."""
        onnx.save(model, self.folder / "net.onnx")
        np.savez(self.folder / "in.npz", **arrays)
        return [self.folder / "net.onnx", f"--data={self.folder}/in.npz", "--precision_mode=force_fp16"]

    def network(self):
        random = np.random.default_rng(2)
        x = random.uniform(-1, 1, (1, 3, 8, 8)).astype(np.float32)
        return self.save(network(), x=x, t=random.uniform(-1, 1, (4, 6)).astype(np.float32))

    def squares(self, **names):
        return self.save(squares(**names), x=np.random.default_rng(3).uniform(1, 2, (2, 3)).astype(np.float32))

    def dump(self, arguments, name="dumps", *more):
        self.lab("dump", *arguments, f"--to={self.folder / name}", *more)
        return self.folder / name

    def oracle(self, *arguments):
        """msaccucmp's own CSV, or what it wrote besides."""
        runner = pathlib.Path(__file__).parent / "run_msaccucmp.py"
        result = self.folder / "msaccucmp"
        result.mkdir(exist_ok=True)
        done = subprocess.run(
            [sys.executable, runner, *map(str, arguments), "-out", result], capture_output=True, text=True, timeout=250
        )
        # 2: there are ops without a dump.
        self.assertIn(done.returncode, (0, 2), done.stdout + done.stderr)
        return result

    def compared(self, dumps, *more):
        result = self.oracle(
            "compare", "-m", dumps / "decided", "-g", dumps / "reference", "-f", dumps / "graph.json", *more
        )
        (file,) = result.glob("result_*.csv")
        return list(csv.reader(io.StringIO(file.read_text())))
