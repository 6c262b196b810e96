#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What Ascend's precision settings do to a real model on real files.

Runs magika, a classifier of file types, over files of Python packages under
several settings of ATC's options and prints how often each still agrees with
float32, then the ops that overflow under force_fp16 and why they are in
float16. scripts/demo calls it.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import time

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

import samples

HERE = pathlib.Path(__file__).parent
SOC = "Ascend910B1"
# Samples in one run, and for the comparison op by op.
BATCH, COMPARED = 20, 200

SETTINGS = [
    ("reference", ["--reference"]),
    ("must_keep_origin_dtype", ["--precision_mode=must_keep_origin_dtype"]),
    ("force_fp16", ["--precision_mode=force_fp16"]),
    ("allow_mix_precision", ["--precision_mode=allow_mix_precision"]),
    ("allow_mix_precision_bf16", ["--precision_mode=allow_mix_precision_bf16"]),
    ("force_fp16 + keep_dtype", ["--precision_mode=force_fp16", f"--keep_dtype={HERE / 'keep.cfg'}"]),
]


def call(command):
    """Runs a tool; gives its standard output."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(str(word) for word in command)}\n{done.stderr}")
    return done.stdout


def ascend_run(tool, inputs, options, *more):
    command = [tool, samples.MODEL, f"--input_shape=bytes:{BATCH},2048", f"--inputs={inputs}", "--split_batch",
               f"--soc_version={SOC}"]
    return call(command + options + list(more))


def short_counts(text):
    """What the line `decided: …` says: (ops per dtype, casts)."""
    words = dict(re.findall(r"(\w+)=(\w+)", text.split("decided:")[1].splitlines()[0]))
    dtypes = {"float": "f32", "float16": "f16", "bfloat16": "bf16"}
    counts = [f"{words[word]} {short}" for word, short in dtypes.items() if word in words]
    return " ".join(counts), words["casts"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ascend-run", required=True, type=pathlib.Path)
    parser.add_argument("--files", type=int, default=1000, help="how many files (a multiple of %d)" % BATCH)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("out/demo"))
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    console = Console(width=100)

    paths = samples.find_files(arguments.files)
    paths = paths[:len(paths) // BATCH * BATCH]
    inputs = arguments.output / "inputs.npz"
    np.savez(inputs, bytes=samples.load(paths))
    console.print(f"magika over {len(paths)} files of Python packages, {BATCH} at a time")

    table = Table(title=f"magika on {SOC}, computed by CANN's published rules on this CPU, not measured on an NPU",
                  box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("setting", "SoC", "agrees", "right", "worst error", "casts", "ops per dtype", "time"):
        table.add_column(column, justify="left" if column in ("setting", "SoC", "ops per dtype") else "right",
                         no_wrap=True)
    rows, reference = [], None
    for name, options in SETTINGS:
        console.print(f"  running {name} …")
        outputs = arguments.output / (re.sub(r"\W+", "_", name) + ".npz")
        report = arguments.output / (outputs.stem + ".json")
        started = time.perf_counter()
        is_reference = "--reference" in options
        printed = ascend_run(arguments.ascend_run, inputs, options, f"--outputs={outputs}",
                             *([] if is_reference else [f"--report={report}"]))
        seconds = time.perf_counter() - started
        probabilities = np.load(outputs)["target_label"]
        if reference is None:
            reference = probabilities
        agrees = np.mean(np.argmax(probabilities, axis=1) == np.argmax(reference, axis=1))
        error = np.max(np.abs(np.nan_to_num(probabilities, nan=1.0) - reference))
        dtypes, casts = ("the model's", "-") if is_reference else short_counts(printed)
        rows.append({"setting": name, "soc": "-" if is_reference else SOC, "agreement": float(agrees),
                     "named_right": samples.right_share(paths, probabilities), "worst_error": float(error),
                     "casts": casts, "ops_per_dtype": dtypes, "seconds": seconds})
        row = rows[-1]
        table.add_row(name, row["soc"], f"{agrees:.1%}", f"{row['named_right']:.1%}", f"{error:.1e}", casts, dtypes,
                      f"{seconds:.1f} s")
    console.print()
    console.print(table)

    console.print("\nUnder force_fp16, the first %d files against the reference, op by op:" % COMPARED)
    few = arguments.output / "few.npz"
    np.savez(few, bytes=samples.load(paths[:COMPARED]))
    comparison = ascend_run(arguments.ascend_run, few, ["--precision_mode=force_fp16"], "--compare=fp32")
    overflows = comparison.split("\n", 1)[1].split("largest errors")[0].rstrip()
    console.print(overflows, markup=False, highlight=False, soft_wrap=True)
    (arguments.output / "results.json").write_text(json.dumps(rows, indent=1) + "\n")
    console.print(f"\nreports with a reason for every op: {arguments.output}/*.json")


if __name__ == "__main__":
    main()
