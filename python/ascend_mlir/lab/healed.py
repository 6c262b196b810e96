# ===- healed.py - What a search writes --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The files that carry a set of ops that heals."""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import __version__
from ..errors import _usage_error
from . import arguments
from .alternatives import FILES as OTHER_FILES
from .alternatives import Alternative
from .bench import Bench
from .minimize import OutOfTrials, Trials
from .triallog import FILES as TRIAL_FILES
from .triallog import hash_of, hashes_of

__all__ = ["check_folder", "clear_folder", "curve_of", "make_folder", "question_of", "write_healed"]


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
        if members not in bench.errors:
            bench.measure(members)
        points.append((size, bench.errors[members], passes))
    return points


_FILES = {"keep_dtype": "keep_dtype.cfg", "op_precision_mode": "op_precision.ini"}


def _reasons(bench: Bench, found: frozenset[int]) -> str:
    lines = []
    for op in bench.members(found):
        if op.has_other_dtypes:
            lines += [f"- `{name}` ({op.type}): {op.row['reason']}" for name in op.keep_names]
        if op.name in bench.candidates.keeper.modes:
            lines.append(f"- `{op.name}` ({op.type}): multiplies float32 itself, not as HF32")
    return "\n".join(lines)


def _others(folder: str, others: Sequence[Alternative]) -> str:
    if not others:
        return ""
    items = "\n".join(
        f"- `--{each.option}={os.path.join(folder, each.file)}` {each.verdict}." if each.text else f"- {each.file} is not written: it {each.verdict}."
        for each in others
    )
    return f"\nIn the place of keep_dtype.cfg:\n\n{items}\n"


def _readme(
    given: argparse.Namespace, bench: Bench, found: frozenset[int], files: Mapping[str, str], others: Sequence[Alternative],
    lines: Sequence[str],
) -> str:  # fmt: skip
    model = arguments.model_of(given)
    own = {name: os.path.join(given.to, _FILES[name]) for name in files}
    words = shlex.join(arguments.option_words({**bench.options, **own}))
    inputs = shlex.join([model, *(f"--data={path}" for path in given.data)])
    result = "\n".join(f"    {line}" for line in lines)
    return f"""# Ops that are kept in the dtypes of the model

Written by `ascend-lab search` {__version__}. ATC's parser has no comments: what the lines of the files are for stands here.

{_reasons(bench, found)}

Compile:

```sh
atc {shlex.quote(f"--model={model}")} --framework=5 --output=healed {words}
```

Verify, without a device:

```sh
ascend-lab compare {inputs} {words}
```
{_others(given.to, others)}
What the search said:

{result}
"""


def question_of(given: argparse.Namespace, bench: Bench) -> dict[str, Any]:
    """All that the answer of a search depends on."""
    return {
        "ascend_mlir": __version__,
        "model": {"path": bench.model, "sha256": hash_of(bench.model)},
        "data": [{"path": path, "sha256": hash_of(path)} for path in given.data],
        "options": dict(bench.options),
        "files": hashes_of(bench.options),
        "commands": [hash_of(word) for command in (given.score, given.check) if command for word in shlex.split(command) if os.path.isfile(word)],
        **{
            name: getattr(given, name)
            for name in ("seed", "limit", "holdout", "budget", "score", "min", "check", "max_ops", "max_cost")
        },
        "modes": sorted(bench.candidates.keeper.modes),
    }


def write_healed(
    given: argparse.Namespace, question: Mapping[str, Any], bench: Bench, trials: Trials, found: frozenset[int],
    curve: Sequence[tuple[int, float, bool]], others: Sequence[Alternative], lines: Sequence[str], outcome: Mapping[str, Any],
) -> list[str]:  # fmt: skip
    """Writes the files of `found` to the folder that --to names, and says which they are; `question`
    is that of question_of."""
    folder = given.to
    files = bench.candidates.keeper.files(bench.members(found), bench.model)
    manifest = {
        "version": 1,
        **question,
        "kept": [op.name for op in bench.members(found)],
        "alternatives": [each.record() for each in others],
        **outcome,
        "trials": [
            {"kept": [op.name for op in bench.members(members)], "passes": passes}
            for members, passes in trials.results.items()
        ],
    }
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([("ops kept", "relative error", "passes"), *curve])
    texts = {_FILES[name]: text for name, text in files.items()}
    texts |= {each.file: each.text for each in others if each.text}
    texts |= {
        "README.md": _readme(given, bench, found, files, others, lines),
        "curve.csv": out.getvalue(),
        "manifest.json": json.dumps(manifest, indent=1, ensure_ascii=False) + "\n",
    }
    # What an earlier search wrote and this one does not is no answer of this one.
    _remove(folder, {*_FILES.values(), *OTHER_FILES} - set(texts))
    for name, text in texts.items():
        arguments.write_whole(os.path.join(folder, name), text, [bench.model, *given.data])
    return list(texts)


WRITTEN = (*_FILES.values(), *OTHER_FILES, "README.md", "manifest.json", "curve.csv", *TRIAL_FILES)
"""All names of files in the folder of --to."""


def check_folder(path: str, options: Mapping[str, bool | str]) -> None:
    """An error where what is written there would take the place of a file that an option names."""
    ours = {os.path.realpath(os.path.join(path, name)) for name in WRITTEN}
    for name, value in options.items():
        if isinstance(value, str) and os.path.realpath(value) in ours:
            raise _usage_error(f"--to={path} would write over the file of --{name}", "take another folder")


def _remove(folder: str, names: Iterable[str]) -> None:
    for name in names:
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(folder, name))


def clear_folder(path: str) -> None:
    """Takes away what an earlier search wrote: it is no answer of this one."""
    _remove(path, WRITTEN)


def make_folder(path: str) -> None:
    """The folder of --to; an error where it cannot be one."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise _usage_error(f"--to={path}: the folder cannot be made: {error.strerror}", "check the path") from None
    if not os.access(path, os.W_OK):
        raise _usage_error(f"--to={path}: the folder cannot be written", "check its rights")
