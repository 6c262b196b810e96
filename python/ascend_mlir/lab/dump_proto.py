# ===- dump_proto.py - The header of a dump file ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The protobuf message DumpData: field numbers of the public AclDumpMsg.proto."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import ml_dtypes
import numpy as np

from ..errors import _usage_error

__all__ = ["DTYPES", "FORMATS", "dump_data", "number_of", "parse_dump_data"]

# (CANN's word, numpy's dtype) by DumpData's number. What is less than a byte is packed on a
# device, and not read.
DTYPES: dict[int, tuple[str, np.dtype[Any]]] = {
    number: (word, np.dtype(dtype))
    for number, word, dtype in (
        (1, "float", np.float32),
        (2, "float16", np.float16),
        (3, "int8", np.int8),
        (4, "uint8", np.uint8),
        (5, "int16", np.int16),
        (6, "uint16", np.uint16),
        (7, "int32", np.int32),
        (8, "int64", np.int64),
        (9, "uint32", np.uint32),
        (10, "uint64", np.uint64),
        (11, "bool", np.bool_),
        (12, "double", np.float64),
        (16, "complex64", np.complex64),
        (17, "complex128", np.complex128),
        (27, "bfloat16", ml_dtypes.bfloat16),
        (34, "float8_e5m2", ml_dtypes.float8_e5m2),
        (35, "float8_e4m3fn", ml_dtypes.float8_e4m3fn),
        (36, "float8_e8m0", ml_dtypes.float8_e8m0fnu),
    )
}
FORMATS = {
    0: "NCHW",
    1: "NHWC",
    2: "ND",
    3: "NC1HWC0",
    4: "FRACTAL_Z",
    12: "NC1HWC0_C04",
    16: "HWCN",
    27: "NDHWC",
    29: "FRACTAL_NZ",
    30: "NCDHW",
    31: "DHWCN",
    32: "NDC1HWC0",
}

_INT32, _UINT64, _STRING, _BYTES = 5, 4, 9, 12  # types of google.protobuf.FieldDescriptorProto
_MESSAGES: dict[str, list[tuple[str, int, Any]]] = {
    "Shape": [("*dim", 1, _UINT64)],
    "OriginalOp": [("name", 1, _STRING), ("output_index", 2, _INT32), ("data_type", 3, _INT32), ("format", 4, _INT32)],
    "OpOutput": [
        ("data_type", 1, _INT32),
        ("format", 2, _INT32),
        ("shape", 3, "Shape"),
        ("original_op", 4, "OriginalOp"),
        ("data", 5, _BYTES),
        ("size", 6, _UINT64),
        ("original_shape", 7, "Shape"),
        ("sub_format", 8, _INT32),
    ],
    "OpInput": [
        ("data_type", 1, _INT32),
        ("format", 2, _INT32),
        ("shape", 3, "Shape"),
        ("data", 4, _BYTES),
        ("size", 5, _UINT64),
        ("original_shape", 6, "Shape"),
        ("sub_format", 7, _INT32),
    ],
    "OpBuffer": [("buffer_type", 1, _INT32), ("data", 2, _BYTES), ("size", 3, _UINT64)],
    "DumpData": [
        ("version", 1, _STRING),
        ("dump_time", 2, _UINT64),
        ("*output", 3, "OpOutput"),
        ("*input", 4, "OpInput"),
        ("*buffer", 5, "OpBuffer"),
        ("op_name", 6, _STRING),
    ],
}


def number_of(dtype: np.dtype[Any]) -> int | None:
    """DumpData's number of a dtype, None where it has none."""
    return next((number for number, (_, known) in DTYPES.items() if known == dtype), None)


@cache
def _message_class() -> Any:
    try:
        # Not a statement: its stubs need not be installed.
        descriptor_pb2, descriptor_pool, message_factory = (
            import_module(f"google.protobuf.{name}") for name in ("descriptor_pb2", "descriptor_pool", "message_factory")
        )
    except ImportError:
        raise _usage_error("dumps are read and written by protobuf, which is not installed", "pip install protobuf") from None
    file = descriptor_pb2.FileDescriptorProto(name="ascend_mlir/dump.proto", package="ascend_mlir.dump", syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, number, kind in fields:
            label = 3 if field.startswith("*") else 1  # repeated, optional
            made = message.field.add(name=field.lstrip("*"), number=number, label=label)
            if isinstance(kind, str):
                made.type, made.type_name = 11, f".ascend_mlir.dump.{kind}"
            else:
                made.type = kind
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("ascend_mlir.dump.DumpData"))


def dump_data() -> Any:
    """An empty DumpData. An error where protobuf is not installed."""
    return _message_class()()


def parse_dump_data(text: bytes) -> Any:
    """The DumpData of which these are the bytes, or None."""
    message = dump_data()
    try:
        message.ParseFromString(text)
    except import_module("google.protobuf.message").DecodeError:
        return None
    return message
