# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Recurrent networks beside onnxruntime, for bench/models --recurrent.

An LSTM or a GRU of one direction or of two (`lstm 2x256` has two of 256 hidden
elements), as wide as what it gets, in each length of a sequence and each batch
(`200x8x256` are 200 steps of 8 sequences); and the models of bench/models.toml
that are recurrent. Length and batch are open in the model. Each is called by turns:
onnxruntime; ours in the model's own code, which takes all shapes; and compiled with
the shapes (input_shape). All in float32 (must_keep_origin_dtype without HF32; a GRU in
the reference run, as Ascend910B1 has none for float32), on so many threads. A time is
the least of all rounds; a ratio above 1 says that ours is faster."""

import itertools
import zlib

# Of bench/models.toml.
NAMES = ["crnn"]
ENGINES, PEERS = ["own", "static"], []
OPTIONS = {"LSTM": {}, "GRU": {"reference": True, "precision_mode": None, "allow_hf32": None}}
CELLS, DIRECTIONS, HIDDEN = ["LSTM", "GRU"], [1, 2], [64, 128, 256, 512]
SECONDS = 0.7
STEPS, BATCHES = [10, 50, 200, 500], [1, 8]


def models(known):
    """Rows as bench/models.toml, whose rows are `known`, has them."""
    return [{**model, "engines": ENGINES} for model in known if model["name"] in NAMES] + [
            {"name": f"{cell.lower()} {directions}x{hidden}", "engines": ENGINES, "fill": {"x": "normal"},
             "options": OPTIONS[cell], "seconds": SECONDS,
             "recurrent": {"cell": cell, "directions": directions, "hidden": hidden},
             "runs": [{"x": [steps, batch, hidden]} for batch, steps in itertools.product(BATCHES, STEPS)]}
            for cell, directions, hidden in itertools.product(CELLS, DIRECTIONS, HIDDEN)]  # fmt: skip


def write_model(model, folder):
    """The path of the model's file, which is written if it is not there."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    path = folder / f"{model['name'].replace(' ', '-')}.onnx"
    if path.exists():
        return path
    cell, directions, hidden = model["recurrent"].values()
    rows = hidden * (4 if cell == "LSTM" else 3)
    rng = np.random.default_rng(zlib.crc32(model["name"].encode()))
    # As torch begins: states neither vanish nor saturate.
    weights = [numpy_helper.from_array(rng.uniform(-1, 1, [directions, *shape]).astype(np.float32) / np.float32(hidden**0.5), name)
               for name, shape in (("w", [rows, hidden]), ("r", [rows, hidden]), ("b", [2 * rows]))]  # fmt: skip
    attributes = {"hidden_size": hidden, "direction": "bidirectional" if directions == 2 else "forward"}
    if cell == "GRU":
        attributes["linear_before_reset"] = 1  # as torch and Keras have it
    node = helper.make_node(cell, ["x", "w", "r", "b"], ["y"], "rnn", **attributes)
    graph = helper.make_graph(
        [node], "recurrent",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["steps", "batch", hidden])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["steps", directions, "batch", hidden])], weights)  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path
