#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""onnx_seeds.py FOLDER: writes the small models of ONNX's conformance suite, from
which the target `onnx` starts beside its corpus."""

import os
import sys
import warnings

MAX_BYTES = 4096


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        cases = collect_testcases(None)
    count = 0
    for case in cases:
        data = case.model.SerializeToString()
        if len(data) <= MAX_BYTES:
            with open(os.path.join(folder, case.name), "wb") as file:
                file.write(data)
            count += 1
    print("%d models" % count)


if __name__ == "__main__":
    main()
