# ===- healed.py - What a search writes --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The files that carry a set of ops that heals."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from .. import __version__
from . import arguments
from .alternatives import FILES as OTHER_FILES
from .alternatives import Alternative
from .bench import Bench
from .healed_folder import FILES, remove
from .minimize import OutOfTrials, Trials
from .request import Request
from .triallog import hash_of, hash_of_inputs, hashes_of, model_of

__all__ = ["curve_of", "question_of", "write_healed"]


def curve_of(ranked: Sequence[int], bench: Bench, trials: Trials, found: frozenset[int]) -> list[tuple[int, float, bool]]:
    """The error over the number of ops kept: along the ranking, and of the set that was found."""
    sizes = {0, len(ranked)}
    size = 1
    while size < len(ranked):
        sizes.add(size)
        size *= 2
    sets = {len(found): found} | {len(each): each for size in sizes if len(each := frozenset(ranked[:size]) | trials.base) != len(found)}
    points = []
    for size, members in sorted(sets.items()):
        try:
            passes = trials(members)
        except OutOfTrials:
            continue
        if members not in bench.errors:
            bench.measure(members)
        points.append((size, bench.errors[members], passes))
    return points


def _reasons(bench: Bench, found: frozenset[int], why: Mapping[str, str]) -> str:
    """What each kept op is kept for, and what it is without its line."""
    lines = []
    for op in bench.members(found):
        purpose = why.get(op.name, "it is needed")
        if op.has_other_dtypes:
            lines += [f"- `{name}` ({op.type}): {purpose}; without the line {op.row['reason']}" for name in op.keep_names]
        if op.name in bench.candidates.keeper.modes:
            lines.append(f"- `{op.name}` ({op.type}): multiplies float32 itself, not as HF32")
    return "\n".join(lines) or "Nothing need be kept: there are no lines."


def _others(folder: str, others: Sequence[Alternative]) -> str:
    if not others:
        return ""
    items = "\n".join(
        f"- `--{each.option}={os.path.join(folder, each.file)}` {each.verdict}." if each.text else f"- {each.file} is not written: it {each.verdict}."
        for each in others
    )
    return f"\nIn the place of keep_dtype.cfg:\n\n{items}\n"


def _readme(
    request: Request, bench: Bench, found: frozenset[int], files: Mapping[str, str], others: Sequence[Alternative],
    lines: Sequence[str], why: Mapping[str, str],
) -> str:  # fmt: skip
    assert request.to is not None
    model = request.model
    own = {name: os.path.join(request.to, FILES[name]) for name in files}
    words = shlex.join(arguments.option_words({**bench.options, **own}))
    inputs = shlex.join([model, *(f"--data={path}" for path in request.source.paths)])
    if request.source.dicts is not None:
        inputs += " --data=INPUTS"
    result = "\n".join(f"    {line}" for line in lines)
    return f"""# Ops that are kept in the dtypes of the model

Written by `ascend-lab search` {__version__}. ATC's parser has no comments: what the lines of the files are for stands here.

{_reasons(bench, found, why)}

Compile:

```sh
atc {shlex.quote(f"--model={model}")} --framework=5 --output=healed {words}
```

Verify, without a device:

```sh
ascend-lab compare {inputs} {words}
```
{_others(request.to, others)}
What the search said:

{result}
"""


def _data_of(request: Request, bench: Bench) -> list[dict[str, str]]:
    if request.source.dicts is not None:
        return [{"path": "", "sha256": hash_of_inputs(bench.samples)}]
    return [{"path": path, "sha256": hash_of(path)} for path in request.source.paths]


def question_of(request: Request, bench: Bench) -> dict[str, Any]:
    """All that the answer of a search depends on."""
    return {
        "ascend_mlir": __version__,
        "model": model_of(bench.model),
        "data": _data_of(request, bench),
        "options": dict(bench.options),
        "files": hashes_of(bench.options),
        "commands": [hash_of(word) for command in (request.score, request.check) if command for word in shlex.split(command) if os.path.isfile(word)],
        **{
            name: getattr(request, name)
            for name in ("holdout", "budget", "score", "min", "check", "headroom", "max_ops", "max_cost")
        },
        "seed": request.source.seed,
        "limit": request.source.limit,
        "modes": sorted(bench.candidates.keeper.modes),
    }


def write_healed(
    request: Request, question: Mapping[str, Any], bench: Bench, trials: Trials, found: frozenset[int],
    curve: Sequence[tuple[int, float, bool]], others: Sequence[Alternative], lines: Sequence[str], outcome: Mapping[str, Any],
    why: Mapping[str, str],
) -> list[str]:  # fmt: skip
    """Writes the files of `found` to the folder that --to names, and says which they are; `question`
    is that of question_of."""
    folder = request.to
    assert folder is not None
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
    points = [(size, error, passes if request.has_budget else "") for size, error, passes in curve]
    csv.writer(out, lineterminator="\n").writerows([("ops kept", "relative error", "passes"), *points])
    texts = {FILES[name]: text for name, text in files.items()}
    texts |= {each.file: each.text for each in others if each.text}
    texts |= {
        "README.md": _readme(request, bench, found, files, others, lines, why),
        "curve.csv": out.getvalue(),
        "manifest.json": json.dumps(manifest, indent=1, ensure_ascii=False) + "\n",
    }
    # What an earlier search wrote and this one does not is no answer of this one.
    remove(folder, {*FILES.values(), *OTHER_FILES} - set(texts))
    for name, text in texts.items():
        arguments.write_whole(os.path.join(folder, name), text, [bench.model, *request.source.paths])
    return list(texts)
