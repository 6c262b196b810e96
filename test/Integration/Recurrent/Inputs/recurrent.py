# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models with one LSTM or GRU, symbolic steps and batch, in three precision modes a day,
against onnxruntime: within 1e-5 where all is float, else within 1e-2 of 1.
DynamicGRUV2 has no kernel for float x: modes that keep it are refused, as in CANN."""

import itertools

import ascend_mlir
import numpy as np
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns
from sessions import session_of
from tally import Tally

INPUTS, HIDDEN = 6, 5
MODES = {
    "must_keep_origin_dtype": 1e-5, "force_fp32": 1e-5, "force_fp16": 1e-2, "allow_fp32_to_fp16": 1e-2,
    "allow_mix_precision_fp16": 1e-2, "cube_fp16in_fp32out": 1e-2, "allow_mix_precision_bf16": 1e-2,
}  # fmt: skip


def model(op, direction, states, layout):
    directions = 2 if direction == "bidirectional" else 1
    gates = 4 if op == "LSTM" else 3
    random = np.random.default_rng(len(op) + directions)

    def weights(*shape):
        return (0.5 * random.standard_normal(shape)).astype(np.float32)

    constants = {"w": weights(directions, gates * HIDDEN, INPUTS), "r": weights(directions, gates * HIDDEN, HIDDEN),
                 "b": weights(directions, 2 * gates * HIDDEN)}  # fmt: skip
    names = ["x", "w", "r", "b"]
    carried = []
    if states:
        carried = ["h0", "c0"] if op == "LSTM" else ["h0"]
        names += ["", *carried]
    outputs = ["y", "h", "c"] if op == "LSTM" else ["y", "h"]
    node = helper.make_node(op, names, outputs, name="net", hidden_size=HIDDEN, direction=direction)
    if op == "GRU":
        node.attribute.append(helper.make_attribute("linear_before_reset", int(layout)))
    inputs = {"x": floats("T", "B", INPUTS), **{name: floats(directions, "B", HIDDEN) for name in carried}}
    return model_of([node], inputs, outputs, constants, opset=17)


def main():
    tally = Tally("runs")
    refusals = set()
    cases = itertools.product(("LSTM", "GRU"), ("forward", "reverse", "bidirectional"), (False, True))
    for number, (op, direction, states) in enumerate(cases):
        if number % 3 == 2 and not states:
            continue
        onnx_model = model(op, direction, states, number % 2)
        serialized = onnx_model.SerializeToString()
        peer = session_of(serialized)
        for mode, bound in turns(number, MODES.items(), 3):
            try:
                compiled = ascend_mlir.compile(serialized, precision_mode=mode)
            except ascend_mlir.AscendError as error:
                if op == "LSTM" or error.code != "EZ3003":
                    raise
                refusals.add(mode)
                continue
            for steps, batch in ((7, 2), (1, 1)):
                random = np.random.default_rng(steps)
                inputs = {}
                for value in onnx_model.graph.input:
                    shape = {"T": steps, "B": batch}
                    dims = [shape.get(d.dim_param, d.dim_value) for d in value.type.tensor_type.shape.dim]
                    inputs[value.name] = random.standard_normal(dims).astype(np.float32)
                with tally.case(f"{op} {direction} states={states} {mode} T={steps} B={batch}"):
                    ours, theirs = compiled.run(inputs), peer.run(None, inputs)
                    for name, expected in zip((o.name for o in onnx_model.graph.output), theirs):
                        assert ours[name].shape == expected.shape, f"{name} has the shape {ours[name].shape}"
                        worst = np.abs(ours[name].astype(np.float32) - expected).max()
                        assert worst <= (bound if op == "LSTM" else 1e-2), f"{name} is off by {worst}"
    print("refused:", *sorted(refusals))
    tally.end()


main()
