#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""magika from a compiled file: the bits of magika.onnx with the same options.

Another precision mode for one of the two shows that the comparison can fail.

usage: compiled_file.py FOLDER
"""

import sys

import numpy as np
from tools import run, run_model

import dumps

FOLDER = sys.argv[1]
MODE = "--precision_mode=allow_mix_precision_bf16"


def main():
    inputs = dumps.samples.load(dumps.samples.find_files(40))
    on_the_spot = dumps.run(inputs, MODE)
    run("ascend-atc", f"--model={dumps.samples.MODEL}", f"--input_shape=bytes:{dumps.BATCH},2048", MODE, f"--output={FOLDER}/magika")
    from_file = run_model(f"{FOLDER}/magika.asc", {"bytes": inputs}, "--split_batch")["target_label"]
    same = np.array_equal(on_the_spot.view(np.int32), from_file.view(np.int32))
    print(f"{len(inputs)} files, the same bits: {same}")


if __name__ == "__main__":
    main()
