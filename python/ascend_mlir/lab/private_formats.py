# ===- private_formats.py - Tensors as a device lays them out --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""CANN's private formats back to a model's shape. They cut an axis into blocks and fill up the
last one; names as CANN's documentation of formats has them: C = C1 * C0, N = N1 * N0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

__all__ = ["NotConverted", "to_original"]

Array = np.ndarray[Any, Any]


class NotConverted(ValueError):
    """Why a tensor cannot be laid out as the model has it: part of a sentence."""


def _axes(array: Array, count: int, name: str) -> None:
    if array.ndim != count:
        raise NotConverted(f"{list(array.shape)} is no {name}, which has {count} axes")


def _turned(array: Array, layout: str, wanted: str) -> Array:
    """From one order of the axes to another."""
    return array.transpose([layout.index(axis) for axis in wanted])


def _extent(shape: tuple[int, ...], layout: str, axis: str) -> int:
    return shape[layout.index(axis)]


def _nc1hwc0(array: Array, shape: tuple[int, ...], layout: str) -> Array:
    _axes(array, 5, "NC1HWC0")
    n, c1, h, w, c0 = array.shape
    return _turned(array.transpose(0, 1, 4, 2, 3).reshape(n, c1 * c0, h, w), "NCHW", layout)


def _ndc1hwc0(array: Array, shape: tuple[int, ...], layout: str) -> Array:
    _axes(array, 6, "NDC1HWC0")
    n, d, c1, h, w, c0 = array.shape
    return _turned(array.transpose(0, 2, 5, 1, 3, 4).reshape(n, c1 * c0, d, h, w), "NCDHW", layout)


def _fractal_z(array: Array, shape: tuple[int, ...], layout: str) -> Array:
    """[C1 * H * W, N1, N0, C0], of a convolution's weights."""
    _axes(array, 4, "FRACTAL_Z")
    h, w = _extent(shape, layout, "H"), _extent(shape, layout, "W")
    blocks, n1, n0, c0 = array.shape
    if not h * w or blocks % (h * w):
        raise NotConverted(f"{blocks} blocks are no multiple of {h} * {w}")
    c1 = blocks // (h * w)
    parts = array.reshape(c1, h, w, n1, n0, c0).transpose(3, 4, 0, 5, 1, 2)
    return _turned(parts.reshape(n1 * n0, c1 * c0, h, w), "NCHW", layout)


def _fractal_nz(array: Array, shape: tuple[int, ...], layout: str) -> Array:
    """[..., C1, N1, N0, C0] of the matrices [..., N, C]."""
    if array.ndim < 4:
        raise NotConverted(f"{list(array.shape)} is no FRACTAL_NZ, which has 4 axes or more")
    *outer, c1, n1, n0, c0 = array.shape
    last = array.ndim - 4
    parts = array.transpose(*range(last), last + 1, last + 2, last, last + 3)
    return parts.reshape(*outer, n1 * n0, c1 * c0)


_Convert = Callable[[Array, tuple[int, ...], str], Array]


class _Format(NamedTuple):
    convert: _Convert
    layouts: tuple[str, ...]
    """That the original may have, ONNX's first; of none the last two axes are N and C."""
    blocked: str
    """The axes that are cut."""


_2D, _3D = ("NCHW", "NHWC", "HWCN"), ("NCDHW", "NDHWC", "DHWCN")
_FORMATS: Mapping[str, _Format] = {
    "NC1HWC0": _Format(_nc1hwc0, _2D, "C"),
    "NC1HWC0_C04": _Format(_nc1hwc0, _2D, "C"),
    "NDC1HWC0": _Format(_ndc1hwc0, _3D, "C"),
    "FRACTAL_Z": _Format(_fractal_z, _2D, "NC"),
    "FRACTAL_NZ": _Format(_fractal_nz, (), "NC"),
}


def to_original(array: Array, format: str, shape: tuple[int, ...], layout: str = "", groups: int = 1) -> Array:
    """The tensor in the shape and layout that it has in the model.

    Args:
      array: as the device has it, in its own shape.
      format: CANN's word for how it lies.
      shape: the original one.
      layout: the original one, such as NCHW; by default ONNX's.
      groups: of a convolution whose weights these are.

    Raises NotConverted.
    """
    if format in (*_2D, *_3D, "ND"):
        return array
    if format not in _FORMATS:
        raise NotConverted(f"the format {format} is not known")
    if format == "FRACTAL_Z" and groups > 1:
        raise NotConverted(f"FRACTAL_Z of {groups} groups is not known")
    convert, layouts, blocked = _FORMATS[format]
    target = (1, *shape) if not layouts and len(shape) == 1 else shape
    axes = "." * (len(target) - 2) + "NC"
    if layouts:
        axes = layout if layout in layouts else layouts[0]
    if len(axes) != len(target):
        raise NotConverted(f"{format} of the shape {list(shape)} is not known")
    whole = convert(array, target, axes)
    blocks = {"N": array.shape[-2], "C": array.shape[-1]}
    fits = whole.ndim == len(target) and all(
        want <= have < want + blocks[axis] if axis in blocked else want == have
        for have, want, axis in zip(whole.shape, target, axes)
    )
    if not fits:
        raise NotConverted(f"{format} {list(array.shape)} is not {list(shape)}")
    return whole[tuple(map(slice, target))].reshape(shape)
