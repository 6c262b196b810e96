#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Command lines for ATC, as people write them in scripts, on ascend-atc.

usage: atc_lines.py LINES FOLDER      LINES: "EXIT|what is written or said|atc …", one a line, # a comment
"""

import pathlib
import re
import shlex
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LINES, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def save(name, nodes, inputs, outputs, constants=()):
    def infos(values):
        return [helper.make_tensor_value_info(name, dtype, shape) for name, (dtype, shape) in values.items()]

    graph = helper.make_graph(nodes, "g", infos(inputs), infos(outputs), [numpy_helper.from_array(*each) for each in constants])
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8), path)


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
    pictures = {"picture": (FLOAT, ["n", 3, "h", "w"])}
    results = {"box": (FLOAT, ["n", 4, None, None]), "digit": (FLOAT, ["n", 2, None, None])}
    save("nets/meter.onnx", nodes, pictures, results, [(weights, "w"), (heads[0], "w0"), (heads[1], "w1")])
    # Words of a dialogue.
    table = random.standard_normal((50, 16)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", "word_ids"], ["e"], name="embed"),
        helper.make_node("Cast", ["keep_mask"], ["k"], name="mask", to=FLOAT),
        helper.make_node("Unsqueeze", ["k", "axis"], ["u"], name="mask_column"),
        helper.make_node("Mul", ["e", "u"], ["kept"], name="kept"),
        helper.make_node("Softmax", ["kept"], ["p"], name="probabilities", axis=-1),
    ]
    words = {"word_ids": (INT64, ["n", "t"]), "keep_mask": (INT64, ["n", "t"])}
    save("words.onnx", nodes, words, {"p": (FLOAT, None)}, [(table, "table"), (np.array([2], np.int64), "axis")])
    # Points of a scanner.
    nodes = [helper.make_node("Add", ["px", "py"], ["a"], name="sum"), helper.make_node("Relu", ["a"], ["r"], name="relu")]
    save("points.onnx", nodes, {"px": (FLOAT, [1, 1, 40, 8]), "py": (FLOAT, [1, 1, 40, 8])}, {"r": (FLOAT, None)})


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


def run(line):
    """What is wrong with the answer to a line, or ""."""
    code, wanted, command = (part.strip() for part in line.split("|", 2))
    words = shlex.split(command)
    assert words[0] == "atc", line
    done = subprocess.run(["ascend-atc", *words[1:]], cwd=FOLDER, capture_output=True, text=True, timeout=300)
    said = done.stdout + done.stderr
    if done.returncode != int(code):
        return f"ends with {done.returncode}: {said[-300:]}"
    if "not built yet" in said or ("unknown option" in said and "did you mean" not in wanted):
        return f"is not understood: {said[-300:]}"
    if re.fullmatch(r"\S+\.(asc|json|txt)", wanted):
        path = FOLDER / wanted
        if not path.is_file() or not path.stat().st_size:
            return f"leaves no {wanted}: {said[-300:]}"
        path.unlink()
    elif wanted not in said:
        return f"does not say {wanted!r}: {said[-300:]}"
    return ""


def main():
    make_models()
    for name, text in FILES.items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text)
    lines = [line for line in LINES.read_text().splitlines() if line.strip() and not line.startswith("#")]
    faults = [(line, fault) for line in lines if (fault := run(line))]
    for line, fault in faults:
        print(f"{line}\n  {fault}")
    options = {option.replace("-", "_") for line in lines for option in re.findall(r"--([a-z0-9_-]+)", line)}
    print(f"lines: {len(lines)}, options: {len(options)}, failed: {len(faults)}")


if __name__ == "__main__":
    main()
