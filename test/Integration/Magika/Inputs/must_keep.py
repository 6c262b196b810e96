#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""must_keep_origin_dtype without HF32, precise bodies: the reference, bit for bit.

Breaking it on purpose shows that the comparison can fail: with the default
modes (HF32 in the convolution) the bits differ.
"""

import numpy as np

import dumps


def main():
    inputs = dumps.samples.load(dumps.samples.find_files(40))
    reference = dumps.run(inputs, "--reference")
    mode = "--precision_mode=must_keep_origin_dtype"
    kept = dumps.run(inputs, mode, "--allow_hf32=false", "--op_select_implmode=high_precision_for_all")
    equal = np.array_equal(reference.view(np.int32), kept.view(np.int32))
    hf32 = dumps.run(inputs, mode, "--allow_hf32=true")
    differs = not np.array_equal(reference.view(np.int32), hf32.view(np.int32))
    threads = [dumps.run(inputs, mode, f"--threads={count}").view(np.int32) for count in (1, 2, 3)]
    same = all(np.array_equal(threads[0], other) for other in threads[1:])
    print(f"bit for bit: {equal}, HF32 differs: {differs}, same bits on 1, 2 and 3 threads: {same}")
    assert equal and differs and same


if __name__ == "__main__":
    main()
