# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Cast to and from the types of eight bits and less, bit for
bit as ml_dtypes rounds: all codes, all of float16, and floats of every
exponent."""

import warnings

import ml_dtypes
import numpy as np
from arrays import assert_same
from onnx import TensorProto, helper, numpy_helper
from onnx_models import model_of
from tally import Tally
from tools import run_model

SMALL = {
    TensorProto.FLOAT8E4M3FN: ml_dtypes.float8_e4m3fn,
    TensorProto.FLOAT8E5M2: ml_dtypes.float8_e5m2,
    TensorProto.FLOAT8E4M3FNUZ: ml_dtypes.float8_e4m3fnuz,
    TensorProto.FLOAT8E5M2FNUZ: ml_dtypes.float8_e5m2fnuz,
    TensorProto.FLOAT4E2M1: ml_dtypes.float4_e2m1fn,
}
INTEGERS = {
    TensorProto.INT4: ml_dtypes.int4,
    TensorProto.UINT4: ml_dtypes.uint4,
    TensorProto.INT2: ml_dtypes.int2,
    TensorProto.UINT2: ml_dtypes.uint2,
}
WIDE = {
    TensorProto.FLOAT: np.float32,
    TensorProto.FLOAT16: np.float16,
    TensorProto.DOUBLE: np.float64,
}
warnings.simplefilter("ignore")


def run(casts, inputs):
    """Casts (from, to, attributes) of the inputs, in one model."""
    nodes, values, results = [], {}, {}
    for i, (x, (source, target, attributes)) in enumerate(zip(inputs, casts)):
        nodes.append(helper.make_node("Cast", ["x%d" % i], ["y%d" % i], to=target, **attributes))
        values["x%d" % i] = source, x.shape
        results["y%d" % i] = target, x.shape
    model = model_of(nodes, values, results, opset=25, ir=13)
    return run_model(model, {"x%d" % i: x for i, x in enumerate(inputs)}, "--reference")


halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
# Halves are ties and numbers below the normal ones; neighbours are beside them.
floats = np.concatenate([
    halves.astype(np.float32),
    (np.arange(1 << 16, dtype=np.uint32) * 65537).view(np.float32),
    np.nextafter(halves.astype(np.float32), np.float32(np.inf)),
])  # fmt: skip
codes = np.arange(256, dtype=np.uint8)
quarters = np.arange(-80, 81, dtype=np.float32) / 4

casts, inputs, wanted = [], [], []
for small, small_dtype in SMALL.items():
    for wide, wide_dtype in WIDE.items():
        casts.append((small, wide, {}))
        is_four_bits = small == TensorProto.FLOAT4E2M1
        inputs.append((codes % 16 if is_four_bits else codes).view(small_dtype))
        wanted.append(inputs[-1].astype(wide_dtype))
        for saturates in (0, 1):
            x = halves if wide_dtype is np.float16 else floats.astype(wide_dtype)
            y = x.astype(small_dtype)
            if wide_dtype is np.float64:
                # Nearer to a tie than a float can be; ml_dtypes rounds twice.
                x = np.concatenate([x, np.nextafter(halves.astype(np.float64), 0.0)])
                y = np.concatenate([y, np.nextafter(halves.astype(np.float32), np.float32(0)).astype(small_dtype)])
            if saturates:
                largest = ml_dtypes.finfo(small_dtype).max
                outside = ~np.isfinite(y.astype(np.float32)) & ~np.isnan(x)
                y = np.where(outside, np.where(np.signbit(x), -largest, largest).astype(small_dtype), y)
            if is_four_bits:
                # What becomes of NaN has the sign of NaN to ml_dtypes.
                x, y = x[~np.isnan(x)], y[~np.isnan(x)]
            casts.append((wide, small, {"saturate": saturates}))
            inputs.append(x)
            wanted.append(y)
for small, small_dtype in INTEGERS.items():
    bits = 4 if small in (TensorProto.INT4, TensorProto.UINT4) else 2
    wide_types = {**WIDE, TensorProto.INT8: np.int8, TensorProto.UINT8: np.uint8, TensorProto.INT64: np.int64}
    for wide, wide_dtype in wide_types.items():
        casts.append((small, wide, {}))
        inputs.append((codes % 2**bits).view(small_dtype))
        wanted.append(inputs[-1].astype(wide_dtype))
        casts.append((wide, small, {}))
        inputs.append(quarters.astype(wide_dtype))
        wanted.append(inputs[-1].astype(small_dtype))
for mode in ("up", "down", "nearest"):
    for saturates in (0, 1):
        for wide, x in ((TensorProto.FLOAT, floats), (TensorProto.FLOAT16, halves)):
            casts.append((wide, TensorProto.FLOAT8E8M0, {"saturate": saturates, "round_mode": mode}))
            inputs.append(x)
            wanted.append(numpy_helper.to_float8e8m0(x, bool(saturates), mode))
casts.append((TensorProto.FLOAT8E8M0, TensorProto.FLOAT, {}))
inputs.append(codes.view(ml_dtypes.float8_e8m0fnu))
wanted.append(inputs[-1].astype(np.float32))
tally, have = Tally("casts"), run(casts, inputs)
for i, (cast, want) in enumerate(zip(casts, wanted)):
    with tally.case(cast):
        assert_same(have["y%d" % i].view(want.dtype), want)
tally.end()
