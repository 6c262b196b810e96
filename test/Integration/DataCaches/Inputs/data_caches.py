# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Kernels for caches of three sizes: products, convolutions and recurrent steps that the sizes cut in another way. The
code has to differ, or the comparison says nothing. A model takes its turn on one of the plans."""

import collections
import hashlib
import os
import pathlib
import tempfile

import ascend_mlir
import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns
from tally import Tally

CACHES = "8K,128K", "32K,1M", "1M,64M"
rng = np.random.default_rng(5)


def weights(*shape):
    return rng.normal(size=shape).astype(np.float32)


def save(node, shape, constants, second=None):
    """A model of one node; its inputs, of which dynamic extents are 37."""
    shapes = {"x": shape, **({"z": second} if second else {})}
    inputs = {name: floats(*extents) for name, extents in shapes.items()}
    onnx.save(model_of([node], inputs, {"y": (np.float32, None)}, constants, opset=17), "m.onnx")
    return {name: weights(*(37 if type(extent) is str else extent for extent in extents)) for name, extents in shapes.items()}


def product(shape, columns):
    node = helper.make_node("MatMul", ["x", "w"], ["y"], "n")
    return save(node, shape, {"w": weights(shape[-1], columns)})


def given(shape, columns):
    return save(helper.make_node("MatMul", ["x", "z"], ["y"], "n"), shape, {}, [*shape[:-2], shape[-1], columns])


def convolution(shape, outputs, window):
    pads = [window // 2] * 4
    node = helper.make_node("Conv", ["x", "w"], ["y"], "n", pads=pads)
    return save(node, shape, {"w": weights(outputs, shape[1], window, window)})


def recurrent(op, hidden):
    gates = {"LSTM": 4, "GRU": 3}[op]
    node = helper.make_node(op, ["x", "w", "r"], ["y"], "n", hidden_size=hidden)
    constants = {"w": weights(1, gates * hidden, 16) / 8, "r": weights(1, gates * hidden, hidden) / 8}
    return save(node, [3, 1, 16], constants)


MODELS = {
    "a long reduction": lambda: product([70, 3000], 96),
    "many columns": lambda: product([96, 1024], 1024),
    "dynamic rows": lambda: product(["m", 2000], 80),
    "one row": lambda: given([1, 300], 600),
    "two rows, transposed": lambda: given([2, 700], 400),
    "in batches": lambda: given([4, 70, 700], 80),
    "float16": lambda: product([70, 3000], 96),
    "rows that lie apart": lambda: convolution([1, 70, 24, 24], 40, 3),
    "few outputs": lambda: convolution([1, 64, 64, 64], 1, 5),
    "blocks of channels": lambda: convolution([1, 256, 14, 14], 128, 3),
    "lstm": lambda: recurrent("LSTM", 112),
    "gru": lambda: recurrent("GRU", 144),
}
# What else compiles them.
OPTIONS = collections.defaultdict(lambda: {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "00"})
OPTIONS["float16"] = OPTIONS["lstm"] = OPTIONS["gru"] = {"precision_mode": "force_fp16"}


def code():
    """What KEEP_IR kept, as one hash."""
    files = sorted(pathlib.Path(os.environ["ASCEND_MLIR_KEEP_IR"]).rglob("*.ll"))
    text = [hashlib.sha256(path.read_bytes()).digest() for path in files]
    return hashlib.sha256(b"".join(sorted(text))).digest() if files else None


os.environ["ASCEND_MLIR_CACHE"] = "off"
tally = Tally("models on plans")
for number, (name, make) in enumerate(MODELS.items()):
    feed = make()
    for plan in turns(number, ("avx512", "avx2", "portable")):
        codes, results = set(), set()
        for caches in CACHES:
            os.environ["ASCEND_MLIR_KEEP_IR"] = tempfile.mkdtemp(dir=".")
            # Code for the shapes that come is made while others run, and would be kept, too.
            model = ascend_mlir.compile("m.onnx", plan=plan, cpu_caches=caches, jit_compile="false", **OPTIONS[name])
            codes.add(code())
            for threads in (1, 3):
                results.add(b"".join(value.tobytes() for value in model.run(feed, threads=threads).values()))
        with tally.case(f"{name}, plan {plan}"):
            assert None not in codes and len(codes) > 1, "one code for all caches"
            assert len(results) == 1, "other bits"
tally.end()
