#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Compares ascend-opt with the oracle on random graphs.

usage: differential.py ASCEND_OPT SHARE [--count=N] [--seed=S] [--jobs=J]
                       [--keep=DIR] [--show=N] [--builtin]

SHARE is the folder share/ascend. A case that differs is written to
DIR/<seed>, ready to run. A day has half of the graphs (sampling.py).
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import sys
import tempfile
import traceback

import emit
import generate
import tools
from oracle import decide
from oracle.model import Refused
from platform_data import Platform
from sampling import is_turn


def expected(case):
    """The oracle's decision, or its refusal."""
    try:
        return decide.Decision(case.graph, case.setting), None
    except Refused as refusal:
        return None, refusal


def write(case, folder):
    """The files of a case; gives the pipeline's options."""
    folder.mkdir()
    if not case.builtin:
        first, second = generate.store_json(case.rng, case.core, case.cpu)
        (folder / "store").mkdir()
        (folder / "store" / "core.json").write_text(json.dumps(first))
        (folder / "store" / "cpu.json").write_text(json.dumps(second))
    (folder / "graph.mlir").write_text(emit.module(case.graph, emit.modelled if case.builtin else None))
    options = {**case.options, "soc": case.soc, "merge_casts": "fe" if case.merges else "never", "report": "report.json"}
    if not case.builtin:
        options["ops_info"] = "store"
    for key, text in case.files.items():
        options[key] = key + ".cfg"
        if text is not None:
            (folder / options[key]).write_bytes(text.encode())
    words = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in options.items())
    (folder / "command").write_text(f"ascend-opt graph.mlir '--ascend-precision-pipeline={words}'\n")
    return f"--ascend-precision-pipeline={words}"


def check(ascend_opt, platform, seed, keep, builtin):
    """The differences of one case."""
    case = generate.Case(seed, platform, builtin)
    decision, refusal = expected(case)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "case"
        pipeline = write(case, folder)
        done = tools.run(ascend_opt, "graph.mlir", pipeline, "-o", "/dev/null", folder=folder, code=None)
        found = []
        if done.returncode not in (0, 1):
            found = [f"exit code {done.returncode}: {done.stderr[-300:]}"]
        elif decision is None:
            codes = re.findall(r"error: \[(\w+)\]", done.stderr)
            if done.returncode == 0 or "" not in refusal.codes and not refusal.codes & set(codes):
                found = [f"exit code {done.returncode}, {codes or done.stderr[:200]} where {refusal.codes} is due"]
        elif done.returncode:
            found = ["refused: " + " ".join(re.findall("error: .*", done.stderr))[:400]]
        else:
            report = json.loads((folder / "report.json").read_text())
            found = list(emit.differences(report, decision.rows))
            found = found or list(emit.cast_differences(report, case.graph, decision, case.merges))
        if found and keep:
            shutil.rmtree(keep / str(seed), ignore_errors=True)
            shutil.copytree(folder, keep / str(seed))
        return len(case.graph.nodes), found, refusal.code if refusal else None


def run(task):
    ascend_opt, share, seeds, keep, builtin = task
    platform = Platform(share)
    result = []
    for seed in seeds:
        try:
            result.append((seed, *check(ascend_opt, platform, seed, keep, builtin)))
        except Exception:  # pylint: disable=broad-except
            result.append((seed, 0, ["the test itself: " + traceback.format_exc()], None))
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ascend_opt")
    parser.add_argument("share", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--builtin", action="store_true", help="the built-in stores in place of random ones")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    ascend_opt = shutil.which(options.ascend_opt) or options.ascend_opt
    ascend_opt = str(pathlib.Path(ascend_opt).resolve())
    seeds = [seed for seed in range(options.seed, options.seed + options.count) if is_turn(seed, 2)]
    tasks = [(ascend_opt, options.share, seeds[k:k + 50], options.keep, options.builtin) for k in range(0, len(seeds), 50)]
    nodes = failures = 0
    refusals = {}
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for chunk in pool.map(run, tasks):
            for seed, count, found, code in chunk:
                nodes += count
                if code is not None:
                    refusals[code] = refusals.get(code, 0) + 1
                if found:
                    failures += 1
                    if failures <= options.show:
                        print(f"seed {seed}: {len(found)} differences")
                        for line in found[:4]:
                            print("  " + line)
    told = ", ".join(f"{code or 'no code'} {count}" for code, count in sorted(refusals.items()))
    print(f"graphs: {len(seeds)}, ops: {nodes}, refused: {sum(refusals.values())} ({told}), different: {failures}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
