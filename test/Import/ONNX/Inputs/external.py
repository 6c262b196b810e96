# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""external.py DIR: writes DIR/model, a folder with a good model whose weights lie
in other files and with models NAME.onnx that name data which they may not have.
The sum of x and all weights of the good one is 10 x + 45."""

import os
import sys

import numpy as np
import onnx
import onnx.parser
from onnx import TensorProto, helper
from onnx_models import floats, model_of

root = sys.argv[1]
folder = os.path.join(root, "model")
os.makedirs(os.path.join(folder, "parts"), exist_ok=True)


def weight(name, **keys):
    tensor = TensorProto(
        name=name, data_type=TensorProto.FLOAT, dims=[2000], data_location=TensorProto.EXTERNAL
    )
    for key, value in keys.items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def save(name, weights, first=()):
    """A sum; `first`: nodes before it, of which the last makes x0 of x, and their weights."""
    names = [w.name for w in weights]
    nodes, more = first or ([], [])
    nodes = nodes + [
        helper.make_node("Add", [("x0" if nodes else "x") if i == 0 else "s%d" % (i - 1), w], ["s%d" % i])
        for i, w in enumerate(names)
    ]
    model = model_of(nodes, {"x": floats(2000)}, {"s%d" % (len(names) - 1): floats(2000)}, opset=15)
    model.graph.initializer.extend([*weights, *more])
    onnx.save(model, os.path.join(folder, name + ".onnx"))


def save_text(name, text, change):
    """A model of onnx.parser's text, changed: the text has no word for data in other files."""
    model = onnx.parser.parse_model('<ir_version: 10, opset_import: ["" : 15, "own" : 1]>\n' + text)
    change(model)
    with open(os.path.join(folder, name + ".onnx"), "wb") as file:
        file.write(model.SerializeToString())


def fill(path, first, last, skip=0):
    data = b"".join(np.full(2000, i, np.float32).tobytes() for i in range(first, last))
    with open(path, "wb") as file:
        file.write(b"\0" * skip + data)


def link(target, name):
    path = os.path.join(folder, name)
    if not os.path.lexists(path):
        os.symlink(target, path)


size = 8000
fill(os.path.join(folder, "all.bin"), 0, 8)
# Not aligned to the elements.
fill(os.path.join(folder, "parts", "odd.bin"), 8, 9, skip=3)
fill(os.path.join(folder, "one.bin"), 9, 10)
fill(os.path.join(root, "outside.bin"), 0, 1)
open(os.path.join(folder, "empty.bin"), "w").close()
link("one.bin", "inside.link")
link("../outside.bin", "outside.link")
link("..", "up")
if not os.path.exists(os.path.join(folder, "pipe")):
    os.mkfifo(os.path.join(folder, "pipe"))

weights = [weight("w%d" % i, location="all.bin", offset=i * size, length=size) for i in range(8)]
weights += [weight("w8", location="./parts/odd.bin", offset=3, checksum="not looked at")]
weights += [weight("w9", location="inside.link")]
# One that has no elements needs no bytes.
empty = weight("none", location="empty.bin", length=0)
empty.dims[:] = [0]
save("good", weights, ([helper.make_node("Concat", ["x", "none"], ["x0"], axis=0)], [empty]))

# Each in a file of its own.
for i in range(100):
    link("one.bin", "part%d.bin" % i)
save("many", [weight("w%d" % i, location="part%d.bin" % i) for i in range(100)])

for name, keys in {
    "absolute": {"location": os.path.join(folder, "one.bin")},
    "parent": {"location": "../outside.bin"},
    "hidden-parent": {"location": "parts/../one.bin"},
    "link": {"location": "outside.link"},
    "folder-link": {"location": "up/outside.bin"},
    "missing": {"location": "nowhere.bin"},
    "no-location": {"offset": 0},
    "nul": {"location": "one.bin\0"},
    "folder": {"location": "parts"},
    "pipe": {"location": "pipe"},
    "empty": {"location": "empty.bin"},
    "offset": {"location": "one.bin", "offset": 1},
    "huge-offset": {"location": "one.bin", "offset": 2**64 - size},
    "huge-length": {"location": "one.bin", "length": 2**64 - 1},
    "overflow": {"location": "one.bin", "offset": 2**64},
    "negative": {"location": "one.bin", "offset": -1},
    "short": {"location": "one.bin", "length": 100},
    "words": {"location": "one.bin", "length": "all"},
}.items():
    save("bad-" + name, [weight("w", **keys)])

# A type that no element has is said where the tensor is used.
odd = weight("w", location="one.bin")
odd.data_type = 99
save("bad-type", [odd])

# Wherever a tensor may stand: in nodes, in their graphs, in functions and what their attributes are without a word, and as
# the values of sparse ones.
lost = weight("w", location="nowhere.bin")
sparse = onnx.SparseTensorProto(values=lost, indices=helper.make_tensor("i", TensorProto.INT64, [1], [0]), dims=[2000])
places = onnx.SparseTensorProto(values=helper.make_tensor("v", TensorProto.FLOAT, [1], [0]), indices=lost, dims=[2000])
node = "g (float[2000] x) => (float[2000] y) { c = Constant<value_int = 1>() y = Relu(x) }"
branch = "g (float[2] x, bool b) => (float[2] y) { y = If(b) <then_branch = t () => (float[2] c) { c = Constant<value_int = 1>() }, else_branch = e () => (float[2] d) { d = Neg(x) }> }"
call = 'g (float[2000] x) => (float[2000] y) { y = own.F(x) } <domain: "own", opset_import: ["" : 15]> F (x) => (y) { c = Constant<value_int = 1>() y = Relu(x) }'


def constant(name, value):
    return [helper.make_attribute(name, value)]


def replace(node, name, value):
    node.ClearField("attribute")
    node.attribute.extend(constant(name, value))


save_text("in-node", node, lambda model: replace(model.graph.node[0], "value", lost))
save_text("in-sparse-node", node, lambda model: replace(model.graph.node[0], "sparse_value", sparse))
save_text("in-sparse", node, lambda model: model.graph.sparse_initializer.append(sparse))
save_text("in-sparse-places", node, lambda model: model.graph.sparse_initializer.append(places))
save_text("in-branch", branch, lambda model: replace(model.graph.node[0].attribute[0].g.node[0], "value", lost))
save_text("in-function", call, lambda model: replace(model.functions[0].node[0], "value", lost))
save_text("in-default", call, lambda model: model.functions[0].attribute_proto.extend(constant("a", lost)))

x = np.arange(2000, dtype=np.float32)
np.savez(os.path.join(root, "in.npz"), x=x)
