# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The words of the options that give shapes of inputs: what each fixes, opens or bounds, and what is no shape."""

import pathlib
import tempfile

import numpy as np
from onnx import helper
from onnx_models import model_of
from tally import Tally
from tools import run

tally = Tally()
FORMS = {
    "input_shape": ("E10002", "input_name1:n1,c1,h1,w1;input_name2:n2,c2"),
    "input_shape_range": ("E10048", "input_name1:[n1,c1,h1,w1];input_name2:[n2~N2,-1]"),
    "dynamic_inputs_shape_range": ("E10001", "getnext:[n1,c1,h1,w1],[n2~N2,-1]"),
}


def translate(option, text):
    nodes = [helper.make_node("Relu", [name], [f"{name}_y"]) for name in "xz"]
    values = {"x": (np.float32, ["N", 3]), "z": (np.float32, ["M"])}
    model = model_of(nodes, values, {f"{name}_y": value for name, value in values.items()})
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "m.onnx")
        path.write_bytes(model.SerializeToString())
        if option == "input_shape":
            return run("ascend-translate", "--import-onnx", f"--{option}={text}", path, code=None)
        return run("ascend-atc", f"--model={path}", f"--{option}={text}", f"--output={folder}/m", code=None)


def given(text, *wanted):
    with tally.case(f"--input_shape={text}"):
        done = translate("input_shape", text)
        assert done.returncode == 0, done.stderr
        main = done.stdout.split("->")[0]
        for each in wanted:
            assert each in main, f"no {each!r} in {main}"


def malformed(option, text, reason):
    code, form = FORMS[option]
    refused(option, text, f'error: [{code}] Value {text} for parameter --{option} is invalid. Reason: {reason}. The value must be formatted as "{form}".')


def refused(option, text, wanted):
    with tally.case(f"--{option}={text}"):
        done = translate(option, text)
        assert done.returncode == (1 if option == "input_shape" else 2) and wanted in done.stderr, done.stderr


given("x:2,3;z:4", "tensor<2x3xf32>", "tensor<4xf32>")
given(" x : 2 , 3 ; z : 4 ;", "tensor<2x3xf32>", "tensor<4xf32>")
given("x:-1,3", "tensor<?x3xf32>", "tensor<?xf32>")
malformed("input_shape", "x", "'x' has no colon after a name")
malformed("input_shape", "x：2,3", "'x：2,3' has no colon after a name, for the colon is a full-width one")
malformed("input_shape", ":2,3", "':2,3' names no input")
malformed("input_shape", "x:2,3;x:2,3", "input 'x' stands twice")
malformed("input_shape", "x:2,3;;z:4", "'' has no colon after a name")
malformed("input_shape", "x:2,", "'' of input 'x' is no integer and no range such as 1~8")
malformed("input_shape", "x:2,b", "'b' of input 'x' is no integer and no range such as 1~8")
malformed("input_shape", "x:[2,3", "the extents of input 'x' have one bracket, and not the other")
malformed("input_shape", "x:2,3]", "the extents of input 'x' have one bracket, and not the other")
malformed("input_shape", "x:" + ",".join(["1"] * 65), "input 'x' has more than 64 extents")
refused("input_shape", "x:" + ",".join(["1"] * 64), "[E10001] --input_shape does not fit input 'x' with shape [N,3]: it gives 64 extents, the input has 2")
for number in ("0", "-2"):
    refused("input_shape", f"x:{number},3", f"[E10011] Value x:{number},3 for parameter --input_shape is invalid. Shape values must be positive integers. The error value in the shape is {number}.")
given("x:1,3", "tensor<1x3xf32>")

# Ranges, of which both ends are possible.
given("x:[2~5,3];z:[-1]", "ascend.ranges = array<i64: 2, 5, 3, 3>", "tensor<?x3xf32>", "tensor<?xf32>")
given("x:[1~1,3];z:[4]", "tensor<1x3xf32>", "tensor<4xf32>")
given("x:[2~-1,3~3]", "ascend.ranges = array<i64: 2, -1, 3, 3>")
given("x:[2 ~ 5, 3]", "ascend.ranges = array<i64: 2, 5, 3, 3>")
given("x:[2~5,3~4]", "ascend.ranges = array<i64: 2, 5, 3, 4>")
given("x:[2~5,1~3]", "ascend.ranges = array<i64: 2, 5, 1, 3>")
refused("input_shape_range", "x:[2~5,4~5]", "[E10001] --input_shape_range does not fit input 'x' with shape [N,3]: it gives 4~5 at axis 1, the model has 3")
refused("input_shape_range", "x:[2~5,1~2]", "[E10001] --input_shape_range does not fit input 'x' with shape [N,3]: it gives 1~2 at axis 1, the model has 3")
malformed("input_shape_range", "x:[5~2,3]", "the range '5~2' of input 'x' ends before it begins")
malformed("input_shape", "x:[2~b,3]", "'2~b' of input 'x' is no integer and no range such as 1~8")
malformed("input_shape_range", "x:[2~,3]", "'2~' of input 'x' is no integer and no range such as 1~8")
for text, number in (("[0~5,3]", 0), ("[-1~5,3]", -1)):
    refused("input_shape_range", f"x:{text}", f"[E10011] Value x:{text} for parameter --input_shape_range is invalid. Shape values must be positive integers. The error value in the shape is {number}.")

# In the order of the inputs.
malformed("dynamic_inputs_shape_range", "getnext:[2,3],", "a comma stands between two lists, and not at the end")
malformed("dynamic_inputs_shape_range", "getnext:[2,3][4]", "a comma stands between two lists, and not at the end")
malformed("dynamic_inputs_shape_range", "getnext:[2,3],[0x]", "'0x' of input 2 is no integer and no range such as 1~8")
refused("dynamic_inputs_shape_range", "getnext:[2,3],[4],[5]", "[E10001] --dynamic_inputs_shape_range gives 3 shapes, and the model has 2 inputs")
tally.end()
