# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Scan along either end of either tensor, in both directions, against
onnxruntime; also with extents that are known only when the model runs, and in the form before opset 9, with an axis of
sequences."""

import numpy as np
import onnx.parser
from sessions import session_of
from tally import Tally
from tools import run_model

rng = np.random.default_rng(0)
tally = Tally("results")

# The running sum t, and p, which tells apart where it stands.
BODY = """body = b%d (float[2] a, float[2] e, float[2] f) => (float[2] t, float[2] p, float[2] q) {
    m = Add(a, e) t = Mul(m, f) p = Neg(t) q = Sub(e, a) }"""
# Whose body does not say how long a piece is.
OPEN_BODY = BODY.replace("[2]", "[L]")


def check(opset, inputs, node_of, body=BODY, shapes=None):
    """One node for each pair of axes and of directions. `shapes`: of the inputs, where they are not all known."""
    nodes, results = [], []
    for number, node in enumerate(node_of):
        names = ["%s%d" % (word, number) for word in "yzw"]
        results += names
        nodes.append("[n%d] %s = Scan %s" % (number, ", ".join(names), node.replace("BODY", body % number)))
    shapes = shapes or {name: ",".join(map(str, array.shape)) for name, array in inputs.items()}
    values = ", ".join("float[%s] %s" % (shapes[name], name) for name in inputs)
    # Their shapes are what the importer infers.
    outputs = ", ".join("float[%s] %s" % (",".join("D%d%s" % (i, name) for i in range(rank)), name)
                        for name in results for rank in [(1 if opset > 8 else 2) + (name[0] != "y")])  # fmt: skip
    text = '<ir_version: 8, opset_import: ["" : %d]>\ng (%s) => (%s) {\n%s\n}' % (opset, values, outputs, "\n".join(nodes))
    model = onnx.parser.parse_model(text)
    wanted, have = session_of(model.SerializeToString()).run(results, inputs), run_model(model, inputs, "--reference")
    for name, value in zip(results, wanted):
        with tally.case("%s\n%s" % (name, text)):
            assert have[name].shape == value.shape, have[name].shape
            np.testing.assert_allclose(have[name], value, 1e-5, 1e-6)


def draw(*shape):
    return rng.standard_normal(shape).astype(np.float32)


flags = [(0, 0), (0, 1), (1, 0), (1, 1)]
nodes = [
    "(s, x, u) <num_scan_inputs = 2, scan_input_axes = [%d, %d], scan_input_directions = [%d, %d], "
    "scan_output_axes = [%d, %d], scan_output_directions = [%d, %d], BODY>" % (*axes, *into, *outs, *out)
    for axes in ((0, -1), (-2, 1))
    for outs in ((1, 0), (-1, -2))
    for into, out in zip(flags, flags[::-1])
]
inputs = {"s": draw(2), "x": draw(4, 2), "u": draw(2, 4), "v": draw(3, 2)}
# The number of turns of both is open, or that of one alone, and then the pieces, too.
for body, shapes in ((BODY, ("2", "N,2", "2,M")), (OPEN_BODY, ("L", "4,L", "L,M"))):
    check(11, inputs, nodes[1::5], body, dict(zip("sxuv", (*shapes, "3,2"))))
nodes.append("(s, v, v) <num_scan_inputs = 2, BODY>")
check(11, inputs, nodes)
with tally.case("other numbers of turns"):
    text = '<ir_version: 8, opset_import: ["" : 11]> g (float[2] s, float[N,2] x, float[M,2] u) => (float[2] y) { [n] y, z, w = Scan ' + \
        "(s, x, u) <num_scan_inputs = 2, %s> }" % (BODY % 0)  # fmt: skip
    try:
        run_model(onnx.parser.parse_model(text), {"s": draw(2), "x": draw(4, 2), "u": draw(3, 2)}, "--reference")
        said = ""
    except AssertionError as error:
        said = str(error)
    assert "Scan 'n': scans inputs of 4 and 3 elements" in said, said
check(8, {"s": draw(2, 2), "x": draw(2, 4, 2), "u": draw(2, 4, 2)},
      ["( , s, x, u) <num_scan_inputs = 2, directions = [%d, %d], BODY>" % into for into in flags])  # fmt: skip
tally.end()
