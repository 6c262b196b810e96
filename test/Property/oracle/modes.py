# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The rule of each precision mode for one tensor of one op."""

from dataclasses import dataclass

from . import matchers
from .model import COMPLEX, FLOATS

MODES_V1 = {
    "force_fp16": "force_fp16",
    "force_fp32": "force_fp32",
    "cube_fp16in_fp32out": "force_fp32",
    "allow_mix_precision": "mix_fp16",
    "allow_mix_precision_fp16": "mix_fp16",
    "allow_mix_precision_bf16": "mix_bf16",
    "allow_fp32_to_fp16": "to_fp16",
    "allow_fp32_to_bf16": "to_bf16",
    "must_keep_origin_dtype": "must_keep",
}
MODES_V2 = {
    "fp16": "force_fp16",
    "origin": "must_keep",
    "cube_fp16in_fp32out": "force_fp32",
    "mixed_float16": "mix_fp16",
    "mixed_bfloat16": "mix_bf16",
    "cube_hif8": "cube_hif8",
    "mixed_hif8": "mixed_hif8",
}
BF16_MODES = ("mix_bf16", "to_bf16")
MIX_MODES = ("mix_fp16", "mix_bf16", "mixed_hif8")

HIF8_WHITE = {
    "hifloat8": ("hifloat8", "float16", "float"),
    "bfloat16": ("hifloat8", "bfloat16", "float"),
    "float16": ("hifloat8", "float16", "float"),
    "float": ("hifloat8", "float16", "float"),
}
HIF8_BLACK = {
    "bfloat16": ("bfloat16", "float"),
    "float16": ("float16", "float"),
    "float": ("float",),
}
HIF8_GRAY = {
    "hifloat8": ("hifloat8", "float16", "float"),
    "bfloat16": ("bfloat16", "float"),
    "float16": ("float16", "float"),
    "float": ("float",),
}


@dataclass
class OpView:
    """What the rules know about the op that is being judged."""

    type: str
    policy: str
    cube: bool
    kept: bool
    sensitive: bool  # a Cast, or complex tensors
    kernel: bool
    inherit: bool
    half_in_float_out: bool  # a column with float16 input 0 and float output 0
    reduced: bool = False  # allow_fp32_to_fp16 has lowered a float tensor


@dataclass
class Tensor:
    """One tensor of it. `producer` is the decided dtype that flows in, seen
    through a Cast for `through16` (fp16 modes) and `through_bf` (bf16)."""

    origin: str
    kernel: list
    is_input: bool
    index: int
    continuous: bool = False
    producer: str = None
    through16: str = None
    through_bf: str = None


def is_sensitive(node_type, dtypes):
    return node_type == "Cast" or any(dtype in COMPLEX for dtype in dtypes)


def narrow(mode, op, tensor, columns):
    """The columns that are left after one tensor."""
    if op.kept or op.sensitive:
        return allow_to_fp16(op, tensor, columns, None)
    follows = (not op.kernel and mode != "force_fp16") or (
        tensor.continuous and tensor.is_input)
    if op.inherit:
        return gray(op, tensor, columns, None, bf16=False)
    if follows:
        return mixed(op, tensor, columns, None, bf16=False)
    if op.reduced and mode == "to_fp16":
        return force_fp16(tensor, columns, None)
    if mode == "force_fp16":
        return force_fp16(tensor, columns, "bfloat16")
    if mode == "force_fp32":
        return force_fp32(op, tensor, columns, "bfloat16")
    if mode == "must_keep":
        return matchers.rise(tensor.kernel, columns, tensor.origin)[1]
    if mode in ("to_fp16", "mix_fp16"):
        forbidden = None if tensor.origin == "bfloat16" else "bfloat16"
        if mode == "to_fp16":
            return allow_to_fp16(op, tensor, columns, forbidden)
        return mixed(op, tensor, columns, forbidden, bf16=False)
    if mode in ("to_bf16", "mix_bf16"):
        forbidden = None if tensor.origin == "float16" else "float16"
        if mode == "to_bf16":
            return allow_to_bf16(tensor, columns, forbidden)
        return mixed(op, tensor, columns, forbidden, bf16=True)
    if mode == "cube_hif8":
        return by_table(HIF8_WHITE if op.cube else HIF8_BLACK, tensor, tensor.origin, columns)
    assert mode == "mixed_hif8", mode
    if op.policy == "white":
        return by_table(HIF8_WHITE, tensor, tensor.origin, columns)
    if op.policy == "black" or not tensor.is_input or tensor.producer is None:
        return by_table(HIF8_BLACK, tensor, tensor.origin, columns)
    return by_table(HIF8_GRAY, tensor, tensor.producer, columns)


def force_fp16(tensor, columns, forbidden):
    expected = "float16" if tensor.origin in ("float", "bfloat16") else tensor.origin
    return matchers.rise(tensor.kernel, columns, expected, forbidden)[1]


def force_fp32(op, tensor, columns, forbidden):
    first = tensor.is_input and tensor.index == 0
    if op.cube and first and tensor.origin in FLOATS and op.half_in_float_out:
        expected = "float16"
    else:
        expected = "float" if tensor.origin in FLOATS else tensor.origin
    found, left = matchers.rise(tensor.kernel, columns, expected, forbidden)
    return left if found else matchers.reduce(tensor.kernel, columns, expected, forbidden)[1]


def allow_to_fp16(op, tensor, columns, forbidden):
    expected = tensor.origin
    if expected == "float" and op.cube and not op.kept:
        expected = "float16"
    found, left = matchers.rise(tensor.kernel, columns, expected, forbidden)
    if found or expected not in ("float", "bfloat16"):
        return left
    found, left = matchers.reduce(tensor.kernel, columns, expected, forbidden)
    if found and expected == "float":
        op.reduced = True
    return left


def allow_to_bf16(tensor, columns, forbidden):
    found, left = matchers.rise(tensor.kernel, columns, tensor.origin, forbidden)
    if found or tensor.origin not in ("float", "bfloat16"):
        return left
    return matchers.reduce(tensor.kernel, columns, tensor.origin, forbidden)[1]


def mixed(op, tensor, columns, forbidden, bf16):
    if op.policy == "black":
        return matchers.rise(tensor.kernel, columns, tensor.origin, forbidden)[1]
    if op.policy == "white":
        if tensor.origin not in FLOATS:
            return matchers.rise(tensor.kernel, columns, tensor.origin)[1]
        return matchers.mix(tensor.kernel, columns, forbidden)[1]
    return gray(op, tensor, columns, forbidden, bf16)


def gray(op, tensor, columns, forbidden, bf16):
    producer = tensor.through_bf if bf16 else tensor.through16
    if not tensor.is_input or producer is None:
        if bf16:
            return allow_to_bf16(tensor, columns, forbidden)
        return allow_to_fp16(op, tensor, columns, forbidden)
    found, left = matchers.rise(tensor.kernel, columns, producer, forbidden)
    return left if found else matchers.reduce(tensor.kernel, columns, producer, forbidden)[1]


def by_table(table, tensor, key, columns):
    row = table.get(key, (key,))
    if table is HIF8_GRAY and key == "hifloat8" and tensor.origin == "bfloat16":
        row = tuple("bfloat16" if dtype == "float16" else dtype for dtype in row)
    for dtype in row:
        found, left = matchers.precise(tensor.kernel, columns, dtype)
        if found:
            return left
    return columns
