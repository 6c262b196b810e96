# ===- guards.py - Models between forbidden pages --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs models with and without guards, and compares the bits of what comes out. A
kernel that writes beside its buffers ends a run with an error."""

import os
import shutil
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "Inputs"))
from sampling import turns  # noqa: E402

FOLDER = sys.argv[1]
GUARDS = ("none", "end", "begin")
node, value = helper.make_node, helper.make_tensor_value_info
random = np.random.default_rng(3)


def constant(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def weight(name, *shape):
    return constant(name, random.standard_normal(shape).astype(np.float32))


def model(nodes, inputs, outputs, constants):
    def infos(tensors):
        return [value(name, kind, shape) for name, (kind, shape) in tensors.items()]

    graph = helper.make_graph(nodes, "g", infos(inputs), infos(outputs), constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def floats(*shape):
    return TensorProto.FLOAT, shape


def static():
    """Convolutions in blocks, a pool, products, reductions; a constant and an input
    are outputs, too. No extent is a multiple of a vector."""
    nodes = [
        node("Conv", ["x", "c"], ["a"], name="conv", pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["b"], name="relu"),
        node("Conv", ["b", "d"], ["e"], name="conv2"),
        node("MaxPool", ["e"], ["p"], name="pool", kernel_shape=[3, 3], strides=[2, 2]),
        node("ReduceMean", ["p"], ["m"], name="mean", axes=[2, 3], keepdims=0),
        node("MatMul", ["m", "w"], ["q"], name="product"),
        node("Softmax", ["q"], ["y"], name="softmax"),
        node("Transpose", ["p"], ["t"], name="transpose", perm=[0, 2, 3, 1]),
        node("CumSum", ["y", "axis"], ["s"], name="sum"),
        node("Concat", ["w", "w"], ["k"], name="constant", axis=0),
        node("TopK", ["y", "two"], ["top", "places"], name="top"),
    ]
    outputs = {"y": floats(1, 5), "t": floats(1, 5, 4, 17), "s": floats(1, 5), "k": floats(34, 5),
               "top": floats(1, 2), "places": (TensorProto.INT64, (1, 2))}  # fmt: skip
    constants = [weight("c", 9, 3, 3, 3), weight("d", 17, 9, 1, 1), weight("w", 17, 5),
                 constant("axis", np.int64(1)), constant("two", np.int64([2]))]  # fmt: skip
    return model(nodes, {"x": floats(1, 3, 11, 9)}, outputs, constants), [{"x": (1, 3, 11, 9)}]


def dynamic():
    nodes = [
        node("MatMul", ["x", "w"], ["a"], name="product"),
        node("Softmax", ["a"], ["y"], name="softmax"),
        node("NonZero", ["x"], ["z"], name="places"),
        node("ReduceSum", ["y"], ["s"], name="sum", keepdims=0),
    ]
    outputs = {"y": floats("n", 7), "z": (TensorProto.INT64, (2, "k")), "s": floats()}
    return model(nodes, {"x": floats("n", 13)}, outputs, [weight("w", 13, 7)]), [{"x": (n, 13)} for n in (1, 5, 0)]


def control():
    """A branch that a run picks, and a loop that collects."""
    then = helper.make_graph([node("Tanh", ["x"], ["r"], name="tanh")], "t", [], [value("r", *floats(3, 7))])
    other = helper.make_graph([node("Exp", ["x"], ["u"], name="exp")], "e", [], [value("u", *floats(3, 7))])
    body = helper.make_graph(
        [node("Add", ["state", "b"], ["next"], name="add"), node("Identity", ["go"], ["on"]),
         node("Mul", ["next", "next"], ["row"], name="square")], "body",
        [value("i", TensorProto.INT64, ()), value("go", TensorProto.BOOL, ()), value("state", *floats(3, 7))],
        [value("on", TensorProto.BOOL, ()), value("next", *floats(3, 7)), value("row", *floats(3, 7))])  # fmt: skip
    nodes = [
        node("ReduceSum", ["x"], ["s"], name="sum", keepdims=0),
        node("Greater", ["s", "zero"], ["c"], name="greater"),
        node("If", ["c"], ["b"], name="if", then_branch=then, else_branch=other),
        node("Loop", ["turns", "yes", "x"], ["y", "rows"], name="loop", body=body),
    ]
    constants = [constant("turns", np.int64(3)), constant("yes", np.bool_(True)), constant("zero", np.float32(0))]
    return model(nodes, {"x": floats(3, 7)}, {"y": floats(3, 7), "rows": floats(3, 3, 7)}, constants), [{"x": (3, 7)}]


MODELS = [static, dynamic, control]
MODES = ["--precision_mode=must_keep_origin_dtype", "--precision_mode=allow_mix_precision"]


def tool(name, *arguments):
    done = subprocess.run([name, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\nexit %d\n%s" % (" ".join([name, *arguments]), done.returncode, done.stderr[-2000:]))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.environ["ASCEND_MLIR_CACHE"] = os.path.join(FOLDER, "cache")
    runs = failed = 0

    def bits(path, *options):
        out = os.path.join(FOLDER, "out.npz")
        tool("ascend-run", path, "--inputs=" + os.path.join(FOLDER, "in.npz"), "--outputs=" + out, *options)
        with np.load(out) as values:
            return {name: (values[name].dtype, values[name].shape, values[name].tobytes()) for name in values}

    def expect(path, wanted, *options):
        nonlocal runs, failed
        runs += 1
        if bits(path, *options) != wanted:
            failed += 1
            print("other bits:", path, options)

    for number, make in enumerate(MODELS):
        made, all_shapes = make()
        path = os.path.join(FOLDER, make.__name__ + ".onnx")
        onnx.save(made, path)
        for mode in turns(number, MODES):
            # Guarded code and other code of one model lie in one cache, and each
            # file takes the place of the one before.
            files = {guard: path[:-5] + "-" + guard + ".asc" for guard in GUARDS}
            contents = []
            for guard, file in files.items():
                tool("ascend-atc", "--model=" + path, "--output=" + path[:-5], "--guard=" + guard, mode)
                shutil.copy(path[:-5] + ".asc", file)
                with open(file, "rb") as content:
                    contents.append(content.read())
                is_guarded = b"ascendrt_check_buffers" in contents[-1]
                if is_guarded != (guard != "none"):
                    failed += 1
                    print("guarded code:", is_guarded, file)
            if len(set(contents)) != len(GUARDS):
                failed += 1
                print("one file for several guards:", path)
            for shapes in all_shapes:
                np.savez(os.path.join(FOLDER, "in.npz"),
                         **{name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()})  # fmt: skip
                wanted = bits(path, mode)
                for guard in GUARDS[1:]:
                    for threads in ("1", "2"):
                        expect(path, wanted, mode, "--guard=" + guard, "--threads=" + threads)
                    expect(files[guard], wanted)
                    expect(files["none"], wanted, "--guard=" + guard)
                expect(files["end"], wanted, "--guard=begin", "--threads=2")
                expect(path, wanted, mode)
        expect(path, bits(path, MODES[0], "--dump=" + os.path.join(FOLDER, "dump")), MODES[0], "--guard=end",
               "--dump=" + os.path.join(FOLDER, "dump"))  # fmt: skip
    print("runs: %d, failed: %d" % (runs, failed))


main()
