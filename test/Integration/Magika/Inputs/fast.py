#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""magika with emulation=fast: as many of the reference's labels as faithful has, by
other bits. One of the modes a day (sampling.py).

Seen to fail with the pass left out of the compiler, and run for faithful, too.
"""

import numpy as np

import dumps
from sampling import turns


def main():
    inputs = dumps.samples.load(dumps.samples.find_files(60))
    reference = dumps.run(inputs, "--reference")
    for mode in turns(0, ("force_fp16", "allow_mix_precision_bf16")):
        faithful, fast = (dumps.run(inputs, f"--precision_mode={mode}", f"--emulation={emulation}")
                          for emulation in ("faithful", "fast"))
        labels = [np.mean(run.argmax(1) == reference.argmax(1)) for run in (faithful, fast)]
        print(f"{mode}: as many labels: {labels[1] >= labels[0] - 0.05}, the same bits: {np.array_equal(faithful, fast)}")


if __name__ == "__main__":
    main()
