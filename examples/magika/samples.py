# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Real files of this machine as inputs of the magika model.

Used by the demo and by the tests. The model file and the labels come with the
package magika (Apache-2.0); nothing is downloaded.
"""

import json
import os
import pathlib
import random

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

ROOTS = ("/usr/lib", "/usr/share", "/usr/include", "/etc")


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


def find_files(count, seed=1, per_extension=40):
    """`count` readable files whose extension the model has a label for.

    At most `per_extension` of a kind while there are other kinds, so that one
    kind of source file does not fill the list. The same machine gives the same
    list.
    """
    by_extension = {}
    for root in ROOTS:
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                extension = name.rpartition(".")[2]
                if extension not in LABELS_OF or extension == name or os.path.islink(path):
                    continue
                by_extension.setdefault(extension, []).append(path)
    chooser = random.Random(seed)
    first, rest = [], []
    for extension in sorted(by_extension):
        paths = by_extension[extension]
        chooser.shuffle(paths)
        first += paths[:per_extension]
        rest += paths[per_extension:]
    chooser.shuffle(first)
    chooser.shuffle(rest)
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
