# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models with weights that are subnormal, as training leaves them of channels that it gave up.

Beside larger weights they count as 0: the bits are those of the same model with zeros, on every plan, in code for
all shapes and for one. In a constant of nothing else they count: the bits are those of 2^120 times the weights and
2^-120 times x."""

import itertools
import os
import pathlib

import ascend_mlir
import ml_dtypes
import numpy as np
from arrays import assert_same
from onnx import helper
from onnx_models import model_of
from tally import Tally

rng = np.random.default_rng(7)
OPTIONS = {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "00"}


def run(kind, weights, feed, open_shape=False, **options):
    """The feed times the weights, or convolved with them."""
    shape = ["n" if open_shape else 3, *feed.shape[1:]]
    model = model_of([helper.make_node(kind, ["x", "w"], ["y"])], {"x": (weights.dtype, shape)}, {"y": (weights.dtype, None)},
                     {"w": weights}, opset=17, ir=9)  # fmt: skip
    (y,) = ascend_mlir.compile(model.SerializeToString(), **OPTIONS, **options).run({"x": feed}).values()
    return y


tally = Tally("results")
for kind, dtype in itertools.product(("MatMul", "Conv"), (np.float32, ml_dtypes.bfloat16)):
    shape = (64, 40) if kind == "MatMul" else (40, 64, 3, 3)
    x = rng.normal(size=(3, 64) if kind == "MatMul" else (3, 64, 5, 6)).astype(dtype)
    normal = (rng.uniform(0.5, 2, shape) * rng.choice([-1, 1], shape)).astype(np.float32)
    dead = rng.random(shape) < 0.5
    # Whole channels: nothing else is in their sums.
    dead[(..., slice(10)) if kind == "MatMul" else slice(10)] = True
    mixed = np.where(dead, normal * np.float32(1e-39), normal).astype(dtype)
    zeros = np.where(dead, 0, normal).astype(dtype)
    assert np.count_nonzero(mixed) == mixed.size and np.array_equal(np.abs(mixed) < np.float32(2**-126), dead)
    for open_shape in (False, True):
        wanted = run(kind, zeros, x, open_shape)
        for plan in ("avx512", "avx2", "portable"):
            with tally.case(f"{kind} of {np.dtype(dtype)}, plan {plan}, against zeros"):
                assert_same(run(kind, mixed, x, open_shape, plan=plan), wanted)
    small = (normal * np.float32(1e-39)).astype(dtype)
    sums = run(kind, small, (x.astype(np.float64) * 2.0**100).astype(dtype))
    exact = run(kind, (small.astype(np.float64) * 2.0**120).astype(dtype), (x.astype(np.float64) * 2.0**-20).astype(dtype))
    with tally.case(f"{kind} of {np.dtype(dtype)}, small weights alone"):
        assert_same(sums, exact)
        assert np.any(sums), "they do not count"

# A model that is put together from the cache makes its weights anew: they are not kept there.
os.environ["ASCEND_MLIR_CACHE"] = "kernels"
weights = np.where(rng.random((128, 64, 3, 3)) < 0.5, 1e-39, 0.5).astype(np.float32)
x = rng.normal(size=(3, 64, 5, 6)).astype(np.float32)
first, second = (run("Conv", weights, x) for _ in range(2))
kept_bytes = sum(path.stat().st_size for path in pathlib.Path("kernels").rglob("*") if path.is_file())
with tally.case("from the cache"):
    assert_same(second, first)
    assert 0 < kept_bytes < weights.nbytes, f"weights of {weights.nbytes} bytes are in its {kept_bytes} bytes"
tally.end()
