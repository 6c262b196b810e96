# ===- form_runs.py - ONNX models on forms of CPU -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs of ascend-run for this machine and for forms of CPU (forms.py), in turns (sampling.py); every other run has
guards."""

from forms import host_forms
from sampling import turns
from tools import run_model

# A form of CPU that no option names.
THIS = "this machine"
GUARDS = ("none", "end", "none", "begin")


def run_cases(make, count, *options):
    """(form, numbers of its cases, outputs by name) for this machine and for the forms that it runs. Each of `count` cases
    runs on one of these a day; `make(numbers)` gives an onnx.ModelProto of cases, and its values."""
    forms = [THIS, *host_forms()]
    cases = {form: [] for form in forms}
    for number in range(count):
        # Cases alternate between kinds; no form is to have one kind only.
        for form in turns(number + number // len(forms), forms):
            cases[form].append(number)
    for call, (form, numbers) in enumerate(cases.items()):
        if numbers:
            yield str(form), numbers, run_form(form, call, *make(numbers), *options)


def run_form(form, call, model, values, *options):
    results = run_model(model, values, "--guard=" + GUARDS[call % 4], *options, *([] if form == THIS else form.options))
    if form != THIS:
        form.ran()
    return results
