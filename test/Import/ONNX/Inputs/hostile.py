# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""hostile.py DIR: compiles models that were made to do harm. Each has to be
refused with an error of one line, or to compile where it is only odd, in less
than SECONDS of the processor and MEGABYTES."""

import pathlib
import sys

import onnx
from onnx import TensorProto, helper, parser
from tally import Tally
from tools import measure

# Of processor time, of which a core that two threads share gives half.
SECONDS, MEGABYTES = 3.0, 200
folder = pathlib.Path(sys.argv[1])
tally = Tally("models")


def judge(name, data, accepted, reason):
    """`accepted`, or refused with `reason` in the first line."""
    path = folder / (name + ".onnx")
    path.write_bytes(data)
    done = measure("ascend-atc", f"--model={path}", f"--output={folder / name}", "--soc_version=Ascend910B1", "--framework=5")
    text = done.stdout + done.stderr
    lines = [line for line in text.splitlines() if "error: " in line]
    with tally.case("%s of %d bytes" % (name, len(data))):
        if accepted:
            assert done.code == 0, (done.code, text[:300])
        else:
            assert done.code in (1, 2, 3, 4) and lines and reason in lines[0], (done.code, text[:300])
        assert done.seconds < SECONDS and done.megabytes < MEGABYTES, "%.2f s, %d MB" % (done.seconds, done.megabytes)
        assert len(text) < 1 << 16, "it says %d bytes" % len(text)


def text(graph, opset=18, ir=8, more=""):
    return parser.parse_model(
        '<ir_version: %d, opset_import: ["" : %d, "own" : 1]>\n%s\n%s' % (ir, opset, graph, more)
    ).SerializeToString()


def refused(name, data, reason):
    judge(name, data, False, reason)


def odd(name, data):
    judge(name, data, True, "")


def varint(value):
    value &= (1 << 64) - 1
    data = b""
    while value >= 0x80:
        data += bytes([value & 0x7F | 0x80])
        value >>= 7
    return data + bytes([value])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def model(graph):
    return field(1, 8) + field(7, graph) + field(8, field(2, 18))


GOOD = text("g (float[2,3] x) => (float[2,3] y) { [n] y = Relu(x) }")

# Files that end early, or go on.
for cut in range(1, len(GOOD) - 1, 7):
    try:
        onnx.ModelProto().ParseFromString(GOOD[:cut])
    except Exception:
        refused("cut-%d" % cut, GOOD[:cut], "truncated")
refused("padded", GOOD + b"\0" * 1000, "truncated")
refused("lengths", field(1, 8) + b"\x3a\xff\xff\xff\xff\x07", "truncated")

# Shapes that no machine has, in a kilobyte.
huge = 2**62
for name, dims in [("one", [huge]), ("product", [2**32, 2**32]), ("wrap", [2**32, 2**31, 2, 0]),
                   ("many", [2] * 64), ("rank", [1] * 65), ("negative", [-1, 2])]:  # fmt: skip
    shape = ",".join(map(str, dims))
    if name != "negative":
        refused("input-" + name, text("g (float[%s] x) => (float[1] y) { y = Relu(x) }" % shape), "too large")
    tensor = TensorProto(name="w", data_type=1, dims=dims, raw_data=b"\0" * 8)
    graph = helper.make_graph([], "g", [], [helper.make_tensor_value_info("w", 1, None)], [tensor])
    refused("tensor-" + name, helper.make_model(graph, ir_version=8).SerializeToString(), "impossible shape")
tensor = TensorProto(name="w", data_type=1, dims=[10**9], raw_data=b"\0" * 8)
graph = helper.make_graph([], "g", [], [helper.make_tensor_value_info("w", 1, None)], [tensor])
refused("tensor-data", helper.make_model(graph, ir_version=8).SerializeToString(), "needs 4000000000")

# A thousand million elements that small files name.
big = "int64[1] s = {1000000000}"
odd("expand", text("g (float[1] x) => (float[1000000000] y) <%s> { y = Expand(x, s) }" % big))
odd("expand-constant", text("g (float[1] x) => (float[1] y) <%s, float[1] c = {1}> { t = Expand(c, s) u = ReduceSum(t) y = Add(x, u) }" % big))
odd("expand-folded", text("g (int64[1] x) => (int64[1] y) <%s, int64[1] c = {1}> { t = Expand(c, s) u = ReduceSum(t) y = Add(x, u) }" % big))
refused("eye", text("g (float[100000,100000] x) => (float[100000,100000] y) { y = EyeLike(x) }"), "too large to be a constant")
double = " ".join("v%d = Concat<axis = 0>(v%d, v%d)" % (i + 1, i, i) for i in range(80))
refused("doubling", text("g (float[2] v0) => (float[2] v80) { %s }" % double), "too large")
refused("doubling-folded", text("g () => (int64[1] v80) <int64[1] v0 = {1}> { %s }" % double), "too large")
product = " ".join("v%d = Mul(v%d, v%d)" % (i + 1, i, i) for i in range(80))
odd("wrapping", text("g () => (int64[1] v80) <int64[1] v0 = {3}> { %s }" % product))
refused("slice", text("g (float[4] x) => (float[4] y) <int64[1] a = {0}, int64[1] b = {9223372036854775807}, int64[1] s = {-9223372036854775808}, int64[1] z = {0}> { y = Slice(x, a, b, a, z) }"), "")
odd("slice-extremes", text("g (float[4] x) => (float[0] y) <int64[1] a = {-9223372036854775808}, int64[1] b = {9223372036854775807}, int64[1] s = {-9223372036854775808}, int64[1] z = {0}> { y = Slice(x, a, b, z, s) }"))

# Cycles and orders.
refused("cycle", text("g (float[2] x) => (float[2] y) { y = Add(x, z) z = Relu(y) }"), "in a cycle")
refused("self", text("g (float[2] x) => (float[2] y) { y = Relu(y) }"), "in a cycle")
refused("twice", text("g (float[2] x) => (float[2] y) { y = Relu(x) y = Relu(x) }"), "two values")

# Depth.
function = "<domain: \"own\", opset_import: [\"own\" : 1]> F%d (x) => (y) { y = own.F%d(x) }"
call = "g (float[2] x) => (float[2] y) { y = own.F0(x) }"
refused("functions", text(call, more="\n".join(function % (i, i + 1) for i in range(10000))), "64 deep")
refused("function-loop", text(call, more="\n".join(function % (i, (i + 1) % 50) for i in range(50))), "calls itself")
twice = "<domain: \"own\", opset_import: [\"\" : 18, \"own\" : 1]> F%d (x) => (y) { t = own.F%d(x) y = own.F%d(t) }"
last = "<domain: \"own\", opset_import: [\"\" : 18]> F40 (x) => (y) { y = Relu(x) }"
refused("functions-double", text(call, more="\n".join(twice % (i, i + 1, i + 1) for i in range(40)) + last), "more than")
# Bodies that are imported again because their states grow: each in the next, and one state after the other.
inner = "t = Concat<axis = 0>(s, x)"
for _ in range(17):
    inner = ("u = Loop (n, , s) <body = b (int64 i, bool c, float[2] s) => (bool c, float[2] t) { %s }>"
             " t = Concat<axis = 0>(u, x)" % inner)
odd("loops", text("g (int64 n, float[2] x) => (float[2] y) { y = Loop (n, , x) <body = b (int64 i, bool c, float[2] s)"
                  " => (bool c, float[2] t) { %s }> }" % inner))
states = ["s%d" % i for i in range(3000)]
body = helper.make_graph([], "b", [helper.make_empty_tensor_value_info(name) for name in ["i", "c", *states]],
                         [helper.make_empty_tensor_value_info(name) for name in ["c", states[0], *states[:-1]]])
graph = helper.make_graph(
    [helper.make_node("Loop", ["n", "", "x"] + ["w"] * 2999, ["y%d" % i for i in range(3000)], body=body)], "g",
    [helper.make_tensor_value_info("n", 7, []), helper.make_tensor_value_info("x", 1, [2]), helper.make_tensor_value_info("w", 1, [1])],
    [helper.make_empty_tensor_value_info("y0")])  # fmt: skip
refused("loop-states", helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 18)]).SerializeToString(), "more than")
message = b""
for _ in range(10000):
    # An If in the branch of an If: graph, node, attribute.
    branch = field(1, b"then_branch") + field(6, field(1, message)) + field(20, 5)
    message = field(2, b"y") + field(4, b"If") + field(5, branch)
refused("graphs", model(field(1, message)), "nested too deep")
message = b""
for _ in range(10000):
    message = field(4, field(1, message))
refused("types", model(field(11, field(1, b"x") + field(2, message))), "nested too deep")
refused("groups", b"\x0b" * 10000, "truncated")

# Many of one thing.
def info(name):
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, field(1, field(1, 2)))))


relu = field(1, b"x") + field(2, b"y") + field(4, b"Relu")
signature = field(11, info(b"x")) + field(12, info(b"y"))
refused("attributes", model(field(1, relu + field(5, field(1, b"a") + field(20, 2)) * 30000) + signature), "unknown or stands twice")
refused("operators", model(b"".join(field(1, field(1, b"x") + field(2, b"y%d" % i) + field(4, b"Foo")) for i in range(20)) + signature), "not supported")
refused("domains", field(1, 8) + field(7, field(1, relu) + signature) + field(8, field(1, b"d") + field(2, 1)) * 30000, "no version of the default")
refused("name", model(field(1, relu + field(3, b"n" * 500000 + b"\xff")) + signature), "not UTF-8")
sparse = field(1, field(1, 1) + field(2, 1) + field(4, b"\0" * 4) + field(8, b"\xff")) + field(2, field(1, 1) + field(2, 7)) + field(3, 2)
refused("sparse-name", model(field(1, relu) + signature + field(15, sparse)), "not UTF-8")
function = field(1, b"F") + field(7, relu) + field(9, field(2, 18)) + field(10, b"own")
for what, part in (("input", field(4, b"\xff")), ("default", field(11, field(1, b"\xff") + field(3, 1) + field(20, 2)))):
    refused("function-" + what, model(field(1, relu) + signature) + field(25, function + part), "not UTF-8")
refused("opset", field(1, 8) + field(7, field(1, relu) + signature) + field(8, field(2, 2**63)), "the range is")

# Types that do not fit.
refused("float-axes", text("g (float[2,3] x) => (float[2] y) <float[1] a = {1}> { y = ReduceSum(x, a) }"), "int32 or int64")
refused("tensor-type", model(field(5, field(1, 2) + field(2, 2**31 - 1) + field(8, b"w") + field(9, b"\0" * 8)) + field(12, field(1, b"w"))), "which is not supported")
refused("no-type", model(field(1, relu) + field(11, field(1, b"x")) + field(12, info(b"y"))), "no dense tensor")
refused("condition", text("g (float[2] x) => (float[2] y) <int64 c = {1}> { y = If (c) <then_branch = t () => (float[2] x) {}, else_branch = e () => (float[2] x) {}> }"), "takes bool")

tally.end()
