#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""magika from a compiled file: the bits of magika.onnx with the same options.

Another precision mode for one of the two shows that the comparison can fail.

usage: compiled_file.py FOLDER
"""

import subprocess
import sys

import numpy as np

import dumps

FOLDER = sys.argv[1]
MODE = "--precision_mode=allow_mix_precision_bf16"


def main():
    inputs = dumps.samples.load(dumps.samples.find_files(40))
    on_the_spot = dumps.run(inputs, MODE)
    np.savez(f"{FOLDER}/x.npz", bytes=inputs)
    subprocess.run(["ascend-atc", f"--model={dumps.samples.MODEL}", f"--input_shape=bytes:{dumps.BATCH},2048", MODE,
                    f"--output={FOLDER}/magika"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ascend-run", f"{FOLDER}/magika.asc", f"--inputs={FOLDER}/x.npz", "--split_batch",
                    f"--outputs={FOLDER}/y.npz"], check=True)
    from_file = np.load(f"{FOLDER}/y.npz")["target_label"]
    same = np.array_equal(on_the_spot.view(np.int32), from_file.view(np.int32))
    print(f"{len(inputs)} files, the same bits: {same}")


if __name__ == "__main__":
    main()
