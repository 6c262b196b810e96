#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The reference run equals onnxruntime on real files: the outputs on 1,000 files, every
op between on 100 of them; or on an eighth of these, whose turn it is (sampling.py)."""

import tempfile

import numpy as np

import dumps
from sampling import is_turn

FILES = 1000

def main():
    found = dumps.samples.find_files(FILES)
    assert len(found) == FILES, f"only {len(found)} files with a known extension"
    # Those whose turn it is, in whole batches.
    found = [file for number, file in enumerate(found) if is_turn(number, 8)]
    inputs = dumps.samples.load(found[: len(found) // dumps.BATCH * dumps.BATCH])
    files = len(inputs)
    tensor_files = max(files // 10 // dumps.BATCH, 1) * dumps.BATCH
    ours = dumps.run(inputs, "--reference")
    theirs = dumps.probabilities_of_onnxruntime(inputs)
    agree = np.mean(ours.argmax(1) == theirs.argmax(1))
    apart = np.abs(ours - theirs).max(1)
    far = np.flatnonzero(apart > 1e-5)
    print(f"files {files}: agreement {agree:.2%}, {files - len(far)} within 1e-5, largest difference {apart.max():.1e}")
    assert agree == 1
    # The model computes variances as E[x^2] - E[x]^2. Where a file is mostly
    # padding that cancels nearly all digits, and the order of a sum moves the
    # result by 1e-2: onnxruntime differs as much from itself when it runs the
    # files one by one. There we must be nearer to it than it is to itself, and by
    # much on all files together: of one alone chance decides.
    assert len(far) <= 0.03 * FILES  # a part may have all of them
    if len(far):
        spread = np.abs(theirs - dumps.probabilities_of_onnxruntime(inputs, batch=1)).max(1)
        print(f"onnxruntime against itself, one file at a time: {np.sum(spread > 1e-5)} files differ by more than "
              f"1e-5, largest {spread.max():.1e}")
        assert apart.max() <= spread.max() and len(far) <= np.sum(spread > 1e-5)
        assert apart.sum() <= spread.sum() / 5

    # Op by op on the same inputs, so that no op hides behind another's error.
    runner, errors = dumps.NodeRunner(), {}
    for start in range(0, tensor_files, dumps.BATCH):
        part = inputs[start:start + dumps.BATCH]
        with tempfile.TemporaryDirectory() as folder:
            dumps.run(part, "--reference", dump=folder)
            dump = dumps.Dump(folder)
            for node in dump.ops:
                (wanted,) = runner.run(node, dump.tensors(node, "input"))
                (have,) = dump.tensors(node, "output")
                assert have.shape == wanted.shape and have.dtype == wanted.dtype, node
                if wanted.dtype.kind != "f":
                    assert np.array_equal(have, wanted), node
                    continue
                # The -inf from which a maximum starts is in both.
                difference = np.where(have == wanted, 0, np.abs(have - wanted))
                scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
                errors[node] = max(errors.get(node, 0), difference.max() / scale if scale else difference.max())
    worst = max(errors, key=errors.get)
    print(f"ops: {len(dump.ops)} on {tensor_files} files, each on the inputs it had: largest difference "
          f"{errors[worst]:.1e} of a tensor's largest value ({worst})")
    assert len(dump.ops) >= 80 and errors[worst] <= 1e-4


if __name__ == "__main__":
    main()
