# ===- healed.py - What a search writes --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The files that carry a set of ops that heals."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from .. import __version__
from ..errors import _usage_error
from . import arguments
from .bench import Bench, keep_lines
from .decision import Op
from .minimize import OutOfTrials, Trials

__all__ = ["curve_of", "write_healed"]

def _hash(path: str) -> str:
    digest = hashlib.sha256()
    files = [path]
    if os.path.isdir(path):
        files = sorted(os.path.join(path, name) for name in os.listdir(path))
    for each in files:
        if os.path.isfile(each):
            with open(each, "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    digest.update(block)
    return digest.hexdigest()


def _option_words(options: Mapping[str, bool | str]) -> list[str]:
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]


def curve_of(ranked: Sequence[int], bench: Bench, trials: Trials, found: frozenset[int]) -> list[tuple[int, float, bool]]:
    """The error over the number of ops kept, along the ranking."""
    sizes = {0, len(ranked), len(found)}
    size = 1
    while size < len(ranked):
        sizes.add(size)
        size *= 2
    points = []
    for size in sorted(sizes):
        members = frozenset(ranked[:size])
        try:
            passes = trials(members)
        except OutOfTrials:
            continue
        if members in bench.errors:
            points.append((size, bench.errors[members], passes))
    return points


def _readme(given: argparse.Namespace, options: Mapping[str, bool | str], ops: Sequence[Op], lines: Sequence[str]) -> str:
    model = arguments.model_of(given)
    words = shlex.join(_option_words({**options, "keep_dtype": "keep_dtype.cfg"}))
    inputs = shlex.join([model, *(f"--data={path}" for path in given.data)])
    kept = "\n".join(f"- `{name}` ({op.type}): {op.row['reason']}" for op in ops for name in op.keep_names)
    result = "\n".join(f"    {line}" for line in lines)
    return f"""# Ops that are kept in the dtypes of the model

Written by `ascend-lab search` {__version__}. ATC's parser has no comments: what the lines of keep_dtype.cfg are for stands here.

{kept}

Compile:

```sh
atc {shlex.quote(f"--model={model}")} --framework=5 --output=healed {words}
```

Verify, without a device:

```sh
ascend-lab compare {inputs} {words}
```

What the search said:

{result}
"""


def write_healed(
    given: argparse.Namespace, bench: Bench, trials: Trials, found: frozenset[int], curve: Sequence[tuple[int, float, bool]],
    lines: Sequence[str], outcome: Mapping[str, Any],
) -> None:  # fmt: skip
    folder = given.to
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise _usage_error(f"--to={folder}: the folder cannot be made: {error.strerror}", "check the path") from None
    ops = [bench.ops[member] for member in sorted(found)]
    manifest = {
        "version": 1,
        "ascend_mlir": __version__,
        "model": {"path": bench.model, "sha256": _hash(bench.model)},
        "data": [{"path": path, "sha256": _hash(path)} for path in given.data],
        "seed": given.seed,
        "limit": given.limit,
        "holdout": given.holdout,
        "options": dict(bench.options),
        "budgets": given.budget,
        "score": given.score,
        "min": given.min,
        "check": given.check,
        "kept": [op.name for op in ops],
        **outcome,
        "trials": [
            {"kept": [bench.ops[member].name for member in sorted(members)], "passes": passes}
            for members, passes in trials.results.items()
        ],
    }
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([("ops kept", "relative error", "passes"), *curve])
    for name, text in (
        ("keep_dtype.cfg", keep_lines(bench.base, ops)),
        ("README.md", _readme(given, bench.options, ops, lines)),
        ("curve.csv", out.getvalue()),
        ("manifest.json", json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"),
    ):
        arguments.write_whole(os.path.join(folder, name), text, [bench.model, *given.data])
