# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes ONNX graphs node by node, with weights of a fixed seed."""

import numpy as np
from onnx import helper, numpy_helper
from onnx_models import model_of, value_info


class Graph:
    """The graph of a model, or of a branch of `outer`."""

    def __init__(self, named=True, outer=None):
        self.named = named
        self.outer = outer
        self.root = outer.root if outer else self
        self.nodes, self.constants, self.count = [], {}, 0
        self.random = np.random.default_rng(len(type(self).__name__)) if outer is None else outer.random

    def fresh(self, word):
        self.root.count += 1
        return f"{word}{self.root.count}"

    def constant(self, value, dtype=np.int64):
        name = self.fresh("c")
        self.constants[name] = np.asarray(value, dtype)
        return name

    def weight(self, *shape, scale=None):
        """Random, such that activations keep their size."""
        fan = int(np.prod(shape[1:])) if len(shape) > 1 else 100
        return self.constant(self.random.standard_normal(shape) * (scale or (2 / fan) ** 0.5), np.float32)

    def add(self, op, *inputs, outputs=1, **attributes):
        names = [self.fresh("v") for _ in range(outputs)]
        node = helper.make_node(op, list(inputs), names, name=self.fresh(op) if self.named else "", **attributes)
        self.nodes.append(node)
        return names[0] if outputs == 1 else names

    def branch(self, *results):
        """This graph as that of a branch."""
        tensors = [numpy_helper.from_array(value, name) for name, value in self.constants.items()]
        return helper.make_graph(self.nodes, self.fresh("branch"), [], [value_info(name, None) for name in results], tensors)

    def model(self, inputs, results, opset, weights_are_inputs=False):
        """`inputs` are {name: (element type, shape)}, `results` {output: value}."""
        for output, value in results.items():
            self.nodes.append(helper.make_node("Identity", [value], [output]))
        values = {**inputs, **(self.constants if weights_are_inputs else {})}
        model = model_of(self.nodes, values, [*results], self.constants, opset, ir=3 if weights_are_inputs else 8)
        return model.SerializeToString()

    # ---- Layers ------------------------------------------------------------

    def conv(self, x, inputs, outputs, kernel=3, stride=1, groups=1, pads=None, act="Relu"):
        half = kernel // 2
        y = self.add("Conv", x, self.weight(outputs, inputs // groups, kernel, kernel), self.weight(outputs, scale=0.1),
                     kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads or [half] * 4, group=groups)  # fmt: skip
        return self.add(act, y) if act else y

    def batch_norm(self, x, channels):
        ones = [self.constant(1 + 0.1 * self.random.random(channels), np.float32) for _ in range(2)]
        shifts = [self.weight(channels, scale=0.1) for _ in range(2)]
        return self.add("BatchNormalization", x, ones[0], *shifts, ones[1], epsilon=1e-3)

    def extent(self, x, axis):
        """As a vector of one."""
        return self.add("Gather", self.add("Shape", x), self.constant([axis]), axis=0)
