# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A small convolutional network for 8 x 8 digits, trained in numpy.

Two convolutions of 3 x 3, each with ReLU and max pooling, and a linear layer.
Images are float32[N, 1, 8, 8] from 0 to 1, labels int64[N] from 0 to 9."""

import numpy as np
from onnx import helper
from onnx_models import floats, model_of

CHANNELS = (1, 12, 24)
CLASSES = 10


def initial(rng):
    """He's initialization: filters, biases and the linear layer, float32."""
    shapes = [(CHANNELS[1], CHANNELS[0], 3, 3), (CHANNELS[2], CHANNELS[1], 3, 3), (CLASSES, CHANNELS[2] * 4)]
    weights = []
    for shape in shapes:
        fan = int(np.prod(shape[1:]))
        weights += [rng.normal(0, np.sqrt(2 / fan), shape).astype(np.float32), np.zeros(shape[0], np.float32)]
    return weights


def windows(x):
    """The 3 x 3 windows of x[N, C, H, W], padded by 1, as rows: [N, H, W, C * 9]."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    view = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return view.transpose(0, 2, 3, 1, 4, 5).reshape(x.shape[0], *x.shape[2:], -1)


def layer(x, filters, bias):
    """Convolution, ReLU and pooling: the result and what the way back needs."""
    rows = windows(x)
    y = (rows @ filters.reshape(len(filters), -1).T + bias).transpose(0, 3, 1, 2)
    n, o, h, w = y.shape
    cells = np.maximum(y, 0).reshape(n, o, h // 2, 2, w // 2, 2)
    pooled = cells.max((3, 5))
    # Only the largest of each cell gets a gradient, and none where it is 0.
    chosen = (cells == pooled[:, :, :, None, :, None]) & (cells > 0)
    return pooled, (rows, filters, chosen)


def layer_back(gradient, saved):
    """Gradients of the input, the filters and the bias."""
    rows, filters, chosen = saved
    n, h, w, _ = rows.shape
    spread = (chosen * gradient[:, :, :, None, :, None]).reshape(n, -1, h, w)
    per_row = spread.transpose(1, 0, 2, 3).reshape(len(filters), -1)
    of_filters = (per_row @ rows.reshape(n * h * w, -1)).reshape(filters.shape)
    turned = filters[:, :, ::-1, ::-1].transpose(1, 0, 2, 3).reshape(filters.shape[1], -1)
    of_input = (windows(spread) @ turned.T).transpose(0, 3, 1, 2)
    return of_input, of_filters, per_row.sum(1)


def gradients(weights, x, labels):
    """Those of the mean cross entropy."""
    f1, b1, f2, b2, w, b = weights
    first, saved1 = layer(x, f1, b1)
    second, saved2 = layer(first, f2, b2)
    flat = second.reshape(len(x), -1)
    logits = flat @ w.T + b
    power = np.exp(logits - logits.max(1, keepdims=True))
    error = power / power.sum(1, keepdims=True)
    error[np.arange(len(x)), labels] -= 1
    error /= len(x)
    back, of_f2, of_b2 = layer_back((error @ w).reshape(second.shape), saved2)
    _, of_f1, of_b1 = layer_back(back, saved1)
    return of_f1, of_b1, of_f2, of_b2, error.T @ flat, error.sum(0)


def train(x, labels, epochs=12, batch=32, rate=0.02, momentum=0.9):
    """Stochastic gradient descent; the weights are the same on each run."""
    rng = np.random.default_rng(0)
    weights = initial(rng)
    speeds = [np.zeros_like(weight) for weight in weights]
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for start in range(0, len(x), batch):
            chosen = order[start : start + batch]
            for weight, speed, step in zip(weights, speeds, gradients(weights, x[chosen], labels[chosen])):
                speed *= momentum
                speed -= rate * step
                weight += speed
    return weights


def to_onnx(weights):
    """The network as an ONNX model: images[N, 1, 8, 8] to scores[N, 10]."""
    names = ["f1", "b1", "f2", "b2", "w", "b"]
    nodes, value = [], "images"
    for number in (1, 2):
        for op, inputs, attributes in (
            ("Conv", [f"f{number}", f"b{number}"], {"pads": [1, 1, 1, 1]}),
            ("Relu", [], {}),
            ("MaxPool", [], {"kernel_shape": [2, 2], "strides": [2, 2]}),
        ):
            name = f"{op.lower()}{number}"
            nodes.append(helper.make_node(op, [value, *inputs], [name], name=name, **attributes))
            value = name
    nodes += [
        helper.make_node("Flatten", [value], ["flat"], name="flatten"),
        helper.make_node("Gemm", ["flat", "w", "b"], ["logits"], name="gemm", transB=1),
        helper.make_node("Softmax", ["logits"], ["scores"], name="softmax", axis=1),
    ]
    inputs, outputs = {"images": floats("N", 1, 8, 8)}, {"scores": floats("N", CLASSES)}
    return model_of(nodes, inputs, outputs, zip(names, weights), ir=9)
