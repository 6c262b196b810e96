# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What one field of a block of --insert_op_conf does to a picture (docs/Aipp.md), in front of a Neg; and what the inputs of
such a model are called."""

import pathlib
import tempfile

import numpy as np
from onnx import helper
from onnx_models import model_of
from tally import Tally
from tools import run, run_model

tally = Tally()
RGB, GREY, WIDE, YUV = (f"aipp_mode: static input_format: {name}" for name in ("RGB888_U8", "YUV400_U8", "XRGB8888_U8", "YUV420SP_U8"))
#: The matrix and the bias where the file has none: YUV of BT.601, narrow, to BGR.
MATRIX = np.array([[298, 516, 0], [298, -100, -208], [298, 0, 409]])
BIAS = np.array([16, 128, 128])
rng = np.random.default_rng(0)
picture = rng.integers(0, 256, (1, 4, 6, 3), np.uint8)
grey = rng.integers(0, 256, (1, 4, 6, 1), np.uint8)
wide = rng.integers(0, 256, (1, 4, 6, 4), np.uint8)
halved = rng.integers(0, 256, (1, 6, 6, 1), np.uint8)  # four rows of Y, two of U and V
FORMATS = {RGB: picture, GREY: grey, WIDE: wide, YUV: halved}


def planes(array):
    return np.moveaxis(array, -1, 1).astype(np.int64)


def yuv_planes(array, swapped=False):
    y, pairs = array[:, :4, :, 0], array[:, 4:, :, 0].reshape(1, 2, 3, 2)
    u, v = (pairs[..., at].repeat(2, 1).repeat(2, 2) for at in (0, 1))
    return np.stack([y, v, u] if swapped else [y, u, v], 1).astype(np.int64)


def convert(array, matrix=MATRIX, before=0, behind=0):
    """Rounded to the nearest byte, ties up."""
    moved = array - np.reshape(before, (-1, 1, 1))
    return np.clip((np.einsum("rc,nchw->nrhw", np.asarray(matrix), moved) + 128) // 256 + np.reshape(behind, (-1, 1, 1)), 0, 255)


def case(name, block, wanted, images=None, shape=(1, 3, 4, 6), options=(), dtype=np.float32):
    """`wanted`: what the model takes, of which it gives the negative."""
    images = next(array for start, array in FORMATS.items() if block.startswith(start)) if images is None else images
    model = model_of([helper.make_node("Neg", ["x"], ["y"], "n")], {"x": (dtype, shape)}, {"y": (dtype, shape)}, ir=9)
    with tally.case(name), tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "config")
        config.write_text("aipp_op { " + block + " }")
        result = run_model(model, {"x": images}, f"--insert_op_conf={config}", *options)["y"]
        wanted = -np.asarray(wanted, np.float64)
        assert result.shape == wanted.shape and (result == wanted).all(), f"gives {result.tolist()}, not {wanted.tolist()}"


rgb = planes(picture)
case("plain", RGB, rgb)
case("types that stay", RGB, rgb, options=["--precision_mode=must_keep_origin_dtype"])
case("red and blue", f"{RGB} rbuv_swap_switch: true", rgb[:, ::-1])
case("no swap", f"{RGB} rbuv_swap_switch: false", rgb)
case("alpha behind", WIDE, planes(wide)[:, :3])
case("alpha in front", f"{WIDE} ax_swap_switch: true", planes(wide)[:, 1:])
case("one channel", GREY, planes(grey), shape=(1, 1, 4, 6))
case("more channels", GREY, np.pad(planes(grey), ((0, 0), (0, 2), (0, 0), (0, 0))))
case("pairs", YUV, yuv_planes(halved))
case("pairs swapped", f"{YUV} rbuv_swap_switch: true", yuv_planes(halved, swapped=True))
case("two pictures", RGB, planes(np.concatenate([picture, picture[:, ::-1]])), np.concatenate([picture, picture[:, ::-1]]), (2, 3, 4, 6))

# Colours: BT.601 where nothing is said; what is said of one entry changes that alone; YUV has biases before, RGB behind.
case("colours", f"{YUV} csc_switch: true", convert(yuv_planes(halved), before=BIAS))
case("colours of RGB", f"{RGB} csc_switch: true", convert(rgb, behind=BIAS))
own = np.array([[256, -7, 77], [-300, 129, 13], [31, 200, -98]])
entries = " ".join(f"matrix_r{row}c{column}: {own[row, column]}" for row in range(3) for column in range(3))
case("own colours", f"{YUV} csc_switch: true {entries}", convert(yuv_planes(halved), own, before=BIAS))
middle = MATRIX.copy()
middle[1, 2] = 77
case("one entry", f"{YUV} csc_switch: true matrix_r1c2: 77", convert(yuv_planes(halved), middle, before=BIAS))
biases = [" ".join(f"{word}_bias_{at}: {number}" for at, number in enumerate((99, 1, 50))) for word in ("input", "output")]
case("biases before", f"{YUV} csc_switch: true {biases[0]}", convert(yuv_planes(halved), before=(99, 1, 50)))
case("biases behind", f"{RGB} csc_switch: true {biases[1]}", convert(rgb, behind=(99, 1, 50)))
case("one bias", f"{RGB} csc_switch: true output_bias_1: 9", convert(rgb, behind=(16, 9, 128)))
case("input_bias of RGB", f"{RGB} csc_switch: true input_bias_0: 99", convert(rgb, behind=BIAS))

# Numbers: (x - mean - min) * var_reci, a channel each.
numbers = np.array([2, 4, 8]).reshape(1, 3, 1, 1)
for field, text, changed in (("mean", "{}", rgb - numbers), ("min", "{}.0", rgb - numbers), ("var_reci", "{}.0", rgb * numbers)):
    case(field, RGB + "".join(f" {field}_chn_{at}: {text.format(each)}" for at, each in enumerate((2, 4, 8))), changed)
four = np.concatenate([planes(wide)[:, :3], np.zeros((1, 1, 4, 6))], 1)
case("fourth channel", f"{WIDE} mean_chn_3: 7", four, shape=(1, 4, 4, 6))

# Parts: where they begin, of which size, and what is around them.
PART = "src_image_size_h: 4 src_image_size_w: 6 crop: true"
case("part", f"{RGB} {PART} load_start_pos_h: 1 load_start_pos_w: 2 crop_size_h: 2 crop_size_w: 3", rgb[:, :, 1:3, 2:5], shape=(1, 3, 2, 3))
case("part of its size", f"{RGB} {PART} load_start_pos_h: 1 load_start_pos_w: 2", rgb[:, :, 1:3, 2:5], shape=(1, 3, 2, 3))
case("part of its height", f"{RGB} {PART} load_start_pos_w: 2 crop_size_w: 3", rgb[:, :, :3, 2:5], shape=(1, 3, 3, 3))
case("no part", f"{RGB} src_image_size_h: 4 src_image_size_w: 6 crop: false load_start_pos_h: 1", rgb)
AROUND = "src_image_size_h: 4 src_image_size_w: 6 padding: true top_padding_size: 1 bottom_padding_size: 2 left_padding_size: 3 right_padding_size: 4"
case("around", f"{RGB} {AROUND}", np.pad(rgb, ((0, 0), (0, 0), (1, 2), (3, 4))), shape=(1, 3, 7, 13))
case("around of 5.5", f"{RGB} {AROUND} padding_value: 5.5", np.pad(rgb.astype(float), ((0, 0), (0, 0), (1, 2), (3, 4)), constant_values=5.5), shape=(1, 3, 7, 13))
case("not around", f"{RGB} padding: false top_padding_size: 1", rgb)
both = f"{RGB} {PART} load_start_pos_h: 1 crop_size_h: 2 crop_size_w: 3 padding: true top_padding_size: 1 right_padding_size: 2"
case("part and around", both, np.pad(rgb[:, :, 1:3, :3], ((0, 0), (0, 0), (1, 0), (0, 2))), shape=(1, 3, 3, 5))

# As many pictures as the other input says there are: the name of their number stays.
values = {"x": (np.float32, ("n", 3, 4, 6)), "z": (np.float32, ("n",))}
model = model_of([helper.make_node("Neg", [name], [made], made) for name, made in ("xy", "zw")], values,
                 {"y": values["x"], "w": values["z"]}, ir=9)  # fmt: skip
with tally.case("numbers of pictures"), tempfile.TemporaryDirectory() as folder:
    config = pathlib.Path(folder, "config")
    config.write_text("aipp_op { " + RGB + " }")
    said = ""
    try:
        run_model(model, {"x": picture.repeat(2, 0), "z": np.zeros(3, np.float32)}, f"--insert_op_conf={config}")
    except AssertionError as error:
        said = str(error)
    assert "input 'x' at axis 0 has the extent 2, and input 'z' at axis 0 3: the model calls both 'n'" in said, said


def shown(blocks):
    """What the compiled file holds, of a model of two inputs of pictures."""
    shape = (2, 3, 4, 6)
    nodes = [helper.make_node("Neg", [name], [f"{name}_y"], f"{name}_n") for name in "xz"]
    inputs, outputs = ({name: (np.float32, shape) for name in names} for names in (("x", "z"), ("x_y", "z_y")))
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "config").write_text("\n".join("aipp_op { " + block + " }" for block in blocks))
        pathlib.Path(folder, "m.onnx").write_bytes(model_of(nodes, inputs, outputs, ir=9).SerializeToString())
        run("ascend-atc", "--model=m.onnx", "--insert_op_conf=config", "--output=m", folder=folder)
        return run("ascend-atc", "--mode=6", "--om=m.asc", folder=folder).stdout


DYNAMIC = "aipp_mode: dynamic max_src_image_size: 4096"
for name, blocks, wanted in (
    ("one", [DYNAMIC], ["x uint8 [1,4096]", "z float [2,3,4,6]", "ascend_dynamic_aipp_data uint8 [256]"]),
    ("other", [f"{DYNAMIC} related_input_rank: 1"], ["x float [2,3,4,6]", "z uint8 [1,4096]", "ascend_dynamic_aipp_data uint8 [256]"]),
    ("both", [DYNAMIC, f"{DYNAMIC} related_input_rank: 1"], ["ascend_dynamic_aipp_data uint8 [256]", "ascend_dynamic_aipp_data_z_0_aipp uint8 [256]"]),
    ("mixed", [RGB, f"{DYNAMIC} related_input_rank: 1"], ["x uint8 [2,4,6,3]", "z uint8 [1,4096]"]),
    ("named", [f"{RGB} related_input_name: 'z'"], ["x float [2,3,4,6]", "z uint8 [2,4,6,3]"]),
):  # fmt: skip
    with tally.case(name):
        said = shown(blocks)
        for word in wanted:
            assert word in said, f"no {word!r} in {said}"
tally.end()
