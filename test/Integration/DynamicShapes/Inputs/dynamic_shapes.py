#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models with symbolic dims, compiled once, give onnxruntime's values for many sizes.

Each case is a graph whose inputs have symbols for extents, and ranges for these. It
is compiled once, and its own code runs with sizes drawn by seed, 0 and 1 among them.
Where the sizes do not fit each other, both must refuse. A day takes every third case
(sampling.py), and those whose code no other one has.

usage: dynamic_shapes.py [--count=N] [--seed=N] [--only=NAME] [--list]
"""

import argparse

import numpy as np
import onnx.reference

import ascend_mlir
from algebra import ALGEBRA
from blocks import BLOCKS
from cases import CASES
from flow import FLOW
from regions import REGIONS
from forms import each_plan
from sampling import is_turn, turns
from sessions import session_of
from tally import Tally
from vision import VISION

PRECISE = {"precision_mode": "must_keep_origin_dtype", "allow_hf32": False, "jit_compile": False,
           "op_select_implmode": "high_precision_for_all", "soc_version": "Ascend910B1"}  # fmt: skip


def draw(case, random):
    """Values of the symbols: one in three is 1, some 0 where the case allows it."""
    sizes = {}
    for symbol, choices in case.symbols.items():
        sizes[symbol] = int(random.choice(choices))
    return sizes


def feeds_of(case, sizes, random):
    feeds = {}
    for name, dtype, dims in case.inputs:
        shape = [sizes[dim] if isinstance(dim, str) else dim for dim in dims]
        if name in case.values:
            feeds[name] = np.asarray(case.values[name](sizes, random), dtype)
        elif np.issubdtype(dtype, np.floating):
            feeds[name] = random.standard_normal(shape).astype(dtype)
        elif dtype is np.bool_:
            feeds[name] = random.integers(0, 2, shape).astype(dtype)
        else:
            feeds[name] = random.integers(-5, 6, shape).astype(dtype)
    return feeds


def compare(case, got, want):
    for name, expected in want.items():
        value = got[name]
        if value.shape != expected.shape:
            return f"{name} has shape {value.shape}, not {expected.shape}"
        if value.dtype != expected.dtype:
            return f"{name} is {value.dtype}, not {expected.dtype}"
        if not np.allclose(value, expected, rtol=case.tolerance, atol=case.tolerance, equal_nan=True):
            return f"{name} differs by {np.max(np.abs(value.astype(np.float64) - expected)):.3g}"
    return None


def check(number, case, count, seed):
    """What is wrong."""
    model = case.model()
    # One case in four has the bits of two forms to compare: each once while a turn of the forms lasts.
    forms = turns(number, each_plan(), 1 + is_turn(number // 3, 4), lasts=12) if case.forms else [None]
    forms = {form: ascend_mlir.compile(model, **PRECISE, **(form.arguments if form else {})) for form in forms}
    if case.reference:
        judge = onnx.reference.ReferenceEvaluator(model)
    else:
        judge = session_of(model.SerializeToString())
    random, faults = np.random.default_rng(seed), []
    drawn = [dict(sizes) for sizes in case.also] + [draw(case, random) for _ in range(count)]
    for sizes in drawn:
        feeds = feeds_of(case, sizes, random)
        try:
            want = dict(zip(case.outputs, judge.run(None, feeds)))
        except Exception as error:  # onnxruntime has many classes
            want, why = None, str(error)
        first = None
        for form, compiled in forms.items():
            place = f"{sizes}{f', {form}' if form else ''}"
            try:
                got = compiled.run(feeds, threads=1)
            except ascend_mlir.AscendError as error:
                if want is not None:
                    faults.append(f"{place}: fails: {error}")
                continue
            if want is None:
                if not case.lenient:
                    faults.append(f"{place}: runs where onnxruntime says {why.splitlines()[0]}")
                continue
            fault = compare(case, got, want)
            first = first or got
            if not fault and any(got[name].tobytes() != first[name].tobytes() for name in want):
                fault = f"other bits than {next(iter(forms))}"
            if fault:
                faults.append(f"{place}: {fault}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    tally = Tally()
    for number, case in enumerate(CASES + FLOW + VISION + BLOCKS + REGIONS + ALGEBRA):
        if arguments.only and arguments.only not in case.name:
            continue
        if arguments.list:
            print(case.name)
            continue
        if not arguments.only and not case.daily and not is_turn(number, 3):
            continue
        with tally.case(case.name):
            faults = check(number, case, arguments.count, arguments.seed)
            assert not faults, "\n  ".join(faults)
    if not arguments.list:
        tally.end()


if __name__ == "__main__":
    main()
