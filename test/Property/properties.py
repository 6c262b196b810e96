#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Properties of the precision passes on random graphs.

usage: properties.py ASCEND_OPT SHARE [--examples=N]
"""

import argparse
import itertools
import json
import pathlib
import re
import shutil
import sys
import tempfile

import hypothesis
import hypothesis.strategies

import differential
import emit
import generate
from platform_data import Platform
from sampling import turns
from tools import run

CONSTRAINTS = ["ascend-propagate-mixlist", "ascend-pin-keep-dtype", "ascend-override-customize-dtypes",
               "ascend-select-implmode"]
DECISION = ["ascend-assign-precision", "ascend-materialize-precision", "ascend-verify-precision"]
CLEANING = ["canonicalize", "cse", "inline"]


class Module:
    """A case that the decision does not refuse, in a folder of its own; the `number`th of a property."""

    def __init__(self, seed, number, builtin=False):
        self.number = number
        while True:
            self.case = generate.Case(seed, PLATFORM, builtin)
            self.decision, refusal = differential.expected(self.case)
            if refusal is None:
                break
            seed += 1
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name) / "case"
        self.options = differential.write(self.case, self.folder).partition("=")[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def opt(self, *flags, source="graph.mlir", succeeds=True):
        done = run(ASCEND_OPT, source, *flags, folder=self.folder, code=0 if succeeds else 1)
        return done.stdout if succeeds else done.stderr

    def load(self):
        """The pass that loads the configuration, with this case's options."""
        words = re.sub(r' ?(report|merge-casts)="[^"]*"', "", self.options)
        return f"--ascend-load-config={words}"

    def report(self):
        return json.loads((self.folder / "report.json").read_text())

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name


def passes(names):
    return ["--" + name for name in names]


def decide_and_materialize_are_idempotent(module):
    first = module.opt(f"--ascend-precision-pipeline={module.options}")
    again = module.write("again.mlir", first)
    assert module.opt(f"--ascend-precision-pipeline={module.options}", source=again) == first
    assert module.opt(*passes(CONSTRAINTS + DECISION), source=again) == first
    decided = module.opt(module.load(), *passes(CONSTRAINTS + DECISION[:1]))
    again = module.write("again.mlir", decided)
    assert module.opt(*passes(DECISION[:1]), source=again) == decided


def decisions_are_columns_and_pins_hold(module):
    case = module.case
    loud = run(ASCEND_OPT, "graph.mlir", f"--ascend-precision-pipeline={module.options}", "-o", "/dev/null", folder=module.folder).stderr
    for op in module.report()["ops"]:
        node = case.graph.by_name[op["name"]]
        have = [tensor and tensor["dtype"] for tensor in op["inputs"]], [tensor["dtype"] for tensor in op["outputs"]]
        origins = [tensor and tensor["origin"] for tensor in op["inputs"]], [tensor["origin"] for tensor in op["outputs"]]
        if op["column"] is not None:
            info = case.core[node.type]
            assert op["column"] < info.columns
            if not node.groups and all(slot.kind != "dynamic" for slot in info.inputs + info.outputs):
                for slots, dtypes in zip((info.inputs, info.outputs), have):
                    for slot, dtype in zip(slots, dtypes):
                        assert dtype in (None, slot.dtypes[op["column"]]), op
        entry = module.decision.custom[0].get(node.name) or module.decision.custom[1].get(node.type)
        for wanted, dtypes in zip(entry or (), have):
            for want, dtype in zip(wanted, dtypes):
                assert not want or dtype in (None, want) or f"node '{op['name']}'" in loud, op
        if node.name in module.decision.kept and not entry and op["rule"] not in ("promoted", "no_column_fits"):
            # A kept tensor keeps its dtype or rises, where its column has it.
            for origin, dtype in zip(origins[0] + origins[1], have[0] + have[1]):
                assert (origin, dtype) not in (("float", "float16"), ("float", "bfloat16")) or any(
                    other != want for want, other in zip(origins[0] + origins[1], have[0] + have[1])), op


def casts_are_single_and_signatures_stay(module):
    text = module.opt(f"--ascend-precision-pipeline={module.options}")
    inserted = dict(re.findall(r"(%\w+) = ascend\.cast (%[\w#]+) \{[^}]*cast_origin<(?:inserted|boundary)>", text))
    # Two stand together only where FE took Casts of the model out between them.
    assert not set(inserted) & set(inserted.values()) or module.report()["merged_casts"]
    pairs = re.findall(r"ascend\.cast (%[\w#]+) \{[^}]*cast_origin<(?:inserted|boundary)>\} : \([^)]*\) -> (\S+)", text)
    assert len(pairs) == len(set(pairs))
    want = re.search(r"func\.func @main(.*) \{\n", module.opt()).group(1)
    assert re.search(r"func\.func @main(.*) \{\n", text).group(1) == want


def names_survive_cleaning(module):
    steps = CONSTRAINTS + DECISION
    report = "--ascend-report-precision=json=report.json"
    module.opt(module.load(), *passes(steps), report)
    plain = module.report()
    between = [flag for step in steps for flag in passes(CLEANING + [step])]
    module.opt(module.load(), *between, *passes(CLEANING), report)
    cleaned = module.report()
    # Modelled ops have no effects, so those that nobody uses may go.
    left = {op["name"] for op in cleaned["ops"]}
    gone = {op["name"] for op in plain["ops"]} - left
    assert not gone or module.case.builtin and all(emit.modelled(module.case.graph.by_name[name]) for name in gone)
    assert cleaned["ops"] == [op for op in plain["ops"] if op["name"] in left]
    assert gone or cleaned["config"] == plain["config"]


def constraint_passes_commute(module):
    loaded = module.write("loaded.mlir", module.opt(module.load()))
    # Of two passes either one is the first in an order or in its reverse.
    orders = [order for order in itertools.permutations(CONSTRAINTS) if order < order[::-1]]
    taken = turns(module.number, orders, 3)
    results = {module.opt(*passes(order), source=loaded) for one in taken for order in (one, one[::-1])}
    assert len(results) == 1


def a_missing_pass_is_named(module):
    for later in turns(module.number, CONSTRAINTS + DECISION[:1]):
        assert "run ascend-load-config before" in module.opt("--" + later, succeeds=False)
    needs = {"modify_mixlist": CONSTRAINTS[0], "keep_dtype": CONSTRAINTS[1], "customize_dtypes": CONSTRAINTS[2]}
    config = module.decision
    there = {"modify_mixlist": config.moves, "keep_dtype": module.case.files.get("keep_dtype", "").strip(),
             "customize_dtypes": config.custom[0] or config.custom[1]}
    for key, needed in needs.items():
        if there[key] and not there[key] == "#":
            others = [name for name in CONSTRAINTS if name != needed]
            flags = [module.load(), *passes(others + DECISION[:1])]
            done = run(ASCEND_OPT, "graph.mlir", *flags, folder=module.folder, code=None)
            assert done.returncode == 1 and f"run {needed} before" in done.stderr or key == "keep_dtype" and not config.kept
    loaded = [module.load(), *passes(CONSTRAINTS + DECISION[1:2])]
    if module.decision.rows:
        assert f"run {DECISION[0]} before {DECISION[1]}" in module.opt(*loaded, succeeds=False)


# Each property and its share of the examples: the dear ones get fewer.
PROPERTIES = [
    (decide_and_materialize_are_idempotent, 1.0),
    (decisions_are_columns_and_pins_hold, 2.0),
    (casts_are_single_and_signatures_stay, 1.0),
    (names_survive_cleaning, 1.0),
    (constraint_passes_commute, 0.3),
    (a_missing_pass_is_named, 0.4),
]


def hold_on_examples(holds, count):
    """Runs a property on `count` cases, the same ones in each run."""
    numbers = itertools.count()

    @hypothesis.settings(max_examples=count, derandomize=True, deadline=None, database=None,
                         phases=[hypothesis.Phase.generate], suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(hypothesis.strategies.integers(0, 2**31), hypothesis.strategies.integers(0, 4))
    def run(seed, style):
        with Module(seed, next(numbers), builtin=style == 0) as module:
            holds(module)

    run()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ascend_opt")
    parser.add_argument("share", type=pathlib.Path)
    parser.add_argument("--examples", type=int, default=20)
    options = parser.parse_args()
    global ASCEND_OPT, PLATFORM  # pylint: disable=global-variable-undefined
    ASCEND_OPT = str(pathlib.Path(shutil.which(options.ascend_opt)).resolve())
    PLATFORM = Platform(options.share)
    for holds, share in PROPERTIES:
        count = max(1, round(options.examples * share))
        hold_on_examples(holds, count)
        print(f"{holds.__name__}: {count} graphs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
