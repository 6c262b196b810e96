# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""check_dump.py PROGRAM: numpy reads what ascendrt-c-test dumps.

Every file must hold the type, the shape and the bytes that index.json and the
program say, and be byte for byte what numpy.save writes of such an array.
"""

import io
import json
import pathlib
import sys
import tempfile

import ml_dtypes
import numpy as np
from tools import run

# Types that numpy lacks, and what their raw bits are to be viewed as.
VIEWS = {
    "bfloat16": ml_dtypes.bfloat16,
    "float8_e5m2": ml_dtypes.float8_e5m2,
    "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8_e8m0": ml_dtypes.float8_e8m0fnu,
    "float8_e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "float8_e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "float4_e2m1": ml_dtypes.float4_e2m1fn,
    "int4": ml_dtypes.int4,
    "uint4": ml_dtypes.uint4,
    "int2": ml_dtypes.int2,
    "uint2": ml_dtypes.uint2,
    "hifloat8": np.uint8,
}
NAMES = {"float": "float32", "double": "float64"}


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        run(program, folder)
        folder = pathlib.Path(folder)
        index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        assert len(index) == 26, len(index)
        for k, row in enumerate(index):
            assert list(row) == ["op", "kind", "index", "dtype", "file"], row
            assert row["op"] == 'op "ä" \\ \t\x7f', row
            assert row["kind"] == ("output" if k % 2 else "input"), row
            assert row["index"] == k, row
            word, path = row["dtype"], folder / row["file"]
            array = np.load(path, allow_pickle=False)
            if word in VIEWS:
                assert array.dtype.kind == "V", (word, array.dtype)
                array = array.view(VIEWS[word])
            else:
                assert array.dtype == np.dtype(NAMES.get(word, word)), word
            shape = () if k == len(index) - 1 else (5, 1, 3)
            assert array.shape == shape, (word, array.shape)
            period = 2 if word == "bool" else 256
            assert array.tobytes() == bytes(i % period for i in range(array.nbytes))
            # numpy.save writes float8_e5m2 as '<f1', which it cannot read.
            if word not in ("float8_e5m2", "hifloat8"):
                saved = io.BytesIO()
                np.save(saved, array)
                assert saved.getvalue() == path.read_bytes(), word
    print(f"{len(index)} dumped tensors are as numpy has them")


main(sys.argv[1])
