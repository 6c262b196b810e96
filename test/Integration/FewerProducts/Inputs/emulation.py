# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs models with emulation=fast and faithful, for the tests of this folder."""

from forms import host_forms
from sampling import turns
from tools import run_model


def run(model, inputs, mode, emulation, form):
    """The only output of `model` for `inputs` (arrays by name), with no HF32."""
    (output,) = run_model(model, inputs, f"--precision_mode={mode}", f"--emulation={emulation}", "--allow_hf32=false",
                          *form.options).values()  # fmt: skip
    form.ran()
    return output


def fast_by_form(number, model, inputs, mode):
    """The output with emulation=fast on the best form of this machine, which comes
    first, and on another one, in turn."""
    best, *rest = host_forms()
    return {form: run(model, inputs, mode, "fast", form) for form in [best, *turns(number, rest)]}
