# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Inputs for ascend-lab: files of Python packages, 20 in a run (`--data=inputs.py --limit=RUNS`)."""

import samples

BATCH = 20


def inputs():
    paths = samples.find_files(1000)
    for first in range(0, len(paths) - BATCH + 1, BATCH):
        yield {"bytes": samples.load(paths[first : first + BATCH])}
