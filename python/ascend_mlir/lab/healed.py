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
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .. import __version__
from . import arguments
from .alternatives import Alternative
from .bench import Bench
from .candidates import Group, names_of, types_text
from .extract_config import for_atc, with_defaults
from .healed_folder import FILES, FOR_ATC, remove
from .minimize import OutOfTrials, Trials
from .request import Request
from .triallog import hash_of, hash_of_text, hashes_of, in_force_of, inputs_of, model_of

__all__ = ["curve_of", "question_of", "why_of", "write_healed"]


def curve_of(ranked: Sequence[int], bench: Bench, trials: Trials, found: frozenset[int]) -> list[tuple[int, float, bool]]:
    """The error over the number of ops kept: along the ranking, and of the set that was found."""
    ends = {0, len(ranked), *(2**power for power in range(len(ranked).bit_length()))}
    along = (frozenset(ranked[:end]) | trials.base for end in sorted(ends))
    sets = {bench.size(each): each for each in [*along, found]}
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


def why_of(group: Group, why: Mapping[str, str]) -> str:
    """What keeping a group is for, of the first of its ops of which that is known."""
    return next((why[op.name] for op in group if op.name in why), "")


def _reasons(bench: Bench, found: frozenset[int], why: Mapping[str, str]) -> str:
    """What each kept op is kept for, and what it is without its line."""
    lines = []
    for group in (bench.groups[member] for member in sorted(found)):
        if group[0].has_other_dtypes:
            purpose, without = why_of(group, why) or "it is needed", group[0].row["reason"]
            without += "; with it, it runs on the AI CPU" if any(op.goes_to_cpu for op in group) else ""
            lines += [f"- `{name}` ({types_text(group)}): {purpose}; without the line {without}" for name in names_of(group)]
        modes = [op for op in group if op.name in bench.candidates.keeper.modes]
        lines += [f"- `{op.name}` ({op.type}): multiplies float32 itself, not as HF32" for op in modes]
    return "\n".join(lines) or "Nothing need be kept: there are no lines."


def _others(folder: str, files: Collection[str], others: Sequence[Alternative]) -> str:
    """What does in the place of `files`, which are named by their options."""
    if not others:
        return ""

    def item(each: Alternative) -> str:
        if not each.text:
            return f"- {each.file} is not written: {each.verdict}."
        also = f" It takes the place of {FILES[each.option]}, too." if each.option in files and each.option != "keep_dtype" else ""
        words = arguments.option_words({**each.beside, each.option: os.path.join(folder, each.file)})
        return f"- `{shlex.join(words)}` {each.verdict}.{also}"

    items = "\n".join(map(item, others))
    return f"\nIn the place of keep_dtype.cfg:\n\n{items}\n"


def _atc(model: str, options: Mapping[str, bool | str]) -> str:
    """The line for ATC. It has the options that ATC has, and takes no model in a form of ours."""
    theirs = for_atc({name: value for name, value in options.items() if name != "framework"})
    is_read = model.endswith(".onnx")
    words = [f"--model={model if is_read else 'MODEL'}", f"--framework={5 if is_read else 'FRAMEWORK'}", "--output=healed"]
    text = "Compile:" if is_read else f"Compile (ATC does not read {model}: name the model that it was made of, and its framework):"
    if left_out := [name for name in options if name not in theirs and name != "framework"]:
        text += f"\n\nOptions that ATC's command line does not have are left out of it: {', '.join(left_out)}."
    return f"{text}\n\n```sh\n{shlex.join(['atc', *words, *arguments.option_words(theirs)])}\n```"


def _readme(
    request: Request, bench: Bench, found: frozenset[int], files: Mapping[str, str], others: Sequence[Alternative],
    lines: Sequence[str], why: Mapping[str, str],
) -> str:  # fmt: skip
    assert request.to is not None
    own = {name: os.path.join(request.to, FILES[name]) for name in files}
    options = {**bench.options, **own}
    source = request.source
    data = ["--data=INPUTS"] if source.dicts is not None else [f"--data={path}" for path in source.paths]
    data += [f"--limit={source.limit}"] if source.limit is not None else []
    data += [] if source.is_evidence else [f"--seed={source.seed}"]
    compare = shlex.join(["ascend-lab", "compare", request.model, *data, *arguments.option_words(options)])
    result = "\n".join(f"    {line}" for line in lines)
    return f"""# Ops that are kept in the dtypes of the model

Written by `ascend-lab search` {__version__}. ATC's parser has no comments: what the lines of the files are for stands here.

{_reasons(bench, found, why)}

{_atc(request.model, with_defaults(options, bench.candidates.plain.report))}

Verify, without a device:

```sh
{compare}
```
{_others(request.to, files, others)}
What the search said:

{result}
"""


def question_of(request: Request, bench: Bench) -> dict[str, Any]:
    """All that the answer of a search depends on."""
    return {
        "ascend_mlir": __version__,
        "model": model_of(bench.model),
        **inputs_of(request.source, bench.samples),
        "options": dict(bench.options),
        "files": hashes_of(bench.options),
        "commands": [hash_of(word) for command in (request.score, request.check) if command for word in shlex.split(command) if os.path.isfile(word)],
        **{
            name: getattr(request, name)
            for name in ("holdout", "budget", "score", "min", "check", "headroom", "max_ops", "max_cost")
        },
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
    texts = {FILES[name]: text for name, text in files.items()}
    texts |= {each.file: each.text for each in others if each.text}
    manifest = {
        "version": 2,
        **question,
        "in_force": in_force_of(bench.candidates.plain.report),
        "written": {name: hash_of_text(text) for name, text in texts.items()},
        # What --resume may change.
        "max_trials": request.max_trials,
        "timeout": request.timeout,
        "modes_option": request.modes,
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
    texts |= {
        "README.md": _readme(request, bench, found, files, others, lines, why),
        "curve.csv": out.getvalue(),
        "manifest.json": json.dumps(manifest, indent=1, ensure_ascii=False) + "\n",
    }
    # What an earlier search wrote and this one does not is no answer of this one.
    remove(folder, set(FOR_ATC) - set(texts))
    for name, text in texts.items():
        arguments.write_whole(os.path.join(folder, name), text, [bench.model, *request.source.paths])
    return list(texts)
