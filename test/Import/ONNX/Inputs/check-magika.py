# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Imports magika with a batch of 4 and checks it against the file itself."""

import os
from collections import Counter

import magika
import numpy as np
import onnx
from imported import Imported, static_shapes

BATCH = 4
path = os.path.join(
    os.path.dirname(magika.__file__), "models", "standard_v3_3", "model.onnx"
)
model = onnx.load(path)
imported = Imported(path, f"--input_shape=bytes:{BATCH},2048")

for mnemonic, count in sorted(Counter(op.mnemonic for op in imported.ops).items()):
    print(mnemonic, count)

names = [op.name for op in imported.ops]
assert len(set(names)) == len(names), "a name stands twice"
nodes = {node.name: node for node in model.graph.node}
by_name = {op.name: op for op in imported.ops}
folded = Counter(
    node.op_type for name, node in nodes.items() if name not in by_name
)
print("folded:", ", ".join(f"{op} {count}" for op, count in sorted(folded.items())))
for op in imported.ops:
    assert nodes[op.name].op_type == op.onnx_op, op

model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = BATCH
model.graph.output[0].type.tensor_type.shape.dim[0].dim_value = BATCH
shapes = static_shapes(model)
agreeing = 0
for name, op in by_name.items():
    wanted = shapes.get(nodes[name].output[0])
    if wanted is not None:
        assert op.shape == wanted, (op, wanted)
        agreeing += 1
print(agreeing, "shapes agree with onnx.shape_inference")

weights = 0
for tensor in model.graph.initializer:
    array = onnx.numpy_helper.to_array(tensor)
    if tensor.name in imported.constants:
        given = imported.constants[tensor.name]
        assert given.dtype == array.dtype and given.shape == array.shape, tensor.name
        # As bits: the text of small constants has to give all of them back.
        assert given.tobytes() == array.tobytes(), tensor.name
        weights += array.size > 1
print(weights, "weights agree")
