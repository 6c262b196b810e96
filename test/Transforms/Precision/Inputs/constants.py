#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Re-encoded constants against numpy and ml_dtypes, bit for bit.

Each case is a constant of one dtype that an op of a made-up op store takes in
another; the script reads the bytes of the new constant from the IR and the
counts from the report."""

import json
import pathlib
import re
import tempfile

import ml_dtypes
import numpy as np
from arrays import assert_same
from hif8_format import VALUES, encode
from tally import Tally
from tools import run

BF16 = ml_dtypes.bfloat16
# word of the op store: (MLIR element type, numpy's)
DTYPES = {
    "float": ("f32", np.float32), "float16": ("f16", np.float16), "bfloat16": ("bf16", BF16),
    "double": ("f64", np.float64), "int8": ("i8", np.int8), "int16": ("i16", np.int16),
    "int32": ("i32", np.int32), "int64": ("i64", np.int64), "uint8": ("ui8", np.uint8),
    "uint64": ("ui64", np.uint64), "bool": ("i1", np.bool_), "hifloat8": ("!ascend.hif8", None)}


def samples(dtype, count=600):
    """Every kind of value that a dtype has, and random ones."""
    rng = np.random.default_rng(7)
    if np.issubdtype(dtype, np.bool_):
        return rng.random(count) < 0.5
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        edges = [limits.min, limits.max, 0, 1, 2, 3, limits.max // 3, limits.max - 1]
        spread = rng.integers(limits.min, limits.max, count, dtype, endpoint=True)
        spread >>= rng.integers(0, limits.bits - 1, count).astype(dtype)
        return np.concatenate([np.array(edges, dtype), spread])
    edges = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 65504, 65505, 65519.99, 65520, 1e5, -1e5, 40960, 40959,
             49152, 2.0 ** -14, 2.0 ** -24, 2.0 ** -25, 2.0 ** -25 * 1.0001, 1e-8, 2.0 ** -22, 2.0 ** -23, 3e38,
             2.0 ** -126, 2.0 ** -133, 1e-45, 1 + 2.0 ** -11, 1 + 2.0 ** -8, 1 + 3 * 2.0 ** -11, 1 + 3 * 2.0 ** -8,
             1 + 2.0 ** -11 + 2.0 ** -40, 1 + 2.0 ** -8 + 2.0 ** -40, 1e300, 1e-300]
    spread = rng.standard_normal(count) * 2.0 ** rng.integers(-40, 40, count)
    with np.errstate(over="ignore"):
        return np.concatenate([np.array(edges), spread]).astype(dtype)


def expected(values, word, clip):
    """The bits of each element and the counts of what they lost."""
    wide = values.astype(np.float64) if values.dtype.kind not in "iu" else values
    integer = values.dtype.kind in "iub"
    finite = np.ones(values.shape, bool) if integer else np.isfinite(wide)
    counts = dict.fromkeys(("overflow", "underflow", "subnormal"), 0)
    if word in ("bool", "int8", "int16", "int32", "int64"):
        return values.astype(DTYPES[word][1]).view(np.uint8), counts
    over = np.zeros(values.shape, bool)
    if clip and word == "float16":
        over = np.abs(values.astype(np.float64)) > 65504
        values = np.where(over, np.sign(values.astype(np.float64)) * 65504, wide)
    with np.errstate(over="ignore"):
        if word == "hifloat8":
            bits = encode(values).view(np.uint8)
            back, tiny = VALUES[bits], 2.0 ** -15
        elif integer and word in ("float16", "bfloat16"):
            # numpy and ml_dtypes go through float32 and round twice.
            bits, back = nearest_even(values, word)
            tiny = float(ml_dtypes.finfo(DTYPES[word][1]).tiny)
        elif values.dtype == np.float64 and word == "bfloat16":
            bits, back = nearest_even(values, word)
            tiny = float(ml_dtypes.finfo(BF16).tiny)
        else:
            new = values.astype(DTYPES[word][1])
            bits, back = new.view(f"u{new.itemsize}"), new.astype(np.float64)
            tiny = float(ml_dtypes.finfo(new.dtype).tiny)
    widens = word == "double" or (word == "float" and values.dtype in (np.float16, BF16))
    if not widens:
        zero = values == 0
        # What is clipped and would round to 65504 loses nothing by it.
        past = over & (np.abs(wide.astype(np.float64)) >= 65520)
        counts["overflow"] = int((past | (np.isinf(back) & finite)).sum())
        counts["underflow"] = int(((back == 0) & ~zero & ~over).sum())
        counts["subnormal"] = int(((back != 0) & (np.abs(back) < tiny)).sum())
    return bits, counts


def nearest_even(values, word):
    """Rounds doubles or integers once, by searching all values of a 16-bit format."""
    dtype = DTYPES[word][1]
    levels = np.arange(0x7f80 if dtype is BF16 else 0x7c00, dtype=np.uint16).view(dtype).astype(np.float64)
    edge = levels[-1] + (levels[-1] - levels[-2]) / 2
    bits = []
    for value in values.flat:
        magnitude, sign = abs(int(value)) if values.dtype.kind in "iub" else abs(float(value)), value < 0
        if magnitude != magnitude:
            bits.append(0x7fc0 if dtype is BF16 else 0x7e00)
            continue
        if values.dtype.kind == "f":
            sign = np.signbit(value)
        above = int(np.searchsorted(levels, float(magnitude)))
        while above and above <= len(levels) and levels[above - 1] >= magnitude:
            above -= 1
        if magnitude >= edge:
            code = len(levels)
        elif above == len(levels):
            code = above - 1
        elif above == 0:
            code = 0
        else:
            low, high = levels[above - 1], levels[above]
            gap = (magnitude - int(low)) * 2 - int(high - low) if values.dtype.kind in "iub" and low >= 1 \
                else (magnitude - low) - (high - magnitude)
            code = above if gap > 0 or (gap == 0 and above % 2 == 0) else above - 1
        bits.append(code | (0x8000 if sign else 0))
    bits = np.array(bits, np.uint16)
    return bits, bits.view(dtype).astype(np.float64)


def resource(values):
    """As it lies in memory, behind its alignment; a bool is a byte."""
    return f'"0x01000000{values.tobytes().hex()}"'


def literal(values):
    if values.dtype == np.bool_:
        return "dense<[" + ", ".join("true" if value else "false" for value in values) + "]>"
    return f'dense<"0x{values.tobytes().hex().upper()}">'


def bytes_of(text, name):
    """The bytes of the one constant of that name that is left."""
    kind, content = re.search(rf'node_name = "{name}"}} (\w+)<(.*?)> : tensor', text).groups()
    if kind == "dense_resource":
        blob = re.search(rf'\b{re.escape(content)}: "0x([0-9A-Fa-f]+)"', text).group(1)
        return bytes.fromhex(blob)[4:]  # the alignment stands before the data
    return bytes.fromhex(re.fullmatch(r'"0x([0-9A-Fa-f]*)"', content).group(1))


def decide(folder, cases, clip):
    """Gives the IR and the report of one module with all cases."""
    words = list(DTYPES)
    store = {"Take": {
        "input0": {"name": "x", "paramType": "required", "dtype": ",".join(words)},
        "output0": {"name": "y", "paramType": "required", "dtype": ",".join(["float"] * len(words))}}}
    (folder / "store.json").write_text(json.dumps(store))
    lines, body, resources = [], [], []
    for index, (word, to, values) in enumerate(cases):
        shape = f"tensor<{values.size}x{DTYPES[word][0]}>"
        # Every other one lies in a resource, as weights do; both lengths of each pair of types once.
        text = literal(values)
        if (index // 2 + index) % 2:
            text = f"dense_resource<r{index}>"
            resources.append(f"r{index}: {resource(values)}")
        lines.append(f"t{index}:InputDtype:{CUSTOM.get(to, to)}\n")
        body.append(f'%w{index} = ascend.constant {{node_name = "w{index}"}} {text} : {shape}\n'
                    f'%y{index} = ascend.ge_op "Take"(%w{index}) {{node_name = "t{index}"}} : ({shape}) -> tensor<4xf32>\n')
    (folder / "take.cfg").write_text("".join(lines))
    (folder / "graph.mlir").write_text("func.func @main() {\n" + "".join(body) + "return\n}\n{-# dialect_resources: { builtin: { "
                                       + ", ".join(resources) + " } } #-}\n")
    pipeline = ("--ascend-precision-pipeline=ops-info=store.json customize-dtypes=take.cfg report=r.json "
                f"is-weight-clip={int(clip)}")
    text = run("ascend-opt", "graph.mlir", pipeline, "--mlir-print-elementsattrs-with-hex-if-larger=1", folder=folder).stdout
    return text, json.loads((folder / "r.json").read_text())


CUSTOM = {"bfloat16": "bf16"}
PAIRS = [(source, to)
         for source in ("float", "float16", "bfloat16", "double", "int8", "int32", "int64", "uint64", "bool")
         for to in ("float16", "bfloat16", "float", "double", "hifloat8") if source != to]
PAIRS += [("int64", "int32"), ("int32", "int8"), ("bool", "int32")]


def main():
    tally = Tally("constants")
    for clip in (True, False):
        # Short ones are dense attributes, long ones resources.
        cases = [(source, to, np.tile(samples(DTYPES[source][1]), repeat))
                 for source, to in PAIRS for repeat in (1, 8)]
        with tempfile.TemporaryDirectory() as folder:
            text, report = decide(pathlib.Path(folder), cases, clip)
        rows = {row["name"]: row for row in report["constants"]}
        for index, (source, to, values) in enumerate(cases):
            with tally.case(f"{source} to {to}, clip {clip}, {values.size} elements"):
                want, counts = expected(values, to, clip)
                assert_same(np.frombuffer(bytes_of(text, f"w{index}"), np.uint8), np.ascontiguousarray(want).view(np.uint8))
                told = {key: rows[f"w{index}"][key] for key in counts}
                assert told == counts, f"counts {told}, should be {counts}"
    tally.end()


main()
