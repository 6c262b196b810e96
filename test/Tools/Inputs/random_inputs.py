#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random inputs against the generator of the C++ standard, std::mt19937_64.

usage: random_inputs.py FOLDER
"""

import itertools
import os
import sys

import ml_dtypes
import numpy as np
from tally import Tally
from tools import run

FOLDER, COUNT = sys.argv[1], 50
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)


def words(seed):
    """The numbers of std::mt19937_64, as the C++ standard has them in [rand.predef]."""
    full, lower, n, m = (1 << 64) - 1, (1 << 31) - 1, 312, 156
    state = [seed]
    for i in range(1, n):
        state.append((6364136223846793005 * (state[-1] ^ state[-1] >> 62) + i) & full)
    while True:
        for i in range(n):
            y = state[i] & ~lower | state[(i + 1) % n] & lower
            state[i] = state[(i + m) % n] ^ y >> 1 ^ (0xB5026F5AA96619E9 if y & 1 else 0)
        for y in state:
            y ^= y >> 29 & 0x5555555555555555
            y ^= y << 17 & 0x71D67FFFEDA60000
            y ^= y << 37 & 0xFFF7EEE000000000
            yield (y ^ y >> 43) & full


def unit(word):
    """From -1 to 1, of the highest 53 bits."""
    return (word >> 11) / 2.0**52 - 1


def narrow(dtype):
    """By way of float32."""
    return lambda word: np.float32(unit(word)).astype(dtype).view(f"V{np.dtype(dtype).itemsize}")


def below(count):
    return lambda word: np.int64(word % count)


# The type in the model, that of a row in numpy, and what becomes of a number.
KINDS = [
    ("f32", np.float32, lambda word: np.float32(unit(word))),
    ("f64", np.float64, unit),
    ("f16", np.float16, lambda word: np.float16(np.float32(unit(word)))),
    ("bf16", "V2", narrow(ml_dtypes.bfloat16)),
    ("i1", bool, lambda word: word >> 63),
    ("i8", np.int8, below(100)),
    ("ui8", np.uint8, below(100)),
    ("i32", np.int32, below(100)),
    ("ui64", np.uint64, below(100)),
    ("i4", "V1", lambda word: np.uint8(word % 16).view("V1")),
    ("ui4", "V1", lambda word: np.uint8(word % 16).view("V1")),
    ("i2", "V1", lambda word: np.uint8(word % 4).view("V1")),
    ("ui2", "V1", lambda word: np.uint8(word % 4).view("V1")),
]
types = [f"tensor<{COUNT}x{word}>" for word, _, _ in KINDS]
names = [f"%{word}" for word, _, _ in KINDS]
with open("types.mlir", "w") as file:
    file.write(f"func.func @main({', '.join(f'{name}: {each}' for name, each in zip(names, types))}) -> ({', '.join(types)}) {{\n"
               f"  return {', '.join(names)} : {', '.join(types)}\n}}\n")  # fmt: skip

tally = Tally()
with tally.case("the generator"):
    assert next(itertools.islice(words(5489), 9999, None)) == 9981545732273789042
for seed in (0, 3):
    run("ascend-run", "types.mlir", "--random", "--reference", "--outputs=y.npz", *([f"--seed={seed}"] if seed else []))
    arrays, bits = np.load("y.npz"), words(seed)
    for number, (word, dtype, become) in enumerate(KINDS):
        with tally.case(f"{word}, seed {seed}"):
            wanted = np.array([become(each) for each in itertools.islice(bits, COUNT)]).astype(dtype)
            got = arrays[f"result{number}"]
            assert got.dtype == wanted.dtype and got.tobytes() == wanted.tobytes(), (got, wanted)
tally.end()
