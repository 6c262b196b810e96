# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""AIPP in numpy, a pixel's steps in a row, written from docs/Aipp.md and not from the compiler."""

import dataclasses

import numpy as np

#: What pictures are made of: bytes of a pixel, and the number in dynamic parameters.
FORMATS = {"YUV420SP_U8": (1, 1), "XRGB8888_U8": (4, 2), "RGB888_U8": (3, 5), "YUV400_U8": (1, 10)}
#: What the kernel takes where a matrix or a bias is not given.
MATRIX = (298, 516, 0, 298, -100, -208, 298, 0, 409)
BIAS = (16, 128, 128)


@dataclasses.dataclass
class Config:
    """A block of the configuration; sizes are (height, width)."""

    format: str
    size: tuple[int, int]
    crop: tuple[int, int, int, int] | None = None  # y, x, height, width
    padding: tuple[int, int, int, int] | None = None  # top, bottom, left, right
    padding_value: float = 0.0
    rbuv: bool = False
    ax: bool = False
    csc: bool = False
    matrix: tuple[int, ...] = MATRIX
    input_bias: tuple[int, ...] = BIAS
    output_bias: tuple[int, ...] = BIAS
    mean: tuple[int, ...] = (0, 0, 0, 0)
    least: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    factor: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)

    def text(self):
        """The block of a file for --insert_op_conf; defaults are left out."""
        lines = ["aipp_mode: static", f"input_format: {self.format}",
                 f"src_image_size_h: {self.size[0]}", f"src_image_size_w: {self.size[1]}"]  # fmt: skip
        if self.crop:
            names = ["load_start_pos_h", "load_start_pos_w", "crop_size_h", "crop_size_w"]
            lines += ["crop: true", *(f"{name}: {value}" for name, value in zip(names, self.crop, strict=True))]
        if self.padding:
            names = [f"{side}_padding_size" for side in ("top", "bottom", "left", "right")]
            lines += ["padding: true", f"padding_value: {self.padding_value}",
                      *(f"{name}: {value}" for name, value in zip(names, self.padding, strict=True))]  # fmt: skip
        if self.csc:
            lines.append("csc_switch: true")
            if self.matrix != MATRIX:
                lines += [f"matrix_r{at // 3}c{at % 3}: {value}" for at, value in enumerate(self.matrix)]
            for word, bias in (("input", self.input_bias), ("output", self.output_bias)):
                if bias != BIAS:
                    lines += [f"{word}_bias_{at}: {value}" for at, value in enumerate(bias)]
        lines += [f"{name}: true" for name, on in (("rbuv_swap_switch", self.rbuv), ("ax_swap_switch", self.ax)) if on]
        for word, values, default in (("mean", self.mean, 0), ("min", self.least, 0), ("var_reci", self.factor, 1)):
            lines += [f"{word}_chn_{at}: {value!r}" for at, value in enumerate(values) if value != default]
        return "aipp_op {\n  " + "\n  ".join(lines) + "\n}\n"

    def shape(self):
        """One picture as the model takes it."""
        height, width = self.size
        return (height * 3 // 2, width, 1) if self.format == "YUV420SP_U8" else (height, width, FORMATS[self.format][0])


def channels_of(picture, config):
    """(channels, height, width) of bytes, in the order of the input's swaps."""
    height, width = config.size
    if config.format == "YUV420SP_U8":
        flat = picture.reshape(-1)
        luma = flat[: height * width].reshape(height, width)
        pairs = flat[height * width :].reshape(height // 2, width // 2, 2)
        u, v = (pairs[..., at].repeat(2, axis=0).repeat(2, axis=1) for at in (0, 1))
        return np.stack([luma, v, u] if config.rbuv else [luma, u, v])
    channels = np.moveaxis(picture, -1, 0)
    if config.format == "XRGB8888_U8":
        channels = channels[1:] if config.ax else channels[:3]
    if config.rbuv and len(channels) == 3:
        channels = channels[::-1]
    return channels


def convert_colours(channels, config, down):
    """The matrix over 256: rounded to the nearest, ties up, or down."""
    is_yuv = config.format.startswith("YUV")
    inputs = channels.astype(object)  # integers without a bound
    if is_yuv:
        inputs = inputs - np.array(config.input_bias, dtype=object).reshape(3, 1, 1)
    rows = []
    for row in range(3):
        total = sum(config.matrix[3 * row + at] * inputs[at] for at in range(3))
        total = (total + (0 if down else 128)) // 256 + (0 if is_yuv else config.output_bias[row])
        rows.append(np.clip(total, 0, 255))
    return np.stack(rows).astype(np.uint8)


def normalize(channels, config, dtype, single):
    """As the network's type: float16 step by step, or in float32 and rounded once."""
    if dtype == np.uint8:
        return channels
    shape = (len(channels), 1, 1)
    mean, least, factor = (np.array(values[: len(channels)], dtype=np.float32).reshape(shape)
                           for values in (config.mean, config.least, config.factor))  # fmt: skip
    if dtype == np.int8:
        return np.clip(channels.astype(int) - mean.astype(int), -128, 127).astype(np.int8)
    if single:
        with np.errstate(over="ignore"):
            return ((channels.astype(np.float32) - (mean + least)) * factor).astype(dtype)
    with np.errstate(over="ignore"):
        step = channels.astype(dtype) - mean.astype(dtype)
        step = step - least.astype(dtype)
        return step * factor.astype(dtype)


def aipp(pictures, config, model_channels, dtype=np.float16, single=False, down=False):
    """[N, C, H, W] of `dtype` from [N, *config.shape()] bytes."""
    results = []
    for picture in pictures:
        channels = channels_of(picture, config)
        if config.crop:
            y, x, height, width = config.crop
            channels = channels[:, y : y + height, x : x + width]
        if config.csc:
            channels = convert_colours(channels, config, down)
        values = normalize(channels, config, dtype, single)[:model_channels]
        if config.padding:
            top, bottom, left, right = config.padding
            values = np.pad(values, ((0, 0), (top, bottom), (left, right)), constant_values=dtype(config.padding_value))
        missing = model_channels - len(values)
        results.append(np.pad(values, ((0, missing), (0, 0), (0, 0))))
    return np.stack(results)
