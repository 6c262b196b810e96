# ===- emulation.py - Chains of ops, rounded at each or at the end ---------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Chains of elementwise ops that share a kernel, run by ascend-run for each form
of CPU that this machine has, against numpy: bit for bit. With emulation=faithful
every op rounds its result; with fast the chain is in float32 and what enters and
leaves the kernel is rounded, also where a cast to or from float32 is a part of it
(`large`; each result), and where float16 saturates. What a run shows (--dump)
is faithful: no ops share a kernel then. A compiled file carries the option.

Seen to fail with the pass left out of the compiler (fast), run for faithful, too,
with the bound of the saturation taken for the unrounded value, and with the
roundings of casts at the kernel's edges left out."""

import json
import pathlib
import tempfile

import ml_dtypes
import numpy as np
from arrays import assert_same
from forms import host_forms
from tally import Tally
from tools import run, run_model

np.seterr(all="ignore")

H, F, B = np.float16, np.float32, ml_dtypes.bfloat16
SIZE = 1003
BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "real_div": np.divide}
# Results: the names that start with an upper-case letter.
CHAIN = [("a", "mul", "x", "y"), ("b", "add", "a", "z"), ("c", "mul", "b", "b"), ("D", "sub", "c", "x"),
         # `e` is two ops' and lies in memory, `i` is `h`'s only user's.
         ("e", "real_div", "z", "y"), ("F", "add", "e", "x"), ("G", "mul", "e", "z"),
         ("h", "mul", "large", "large"), ("i", "real_div", "h", "large"), ("J", "add", "i", "x")]  # fmt: skip


def rounded(values, dtype, saturates):
    if saturates and dtype == H:
        values = np.where(np.isnan(values), 0, np.clip(values, -65504, 65504))
    return values.astype(dtype).astype(F)


def expected(inputs, dtype, fast, saturates):
    """Every value as float32."""
    values = {name: rounded(array, dtype, saturates) for name, array in inputs.items()}
    for name, op, first, second in CHAIN:
        result = BINARY[op](values[first], values[second])
        inside = name in "abchi"
        values[name] = result if fast and inside else rounded(result, dtype, saturates)
    return {name: values[name] for name, *_ in CHAIN if name.isupper()}


def text(inputs):
    type = "tensor<%dxf32>" % SIZE
    results = [name for name, *_ in CHAIN if name.isupper()]
    lines = ['%%%s = ascend.%s %%%s, %%%s {node_name = "%s"} : (%s, %s) -> %s'
             % (name, op, first, second, name, type, type, type) for name, op, first, second in CHAIN]  # fmt: skip
    named = '{ascend.name = "%s"}'
    return "func.func @main(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
        ", ".join(("%%%s: %s " + named) % (name, type, name) for name in inputs),
        ", ".join((type + " " + named) % name for name in results), "\n  ".join(lines),
        ", ".join("%" + name for name in results), ", ".join([type] * len(results)))  # fmt: skip


def main():
    random = np.random.default_rng(9)
    inputs = {name: random.uniform(0.5, 2, SIZE).astype(F) for name in "xyz"}
    inputs["large"] = random.uniform(200, 400, SIZE).astype(F)
    modes = [(H, False, ["--precision_mode=force_fp16"]), (H, True, ["--precision_mode=force_fp16", "--soc_version=Ascend310P3"]),
             (B, False, ["--precision_mode=allow_mix_precision_bf16", "--modify_mixlist=%s"])]  # fmt: skip
    tally, differs = Tally("results"), 0
    with tempfile.TemporaryDirectory() as folder:
        model, lists, report = (pathlib.Path(folder, name) for name in ("m.mlir", "lists.json", "r.json"))
        model.write_text(text(inputs))
        lists.write_text(json.dumps({"white-list": {"to-add": ["Mul", "Square", "Add", "Sub", "RealDiv"]}}))

        def check(fast, dtype, saturates, what, results):
            for name, want in expected(inputs, dtype, fast, saturates).items():
                with tally.case("%s, %s" % (what, name)):
                    assert_same(results[name], want)

        for dtype, saturates, options in modes:
            options = [option % lists if "%s" in option else option for option in options]
            options += ["--merge_casts=never", "--op_select_implmode=high_precision"]
            both = [expected(inputs, dtype, fast, saturates) for fast in (False, True)]
            differs += sum(not np.array_equal(both[0][name], both[1][name], equal_nan=True) for name in both[0])
            for fast in (False, True):
                options_here = options + ["--emulation=" + ("fast" if fast else "faithful")]
                for form in host_forms():
                    results = run_model(model, inputs, *form.options, *options_here)
                    check(fast, dtype, saturates, " ".join([str(form)] + options_here), results)
        fast = ["--emulation=fast", *modes[0][2], "--merge_casts=never", "--op_select_implmode=high_precision"]
        check(False, H, False, "dump", run_model(model, inputs, f"--dump={folder}/dump", *fast))
        run("ascend-atc", f"--model={model}", f"--output={folder}/m", *fast)
        check(True, H, False, "compiled file", run_model(f"{folder}/m.asc", inputs, f"--report={report}"))
        print("the compiled file's emulation: " + json.loads(report.read_text())["options"]["emulation"])
    print("results that differ: %d" % differs)
    tally.end()


main()
