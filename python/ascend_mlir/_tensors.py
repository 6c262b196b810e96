# ===- _tensors.py - Between numpy and the runtime ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Checks what a caller gives, and makes flat bytes of it and arrays of bytes."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from .errors import _limit_error, _model_error

# CANN's words. numpy has no 8-bit hifloat: its bits come as uint8.
_DTYPES: dict[str, np.dtype[Any]] = {
    word: np.dtype(dtype)
    for word, dtype in {
        "float": np.float32,
        "float16": np.float16,
        "bfloat16": ml_dtypes.bfloat16,
        "double": np.float64,
        "float8_e5m2": ml_dtypes.float8_e5m2,
        "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
        "float8_e8m0": ml_dtypes.float8_e8m0fnu,
        "float8_e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
        "float8_e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
        "float4_e2m1": ml_dtypes.float4_e2m1fn,
        "int4": ml_dtypes.int4,
        "uint4": ml_dtypes.uint4,
        "int2": ml_dtypes.int2,
        "uint2": ml_dtypes.uint2,
        "hifloat8": np.uint8,
        "bool": np.bool_,
        "int8": np.int8,
        "int16": np.int16,
        "int32": np.int32,
        "int64": np.int64,
        "uint8": np.uint8,
        "uint16": np.uint16,
        "uint32": np.uint32,
        "uint64": np.uint64,
        "complex64": np.complex64,
        "complex128": np.complex128,
    }.items()
}


class TensorInfo(NamedTuple):
    """An input or output of a model."""

    name: str
    dtype: np.dtype[Any]
    """ml_dtypes' for bfloat16, the 8-bit floats, and what is less than a byte."""
    shape: tuple[int | None, ...]
    """None for a dimension that each run says anew."""

    def __str__(self) -> str:
        extents = ", ".join("?" if extent is None else str(extent) for extent in self.shape)
        return f"{self.name}: {self.dtype}[{extents}]"


def describe(tensors: Iterable[tuple[str, str, Sequence[int]]]) -> tuple[TensorInfo, ...]:
    """The extension module's (name, CANN's dtype word, shape with -1)."""
    return tuple(
        TensorInfo(name, _DTYPES[word], tuple(None if n < 0 else n for n in shape))
        for name, word, shape in tensors
    )


def _names(infos: Sequence[TensorInfo]) -> str:
    return "the inputs are: " + (", ".join(map(str, infos)) or "none")


def by_position(inputs: Any, infos: Sequence[TensorInfo]) -> list[Any]:
    """The values of `inputs` in the model's order, each once."""
    if isinstance(inputs, Mapping):
        known = {info.name for info in infos}
        for name in inputs:
            if name not in known:
                raise _model_error(f"the model has no input {name!r}", _names(infos))
        for info in infos:
            if info.name not in inputs:
                raise _model_error(f"the input {info.name!r} is missing", _names(infos))
        return [inputs[info.name] for info in infos]
    if isinstance(inputs, (list, tuple)):
        if len(inputs) != len(infos):
            count = f"the model has {len(infos)} inputs, and {len(inputs)} are given"
            raise _model_error(count, _names(infos))
        return list(inputs)
    if len(infos) != 1:
        raise _model_error(
            f"one array is given to a model of {len(infos)} inputs",
            "give a dict by name or a list; " + _names(infos),
        )
    return [inputs]


def _leaves(value: Any) -> Iterator[Any]:
    """What nested lists hold, in C order."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, np.ndarray) and value.ndim:
        yield from value.ravel().tolist()
    else:
        yield value


def _first_not_held(value: Any, own: np.ndarray[Any, Any], array: np.ndarray[Any, Any]) -> Any:
    """The first number of `value`, which is `own` to numpy, for which its dtype has none in
    `array`, or None. A whole number must be the same; of other numbers the nearest one stands for
    them, unless that is an infinity or NaN."""
    wide = array if array.dtype.isbuiltin == 1 else array.astype(np.float64)
    if own.dtype.kind in "biu":
        # Its 64 bits of mantissa hold every integer and every double.
        lost = wide.real.astype(np.longdouble) != own.astype(np.longdouble)
    else:
        lost = (np.isfinite(own) != np.isfinite(wide)) | (np.isnan(own) != np.isnan(wide))
    if lost.any():
        return own[lost].flat[0]
    if own.dtype.kind in "fc":
        # Beside a fraction a whole number is one, too, to numpy, and may have been rounded by it.
        leaves = list(_leaves(value))
        if len(leaves) == own.size:
            for leaf, held in zip(leaves, wide.real.flat):
                if isinstance(leaf, (int, np.integer)) and float(held) != int(leaf):
                    return leaf
    return None


def _as_array(value: Any, info: TensorInfo) -> np.ndarray[Any, Any]:
    """`value` as an array of the input's dtype. What has a dtype of its own must
    have that one; Python's numbers and lists take it if it can hold them."""
    if hasattr(value, "dtype") or hasattr(value, "__array__"):
        array = np.asarray(value)
        if array.dtype != info.dtype:
            raise _model_error(
                f"the input {info.name!r} is {array.dtype}, and the model takes {info.dtype}",
                "convert it with numpy's astype",
            )
        # To numpy each byte of a bool but 0 is true, to the runtime 1 alone.
        if array.dtype == np.bool_ and array.size and (array.view(np.uint8) > 1).any():
            bools: np.ndarray[Any, Any] = array.view(np.uint8) != 0
            return bools
        return array
    try:
        own = np.asarray(value)
        # Whole numbers are looked at one by one, whether they have a sign or not.
        is_number = own.dtype.kind in "iu" and info.dtype != np.bool_
        if own.size and not is_number and not np.can_cast(own.dtype, info.dtype, "same_kind"):
            raise ValueError(f"{own.dtype} is of another kind")
        with np.errstate(over="ignore", invalid="ignore"):
            array = own.astype(info.dtype)
            wrong = _first_not_held(value, own, array)
        if wrong is not None:
            raise ValueError(f"it has no {wrong}")
        return array
    except (ValueError, TypeError, OverflowError) as error:
        raise _model_error(
            f"the input {info.name!r} cannot be converted to {info.dtype}: {error}",
            "give a numpy array",
        ) from None


def checked(value: Any, info: TensorInfo) -> np.ndarray[Any, Any]:
    """An input as an array of its dtype and shape."""
    array = _as_array(value, info)
    if len(array.shape) != len(info.shape) or any(
        want is not None and want != have for want, have in zip(info.shape, array.shape)
    ):
        wanted = list("?" if extent is None else extent for extent in info.shape)
        raise _model_error(
            f"the input {info.name!r} has the shape {list(array.shape)}, and the model takes "
            f"{wanted}".replace("'?'", "?"),
            "give an array of that shape, or compile with another input_shape",
        )
    return array


def flatten(value: Any, info: TensorInfo) -> tuple[np.ndarray[Any, Any], tuple[int, ...]]:
    """Bytes and shape of an input: a view, or a copy where the array is not dense
    in C order or not aligned."""
    array = checked(value, info)
    try:
        flags = array.flags
        if flags.c_contiguous and flags.aligned:
            dense = array
        else:
            dense = np.require(array, requirements=["C", "A"])
    except MemoryError:
        raise _limit_error(
            f"there is no memory for a dense copy of the input {info.name!r}"
        ) from None
    return dense.reshape(-1).view(np.uint8), array.shape


def _hifloat8(bits: int) -> float:
    """The value of a HiFloat8 pattern: a sign; a prefix that gives the width of the exponent; the
    exponent as sign and magnitude, of which the leading one is left out; the mantissa."""
    sign, rest = -1.0 if bits & 0x80 else 1.0, bits & 0x7F
    if rest == 0:
        return math.nan if bits else 0.0
    if rest == 0x6F:
        return sign * math.inf
    if rest < 0x08:
        return sign * 2.0 ** (rest - 23)
    if rest < 0x10:
        return sign * (1 + (rest & 7) / 8)
    digits = (rest >= 0x20) + (rest >= 0x40) + (rest >= 0x60)
    fraction = (3, 3, 2, 1)[digits]
    code = rest >> fraction & ((2 << digits) - 1)
    size = 1 << digits | code & ((1 << digits) - 1)
    exponent = -size if code >> digits else size
    return float(sign * (1 + (rest & ((1 << fraction) - 1)) / (1 << fraction)) * 2.0**exponent)


@functools.cache
def _hifloat8_values() -> np.ndarray[Any, Any]:
    return np.array([_hifloat8(bits) for bits in range(256)], np.float32)


def as_numbers(array: np.ndarray[Any, Any], word: str) -> np.ndarray[Any, Any]:
    """An array of CANN's dtype `word` as numbers: float32 for hifloat8, whose bits numpy has no
    dtype for, and itself for all others."""
    return _hifloat8_values()[array] if word == "hifloat8" else array


def from_bytes(data: bytes, word: str, shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """The array of CANN's dtype `word` whose bytes are `data`; it cannot be written."""
    return np.frombuffer(data, _DTYPES[word]).reshape(shape)


def restore(
    data: np.ndarray[Any, Any], shape: Sequence[int], info: TensorInfo
) -> np.ndarray[Any, Any]:
    """The array whose bytes are `data`."""
    try:
        return data.view(info.dtype).reshape(shape)
    except ValueError:
        # Without any elements, too, numpy wants to know how many bytes the others would be.
        raise _limit_error(f"the output {info.name!r} has the shape {list(shape)}, which no array of numpy has") from None
