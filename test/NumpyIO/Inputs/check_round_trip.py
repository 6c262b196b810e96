# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""check_round_trip.py PROGRAM FOLDER: numpy against the reader and writer.

numpy saves arrays of every type, shape, order, byte order and format version;
PROGRAM reads and writes them; what numpy then loads must be equal, bit for bit.
"""

import io
import itertools
import pathlib
import shutil
import sys
import zipfile

import ml_dtypes
import numpy as np
from tools import run

WORDS = {
    "float16": "float16", "float32": "float", "float64": "double",
    "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
    "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
    "bool": "bool", "complex64": "complex64", "complex128": "complex128",
    "bfloat16": "bfloat16",
}
SHAPES = [(), (0,), (1,), (7,), (2, 3), (3, 0, 2), (1, 5, 1), (2, 3, 4, 5),
          (1,) * 32, (4, 1, 6)]


def make(rng, dtype, shape):
    """Random bits of the type (random truth for bool)."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64))
    if dtype == bool:
        return rng.integers(0, 2, count).astype(bool).reshape(shape)
    return np.frombuffer(rng.bytes(count * dtype.itemsize), dtype).reshape(shape)


def arrays():
    rng = np.random.default_rng(1)
    for name, shape in itertools.product(WORDS, SHAPES):
        array = make(rng, getattr(ml_dtypes, name, None) or name, shape)
        yield f"{name}{shape}", name, array
        yield f"{name}{shape}/F", name, np.asfortranarray(array)
        if name != "bfloat16":
            yield f"{name}{shape}/>", name, array.astype(array.dtype.newbyteorder(">"))


def same(a, b):
    """Equal shape and bits; the order of bytes and of dimensions may differ."""
    def plain(x):
        return np.ascontiguousarray(x.astype(x.dtype.newbyteorder("=")))
    return a.shape == b.shape and plain(a).tobytes() == plain(b).tobytes()


def check_npz(program, folder):
    wanted = {key: array for key, _, array in arrays()}
    wanted["naïve/名:0"] = np.arange(3)
    words = {key: WORDS[name] for key, name, _ in arrays()}
    words["naïve/名:0"] = "int64"
    for save in (np.savez, np.savez_compressed):
        save(folder / "in.npz", **wanted)
        lines = run(program, folder / "in.npz", folder / "out.npz").stdout.splitlines()
        read = [line.split(" ", 2) for line in lines]
        shapes = {k: "[" + ",".join(map(str, a.shape)) + "]" for k, a in wanted.items()}
        assert read == [[words[k], shapes[k], k] for k in wanted]
        with np.load(folder / "out.npz", allow_pickle=False) as found:
            assert list(found) == list(wanted)
            for key, array in wanted.items():
                assert same(found[key], array), key
        with zipfile.ZipFile(folder / "out.npz") as file:
            assert file.testzip() is None
            # No clock shows in the file: equal arrays make equal files.
            assert {m.date_time for m in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    first = (folder / "out.npz").read_bytes()
    run(program, folder / "in.npz", folder / "out.npz")
    assert (folder / "out.npz").read_bytes() == first, "not the same twice"
    return len(wanted)


def check_npy(program, folder):
    count = 0
    for (key, name, array), version in itertools.product(
            arrays(), [(1, 0), (2, 0), (3, 0)]):
        # A process for each: one shape, and the later versions for one type.
        if array.ndim == 4 and (version == (1, 0) or name == "float32"):
            with open(folder / "in.npy", "wb") as file:
                np.lib.format.write_array(file, array, version)
            line = run(program, folder / "in.npy", folder / "out.npy").stdout
            assert line.startswith(WORDS[name] + " "), (key, line)
            found = np.load(folder / "out.npy", allow_pickle=False)
            if name == "bfloat16":
                found = found.view(ml_dtypes.bfloat16)
            assert same(found, array), (key, version)
            saved = io.BytesIO()
            np.save(saved, np.ascontiguousarray(array).reshape(array.shape)
                    .astype(array.dtype.newbyteorder("=")))
            assert saved.getvalue() == (folder / "out.npy").read_bytes(), key
            count += 1
    return count


def check_eight_bits(program, folder):
    bits = np.arange(256, dtype=np.uint8).reshape(16, 16)
    for name, word in (("float8_e4m3fn", "V1"), ("float8_e5m2", "float8_e5m2")):
        np.save(folder / "in.npy", bits.view(getattr(ml_dtypes, name)))
        line = run(program, folder / "in.npy", folder / "out.npy").stdout
        assert line == f"{word} [16,16] \n", line
        found = np.load(folder / "out.npy", allow_pickle=False)
        assert found.dtype == np.dtype("V1") and same(found, bits), name


def main(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    print(check_npz(program, folder), "arrays in archives are the same")
    print(check_npy(program, folder), "single arrays are the same")
    check_eight_bits(program, folder)
    np.savez(folder / "empty.npz")
    assert run(program, folder / "empty.npz").stdout == ""
    # in and out of both kinds, and the empty one: no temporary file is left.
    assert len(list(folder.iterdir())) == 5, list(folder.iterdir())


main(*sys.argv[1:])
