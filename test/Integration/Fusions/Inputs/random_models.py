#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random ONNX models of what CANN fuses give the values of onnxruntime.

Each model is a chain of blocks: convolutions with their normalization, products
with their bias, composites of LayerNorm, Gelu and Softmax, ops with constant
axes. ascend-run runs it with the fusions on, with those on that are off by
default, and with all off that can be closed. CANN's Gelu is the form with tanh,
so onnxruntime gets that form where the model has the one with erf.

usage: random_models.py [--count=N] [--seed=N]
"""

import argparse
import json
import os
import pathlib
import tempfile

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from sessions import session_of
from tally import Tally
from tools import run_model

PRECISE = ["--precision_mode=must_keep_origin_dtype", "--allow_hf32=false",
           "--op_select_implmode=high_precision_for_all"]
SWITCHES = {"default": None,
            "all on": {"SoftmaxSmallOpFusionPass": "on", "BatchMatMulFusionPass": "on"},
            "off": {"ALL": "off"}}
# Passes that must have fused something in the models together.
EXPECTED = {"AConv2dMulFusion", "AReduceMaxFusionPass", "BatchMatMulFusionPass", "BatchNormBnInferFusionPass", "ConstToAttrPass",
            "ClipFusionRule0", "ConstToAttrReduceSumFusion", "ConstToAttrStridedSliceV2Fusion",
            "ConvToFullyConnectionFusionPass", "GeluFusionPass", "GeluONNXFusionPass", "Globalavgpoolpass",
            "HostBNFusionPass", "IdentityPass", "LayerNormONNXFusionPass", "LayerNormONNXMULFusionPass",
            "MatMulBiasAddFusionPass", "MulMaximumFusionPass", "MulSquareFusionPass", "NoUseReshapeRemovePass",
            "ArgMaxV2FusionPass", "PadConv2dFusionPass", "TBEConvAddFusion", "Pow2SquareFusionPass", "RealDiv2MulsFusionPass", "SubFusionPass", "SoftmaxSmallOpFusionPass", "SoftplusTanhMulPass",
            "UnchangedTransposeRemovePass", "ZSplitFusionPass", "ZSplitVDFusionPassV2"}


class Model:
    """A graph under construction; the current value has `shape`."""

    def __init__(self, seed, tanh_gelu):
        self.random = np.random.default_rng(seed)
        self.tanh_gelu = tanh_gelu
        self.nodes, self.constants, self.outputs, self.serial = [], {}, {}, 0
        self.shape = [int(n) for n in self.random.choice([1, 2, 3, 4, 7], int(self.random.integers(2, 5)))]
        self.shape[-1] = int(self.random.choice([4, 8, 17]))
        self.input_shape, self.value = list(self.shape), "x"
        count = int(self.random.integers(3, 8))
        for block in self.random.permutation(np.array(BLOCKS, object))[:count]:
            block(self)
        self.outputs[self.value] = floats(*self.shape)

    def name(self, kind):
        self.serial += 1
        return f"{kind}_{self.serial}"

    def op(self, kind, *inputs, **attributes):
        name = self.name(kind)
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def constant(self, array, dtype=np.float32):
        name = self.name("c")
        self.constants[name] = np.asarray(array, dtype)
        return name

    def normal(self, *shape, scale=1.0):
        return self.constant(self.random.standard_normal(shape) * scale)

    def chance(self):
        return bool(self.random.integers(2))

    def proto(self):
        return model_of(self.nodes, {"x": floats(*self.input_shape)}, self.outputs, self.constants, opset=13)


def product(m):
    """MatMul with a bias on either side, of any rank, perhaps of a transpose."""
    size = int(m.random.choice([3, 8]))
    weight = m.normal(m.shape[-1], size, scale=0.5)
    if m.chance():
        weight = m.op("Transpose", m.normal(size, m.shape[-1], scale=0.5), perm=[1, 0])
    m.shape = m.shape[:-1] + [size]
    m.value = m.op("MatMul", m.value, weight)
    bias = m.normal(size)
    m.value = m.op("Add", *((m.value, bias) if m.chance() else (bias, m.value)))


def dynamic_product(m):
    """x times its own transpose: no operand is constant."""
    perm = list(range(len(m.shape)))
    perm[-2:] = perm[-1], perm[-2]
    m.value = m.op("MatMul", m.op("Tanh", m.value), m.op("Transpose", m.op("Tanh", m.value), perm=perm))
    m.shape = m.shape[:-1] + [m.shape[-2]]


def gemm(m):
    if len(m.shape) == 2:
        m.value = m.op("Gemm", m.value, m.normal(5, m.shape[1], scale=0.5), m.normal(5), transB=1)
        m.shape[1] = 5


def convolution(m):
    """Conv (perhaps with a bias), then BatchNormalization of constants."""
    if len(m.shape) != 4:
        return
    channels = int(m.random.choice([2, 3]))
    bias = [m.normal(channels)] if m.chance() else []
    m.value = m.op("Conv", m.value, m.normal(channels, m.shape[1], 1, 1, scale=0.5), *bias)
    m.shape[1] = channels
    if m.chance():
        m.value = m.op("Mul", *m.random.permutation([m.value, m.constant(0.75)]).tolist())
    normalization(m)
    if m.chance():
        m.value = m.op("Add", m.value, m.op("Sub", m.value, m.value))


def normalization(m):
    if len(m.shape) == 4:
        channels = m.shape[1]
        variance = m.constant(m.random.uniform(0.5, 2, channels))
        m.value = m.op("BatchNormalization", m.value, m.normal(channels), m.normal(channels), m.normal(channels),
                       variance, epsilon=1e-3)


def layer_norm(m):
    """The composite, with one subtraction or two, with gamma and beta or without."""
    axes = [-1] if m.chance() or len(m.shape) < 3 else [-2, -1]
    extents = m.shape[len(m.shape) - len(axes):]
    mean = m.op("ReduceMean", m.value, axes=axes, keepdims=1)
    difference = m.op("Sub", m.value, mean)
    again = m.op("Sub", m.value, mean) if m.chance() else difference
    variance = m.op("ReduceMean", m.op("Pow", again, m.constant(2.0)), axes=axes, keepdims=1)
    root = m.op("Sqrt", m.op("Add", variance, m.constant(1e-2)))
    m.value = m.op("Div", difference, root)
    if m.chance():
        m.value = m.op("Add", m.op("Mul", m.value, m.normal(*extents)), m.normal(*extents))


def erf_gelu(m):
    if m.tanh_gelu:
        return tanh_gelu(m)
    erf = m.op("Erf", m.op("Div", m.value, m.constant(np.sqrt(2))))
    gate = m.op("Mul", m.value, m.op("Add", erf, m.constant(1.0)))
    m.value = m.op("Mul", gate, m.constant(0.5))


def tanh_gelu(m):
    cube = m.op("Mul", m.constant(0.044715), m.op("Pow", m.value, m.constant(3.0)))
    inner = m.op("Mul", m.constant(np.sqrt(2 / np.pi)), m.op("Add", m.value, cube))
    gate = m.op("Add", m.constant(1.0), m.op("Tanh", inner))
    half = m.op("Mul", m.constant(0.5), gate)
    m.value = m.op("Mul", m.value, half)


def softmax(m):
    axis = int(m.random.integers(len(m.shape)))
    power = m.op("Exp", m.op("Sub", m.value, m.op("ReduceMax", m.value, axes=[axis], keepdims=1)))
    m.value = m.op("Div", power, m.op("ReduceSum", power, m.constant([axis], np.int64), keepdims=1))


def reduction(m):
    """An output of its own, of any axes."""
    kind = str(m.random.choice(["ReduceSum", "ReduceMax", "ReduceMin", "ReduceMean", "ReduceProd"]))
    axes = sorted(int(a) for a in m.random.choice(len(m.shape), int(m.random.integers(1, 3)), replace=False))
    keep = m.chance()
    small = m.op("Tanh", m.value)
    reduced = m.op(kind, small, m.constant(axes, np.int64), keepdims=int(keep)) if kind == "ReduceSum" else \
        m.op(kind, small, axes=axes, keepdims=int(keep))
    kept = [1 if i in axes else n for i, n in enumerate(m.shape) if keep or i not in axes]
    m.outputs[reduced] = floats(*kept)


def unit_reduction(m):
    """Over an axis of extent 1, which CANN takes out."""
    wide = m.op("Unsqueeze", m.value, m.constant([1], np.int64))
    m.value = m.op("ReduceMax", wide, axes=[1], keepdims=0)


def position(m):
    axis = int(m.random.integers(len(m.shape)))
    kind = "ArgMax" if m.chance() else "ArgMin"
    kept = [n for i, n in enumerate(m.shape) if i != axis]
    m.outputs[m.op(kind, m.value, axis=axis, keepdims=0)] = np.int64, kept


def running_sum(m):
    m.value = m.op("CumSum", m.op("Tanh", m.value), m.constant(int(m.random.integers(len(m.shape))), np.int64))


def activations(m):
    """Composites of vector ops: Mish, LeakyRelu, a clip by Min and Max, a square."""
    value = m.value
    kind = int(m.random.integers(4))
    if kind == 0:
        m.value = m.op("Mul", value, m.op("Tanh", m.op("Softplus", value)))
    elif kind == 1:
        m.value = m.op("Max", m.op("Mul", value, m.constant(0.25)), value)
    elif kind == 2:
        m.value = m.op("Max", m.op("Min", value, m.constant(0.75)), m.constant(-0.5))
    else:
        small = m.op("Tanh", value)
        m.value = m.op("Mul", small, small)


def parts(m):
    """Split by sizes or into equal parts, and joined in another order."""
    axis = int(m.random.integers(len(m.shape)))
    extent = m.shape[axis]
    if extent < 2:
        return
    names = [m.name("part"), m.name("part")]
    sizes = [m.constant([1, extent - 1], np.int64)] if extent % 2 else []
    m.nodes.append(helper.make_node("Split", [m.value, *sizes], names, name=m.name("Split"), axis=axis))
    m.value = m.op("Concat", *reversed(names), axis=axis)


def whole_image(m):
    """A convolution whose filter covers the image."""
    if len(m.shape) != 4:
        return
    channels = int(m.random.choice([2, 16]))
    bias = [m.normal(channels)] if m.chance() else []
    weights = m.normal(channels, *m.shape[1:], scale=1 / np.sqrt(np.prod(m.shape[1:])))
    m.value = m.op("Relu", m.op("Conv", m.value, weights, *bias))
    m.shape[1:] = [channels, 1, 1]


def padded_convolution(m):
    """Zeros around the image, a convolution, a number for each channel."""
    if len(m.shape) != 4:
        return
    channels = int(m.random.choice([2, 3]))
    before, behind = m.random.integers(0, 2, 2), m.random.integers(0, 2, 2)
    value = m.op("Pad", m.value, m.constant([0, 0, *before, 0, 0, *behind], np.int64))
    bias = [m.normal(channels)] if m.chance() else []
    value = m.op("Conv", value, m.normal(channels, m.shape[1], 1, 1, scale=0.5), *bias, pads=[1, 0, 0, 1])
    m.value = m.op("Add", value, m.normal(1, channels, 1, 1))
    m.shape = [m.shape[0], channels, *(int(m.shape[2 + i] + before[i] + behind[i] + 1) for i in (0, 1))]


def moves(m):
    """Reshape, Transpose and Identity that do nothing, and ones that do."""
    m.value = m.op("Identity", m.value)
    m.value = m.op("Reshape", m.value, m.constant(m.shape, np.int64))
    m.value = m.op("Transpose", m.value, perm=list(range(len(m.shape))))
    perm = [int(i) for i in m.random.permutation(len(m.shape))]
    m.value = m.op("Transpose", m.value, perm=perm)
    m.shape = [m.shape[i] for i in perm]
    if m.shape[-1] == 1:
        m.value = m.op("Expand", m.value, m.constant(m.shape[:-1] + [4], np.int64))
        m.shape[-1] = 4


def slices(m):
    step = int(m.random.choice([1, 2, -1]))
    begin, end = (m.shape[-1] - 1, -m.shape[-1] - 1) if step < 0 else (0, m.shape[-1])
    if step == 1:
        begin = 1
    lists = [m.constant([v], np.int64) for v in (begin, end, len(m.shape) - 1, step)]
    m.value = m.op("Slice", m.value, *lists)
    m.shape[-1] = len(range(m.shape[-1])[begin:None if step < 0 else end:step])


def scalars(m):
    m.value = m.op("Div", m.value, m.constant(3.0))
    m.value = m.op("Pow", m.value, m.constant([2.0]))


def global_pool(m):
    if len(m.shape) == 4:
        pooled = m.op("GlobalAveragePool", m.value)
        m.outputs[pooled] = floats(*m.shape[:2], 1, 1)


BLOCKS = [product, product, dynamic_product, gemm, convolution, normalization, layer_norm, layer_norm, erf_gelu,
          tanh_gelu, softmax, reduction, reduction, unit_reduction, position, running_sum, moves, slices, scalars,
          global_pool, activations, activations, activations, parts, parts,
          whole_image, padded_convolution]


def check(seed, folder):
    """The passes that fused something in the model of `seed`."""
    model, reference = Model(seed, tanh_gelu=False), Model(seed, tanh_gelu=True)
    onnx.checker.check_model(model.proto())
    x = np.random.default_rng(seed).standard_normal(model.input_shape).astype(np.float32)
    wanted = session_of(reference.proto().SerializeToString()).run(None, {"x": x})
    passes = set()
    for name, switches in SWITCHES.items():
        options = list(PRECISE)
        if switches:
            file = folder / "switches.json"
            file.write_text(json.dumps({"Switch": {"GraphFusion": switches}}))
            options.append(f"--fusion_switch_file={file}")
        outputs = run_model(model.proto(), {"x": x}, f"--report={folder}/r.json", *options)
        passes |= {fusion["pass"] for fusion in json.loads((folder / "r.json").read_text())["fusions"]}
        # Without the fusion Gelu is the form with erf.
        exact = name != "off"
        if len(outputs) != len(wanted):
            raise AssertionError(f"{len(outputs)} outputs instead of {len(wanted)}")
        for output, value in zip(model.outputs, wanted):
            have = outputs[output]
            if value.dtype == np.int64:
                # Equal positions need equal values, which rounding may part.
                agree = np.mean(have == value) if value.size else 1
                assert agree >= (0.9 if exact else 0.5), f"{name}: {output}: {agree} of the positions agree"
                continue
            # Layers of f32 sums in another order; not exact: Gelu by tanh against Gelu by erf, layer after layer.
            np.testing.assert_allclose(have, value, rtol=1e-3 if exact else 5e-2,
                                       atol=(1e-4 if exact else 2e-2) * max(1, float(np.abs(value).max(initial=0))),
                                       err_msg=f"{name}: {output}")
    return passes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    seen, tally = set(), Tally("models")
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            with tally.case(f"seed {seed}"):
                seen |= check(seed, pathlib.Path(folder))
    print("never fused:", sorted(EXPECTED - seen))
    tally.end()


if __name__ == "__main__":
    main()
