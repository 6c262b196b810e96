# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models whose header, graph, functions or graphs in nodes have one thing that may not be, next to those that may."""

import functools
import tempfile

import onnx
from onnx import TensorProto, helper, parser
from tally import Tally
from tools import run

tally = Tally()
HEAD = '<ir_version: 8, opset_import: ["" : 18, "own" : 1, "ai.onnx.preview" : 1]>\n'
RELU = "g (float[2] x) => (float[2] y) { [n] y = Relu(x) }"
SCAN = (
    "g (float[2] s, float[3,2] a) => (float[2] t, float[3,2] b) {\n"
    "[q] t, b = Scan<num_scan_inputs = 1, body = r (float[2] s, float[2] a) => (float[2] t, float[2] c)"
    " { t = Add(s, a) c = Relu(t) }>(s, a) }"
)
FLEX = (
    "g (float[1,4,3,8] q, float[1,2,5,8] k, float[1,2,5,6] v) => (float[1,4,3,6] y) {\n"
    "[f] y = ai.onnx.preview.FlexAttention<score_mod = m (float[1,4,3,5] s) => (float[1,4,3,5] t) { t = Neg(s) }>(q, k, v) }"
)


def case(name, wanted, text=RELU, change=None, old="", new="", more="", contains=False):
    """`wanted`: the first line of what is said, without "error: "; or, of a model that is imported, text of the IR."""
    assert old in text, (name, old)
    model = parser.parse_model(HEAD + text.replace(old, new) + more)
    if change:
        change(model)
    with tally.case(name), tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model.SerializeToString())
        file.flush()
        done = run("ascend-translate", "--import-onnx", file.name, code=None)
        if contains:
            assert done.returncode == 0 and wanted in done.stdout, done.stdout + done.stderr
        else:
            said = done.stderr.split("\n")[0].removeprefix("error: ").removesuffix(f" ({file.name})")
            assert done.returncode == 1 and said == wanted, (done.returncode, said)


made = functools.partial(case, contains=True)


# The header.
case("ir_version", "[E10041] the model has no ir_version", change=lambda m: setattr(m, "ir_version", 0))
case("below", "[E10041] the model has no ir_version", change=lambda m: setattr(m, "ir_version", -1))
made("first", "ascend.relu", change=lambda m: setattr(m, "ir_version", 1))
case("graph", "[E10041] the model has no graph", change=lambda m: m.ClearField("graph"))
twice = helper.make_opsetid("ai.onnx", 17)
case("versions", "[E10041] the model imports the default operator set in two versions", change=lambda m: m.opset_import.append(twice))
made("same", "ascend.relu", change=lambda m: m.opset_import.append(helper.make_opsetid("ai.onnx", 18)))
case("domain", "[E10041] the operator set 'own' has version -1: versions begin at 1", change=lambda m: setattr(m.opset_import[1], "version", -1))
case("outputs", "[E10041] the graph has no outputs", change=lambda m: m.graph.ClearField("output"))

# The graph's own parts.
case("input", "[E10041] an input has no name", change=lambda m: setattr(m.graph.input[0], "name", ""))
case("extent", "[E10041] input 'x' has the extent -2 at axis 0", change=lambda m: setattr(m.graph.input[0].type.tensor_type.shape.dim[0], "dim_value", -2))
made("unknown", "tensor<?xf32>", change=lambda m: setattr(m.graph.input[0].type.tensor_type.shape.dim[0], "dim_value", -1))
case("strings", "[E10041] input 'x' has elements of type string, which is not supported", old="float[2] x", new="string[2] x")
case("sequence", "input 'x' is no dense tensor", change=lambda m: m.graph.input[0].CopyFrom(helper.make_tensor_sequence_value_info("x", 1, [2])))
nameless = TensorProto(data_type=1, dims=[1], raw_data=b"\0" * 4)
case("initializer", "[E10041] an initializer has no name", change=lambda m: m.graph.initializer.append(nameless))
sparse = helper.make_sparse_tensor(TensorProto(data_type=1, dims=[1], raw_data=b"\0" * 4), TensorProto(data_type=7, dims=[1], raw_data=b"\0" * 8), [1])
case("sparse", "[E10041] an initializer has no name", change=lambda m: m.graph.sparse_initializer.append(sparse))
case("bytes", "[E10041] initializer 'w' has 8 bytes of data, but its shape needs 12", change=lambda m: m.graph.initializer.append(TensorProto(name="w", data_type=1, dims=[3], raw_data=b"\0" * 8)))
case("shape", "[E10041] initializer 'w' has an impossible shape [2,-1]", change=lambda m: m.graph.initializer.append(TensorProto(name="w", data_type=1, dims=[2, -1], raw_data=b"\0" * 8)))
case("node", "[E10041] node 1 (Relu) has neither a name nor an output", change=lambda m: m.graph.node.append(helper.make_node("Relu", ["x"], [""])))
made("named", "ascend.relu", change=lambda m: m.graph.node.append(helper.make_node("Relu", ["x"], [""], name="k")))

# Words of extents: the same word is the same extent, where it is a name.
pair = "g (float[N,2] x, float[N,2] z) => (float[N,2] y) { [n] y = Add(x, z) }"
made("symbols", 'ascend.dims = ["N", ""]', text=pair)
for word in ["?", "None", "12"]:
    model = parser.parse_model(HEAD + pair)
    for value in model.graph.input:
        value.type.tensor_type.shape.dim[0].dim_param = word
    with tally.case("symbol " + word), tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model.SerializeToString())
        file.flush()
        done = run("ascend-translate", "--import-onnx", file.name)
        assert "ascend.add" in done.stdout and "ascend.dims" not in done.stdout, done.stdout
made("one place", "ascend.relu", text="g (float[N,2] x) => (float[N,2] y) { [n] y = Relu(x) }")

# Functions.
call = "g (float[2] x) => (float[2] y) { [n] y = own.F(x) }"
one = '\n<domain: "own", opset_import: ["" : 18]> F (x) => (y) { y = Relu(x) }'
case("functions", "[E10041] the model has two functions own.F", text=call, more=one + one)
made("overloads", "ascend.relu", text=call, more=one + one, change=lambda m: setattr(m.functions[1], "overload", "other"))
case("inputs", "[E10041] node 'n' (own.F, opset 1): the function own.F has two inputs 'x'", text=call, more=one.replace("(x) =>", "(x, x) =>"))
made("fewer inputs", "ascend.relu", text=call, more=one.replace("(x) =>", "(x, z) =>"))

# Scan: one sequence at least, all of one length, directions of 0 and 1.
made("scan", "scf.for", text=SCAN)
at = "[E10041] node 'q' (Scan, opset 18): "
case("no sequence", at + "has 2 inputs, of which it scans 0", text=SCAN, old="num_scan_inputs = 1", new="num_scan_inputs = 0")
case("many sequences", at + "has 2 inputs, of which it scans 3", text=SCAN, old="num_scan_inputs = 1", new="num_scan_inputs = 3")
first = "num_scan_inputs = 1, "
case("two axes", at + "attribute 'scan_input_axes' does not fit its 1 tensors", text=SCAN, old=first, new=first + "scan_input_axes = [0, 0], ")
case("two directions", at + "attribute 'scan_output_directions' does not fit its 1 tensors", text=SCAN, old=first, new=first + "scan_output_directions = [0, 1], ")
case("direction", at + "attribute 'scan_output_directions' does not fit its 1 tensors", text=SCAN, old=first, new=first + "scan_output_directions = [-1], ")
case("output axes", at + "attribute 'scan_output_axes' does not fit its 1 tensors", text=SCAN, old=first, new=first + "scan_output_axes = [0, 0], ")
case("axis", at + "scans input 1 of rank 2 along axis -3", text=SCAN, old=first, new=first + "scan_input_axes = [-3], ")
case("axis behind", at + "scans input 1 of rank 2 along axis 2", text=SCAN, old=first, new=first + "scan_input_axes = [2], ")
made("first axis", "scf.for", text=SCAN, old=first, new=first + "scan_input_axes = [-2], ")
made("backwards", "arith.subi", text=SCAN, old=first, new=first + "scan_input_directions = [1], ")
case("absent", at + "input 0 is absent", text=SCAN, old="(s, a) }", new="(, a) }")

# FlexAttention: heads that divide, four axes, a float type, graphs of one value that keep its type.
at = "[E10041] node 'f' (ai.onnx.preview.FlexAttention, opset 1): "
made("flex", "ascend.neg", text=FLEX)
made("flex scale", "dense<0.594603539>", text=FLEX)
case("heads", at + "has 3 heads of queries, 2 of keys and 2 of values", text=FLEX, old="[1,4,3,8] q", new="[1,3,3,8] q")
case("value heads", at + "has 4 heads of queries, 2 of keys and 4 of values", text=FLEX, old="[1,2,5,6] v", new="[1,4,5,6] v")
case("ranks", at + "input 2 has rank 3", text=FLEX, old="[1,2,5,6] v", new="[2,5,6] v")
case("key type", at + "inputs 0 and 1 have different element types, f32 and f64", text=FLEX, old="float[1,2,5,8] k", new="double[1,2,5,8] k")
for number, is_float in [(7, False), (17, False), (-1, False), (10, True), (11, True), (16, True)]:
    other = f"FlexAttention<softmax_precision = {number}>"
    begin, end = FLEX.index("FlexAttention<"), FLEX.index(">(q")
    changed = FLEX[:begin] + other + FLEX[end + 1 :]
    if is_float:
        made(f"precision {number}", {10: "xf16>", 11: "xf64>", 16: "xbf16>"}[number], text=changed)
    else:
        case(f"precision {number}", at + f"attribute 'softmax_precision' is {number}", text=changed)
case("open extents", "node 'f' (ai.onnx.preview.FlexAttention, opset 1): not built yet for these extents where they are known at run time only", text=FLEX, old="[1,4,3,8] q", new="[1,4,N,8] q")
case("graph inputs", at + "its graph 'score_mod' has 2 inputs and 1 outputs", text=FLEX, old="5] s)", new="5] s, float z)")
case("graph outputs", at + "its graph 'score_mod' has 1 inputs and 2 outputs", text=FLEX, old="5] t)", new="5] t, float[1,4,3,5] s)")
case("graph output", at + "no node of its graph 'score_mod' makes the output", text=FLEX, old="t = Neg(s)", new="u = Neg(s)")
case("graph type", at + "its graph 'score_mod' gives another type than it takes", text=FLEX, old="t = Neg(s)", new="t = ReduceSum(s)")
case("graph node", "[E16002] node 'f/t' (NoSuch, opset 18): not supported, nor by CANN's own ONNX parser at this opset", text=FLEX, old="t = Neg(s)", new="t = NoSuch(s)")

# What is no sparse tensor.
node = "g (float[2] x) => (float[2] y) { [c] c = Constant<sparse_value = 3>() [n] y = Add(x, c) }"
case("no sparse tensor", "[E10041] node 'c' (Constant, opset 18): attribute 'sparse_value' is no sparse tensor", text=node)

# Files.
for name, data, wanted in [("empty", b"", "[E10041] cannot load the model: the file is empty"), ("byte", b"\n", None)]:
    with tally.case(name), tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(data)
        file.flush()
        done = run("ascend-translate", "--import-onnx", file.name, code=1)
        assert wanted is None or wanted in done.stderr, done.stderr
        assert "cannot load the model" in done.stderr, done.stderr

tally.end()
