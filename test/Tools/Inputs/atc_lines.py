#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Command lines for ATC, as people write them in scripts, on ascend-atc.

usage: atc_lines.py LINES FOLDER      LINES: "EXIT|what is written or said|atc …", one a line, # a comment
"""

import pathlib
import re
import shlex
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx_models import floats, model_of
from tally import Tally
from tools import run

LINES, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def save(name, nodes, inputs, outputs, constants=()):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model_of(nodes, inputs, outputs, constants, opset=14), path)


def make_models():
    random = np.random.default_rng(0)
    # Pictures of meters: a convolution, and two heads.
    weights = random.standard_normal((8, 3, 3, 3)).astype(np.float32)
    heads = [random.standard_normal((count, 8, 1, 1)).astype(np.float32) for count in (4, 2)]
    nodes = [
        helper.make_node("Conv", ["picture", "w"], ["c"], name="Conv_0", strides=[2, 2], pads=[1, 1, 1, 1]),
        helper.make_node("Sigmoid", ["c"], ["s"], name="Sigmoid_1"),
        helper.make_node("Mul", ["c", "s"], ["m"], name="Mul_2"),
        helper.make_node("Conv", ["m", "w0"], ["box"], name="Conv_3"),
        helper.make_node("Conv", ["m", "w1"], ["digit"], name="Conv_4"),
    ]
    results = {"box": floats("n", 4, None, None), "digit": floats("n", 2, None, None)}
    save("nets/meter.onnx", nodes, {"picture": floats("n", 3, "h", "w")}, results, {"w": weights, "w0": heads[0], "w1": heads[1]})
    # Words of a dialogue.
    table = random.standard_normal((50, 16)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", "word_ids"], ["e"], name="embed"),
        helper.make_node("Cast", ["keep_mask"], ["k"], name="mask", to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["k", "axis"], ["u"], name="mask_column"),
        helper.make_node("Mul", ["e", "u"], ["kept"], name="kept"),
        helper.make_node("Softmax", ["kept"], ["p"], name="probabilities", axis=-1),
    ]
    words = {"word_ids": (np.int64, ["n", "t"]), "keep_mask": (np.int64, ["n", "t"])}
    save("words.onnx", nodes, words, {"p": (np.float32, None)}, {"table": table, "axis": np.array([2])})
    # Points of a scanner.
    nodes = [helper.make_node("Add", ["px", "py"], ["a"], name="sum"), helper.make_node("Relu", ["a"], ["r"], name="relu")]
    save("points.onnx", nodes, {"px": floats(1, 1, 40, 8), "py": floats(1, 1, 40, 8)}, {"r": (np.float32, None)})


FILES = {
    "conf/fusion.cfg": '{"Switch": {"GraphFusion": {"ConvBatchnormFusionPass": "off"}, "UBFusion": {"ALL": "on"}}}\n',
    "conf/mix.json": '{"black-list": {"to-add": ["Sigmoid"]}}\n',
    "conf/keep.cfg": "Conv_3\nOpType::Sigmoid\n",
    "conf/custom.cfg": "Mul_2:InputDtype:float32,float32,OutputDtype:float32\n",
    "conf/modes.ini": "[ByOpType]\nSigmoid = high_performance\n",
    "conf/names.txt": "Detect:Yolo\n",
    "conf/aipp.cfg": """aipp_op {
  aipp_mode: static
  related_input_rank: 0
  input_format: RGB888_U8
  src_image_size_w: 32
  src_image_size_h: 32
  crop: false
  csc_switch: false
  rbuv_swap_switch: true
  min_chn_0: 123.675
  min_chn_1: 116.28
  min_chn_2: 103.53
  var_reci_chn_0: 0.0171247538316637
  var_reci_chn_1: 0.0175070028011204
  var_reci_chn_2: 0.0174291938997821
}
""",
    "conf/aipp_nv12.cfg": """# NV12, of which the middle is taken
aipp_op{
    aipp_mode:static
    input_format : YUV420SP_U8
    src_image_size_w : 64; src_image_size_h : 48
    crop: true
    load_start_pos_w : 16
    load_start_pos_h : 8
    crop_size_w : 32
    crop_size_h : 32
    csc_switch : true
    rbuv_swap_switch : false
    matrix_r0c0 : 256
    matrix_r0c1 : 0
    matrix_r0c2 : 359
    matrix_r1c0 : 256
    matrix_r1c1 : -88
    matrix_r1c2 : -183
    matrix_r2c0 : 256
    matrix_r2c1 : 454
    matrix_r2c2 : 0
    input_bias_0 : 0
    input_bias_1 : 128
    input_bias_2 : 128
}
""",
    "conf/aipp_dynamic.cfg": "aipp_op { related_input_rank: 0 aipp_mode: dynamic max_src_image_size: 24576 }\n",
    "conf/aipp_typo.cfg": "aipp_op {\n  aipp_mode: static\n  input_fromat: RGB888_U8\n}\n",
}


def check(line):
    code, wanted, command = (part.strip() for part in line.split("|", 2))
    words = shlex.split(command)
    assert words[0] == "atc", line
    done = run("ascend-atc", *words[1:], code=int(code), folder=FOLDER)
    said = done.stdout + done.stderr
    assert "not built yet" not in said and ("unknown option" not in said or "did you mean" in wanted), f"not understood: {said[-300:]}"
    if re.fullmatch(r"\S+\.(asc|json|txt)", wanted):
        path = FOLDER / wanted
        assert path.is_file() and path.stat().st_size, f"no {wanted}: {said[-300:]}"
        path.unlink()
    else:
        assert wanted in said, f"no {wanted!r}: {said[-300:]}"


def main():
    make_models()
    for name, text in FILES.items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text)
    lines = [line for line in LINES.read_text().splitlines() if line.strip() and not line.startswith("#")]
    tally = Tally("lines")
    for line in lines:
        with tally.case(line):
            check(line)
    options = {option.replace("-", "_") for line in lines for option in re.findall(r"--([a-z0-9_-]+)", line)}
    print(f"options: {len(options)}")
    tally.end()


if __name__ == "__main__":
    main()
