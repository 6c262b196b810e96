# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Real files as inputs of the magika model: those of Python packages beside it.

Used by the demo, the Tutorial and the tests. The model file and the labels come
with the package magika (Apache-2.0); nothing is downloaded.
"""

import collections
import hashlib
import itertools
import json
import os
import pathlib

import magika
import numpy as np

PACKAGE = pathlib.Path(magika.__file__).parent
MODEL = PACKAGE / "models" / "standard_v3_3" / "model.onnx"
CONFIG = json.loads((MODEL.parent / "config.min.json").read_text())
LABELS = CONFIG["target_labels_space"]
_KINDS = json.loads((PACKAGE / "config" / "content_types_kb.min.json").read_text())

# Extension -> the labels that are right for it.
LABELS_OF = {}
for _label in LABELS:
    for _extension in _KINDS.get(_label, {}).get("extensions", ()):
        LABELS_OF.setdefault(_extension, set()).add(_label)

# Those with files of many kinds, in releases that scripts/requirements.txt fixes:
# the same files on each machine.
PACKAGES = (
    "distributed", "magika", "mypy", "mypyc", "nanobind", "numpy", "onnx", "pandas", "plotly", "scipy", "selenium", "sklearn",
)


def features(data):
    """The model's input for a file: int32[2048], 256 where there is no byte.

    The first 1024 bytes behind leading blanks and the last 1024 before trailing
    ones, of the first and the last 4096 bytes of the file.
    """
    begin_size, end_size = CONFIG["beg_size"], CONFIG["end_size"]
    block, padding = CONFIG["block_size"], CONFIG["padding_token"]
    begin = data[:block].lstrip()[:begin_size]
    end = data[-block:].rstrip()[-end_size:]
    result = np.full(begin_size + end_size, padding, np.int32)
    result[:len(begin)] = np.frombuffer(begin, np.uint8)
    if end:
        result[-len(end):] = np.frombuffer(end, np.uint8)
    return result


def find_files(count, per_extension=40):
    """`count` readable files whose extension the model has a label for.

    At most `per_extension` of a kind while there are other kinds, so that one
    kind of source file does not fill the list. In the order of a hash of their
    names: another release of one package changes few of them.
    """
    root = PACKAGE.parent
    paths = []
    for folder, folders, names in itertools.chain.from_iterable(os.walk(root / package) for package in PACKAGES):
        # What Python compiled has the time of the installation in it.
        folders[:] = set(folders) - {"__pycache__"}
        for name in names:
            path = os.path.join(folder, name)
            extension = name.rpartition(".")[2]
            if extension in LABELS_OF and extension != name and not os.path.islink(path):
                paths.append(path)
    paths.sort(key=lambda path: hashlib.sha256(os.fsencode(os.path.relpath(path, root))).digest())
    seen, first, rest = collections.Counter(), [], []
    for path in paths:
        extension = path.rpartition(".")[2]
        seen[extension] += 1
        (first if seen[extension] <= per_extension else rest).append(path)
    chosen = []
    for path in first + rest:
        if len(chosen) == count:
            break
        try:
            large_enough = os.path.getsize(path) >= CONFIG["min_file_size_for_dl"]
            if large_enough and os.access(path, os.R_OK):
                chosen.append(path)
        except OSError:
            continue
    return chosen


def load(paths):
    """The model's input for all `paths`: int32[len(paths), 2048]."""
    blocks = []
    for path in paths:
        with open(path, "rb") as file:
            blocks.append(features(file.read()))
    return np.stack(blocks)


def right_share(paths, probabilities):
    """The share of files whose label is one of their extension's."""
    named = np.argmax(probabilities, axis=1)
    right = [LABELS[label] in LABELS_OF[path.rpartition(".")[2]] for path, label in zip(paths, named)]
    return sum(right) / len(right)
