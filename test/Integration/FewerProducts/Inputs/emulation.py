# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs models with emulation=fast and faithful, for the tests of this folder, whose
arguments are TOOLS and FOLDER."""

import os
import pathlib
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), *[".."] * 3, "Conversion", "LinalgToCPU", "Inputs"))
from harness import host_forms, turns  # noqa: E402

TOOLS, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FOLDER.mkdir(parents=True, exist_ok=True)


def run(model, inputs, mode, emulation, target):
    """The only output of `model` for `inputs` (arrays by name), with no HF32."""
    np.savez(FOLDER / "in.npz", **inputs)
    out = FOLDER / "out.npz"
    done = subprocess.run(
        [TOOLS / "ascend-run", model, f"--inputs={FOLDER / 'in.npz'}", f"--outputs={out}", "--log=error",
         f"--precision_mode={mode}", f"--emulation={emulation}", "--allow_hf32=false", *target.options],
        capture_output=True, text=True)  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    with np.load(out) as outputs:
        (output,) = outputs.values()
        return output


def fast_by_form(number, model, inputs, mode):
    """The output with emulation=fast on the best form of this machine, which comes
    first, and on another one, in turn."""
    best, *rest = host_forms()
    return {form: run(model, inputs, mode, "fast", form) for form in [best, *turns(number, rest)]}
