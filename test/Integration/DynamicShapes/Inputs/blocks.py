# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Pictures of whole blocks of channels, whose number, height and width are symbols.

Inside they are in NC1HWC0: rows of pixels have a dynamic length.
"""

import dataclasses

import numpy as np

from cases import Case, F, ints, node, weights

# Pictures smaller than a window, of one pixel, lines shorter than a tile of pixels, as long and longer.
PIXELS = (1, 2, 3, 5, 6, 7, 8, 14, 17, 33)
SYMBOLS = {"N": (0, 1, 1, 2, 3), "H": PIXELS, "W": PIXELS}
ALSO = [dict(N=1, H=1, W=1), dict(N=2, H=1, W=40), dict(N=1, H=40, W=1), dict(N=1, H=2, W=2), dict(N=1, H=47, W=51)]


class Blocks:
    """A graph that grows at its end, of x [N, channels, H, W] and more inputs."""

    def __init__(self, name, channels):
        self.name, self.inputs, self.symbols = name, [("x", F, ["N", channels, "H", "W"])], dict(SYMBOLS)
        self.nodes, self.constants, self.last = [], {}, "x"

    def constant(self, values):
        name = f"k{len(self.constants)}"
        self.constants[name] = values
        return name

    def input(self, dims, **symbols):
        self.inputs.append((f"z{len(self.inputs)}", F, dims))
        self.symbols.update(symbols)
        return self.inputs[-1][0]

    def add(self, kind, *inputs, **attributes):
        """After `inputs`, or what was last."""
        name = f"t{len(self.nodes)}"
        self.nodes.append(node(kind, " ".join(inputs or [self.last]), name, **attributes))
        self.last = name
        return self

    def conv(self, *shape, kind="Conv", bias=True, **attributes):
        """A filter of `shape`."""
        inputs = [self.last, self.constant(weights(*shape) / F(np.prod(shape[1:]) ** 0.5))]
        if bias:
            outputs = shape[0] if kind == "Conv" else shape[1] * attributes.get("group", 1)
            inputs.append(self.constant(weights(outputs)))
        return self.add(kind, *inputs, **attributes)

    def case(self, **values):
        self.nodes[-1].output[0] = "y"
        return Case(self.name, self.inputs, self.nodes, self.symbols, constants=self.constants, forms=True,
                    also=[{**{symbol: 1 for symbol in self.symbols}, **sizes} for sizes in ALSO], **values)


def convolution(name, *shape, also=(), **attributes):
    case = Blocks(name, shape[1] * attributes.get("group", 1)).conv(*shape, **attributes).case()
    return dataclasses.replace(case, also=[*case.also, *also])


def depthwise(name, window, **attributes):
    return Blocks(name, 16).conv(32, 16, 1, 1).conv(32, 1, *window, group=32, **attributes).conv(16, 32, 1, 1).case()


def residual():
    net = Blocks("blocks_residual", 3).conv(32, 3, 7, 7, pads=[3, 3, 3, 3], strides=[2, 2]).add("Relu")
    net.add("MaxPool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    start = net.last
    net.conv(16, 32, 1, 1).add("Relu").conv(16, 16, 3, 3, pads=[1, 1, 1, 1], bias=False).add("Relu").conv(32, 16, 1, 1)
    net.add("Add", net.last, start).add("Relu").conv(40, 32, 3, 3, strides=[2, 2], pads=[1, 1, 1, 1])
    return net.add("GlobalAveragePool").conv(24, 40, 1, 1).case()


def joined():
    """Other numbers of images, lines and pixels may be one that all share."""
    net = Blocks("blocks_joined", 16).conv(32, 16, 3, 3, pads=[1, 1, 1, 1]).add("Relu")
    left = net.last
    net.conv(24, 32, 1, 1).add("Concat", left, net.last, axis=1).conv(32, 56, 1, 1)
    net.add("Add", net.last, net.input(["M", 32, "P", "Q"], M=(1, 1, 2), P=(1, 1, 5), Q=(1, 1, 7)))
    net.add("Mul", net.input(["W"]), net.last)
    return net.conv(16, 32, 3, 3, pads=[0, 1, 2, 1]).case()


def normalized():
    net = Blocks("blocks_normalized", 3).conv(32, 3, 3, 3, pads=[1, 1, 1, 1], bias=False)
    vectors = [net.constant(weights(32)) for _ in range(3)] + [net.constant(abs(weights(32)))]
    net.add("BatchNormalization", net.last, *vectors).add("Relu")
    net.add("AveragePool", kernel_shape=[3, 3], pads=[1, 1, 1, 1]).conv(16, 32, 1, 1)
    net.add("AveragePool", kernel_shape=[2, 2], strides=[2, 2]).conv(24, 16, 1, 1)
    return net.add("ReduceMax", net.last, net.constant(ints(2, 3)), keepdims=1).conv(8, 24, 1, 1).case()


def sized():
    net = Blocks("blocks_sized", 16).conv(16, 16, 3, 3, pads=[1, 1, 1, 1]).add("Relu")
    twice, none = net.constant(F([1, 1, 2, 2])), net.constant(weights(0))
    net.add("Resize", net.last, none, twice, mode="nearest", coordinate_transformation_mode="asymmetric",
            nearest_mode="floor")
    net.conv(16, 16, 3, 3, pads=[1, 1, 1, 1]).add("Resize", net.last, none, twice, mode="linear")
    net.conv(24, 16, 1, 1).add("Pad", net.last, net.constant(ints(0, 0, 1, 2, 0, 0, 0, 3)))
    return net.conv(16, 24, 3, 3).conv(16, 8, 4, 4, kind="ConvTranspose", strides=[2, 2], pads=[1, 1, 1, 1]).case()


BLOCKS = [
    convolution("blocks_small", 16, 3, 3, 3, pads=[1, 1, 1, 1]),
    convolution("blocks_same", 32, 16, 3, 3, pads=[1, 1, 1, 1]),
    convolution("blocks_valid", 24, 32, 3, 2),
    convolution("blocks_one_side", 40, 8, 5, 3, pads=[2, 0, 1, 3], strides=[2, 1]),
    convolution("blocks_stride", 32, 32, 3, 3, pads=[0, 1, 1, 0], strides=[2, 3]),
    convolution("blocks_steps", 16, 16, 1, 1, strides=[2, 2]),
    convolution("blocks_dilated", 16, 16, 3, 3, pads=[2, 2, 1, 2], dilations=[2, 2], strides=[1, 2]),
    convolution("blocks_groups", 32, 8, 3, 3, group=2, pads=[1, 1, 1, 1]),
    # Sums that run in parts.
    convolution("blocks_long", 16, 512, 3, 3, pads=[1, 1, 1, 1], also=[dict(N=2, H=13, W=14)]),
    Blocks("blocks_pointwise", 16).conv(48, 16, 1, 1).add("Relu").conv(24, 48, 1, 1).add("Sigmoid").case(),
    depthwise("blocks_depthwise", (3, 3), pads=[1, 1, 1, 1]),
    depthwise("blocks_depthwise_steps", (5, 3), pads=[2, 0, 1, 2], strides=[2, 2]),
    depthwise("blocks_depthwise_dilated", (3, 3), pads=[2, 2, 2, 2], dilations=[2, 2]),
    residual(), joined(), normalized(), sized(),
]
