# ===- dump_file.py - A dump file of a device ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Reads and writes the dump of one op: the length of the header as a little-endian u64, DumpData
(dump_proto), then the bytes of inputs, outputs and buffers. In an older form the whole file is
DumpData, with the bytes in it."""

from __future__ import annotations

import math
import os
import pathlib
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import _model_error
from .dump_proto import DTYPES, FORMATS, dump_data, number_of, parse_dump_data

__all__ = ["DumpedTensor", "Origin", "as_dumped", "dump_bytes", "plain", "read_array", "read_outputs"]

_LENGTH = struct.Struct("<Q")
_LONGEST_HEADER = 64 << 20
_LARGEST_MESSAGE = (1 << 31) - 1
_MOST_AXES = 32
# ONNX's layout. CANN's tools keep the shape of such a tensor whatever its rank is; of ND they
# make one axis.
_NCHW = 0
_FLOAT = 1


class DumpedTensor(NamedTuple):
    """An output as the header describes it."""

    dtype: np.dtype[Any] | None
    """None for a number that is not known."""
    dtype_number: int
    format: str
    """CANN's word, or its number where that is not known."""
    shape: tuple[int, ...]
    original_shape: tuple[int, ...]
    groups: int
    offset: int
    """Of its bytes in the file."""
    size: int
    data: bytes | None
    """The bytes, of a file that is one message."""


def _damaged(path: pathlib.Path, what: str) -> Exception:
    return _model_error(f"{path}: {what}", "dump again, or name the folder that the device wrote")


def _header(path: pathlib.Path) -> tuple[Any, int | None, int]:
    """The header, the first byte behind it (None where the bytes are in it), and the file's size."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            start = file.read(_LENGTH.size)
            length = _LENGTH.unpack(start)[0] if len(start) == _LENGTH.size else size
            if length <= min(size - _LENGTH.size, _LONGEST_HEADER):
                header = parse_dump_data(file.read(length))
                if header is not None:
                    return header, _LENGTH.size + length, size
            if not size or size > _LARGEST_MESSAGE:
                raise _damaged(path, "it is empty" if not size else f"its header of {length:,} bytes is longer than it may be")
            file.seek(0)
            header = parse_dump_data(file.read())
    except OSError as error:
        raise _damaged(path, f"it cannot be read: {error.strerror}") from None
    if header is None:
        raise _damaged(path, f"it is no dump: there is no header of {length:,} bytes in its {size:,}")
    return header, None, size


def _shape(path: pathlib.Path, what: str, shape: Any) -> tuple[int, ...]:
    if len(shape.dim) > _MOST_AXES:
        raise _damaged(path, f"{what} has {len(shape.dim)} axes, more than {_MOST_AXES}")
    return tuple(shape.dim)


def read_outputs(path: pathlib.Path) -> list[DumpedTensor]:
    """The outputs that a file has. An error where the file contradicts itself."""
    header, at, size = _header(path)
    result = []
    offset = at or 0
    if at is not None:
        offset += sum(tensor.size for tensor in header.input)
    for number, tensor in enumerate(header.output):
        what = f"output {number}"
        bytes_ = len(tensor.data) if at is None else tensor.size
        if at is not None and offset + bytes_ > size:
            raise _damaged(path, f"{what} of {bytes_:,} bytes begins at {offset:,}, and there are {size:,} bytes")
        known = DTYPES.get(tensor.data_type)
        result.append(
            DumpedTensor(
                known[1] if known else None,
                tensor.data_type,
                FORMATS.get(tensor.format, str(tensor.format)),
                _shape(path, what, tensor.shape),
                _shape(path, what, tensor.original_shape),
                tensor.sub_format,
                offset,
                bytes_,
                tensor.data if at is None else None,
            )
        )
        offset += bytes_
    return result


def read_array(path: pathlib.Path, tensor: DumpedTensor) -> np.ndarray[Any, Any]:
    """The elements of an output whose dtype is known, in the shape of the file. A device may
    write more bytes than there are elements."""
    assert tensor.dtype
    wanted = math.prod(tensor.shape) * tensor.dtype.itemsize
    if wanted > tensor.size:
        raise _damaged(
            path, f"{list(tensor.shape)} of {DTYPES[tensor.dtype_number][0]} has {wanted:,} bytes, and there are {tensor.size:,}"
        )
    data = tensor.data
    if data is None:
        try:
            with open(path, "rb") as file:
                file.seek(tensor.offset)
                data = file.read(wanted)
        except OSError as error:
            raise _damaged(path, f"it cannot be read: {error.strerror}") from None
        if len(data) < wanted:
            raise _damaged(path, "it became shorter while it was read")
    try:
        array: np.ndarray[Any, Any] = np.frombuffer(data[:wanted], tensor.dtype).reshape(tensor.shape)
    except ValueError:  # of no elements, with an axis that is too long
        raise _damaged(path, f"{list(tensor.shape)} is no shape") from None
    return array


class Origin(NamedTuple):
    """The output of the model's node that an output stands for."""

    name: str
    output: int


def as_dumped(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """`array`, or its values in a dtype that a dump has, where it has none for the array's own."""
    if number_of(array.dtype) is not None:
        return array
    return array.astype(np.int8 if np.dtype(array.dtype).name.lstrip("u").startswith("int") else np.float32)


def plain(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """as_dumped in a dtype that numpy itself has: bfloat16 is widened, as CANN's tools do."""
    array = as_dumped(array)
    return array if array.dtype.isbuiltin == 1 else array.astype(np.float32)


def dump_bytes(op: str, time: int, outputs: Sequence[tuple[np.ndarray[Any, Any] | None, Origin | None]]) -> bytes:
    """The file of an op's outputs and what they stand for. One that is None has no elements."""
    header = dump_data()
    header.version, header.dump_time, header.op_name = "2.0", time, op
    arrays = [None if array is None else as_dumped(array) for array, _ in outputs]
    for array, (_, origin) in zip(arrays, outputs):
        shape = (0,) if array is None else array.shape
        tensor = header.output.add(
            data_type=_FLOAT if array is None else number_of(array.dtype), format=_NCHW, size=0 if array is None else array.nbytes
        )
        tensor.shape.dim.extend(shape)
        tensor.original_shape.dim.extend(shape)
        if origin:
            tensor.original_op.name, tensor.original_op.output_index = origin
    text = header.SerializeToString(deterministic=True)
    return b"".join([_LENGTH.pack(len(text)), text, *(array.tobytes() for array in arrays if array is not None)])
