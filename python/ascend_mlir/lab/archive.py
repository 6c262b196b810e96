# ===- archive.py - The arrays of an .npz ------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A thousandth of an array may be in the file: what it is for is known before it is expanded."""

from __future__ import annotations

import math
import pathlib
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

import numpy as np

from .._tensors import TensorInfo
from ..errors import AscendError, _model_error
from .regular import regular

__all__ = ["arrays_of", "may_be_runs", "typed"]

_LONGEST_HEADER = 1 << 16


def _header(member: IO[bytes]) -> tuple[tuple[int, ...], int]:
    """The shape, and the bytes that elements of it need behind the header."""
    version = np.lib.format.read_magic(member)
    read = np.lib.format.read_array_header_1_0
    if version > (1, 0):
        read = np.lib.format.read_array_header_2_0
        (length,) = struct.unpack("<I", member.read(4))
        if length > _LONGEST_HEADER:
            raise ValueError(f"its header has {length:,} bytes")
        member.seek(-4, 1)
    shape, _, dtype = read(member)
    if dtype.hasobject:
        raise ValueError("it holds objects of Python")
    return tuple(shape), math.prod(shape) * dtype.itemsize


def arrays_of(path: str | pathlib.Path, is_wanted: Callable[[str, tuple[int, ...]], bool]) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of an .npz whose name and shape are wanted; nothing in it is executed."""
    try:
        arrays: dict[str, np.ndarray[Any, Any]] = {}
        with open(path, "rb", opener=regular) as file:
            if file.read(6) == b"\x93NUMPY":
                raise ValueError("it is a single array")
            with zipfile.ZipFile(file) as archive:
                for info in archive.infolist():
                    name = info.filename.removesuffix(".npy")
                    if name == info.filename:
                        raise ValueError(f"{name!r} is no array")
                    with archive.open(info) as member:
                        try:
                            shape, needs = _header(member)
                            if is_wanted(name, shape):
                                if needs != (has := info.file_size - member.tell()):
                                    raise ValueError(f"its shape needs {needs:,} bytes, and the file has {has:,}")
                                member.seek(0)
                                arrays[name] = np.lib.format.read_array(member, max_header_size=_LONGEST_HEADER)
                        except (ValueError, struct.error) as error:
                            raise ValueError(f"{name!r}: {error}") from None
        return arrays
    except AscendError:
        raise
    except Exception as error:  # zipfile, zlib, tokenize and more have their own
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise _model_error(f"cannot read {path}: {why}", "give an .npz that numpy.savez wrote") from None


def may_be_runs(shape: Sequence[int], info: TensorInfo) -> bool:
    """Whether an array of that shape may be what one run, or several along the first axis, have there."""
    if not info.shape:
        return len(shape) <= 1
    return len(shape) == len(info.shape) and all(want in (None, have) for have, want in zip(shape[1:], info.shape[1:]))


def typed(arrays: Mapping[str, np.ndarray[Any, Any]], infos: Sequence[TensorInfo]) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays; those that are raw bytes as what the model has of these names: so numpy writes
    bfloat16 and the 8-bit floats."""
    known = {info.name: info.dtype for info in infos}
    return {
        name: array.view(known[name])
        if name in known and array.dtype.kind == "V" and array.dtype.itemsize == known[name].itemsize
        else array
        for name, array in arrays.items()
    }
