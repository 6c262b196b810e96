# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Parameters of dynamic AIPP against numpy, bit for bit, and what they may not hold."""

import argparse
import dataclasses
import pathlib
import random
import struct
import tempfile

import ascend_mlir
import numpy as np
from aipp_numpy import FORMATS, Config, aipp
from sampling import seed
from static_aipp import make_config, make_model
from tally import Tally

BYTES = 20000


def half(value):
    return float(np.float16(value))


def parameters(configs, **changes):
    """CANN's struct, little-endian; what all pictures share is that of the first one. `changes` are of the header."""
    first = configs[0]
    header = {"format": FORMATS[first.format][1], "csc": first.csc, "rbuv": first.rbuv, "ax": first.ax,
              "count": len(configs), "width": first.size[1], "height": first.size[0], "resize": 0} | changes  # fmt: skip
    data = struct.pack("<BbbbbxxxII9h6x6B18x", header["format"], header["csc"], header["rbuv"], header["ax"], header["count"],
                       header["width"], header["height"], *first.matrix, *first.output_bias, *first.input_bias)  # fmt: skip
    for config in configs:
        y, x, height, width = config.crop or (7, 7, 7, 7)
        top, bottom, left, right = config.padding or (7, 7, 7, 7)
        data += struct.pack("<bbbb4xiiii16xiiii4h4e4e16x", bool(config.crop), header["resize"], bool(config.padding), 0,
                            x, y, width, height, top, bottom, left, right, *config.mean, *config.least, *config.factor)  # fmt: skip
    return np.frombuffer(data, dtype=np.uint8)


def pad_to(config, height, width, chance):
    """A picture that gives these extents: what its crop lacks is its border."""
    own = config.crop[2:] if config.crop else config.size
    if own[0] > height or own[1] > width:
        config.crop = (0, 0, min(own[0], height), min(own[1], width))
        own = config.crop[2:]
    missing = (height - own[0], width - own[1])
    config.padding = None
    if any(missing):
        top, left = chance.randint(0, missing[0]), chance.randint(0, missing[1])
        config.padding = (top, missing[0] - top, left, missing[1] - left)
    config.padding_value = 0.0
    return config


def make_pictures(chance, count):
    """Configurations of pictures of one format and size, and the extents that they give."""
    config, height, width = make_config(chance, np.float32, odd=False)
    config.padding = None
    height, width = config.crop[2:] if config.crop else config.size
    result = []
    for _ in range(count):
        other, _, _ = make_config(chance, np.float32, odd=False)
        own = dataclasses.replace(config, mean=other.mean, least=tuple(map(half, other.least)),
                                  factor=tuple(map(half, other.factor)))  # fmt: skip
        if chance.random() < 0.5:
            rows, columns = chance.randint(1, config.size[0]), chance.randint(1, config.size[1])
            y, x = chance.randint(0, config.size[0] - rows), chance.randint(0, config.size[1] - columns)
            own.crop = (y // 2 * 2, x // 2 * 2, rows, columns)
        result.append(pad_to(own, height, width, chance))
    return result, height, width


def compile_model(folder, number, shape, **options):
    model, file = folder / f"{number}.onnx", folder / f"{number}.cfg"
    make_model(model, shape, np.float32)
    file.write_text(f"aipp_op {{ aipp_mode: dynamic max_src_image_size: {BYTES} }}")
    return ascend_mlir.compile(str(model), insert_op_conf=str(file), **options)


def run(model, configs, pictures, **changes):
    images = np.zeros((1, BYTES), dtype=np.uint8)
    images[0, : pictures.size] = pictures.reshape(-1)
    return model.run({"x": images, "ascend_dynamic_aipp_data": parameters(configs, **changes)})["y"]


def run_case(tally, chance, folder, number):
    count, channels = chance.choice((1, 2, 3)), chance.choice((1, 3, 3, 4))
    configs, height, width = make_pictures(chance, count)
    soc = chance.choice(("Ascend910B1", "Ascend310P3"))
    model = compile_model(folder, number, [count, channels, height, width], soc_version=soc)
    pictures = np.random.default_rng(number).integers(0, 256, (count, *configs[0].shape()), dtype=np.uint8)
    got = run(model, configs, pictures)
    want = np.concatenate([aipp(pictures[at : at + 1], config, channels) for at, config in enumerate(configs)])
    if soc == "Ascend310P3":
        want = np.clip(want, -65504, 65504)
    want = -want.astype(np.float32)
    # A border is 0 here as it is there.
    with tally.case(f"{number}: {soc} {configs}"):
        np.testing.assert_array_equal(got, want)


def refusals(tally, folder):
    """Each fault ends the run with its sentence; what is next to it does not."""
    rgb = Config("RGB888_U8", (6, 8), crop=(2, 2, 4, 6))
    yuv = Config("YUV420SP_U8", (6, 8), crop=(2, 2, 4, 6))
    gray = Config("YUV400_U8", (4, 6))
    change = dataclasses.replace
    cases = [
        (rgb, {}, None), (yuv, {}, None), (gray, {}, None),
        (rgb, {"format": 3}, "have the format 3"), (rgb, {"count": 2}, "of 2 pictures"), (rgb, {"count": 0}, "of 0 pictures"),
        (rgb, {"width": 0}, "6 high and 0 wide"), (rgb, {"height": 4097}, "4097 high"), (rgb, {"height": 2**31}, "high and 8 wide"),
        (yuv, {"height": 7}, "must be even"), (rgb, {"height": 7}, None), (gray, {"csc": 1}, "no colours to convert"),
        (rgb, {"height": 833}, None), (rgb, {"height": 834}, "20016 bytes"),
        (rgb, {"resize": 1}, "cannot be resized"),
        (change(rgb, crop=(3, 2, 4, 6)), {}, "rows of a picture"), (change(rgb, crop=(2, 3, 4, 6)), {}, "columns of a picture"),
        (change(rgb, crop=(-1, 2, 4, 6)), {}, "rows of a picture"), (change(rgb, crop=(2, -1, 4, 6)), {}, "columns of a picture"),
        (change(rgb, crop=(2, 2, 0, 6)), {}, "rows of a picture"), (change(rgb, crop=(1, 2, 4, 6)), {}, None),
        (change(yuv, crop=(1, 2, 4, 6)), {}, "odd row or column"),
        (change(rgb, crop=(2, 2, 3, 6)), {}, "not the 4 rows"), (change(rgb, crop=(2, 2, 4, 5)), {}, "not the 6 columns"),
        (change(rgb, crop=(2, 2, 3, 6), padding=(1, 0, 0, 0)), {}, None),
        (change(rgb, crop=(2, 2, 3, 6), padding=(2, -1, 0, 0)), {}, "not the 4 rows"),
        (change(rgb, crop=(2, 2, 4, 5), padding=(0, 0, 2**31 - 1, -(2**31) + 2)), {}, "not the 6 columns"),
    ]  # fmt: skip
    model = compile_model(folder, "refused", [1, 3, 4, 6])
    for config, changes, reason in cases:
        pictures, said = np.zeros((1, *config.shape()), dtype=np.uint8), ""
        with tally.case(f"{config} {changes}"):
            try:
                run(model, [config], pictures, **changes)
            except ascend_mlir.AscendError as error:
                said = str(error)
            assert reason in said if reason else not said, f"wanted {reason!r}, got {said!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=seed() or 1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tally = Tally("parameters")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(arguments.count):
            run_case(tally, chance, folder, number)
        refusals(tally, folder)
    tally.end()


if __name__ == "__main__":
    main()
