# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What --insert_op_conf refuses: code, place, and a word of the reason, for each kind; and both sides of each bound."""

import pathlib
import tempfile

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from tally import Tally
from tools import refused, run

RGB = "aipp_mode: static input_format: RGB888_U8"
YUV = "aipp_mode: static input_format: YUV420SP_U8"
PART = f"{RGB} src_image_size_h: 6 src_image_size_w: 8 crop: true"
DYNAMIC = "aipp_mode: dynamic max_src_image_size: 4096"

#: What stands in the block, the code (none: it is taken), what the error names.
CASES = [
    ("", "E10052", "config:1:1", "aipp_mode is not given"),
    ("aipp_mode: undefined", "E10052", "config:2:1", "aipp_mode is not given"),
    ("aipp_mode: static", "E10052", "config:1:1", "needs input_format"),
    (f"{RGB}", None),
    ("aipp_mode: statik", "E13005", "config:2:12)", "statik"),
    (f"{RGB}\nmean_chn_O: 1", "E13005", "config:3:1)", "mean_chn_O"),
    (f"{RGB} rotation_angle: 1", "E13005", "config:2:", "rotation_angle"),
    (f"{RGB} crop: true crop: true", "E13005", "config:2:", "multiple times"),
    (f"{RGB} csc_switch: true matrix_r0c0: 1 matrix_r0c0: 2", "E10052", "config:2:", "matrix_r0c0 stands there twice"),
    (f"{RGB} mean_chn_0: 255 mean_chn_1: 0", None),
    (f"{RGB} mean_chn_0: 256", "E81012", "config:2:", "mean_chn_0 is 256, and 0 to 255"),
    (f"{RGB} mean_chn_0: -1", "E10052", "config:2:", "mean_chn_0 is -1"),
    (f"{RGB} mean_chn_0: 1.5", "E13005", "config:2:", "Expected integer"),
    (f"{RGB} var_reci_chn_0: 65504 var_reci_chn_1: -65504", None),
    (f"{RGB} var_reci_chn_0: 65505", "E81012", "config:2:", "var_reci_chn_0 is 65505"),
    (f"{RGB} var_reci_chn_0: nan", "E81012", "config:2:", "var_reci_chn_0 is nan"),
    (f"{RGB} csc_switch: true matrix_r2c2: -32768 matrix_r0c0: 32767", None),
    (f"{RGB} csc_switch: true matrix_r2c2: -32769", "E81012", "config:2:", "matrix_r2c2 is -32769"),
    (f"{RGB} csc_switch: true output_bias_0: 256", "E81012", "config:2:", "output_bias_0 is 256"),
    ("aipp_mode: static input_format: YUYV_U8", "E81012", "config:2:", "YUYV_U8 is not built here"),
    (f"{RGB} resize: true", "E81012", "config:2:", "no resize"),
    ("aipp_mode: static input_format: YUV400_U8 csc_switch: true", "E81012", "config:2:", "no colours"),
    (f"{RGB} related_input_rank: 0", None),
    (f"{RGB} related_input_rank: 1", "E10052", "config:2:", "'z' does not have four axes"),
    (f"{RGB} related_input_rank: 2", "E10052", "config:2:", "has 2 inputs"),
    (f"{RGB} related_input_name: 'x'", None),
    (f"{RGB} related_input_name: 'w'", "E10052", "config:2:", "no input 'w'"),
    (f"{RGB} }} aipp_op {{ {RGB}", "E10052", "config:2:", "two blocks are about input 0"),
    (f"{RGB} related_input_rank: 0 }} aipp_op {{ {RGB} related_input_name: 'z'", "E10052", "config:2:", "some number them"),
    (f"{RGB} crop: true crop_size_h: 4 crop_size_w: 6", "E10052", "config:1:1", "src_image_size_h is needed"),
    (f"{PART} crop_size_h: 4 crop_size_w: 6", None),
    (f"{PART} load_start_pos_h: 2 load_start_pos_w: 2", None),
    (f"{PART} load_start_pos_h: 3 load_start_pos_w: 2", "E10052", "config:2:", "rows 3 to 7"),
    (f"{PART} load_start_pos_h: 2 load_start_pos_w: 3", "E10052", "config:2:", "columns 3 to 9"),
    (f"{PART} load_start_pos_h: -1", "E10052", "config:2:", "load_start_pos_h is -1"),
    (f"{PART} crop_size_h: 5 crop_size_w: 6", "E10052", "config:2:", "5 x 6 pixels, and the model takes 4 x 6"),
    (f"{PART} padding: true left_padding_size: 1", "E10052", "config:1:1", "crop_size_h is needed"),
    (f"{PART} crop_size_h: 4 crop_size_w: 5 padding: true left_padding_size: 1", None),
    (f"{PART} crop_size_h: 4 crop_size_w: 5 padding: true left_padding_size: 33", "E81012", "config:2:", "0 to 32"),
    (f"{RGB} src_image_size_h: 4 src_image_size_w: 1 crop: true", "E81012", "config:2:", "at least 2 wide"),
    (f"{RGB} src_image_size_h: 4 src_image_size_w: 2 crop: true", "E10052", "config:2:", "columns 0 to 6"),
    (f"{RGB} src_image_size_h: 4097", "E81012", "config:2:", "0 to 4096"),
    (f"{RGB} src_image_size_h: 5", "E10052", "config:2:", "5 x 6 pixels"),
    (f"{YUV}", None),
    (f"{YUV} src_image_size_h: 5 src_image_size_w: 8 crop: true", "E81012", "config:2:", "must be even"),
    ("aipp_mode: dynamic", "E10052", "config:2:", "needs max_src_image_size"),
    ("aipp_mode: dynamic max_src_image_size: 0", "E81012", "config:2:", "max_src_image_size is 0"),
    (DYNAMIC, None),
]  # fmt: skip


def make_model(path):
    nodes = [helper.make_node("Neg", ["x"], ["y"], "n"), helper.make_node("Neg", ["z"], ["w"], "m")]
    inputs, outputs = ({name: floats("n", 3, "h", 6), other: floats(5)} for name, other in ("xz", "yw"))
    onnx.save(model_of(nodes, inputs, outputs, ir=9), path)
    for kind in "uint8", "int8", "int32":
        cast = helper.make_node("Cast", ["x"], ["y"], "n", to=1)
        other = model_of([cast], {"x": (np.dtype(kind), (1, 3, 4, 6))}, {"y": floats(1, 3, 4, 6)}, ir=9)
        onnx.save(other, path.with_name(f"{kind}.onnx"))


def ask(code, words, folder, *options, model="model.onnx"):
    """The model with these options is taken, where there is no code, or refused with it and all words."""
    command = ["ascend-atc", f"--model={folder / model}", "--log=error", *options]
    if not any(option.startswith("--input_shape") for option in options):
        command.append("--input_shape=x:1,3,4,6")
    if code is None:
        run(*command, folder=folder)
        return
    said = refused(f"[{code}]", *command, folder=folder)
    for word in words:
        assert word in said, f"no {word!r} in {said[:300]}"


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_model(folder / "model.onnx")

        def check(text, code, words, *options, **model):
            (folder / "config").write_bytes(text if isinstance(text, bytes) else text.encode())
            with tally.case(f"{text[:300]!r} {options}"):
                ask(code, words, folder, "--insert_op_conf=config", *options, **model)

        for block, code, *words in CASES:
            check(f"aipp_op {{\n{block}\n}}\n", code, words)
        odd = f"aipp_op {{ {YUV} src_image_size_h: 6 src_image_size_w: 8 crop: true load_start_pos_w: 1 }}"
        rgb = f"aipp_op {{ {RGB} }}"
        check(odd, None, [], "--soc_version=Ascend910B1")
        check(odd, "E81012", ["even row and column on Ascend310P3"], "--soc_version=Ascend310P3")
        check(odd.replace("w: 1", "w: 2"), None, [], "--soc_version=Ascend310P3")
        check(rgb, "E10034", ["(for example, x)", "input_fp16_nodes"], "--input_fp16_nodes=x")
        check(rgb, None, [], "--input_fp16_nodes=z")
        check(rgb, "E10052", ["input_format is ND"], "--input_format=ND")
        check(f"aipp_op {{ {DYNAMIC} }}", "E13014", ["AIPP needs NCHW"], "--input_format=ND")
        check(rgb, "E10001", ["dynamic_dims"], "--input_shape=x:1,3,-1,-1", "--dynamic_dims=4,6;8,8")
        check(rgb, "E10052", ["--input_shape"], "--input_shape=x:1,3,-1,6")
        check(rgb, None, [], "--input_shape=x:-1,3,4,6")
        check(f"aipp_op {{ {DYNAMIC} }}", "E10052", ["--input_shape"], "--input_shape=x:-1,3,4,6")
        check(f"aipp_op {{ {DYNAMIC} }}", None, [], "--input_shape=x:127,3,4,6")
        check(f"aipp_op {{ {DYNAMIC} }}", "E10052", ["1 to 127 pictures"], "--input_shape=x:128,3,4,6")
        check(f"aipp_op {{ {DYNAMIC} }}", None, [], "--input_shape=x:1,3,8192,6")
        check(f"aipp_op {{ {DYNAMIC} }}", "E81012", ["3 channels of 8193 x 6"], "--input_shape=x:1,3,8193,6")
        # What is around a picture is one of the model's own bytes; other integers take no pictures.
        around = f"{RGB} src_image_size_h: 4 src_image_size_w: 5 padding: true left_padding_size: 1 padding_value: "
        for kind, value, code in (("uint8", 255, None), ("uint8", 256, "E81012"), ("uint8", -1, "E81012"),
                                  ("int8", -128, None), ("int8", -129, "E81012"), ("int8", 128, "E81012")):  # fmt: skip
            least, most = (0, 255) if kind == "uint8" else (-128, 127)
            words = [f"padding_value is none of the model's bytes, which are {least} to {most}"]
            check(f"aipp_op {{ {around}{value} }}", code, words, model=f"{kind}.onnx")
        check(rgb, "E10052", ["input 'x' has neither floats nor bytes"], model="int32.onnx")
        (folder / "config").write_text(rgb)
        (folder / "none.mlir").write_text("module {}\n")
        with tally.case("no function"):
            refused("the model has no function main for AIPP", "ascend-atc", "--model=none.mlir", "--insert_op_conf=config", code=1, folder=folder)
        check("", "E13005", ["config:1:1", "no block"])
        check("# nothing\n", "E13005", ["no block"])
        check("aipp_op {", "E13005", ["config:1:"])
        check(b"\x00\xff\xfe aipp_op", "E13005", ["config:1:"])
        check("aipp_op { " * 100000, "E13005", ["config:1:"])
        check("[type.googleapis.com/ascend.aipp.AippOp] { }", "E13005", ["config:1:"])
        for path, code in ((folder / "absent", "E13000"), (folder, "E13001"), ("/dev/zero", "E13001")):
            with tally.case(path):
                ask(code, [], folder, f"--insert_op_conf={path}")
    tally.end()


if __name__ == "__main__":
    main()
