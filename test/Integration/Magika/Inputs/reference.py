#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The reference run equals onnxruntime on real files.

usage: reference.py FILES TENSOR_FILES: the outputs on FILES files, every tensor
between on TENSOR_FILES of them.
"""

import sys
import tempfile

import numpy as np

import dumps


def main():
    files, tensor_files = int(sys.argv[1]), int(sys.argv[2])
    inputs = dumps.samples.load(dumps.samples.find_files(files))
    assert len(inputs) == files, f"only {len(inputs)} files with a known extension"
    ours = dumps.run(inputs, "--reference")
    theirs = dumps.probabilities_of_onnxruntime(inputs)
    agree = np.mean(ours.argmax(1) == theirs.argmax(1))
    print(f"files {files}: agreement {agree:.2%}, largest difference {np.abs(ours - theirs).max():.1e}")
    assert agree == 1 and np.abs(ours - theirs).max() <= 1e-5

    worst, compared = 0.0, set()
    for start in range(0, tensor_files, dumps.BATCH):
        part = inputs[start:start + dumps.BATCH]
        expected = dumps.tensors_of_onnxruntime(part)
        with tempfile.TemporaryDirectory() as folder:
            dumps.run(part, "--reference", dump=folder)
            dump = dumps.Dump(folder)
            for (node, index), wanted in expected.items():
                # Shape arithmetic was folded at import.
                if node not in dump.ops:
                    continue
                have = dump.load(dump.ops[node]["output"][index])
                assert have.shape == wanted.shape, f"{node}: {have.shape}, should be {wanted.shape}"
                compared.add(node)
                if wanted.dtype.kind != "f":
                    assert np.array_equal(have, wanted), node
                    continue
                scale = np.abs(wanted).max()
                error = np.abs(have - wanted).max() / scale if scale else np.abs(have).max()
                assert error <= 1e-4, f"{node}: {error:.1e} of the largest value"
                worst = max(worst, error)
    print(f"tensors: {len(compared)} nodes on {tensor_files} files, "
          f"largest difference {worst:.1e} of a tensor's largest value")
    assert len(compared) >= 80


if __name__ == "__main__":
    main()
