# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random configurations of static AIPP against numpy, bit for bit."""

import argparse
import pathlib
import random
import tempfile

import ascend_mlir
import numpy as np
import onnx
from aipp_numpy import FORMATS, Config, aipp
from arrays import assert_same
from onnx import helper
from onnx_models import floats, model_of
from sampling import seed
from tally import Tally


def make_model(path, shape, dtype):
    """An op that keeps all of a value: the negative of floats, another shape of bytes."""
    node, constants, wanted = helper.make_node("Neg", ["x"], ["y"], "node"), {}, shape
    if dtype != np.float32:
        node, constants = helper.make_node("Reshape", ["x", "shape"], ["y"], "node"), {"shape": np.array([0, -1])}
        wanted = [shape[0], int(np.prod(shape[1:]))]
    onnx.save(model_of([node], {"x": (dtype, shape)}, {"y": (dtype, wanted)}, constants, ir=9), path)


def module_text(config, count, channels, height, width, down, single):
    """The op itself, whose result may lie as NHWC: no input of an ONNX model does."""

    def integers(name, values):
        return f"ge.{name} = array<i64: {', '.join(map(str, values))}>" if values else None

    def floats(name, values):
        return f"ge.{name} = array<f32: {', '.join(f'{value:.9e}' for value in values)}>"

    attributes = [
        integers("features", (channels, height, width)), 'ge.format = "NHWC"', f'ge.input_format = "{config.format}"',
        integers("crop", config.crop), integers("padding", config.padding),
        f"ge.padding_value = {config.padding_value:.9e} : f32",
        integers("matrix", config.csc and config.matrix), integers("input_bias", config.csc and config.input_bias),
        integers("output_bias", config.csc and config.output_bias), integers("mean_chn", config.mean),
        floats("min_chn", config.least), floats("var_reci_chn", config.factor),
        *(f"ge.{name} = true" for name, on in (("rbuv_swap_switch", config.rbuv), ("ax_swap_switch", config.ax)) if on),
        *(name for name, on in (("truncates_colours", down), ("single_steps", single)) if on),
    ]  # fmt: skip
    images = "x".join(map(str, (count, *config.shape()))) + "xui8"
    result = f"{count}x{height}x{width}x{channels}xf16"
    return f"""func.func @main(%x: tensor<{images}> {{ascend.name = "x"}}) -> (tensor<{result}> {{ascend.name = "y"}}) {{
  %y = ascend.aipp %x {{{', '.join(filter(None, attributes))}, node_name = "n"}} : (tensor<{images}>) -> tensor<{result}>
  return %y : tensor<{result}>
}}
"""


def make_config(random, dtype, odd):
    """A configuration, and the height and width that it gives."""
    name = random.choice(list(FORMATS))
    is_420 = name == "YUV420SP_U8"
    size = (random.randint(1, 12) * 2, random.randint(1, 12) * 2) if is_420 else (random.randint(1, 21), random.randint(2, 21))
    config = Config(name, size)
    height, width = size
    if random.random() < 0.6:
        height, width = random.randint(1, height), random.randint(1, width)
        y, x = random.randint(0, size[0] - height), random.randint(0, size[1] - width)
        if is_420 and not odd:
            y, x = y // 2 * 2, x // 2 * 2
        config.crop = (y, x, height, width)
    if random.random() < 0.4:
        config.padding = tuple(random.choice((0, 0, 1, 5, 32)) for _ in range(4))
        config.padding_value = {np.float32: random.choice((0.0, 114.0, -1.3, 65504.0)), np.uint8: random.choice((0.0, 255.0)),
                                np.int8: random.choice((-128.0, 127.0))}[dtype]  # fmt: skip
        height += config.padding[0] + config.padding[1]
        width += config.padding[2] + config.padding[3]
    config.rbuv, config.ax = random.random() < 0.4, random.random() < 0.4
    config.csc = random.random() < 0.6 and FORMATS[name][0] != 1 or is_420 and random.random() < 0.7
    if config.csc and random.random() < 0.7:
        config.matrix = tuple(random.choice((0, 256, random.randint(-600, 600), random.choice((-32768, 32767))))
                              for _ in range(9))  # fmt: skip
    if config.csc and random.random() < 0.5:
        config.input_bias = tuple(random.choice((0, 255, 16)) for _ in range(3))
        config.output_bias = tuple(random.choice((0, 255, 16)) for _ in range(3))
    if random.random() < 0.7:
        config.mean = tuple(random.choice((0, 255, random.randint(1, 254))) for _ in range(4))
    if random.random() < 0.5:
        config.least = tuple(round(random.uniform(0, 255), 3) for _ in range(4))
    if random.random() < 0.7:
        config.factor = tuple(random.choice((0.003922, 0.017125, 1.0, 300.5, -2.5)) for _ in range(4))
    return config, height, width


def run_case(tally, random, folder, number):
    dtype = random.choice((np.float32, np.float32, np.float32, np.uint8, np.int8))
    soc = random.choice(("Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend310", "Ascend910A"))
    odd = soc in ("Ascend910B1", "Ascend310B1")
    config, height, width = make_config(random, dtype, odd)
    count, channels = random.choice((1, 1, 3)), random.choice((1, 3, 3, 3, 4, 16))
    single, down = soc == "Ascend310B1", random.random() < 0.3
    is_nhwc = dtype == np.float32 and random.random() < 0.3
    options = {"soc_version": soc, "precision_mode": random.choice(("force_fp16", "must_keep_origin_dtype", "allow_mix_precision"))}
    if is_nhwc:
        model = folder / f"{number}.mlir"
        model.write_text(module_text(config, count, channels, height, width, down, single))
    else:
        model, file = folder / f"{number}.onnx", folder / f"{number}.cfg"
        make_model(model, [count, channels, height, width], dtype)
        file.write_text(config.text())
        options |= {"insert_op_conf": str(file), "aipp_rounding": "down" if down else "nearest"}
        if random.random() < 0.2:
            options["input_shape"] = f"x:-1,{channels},{height},{width}"
    compiled = ascend_mlir.compile(str(model), **options)
    pictures = np.random.default_rng(number).integers(0, 256, (count, *config.shape()), dtype=np.uint8)
    pictures.reshape(-1)[: max(pictures.size // 4, 1)] = random.choice((0, 255))
    got = compiled.run([pictures])["y"]
    half = dtype == np.float32
    want = aipp(pictures, config, channels, np.float16 if half else dtype, single, down)
    if half:
        # What passes float16 is the chip's to say: its largest value, or Inf.
        if soc not in ("Ascend910B1",):
            want = np.clip(want, -65504, 65504)
        want = np.moveaxis(want, 1, -1) if is_nhwc else -want.astype(np.float32)
    else:
        want = want.reshape(count, -1)
    with tally.case(f"{number}: {np.dtype(dtype)} {options} {'NHWC ' if is_nhwc else ''}down={down}\n{config.text()}"):
        assert_same(got, want)


def check_worked_pixels(tally, folder):
    """Pixels of YUV420SP that somebody worked out by hand: (Y, U, V), what is asked, and the bits of R, G and B."""
    narrow = (298, 0, 409, 298, -100, -208, 298, 516, 0)
    wide = (256, 0, 359, 256, -88, -183, 256, 454, 0)
    factors = (0.017124753, 0.017507, 0.017429193, 1.0)
    cases = [
        ((150, 100, 180), wide, (0, 128, 128), (0, 0, 0, 0), (0.0,) * 4, (0.00392157,) * 3 + (1.0,),
         (0x3AFF, 0x37A8, 0x3646), (0x3AFF, 0x37A8, 0x3646)),
        ((235, 90, 200), narrow, (16, 128, 128), (124, 117, 104, 0), (0.0,) * 4, factors,
         (0x407C, 0x3E95, 0x3D28), (0x407D, 0x3E95, 0x3D29)),
        ((30, 200, 60), narrow, (16, 128, 128), (0, 0, 0, 0), (123.675, 116.28, 103.53, 0.0), factors,
         (0xC03C, 0xBD21, 0x3C02), (0xC03C, 0xBD22, 0x3C02)),
    ]  # fmt: skip
    for (y, u, v), matrix, bias, mean, least, factor, in_halves, in_single in cases:
        config = Config("YUV420SP_U8", (2, 2), csc=True, matrix=matrix, input_bias=bias, mean=mean, least=least, factor=factor)
        make_model(folder / "worked.onnx", [1, 3, 2, 2], np.float32)
        (folder / "worked.cfg").write_text(config.text())
        picture = np.array([[y, y], [y, y], [u, v]], dtype=np.uint8).reshape(1, 3, 2, 1)
        for soc, bits in (("Ascend910B1", in_halves), ("Ascend310B1", in_single)):
            model = ascend_mlir.compile(str(folder / "worked.onnx"), insert_op_conf=str(folder / "worked.cfg"), soc_version=soc)
            got = -model.run([picture])["y"][0].astype(np.float16)
            want = np.array(bits, dtype=np.uint16).view(np.float16).reshape(3, 1, 1)
            with tally.case(f"{(y, u, v)} on {soc}"):
                np.testing.assert_array_equal(got, np.broadcast_to(want, got.shape), strict=True)


def check_two_inputs(tally, folder):
    """Blocks in any order, each for its input; the input between them stays as it was."""
    shapes = {"a": [1, 3, 4, 6], "b": [1, 2, 4, 6], "c": [1, 1, 4, 6]}
    node, inputs = helper.make_node("Concat", [*shapes], ["y"], "join", axis=1), {name: floats(*shape) for name, shape in shapes.items()}
    onnx.save(model_of([node], inputs, {"y": floats(1, 6, 4, 6)}, ir=9), folder / "two.onnx")
    color, gray = Config("XRGB8888_U8", (4, 6), ax=True, mean=(9, 0, 0, 0)), Config("YUV400_U8", (4, 6), factor=(0.5, 1.0, 1.0, 1.0))
    blocks = gray.text().replace("{", "{ related_input_rank: 2", 1) + color.text().replace("{", "{ related_input_name: 'a'", 1)
    (folder / "two.cfg").write_text(blocks.replace("related_input_rank: 2", "related_input_name: 'c'"))
    model = ascend_mlir.compile(str(folder / "two.onnx"), insert_op_conf=str(folder / "two.cfg"))
    (folder / "two.cfg").write_text(blocks.replace("related_input_name: 'a'", "related_input_rank: 0"))
    again = ascend_mlir.compile(str(folder / "two.onnx"), insert_op_conf=str(folder / "two.cfg"))
    chance = np.random.default_rng(7)
    inputs = [chance.integers(0, 256, (1, 4, 6, 4), dtype=np.uint8), chance.integers(-9, 9, (1, 2, 4, 6)).astype(np.float32),
              chance.integers(0, 256, (1, 4, 6, 1), dtype=np.uint8)]  # fmt: skip
    want = np.concatenate([aipp(inputs[0], color, 3), inputs[1], aipp(inputs[2], gray, 1)], axis=1)
    for what, loaded in (("by name", model), ("by rank", again)):
        with tally.case(f"two inputs, {what}"):
            np.testing.assert_array_equal(loaded.run(inputs)["y"], want)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=seed() or 1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tally = Tally("configurations")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_worked_pixels(tally, folder)
        check_two_inputs(tally, folder)
        for number in range(arguments.count):
            run_case(tally, chance, folder, number)
    tally.end()


if __name__ == "__main__":
    main()
