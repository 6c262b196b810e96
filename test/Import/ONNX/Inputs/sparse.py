# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""sparse.py DIR: models with sparse tensors. good.onnx has one as an initializer,
one with coordinates, and one as a Constant's attribute; bad-NAME.onnx lie."""

import os
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx_models import model_of


def sparse(name, dims, values, indices):
    return helper.make_sparse_tensor(
        numpy_helper.from_array(np.array(values, np.float32), name),
        numpy_helper.from_array(np.array(indices, np.int64), name + "_indices"),
        dims,
    )


def save(name, initializers, nodes=(), outputs=("w",)):
    model = model_of(nodes, {}, {name: (np.float32, None) for name in outputs}, opset=15)
    model.graph.sparse_initializer.extend(initializers)
    onnx.save(model, os.path.join(sys.argv[1], name + ".onnx"))


save(
    "good",
    [sparse("w", [2, 3], [1, 2], [0, 5]), sparse("v", [2, 3], [3, 4], [[0, 2], [1, 0]])],
    [helper.make_node("Constant", [], ["c"], sparse_value=sparse("c", [4], [7], [2]))],
    ["w", "v", "c"],
)
save("bad-1-index", [sparse("w", [2, 3], [1], [6])])
save("bad-2-negative", [sparse("w", [2, 3], [1], [-1])])
save("bad-3-coordinate", [sparse("w", [2, 3], [1], [[0, 3]])])
save("bad-4-count", [sparse("w", [2, 3], [1, 2], [0])])
save("bad-5-huge", [sparse("w", [1 << 15, 1 << 15], [1], [0])])
save("bad-6-overflow", [sparse("w", [1 << 40, 1 << 40], [1], [0])])
save(
    "bad-7-constant", [],
    [helper.make_node("Constant", [], ["w"], sparse_value=sparse("c", [4], [7], [4]))],
)  # fmt: skip
