# ===- sums.py - Operands and exact results of ops that add many terms -----===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""For each op a function of `x`, which makes normal random numbers of a shape:
op, operands, exact results, sums of magnitudes, number of terms, attributes, and
arrays of the types of the results where there are several."""

import numpy as np
from suite import Const


def normalize(x, axes, epsilon, gamma, beta):
    """The result, and the sum of magnitudes that its error is measured by."""
    mean = x.mean(axes, keepdims=True)
    deviation = np.sqrt(x.var(axes, keepdims=True) + epsilon)
    return (x - mean) / deviation * gamma + beta, (np.abs(x) + np.abs(mean)) / deviation * np.abs(gamma) + np.abs(beta)


def instance_norm(x):
    wide, gamma, beta = x((2, 3, 10, 20)), x((3,)), x((3,))
    x64, gamma64, beta64 = wide.astype(np.float64), *(v.astype(np.float64)[:, None, None] for v in (gamma, beta))
    exact, magnitudes = normalize(x64, (2, 3), 0.25, gamma64, beta64)
    statistic = np.zeros((2, 3, 1, 1), wide.dtype)
    return "instance_norm", [wide, gamma, beta], exact, magnitudes, 200, "ge.epsilon = 0.25 : f32", \
        [wide, statistic, statistic]


def group_norm(x):
    wide, gamma, beta = x((2, 4, 10, 10)), x((4,)), x((4,))
    x64, gamma64, beta64 = wide.astype(np.float64).reshape(2, 2, 2, 10, 10), \
        *(v.astype(np.float64).reshape(2, 2, 1, 1) for v in (gamma, beta))
    exact, magnitudes = normalize(x64, (2, 3, 4), 0.25, gamma64, beta64)
    statistic = np.zeros((2, 2), wide.dtype)
    return "group_norm", [wide, gamma, beta], exact.reshape(wide.shape), magnitudes.reshape(wide.shape), 200, \
        "ge.num_groups = 2 : i64, ge.eps = 0.25 : f32", [wide, statistic, statistic]


def rms_norm(x):
    wide, gamma = x((7, 200)), x((200,))
    x64 = wide.astype(np.float64)
    exact = x64 / np.sqrt((x64 * x64).mean(1, keepdims=True) + 0.25) * gamma.astype(np.float64)
    return "rms_norm", [wide, gamma], exact, np.abs(exact), 200, "ge.epsilon = 0.25 : f32", \
        [wide, np.zeros((7, 1), np.float32)]


def log_softmax(x):
    wide = x((600, 60))
    x64 = wide.astype(np.float64)
    shifted = x64 - x64.max(1, keepdims=True)
    exact = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    return "log_softmax_v2", [wide], exact, 1 + np.abs(exact), 60


def mean_variance(x):
    wide = x((7, 200))
    exact, magnitudes = normalize(wide.astype(np.float64), 1, 0, 1, 0)
    return "mvnv2", [wide], exact, magnitudes, 200, "ge.axes = array<i64: 1>"


def l2_normalize(x):
    wide = x((7, 200))
    x64 = wide.astype(np.float64)
    exact = x64 / np.sqrt((x64 * x64).sum(1, keepdims=True))
    return "l2_normalize", [wide], exact, np.abs(exact), 200, "ge.axis = array<i64: 1>"


def local_response(x):
    wide = x((2, 40, 5, 5))
    x64 = wide.astype(np.float64)
    squares = np.pad(x64 * x64, ((0, 0), (5, 5), (0, 0), (0, 0)))
    exact = x64 / (1 + sum(squares[:, k : k + 40] for k in range(11))) ** 0.5
    return "lrn", [wide], exact, np.abs(exact), 11


def convolution(transposed, axes):
    def make(x):
        window = (3,) * axes
        if not transposed:
            a, b = x((1, 6, *(7,) * axes)), x((5, 6, *window))
            wide = a
        else:
            a, b = x((1, 6, *(5,) * axes)), x((6, 5, *window))
            wide = np.pad(a, ((0, 0), (0, 0), *((2, 2),) * axes))
        letters = "xyz"[:axes]

        def convolve(a, b):
            if transposed:
                b = np.flip(b.swapaxes(0, 1), tuple(range(2, 2 + axes)))
            windows = np.lib.stride_tricks.sliding_window_view(a, window, tuple(range(2, 2 + axes)))
            return np.einsum("nc%s%s,oc%s->no%s" % (letters, letters.upper(), letters.upper(), letters), windows, b)

        wide64, b64 = wide.astype(np.float64), b.astype(np.float64)
        size = [Const([0] * (2 + axes), np.int32)] if transposed else []
        return "conv%dd%s" % (axes, "_transpose" * transposed), [*size, a, b], convolve(wide64, b64), \
            convolve(np.abs(wide64), np.abs(b64)), 6 * 3**axes

    return make


def einsum(x):
    a, b = x((3, 17, 200)), x((3, 200, 33))
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    return "einsum", [a, b], a64 @ b64, np.abs(a64) @ np.abs(b64), 200, 'ge.equation = "bij,bjk->bik"'


BY_OP = {
    "Conv2DTranspose": convolution(True, 2), "Conv3D": convolution(False, 3), "Conv3DTranspose": convolution(True, 3),
    "Einsum": einsum, "GroupNorm": group_norm, "InstanceNorm": instance_norm, "L2Normalize": l2_normalize,
    "LogSoftmaxV2": log_softmax, "LRN": local_response, "MVNV2": mean_variance, "RmsNorm": rms_norm,
}  # fmt: skip
