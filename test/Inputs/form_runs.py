# ===- form_runs.py - ONNX models on forms of CPU -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs of ascend-run for this machine and for forms of CPU (forms.py), in turns (sampling.py); every other run has
guards."""

import itertools

from forms import host_forms
from sampling import turns
from tools import run_model

# A form of CPU that no option names.
THIS = "this machine"
GUARDS = ("none", "end", "none", "begin")

# Numbers the calls of run_onnx.
CALLS = itertools.count()


def run_onnx(model, values, *options):
    """(form, outputs by name) of an onnx.ModelProto, for this machine and for one of the forms that it runs, in turn."""
    call = next(CALLS)
    for number, form in enumerate([THIS, *turns(call, host_forms())]):
        yield str(form), run_form(form, call + number, model, values, *options)


def run_cases(make, count, *options):
    """As run_onnx, but each of `count` cases runs on one form a day: (form, numbers of its cases, outputs by name).
    `make(numbers)` gives a model of cases, and its values."""
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
