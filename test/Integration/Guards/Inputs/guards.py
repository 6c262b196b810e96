# ===- guards.py - Models between forbidden pages --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs models with and without guards, and compares the bits of what comes out. A
kernel that writes beside its buffers ends a run with an error."""

import os
import pathlib
import shutil
import sys

import numpy as np
import onnx
from arrays import assert_same
from onnx import helper
from onnx_models import floats, model_of, value_info
from sampling import turns
from tally import Tally
from tools import run, run_model

FOLDER = pathlib.Path(sys.argv[1])
GUARDS = ("none", "end", "begin")
node = helper.make_node
random = np.random.default_rng(3)


def weight(*shape):
    return random.standard_normal(shape).astype(np.float32)


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
               "top": floats(1, 2), "places": (np.int64, (1, 2))}  # fmt: skip
    constants = {"c": weight(9, 3, 3, 3), "d": weight(17, 9, 1, 1), "w": weight(17, 5), "axis": np.int64(1), "two": np.int64([2])}
    return model_of(nodes, {"x": floats(1, 3, 11, 9)}, outputs, constants, opset=17), [{"x": (1, 3, 11, 9)}]


def dynamic():
    nodes = [
        node("MatMul", ["x", "w"], ["a"], name="product"),
        node("Softmax", ["a"], ["y"], name="softmax"),
        node("NonZero", ["x"], ["z"], name="places"),
        node("ReduceSum", ["y"], ["s"], name="sum", keepdims=0),
    ]
    outputs = {"y": floats("n", 7), "z": (np.int64, (2, "k")), "s": floats()}
    return model_of(nodes, {"x": floats("n", 13)}, outputs, {"w": weight(13, 7)}, opset=17), [{"x": (n, 13)} for n in (1, 5, 0)]


def control():
    """A branch that a run picks, and a loop that collects."""

    def infos(**values):
        return [value_info(*item) for item in values.items()]

    then = helper.make_graph([node("Tanh", ["x"], ["r"], name="tanh")], "t", [], infos(r=floats(3, 7)))
    other = helper.make_graph([node("Exp", ["x"], ["u"], name="exp")], "e", [], infos(u=floats(3, 7)))
    body = helper.make_graph(
        [node("Add", ["state", "b"], ["next"], name="add"), node("Identity", ["go"], ["on"]),
         node("Mul", ["next", "next"], ["row"], name="square")], "body",
        infos(i=(np.int64, ()), go=(np.bool_, ()), state=floats(3, 7)),
        infos(on=(np.bool_, ()), next=floats(3, 7), row=floats(3, 7)))  # fmt: skip
    nodes = [
        node("ReduceSum", ["x"], ["s"], name="sum", keepdims=0),
        node("Greater", ["s", "zero"], ["c"], name="greater"),
        node("If", ["c"], ["b"], name="if", then_branch=then, else_branch=other),
        node("Loop", ["turns", "yes", "x"], ["y", "rows"], name="loop", body=body),
    ]
    constants = {"turns": np.int64(3), "yes": np.bool_(True), "zero": np.float32(0)}
    return model_of(nodes, {"x": floats(3, 7)}, {"y": floats(3, 7), "rows": floats(3, 3, 7)}, constants, opset=17), [{"x": (3, 7)}]


MODELS = [static, dynamic, control]
MODES = ["--precision_mode=must_keep_origin_dtype", "--precision_mode=allow_mix_precision"]


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.environ["ASCEND_MLIR_CACHE"] = str(FOLDER / "cache")
    tally, dump = Tally("runs"), f"--dump={FOLDER}/dump"

    def expect(path, inputs, wanted, *options):
        with tally.case(f"{path.name} {options}"):
            outputs = run_model(path, inputs, *options)
            assert outputs.keys() == wanted.keys(), f"outputs {[*outputs]}"
            for name, output in outputs.items():
                assert_same(output, wanted[name], name)

    for number, make in enumerate(MODELS):
        made, all_shapes = make()
        path = FOLDER / f"{make.__name__}.onnx"
        onnx.save(made, path)
        for mode in turns(number, MODES):
            # Guarded code and other code of one model lie in one cache, and each
            # file takes the place of the one before.
            files = {guard: FOLDER / f"{make.__name__}-{guard}.asc" for guard in GUARDS}
            for guard, file in files.items():
                run("ascend-atc", f"--model={path}", f"--output={path.with_suffix('')}", f"--guard={guard}", mode)
                shutil.copy(path.with_suffix(".asc"), file)
            with tally.case(f"guarded code of {path.name}"):
                contents = {guard: file.read_bytes() for guard, file in files.items()}
                guarded = [guard for guard, content in contents.items() if b"ascendrt_check_buffers" in content]
                assert guarded == ["end", "begin"], guarded
                assert len({*contents.values()}) == len(GUARDS), "one file for several guards"
            for shapes in all_shapes:
                inputs = {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
                wanted = run_model(path, inputs, mode)
                for guard in GUARDS[1:]:
                    for threads in ("1", "2"):
                        expect(path, inputs, wanted, mode, "--guard=" + guard, "--threads=" + threads)
                    expect(files[guard], inputs, wanted)
                    expect(files["none"], inputs, wanted, "--guard=" + guard)
                expect(files["end"], inputs, wanted, "--guard=begin", "--threads=2")
                expect(path, inputs, wanted, mode)
        expect(path, inputs, run_model(path, inputs, MODES[0], dump), MODES[0], "--guard=end", dump)
    tally.end()


main()
