# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Compiles nets without a cache, with an empty one, and with what that one kept:
the file, the report and what is said are the same. The third time makes nothing,
the fourth not even the file, unless that is another one by then. On a day each
net meets one of the options.

second_compile.py FOLDER"""

import os
import pathlib
import re
import sys

import numpy as np
import onnx
import onnx.numpy_helper
import onnx.parser
from sampling import turns
from tools import run

FOLDER = pathlib.Path(sys.argv[1])
HEADER = '<ir_version: 10, opset_import: ["": 21]>\n'
NETS = {
    "kinds": (
        """net (float[4, 96] a, float[1, 8, 20, 20] p, uint8[32, 48] n)
            => (float[4, 80] s, float[1, 16, 18, 18] c, int32[32, 40] i) {
          m = MatMul(a, b)
          s = Softmax(m)
          c = Conv(p, k)
          i = MatMulInteger(n, q, z)
        }""",
        {"b": (96, 80), "k": (16, 8, 3, 3)},
    ),
    "batches": ("net (float[N, 96] a) => (float[N, 80] r) { m = MatMul(a, b) r = Relu(m) }", {"b": (96, 80)}),
    "states": (
        """net (float[T, B, 6] x) => (float[T, 2, B, 5] y) {
          y = LSTM <hidden_size: int = 5, direction: string = "bidirectional"> (x, w, r)
        }""",
        {"w": (2, 20, 6), "r": (2, 20, 5)},
    ),
    "branches": (
        """net (bool c, float[3, 96] a) => (float[3, 80] y) {
          y = If (c) <then_branch = yes () => (float[3, 80] t) { t = MatMul(a, b) },
                      else_branch = no () => (float[3, 80] e) { d = Sub(a, a) e = MatMul(d, b) }>
        }""",
        {"b": (96, 80)},
    ),
}
OPTIONS = (
    ["--precision_mode=must_keep_origin_dtype"],
    ["--precision_mode=allow_mix_precision", "--aicore_num=1"],
    ["--precision_mode=must_keep_origin_dtype", "--cpu=portable"],
    ["--precision_mode=must_keep_origin_dtype", "--cpu=aarch64"],
)


def save(name):
    text, weights = NETS[name]
    model = onnx.parser.parse_model(HEADER + text)
    random = np.random.default_rng(1)
    for weight, shape in weights.items():
        array = random.standard_normal(shape).astype(np.float32)
        model.graph.initializer.append(onnx.numpy_helper.from_array(array, weight))
    integers = {"q": random.integers(0, 255, (48, 40)).astype(np.uint8), "z": np.uint8(3)} if name == "kinds" else {}
    for weight, array in integers.items():
        model.graph.initializer.append(onnx.numpy_helper.from_array(np.asarray(array), weight))
    path = FOLDER / f"{name}.onnx"
    onnx.save(model, path)
    return path


def compiled(path, options, cache):
    """(the file, the report, what is said, the lines about the cache)"""
    ending = "a" if "--cpu=aarch64" in options else "asc"
    done = run("ascend-atc", f"--model={path}", f"--output={FOLDER / 'net'}", f"--report={FOLDER / 'report.json'}",
               "--log=debug", *options, ASCEND_MLIR_CACHE=str(cache))  # fmt: skip
    log = [line for line in done.stderr.splitlines() if re.match("info: |debug: |compiling: ", line)]
    said = [line for line in done.stderr.splitlines() if line not in log]
    return ((FOLDER / f"net.{ending}").read_bytes(), (FOLDER / "report.json").read_text(), done.stdout, said), log


cases = [(name, options) for net, name in enumerate(NETS) for options in turns(net, OPTIONS)]
for number, (name, options) in enumerate(cases):
    path = save(name)
    cache = FOLDER / f"cache{number}"
    without, log = compiled(path, options, "off")
    first, _ = compiled(path, options, cache)
    output = FOLDER / f"net.{'a' if '--cpu=aarch64' in options else 'asc'}"
    output.unlink()
    second, log = compiled(path, options, cache)
    assert without == first, (name, options)
    assert first == second, (name, options)
    units, kept = map(int, re.search(r"(\d+) kernels and entries, (\d+)", "\n".join(log)).groups())
    assert units == kept > 1, (name, options, units, kept)
    assert not any("stage kernels" in line for line in log), (name, options)
    if output.suffix == ".a":
        continue
    os.utime(output, (0, 0))
    number_of_file = output.stat().st_ino
    third, log = compiled(path, options, cache)
    assert third == first, (name, options)
    assert output.stat().st_ino == number_of_file and output.stat().st_mtime > 0, (name, options)
    assert not any("stage write" in line for line in log), (name, options)
    whole = bytearray(first[0])
    changed = whole.copy()
    changed[len(changed) // 2] ^= 1
    for damaged in (changed, whole[:-1]):
        output.write_bytes(damaged)
        assert compiled(path, options, cache)[0] == first, (name, options)
    # A file behind a link is not this output.
    (FOLDER / "other").write_bytes(whole)
    output.unlink()
    output.symlink_to(FOLDER / "other")
    assert compiled(path, options, cache)[0] == first and not output.is_symlink(), (name, options)
print(number + 1, "times the same")
