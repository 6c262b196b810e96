#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Products of matrices with emulation=fast, for each form of CPU that this machine
has, against numpy in float64. Those that Strassen's algorithm takes differ from
emulation=faithful and have at most the error that docs/Numerics.md states, with the
same bits on all forms; all others have the bits of faithful.

Seen to fail with a sign changed in each of the three matrices, with the mark left
out, and with every product marked."""

import numpy as np
from arrays import assert_same
from emulation import fast_by_form, run
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns
from tally import Tally

# The largest error by that of faithful.
BOUND = 2.5
MODES = ["must_keep_origin_dtype", "force_fp16"]
# Shapes of x and w, whether w is a constant, the rest of the model, and whether
# the algorithm takes it.
CASES = [
    ((128, 640), (640, 512), True, [], True),
    ((66, 512), (512, 544), True, ["Bias"], True),
    ((3, 36, 514), (514, 512), True, ["Bias", "Relu"], True),
    ((2, 2, 17, 1024), (1024, 512), True, [], True),
    ((128, 1024), (1024, 512), True, ["Transposed"], True),
    ((96, 640), (640, 512), True, ["Residual", "Sigmoid"], True),
    ((512, 1024), (1024, 1024), False, [], True),
    # Odd, too small, too few columns for its depth, one for each of a batch, and
    # too few rows for a factor that is no constant.
    ((127, 640), (640, 512), True, [], False),
    ((128, 641), (641, 512), True, [], False),
    ((128, 640), (640, 528), True, [], False),
    ((128, 256), (256, 256), True, [], False),
    ((2, 128, 640), (2, 640, 512), True, [], False),
    ((128, 640), (640, 512), False, [], False),
]


def make_model(x_shape, w, is_constant, rest):
    nodes, last = [], "x"
    inputs, constants = {"x": floats(*x_shape)}, {}
    if "Transposed" in rest:
        nodes.append(helper.make_node("Transpose", ["w"], ["t"], name="transpose", perm=[1, 0]))
        constants["w"] = np.ascontiguousarray(w.T)
    elif is_constant:
        constants["w"] = w
    else:
        inputs["w"] = w
    nodes.append(helper.make_node("MatMul", ["x", "t" if "Transposed" in rest else "w"], ["p"], name="product"))
    last = "p"
    if "Bias" in rest:
        constants["b"] = np.linspace(-1, 1, w.shape[-1], dtype=np.float32)
        nodes.append(helper.make_node("Add", [last, "b"], ["a"], name="bias"))
        last = "a"
    if "Residual" in rest:
        inputs["r"] = floats(*x_shape[:-1], w.shape[-1])
        nodes.append(helper.make_node("Add", [last, "r"], ["s"], name="residual"))
        last = "s"
    for kind in ("Relu", "Sigmoid"):
        if kind in rest:
            nodes.append(helper.make_node(kind, [last], [kind], name=kind.lower()))
            last = kind
    return model_of(nodes, inputs, {last: (np.float32, None)}, constants, opset=17)


def in_doubles(tensors, w, rest):
    result = tensors["x"].astype(np.float64) @ w.astype(np.float64)
    if "Bias" in rest:
        result = result + np.linspace(-1, 1, w.shape[-1])
    if "Residual" in rest:
        result = result + tensors["r"]
    if "Relu" in rest:
        result = np.maximum(result, 0)
    if "Sigmoid" in rest:
        result = 1 / (1 + np.exp(-result))
    return result


def main():
    random, tally, worst = np.random.default_rng(5), Tally("models"), 0.0
    for number, (x_shape, w_shape, is_constant, rest, takes) in enumerate(CASES):
        w = random.standard_normal(w_shape, np.float32).astype(np.float16).astype(np.float32)
        tensors = {"x": random.standard_normal(x_shape, np.float32).astype(np.float16).astype(np.float32)}
        if not is_constant:
            tensors["w"] = w
        if "Residual" in rest:
            tensors["r"] = random.standard_normal((*x_shape[:-1], w_shape[-1]), np.float32)
        model = make_model(x_shape, w, is_constant, rest)
        exact = in_doubles(tensors, w, rest)
        for mode in turns(number, MODES):
            with tally.case(f"case {number} {mode}"):
                fast = fast_by_form(number, model, tensors, mode)
                best = next(iter(fast))
                faithful = run(model, tensors, mode, "faithful", best)
                for form, result in fast.items():
                    assert_same(result, fast[best], f"{form}, against {best}")
                # Ops that share a kernel round less often to float16 in fast, too.
                is_faithful = fast[best].tobytes() == faithful.tobytes()
                if mode != "force_fp16" or not rest:
                    assert takes != is_faithful, f"the bits are {'' if takes else 'not '}those of faithful"
                error, usual = (np.abs(result - exact).max() for result in (fast[best], faithful))
                worst = max(worst, error / usual)
                assert error <= BOUND * usual, f"its error is {error:.1e}, that of faithful {usual:.1e}"
    print(f"largest error: {worst:.2f} times that of faithful")
    tally.end()


main()
