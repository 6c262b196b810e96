# ===- healing.py - A search from its question to its answer -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Builds what a search needs, runs it, and builds it once more where HF32 stands in the way."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import _usage_error
from . import table
from .bench import Bench, Judge
from .budgets import Command, parse_budget
from .candidates import NothingToKeep, candidates
from .cluster import Cluster
from .compare_text import not_finite_sentence
from .comparison import Pair, compare, worst_rows
from .costs import costs_of
from .data import Sample
from .healed import question_of
from .healed_folder import clear_folder, make_folder
from .minimize import OutOfTrials
from .on_cluster import form_runner
from .ranking import near_limit, rank, reasons_of
from .request import Request
from .searching import Healing, Search, Teller
from .triallog import TrialLog

__all__ = ["search_model"]

_NAMES = 5
"""Of ops that are kept alike, how many are named."""


def search_model(request: Request, tell: Teller, cluster: Cluster | None = None) -> Healing:
    """The smallest set of ops to keep, told as it is found; `cluster` runs the trials.

    Raises: ConfigurationError where the question is none, and, with exit code 1, where no set does;
    with 4, where none was found in the trials and time that are allowed.
    """
    request.verify()
    commands = [Command(request.score, request.min)] if request.score else []
    commands += [Command(request.check, None)] if request.check else []
    for command in commands:
        command.check()
    pair = Pair(request.model, request.options)
    names = [info.name for info in pair.outputs]
    budgets = [parse_budget(text, names) for text in request.budget]
    samples, held_out = _split(list(request.source.samples(pair.inputs)), request.holdout)
    if request.to:
        make_folder(request.to)
        if not request.resume:
            clear_folder(request.to)
    reference: list[dict[str, Any]] = []
    tables = compare(pair, samples, when_ran=lambda _, wanted: reference.append(dict(zip(names, wanted))))
    rows, roots = worst_rows(tables)
    if request.headroom:
        # What is lost in a branch or a loop has no row.
        budgets.append(parse_budget("lost<=0", names))
    with tempfile.TemporaryDirectory() as folder:

        def prepare(with_modes: bool) -> Search:
            found = candidates(request.model, request.options, folder, with_modes)
            judge = Judge(budgets, commands, names)
            bench = Bench(request.model, found, samples, reference, judge, request.jobs)
            if cluster:
                bench.jobs = cluster.threads
                bench.elsewhere = form_runner(cluster, request.model, request.options, with_modes)
            evidence = "" if request.source.is_evidence else " (made up: not evidence)"
            inputs = table.plural(len(samples), "input")
            tell(f"{table.plural(len(bench.ops), 'op')} can be kept; {inputs}{evidence} to search on, {len(held_out)} held out")
            if request.holdout and not held_out and request.source.is_evidence:
                tell(_nothing_held_out(pair, samples, request.holdout))
            for op, reason in found.blocked:
                tell(f"  cannot be kept: {op.name} ({op.type}): {reason}")
            parts: dict[tuple[str, str], list[str]] = {}
            for op in bench.ops:
                if op.is_kept_in_part:
                    parts.setdefault((op.type, op.ports_text()), []).append(op.name)
            for (type, dtypes), together in parts.items():
                tell(f"  can be kept in part: {table.some(together, _NAMES)} ({type}): {dtypes}")
            for row in tables[0].not_finite[:_NAMES]:
                tell(f"  Inf or NaN in the model's own dtypes already: {not_finite_sentence(row)}")
            costs = costs_of(bench, tables[0].ops)
            if request.max_cost is not None and not costs.are_times:
                raise _usage_error(
                    "--max_cost: what the chip would take is not known (open shapes, or a chip without facts)",
                    "give --input_shape, or --max_ops",
                )
            log = TrialLog(request.to, question_of(request, bench), bench) if request.to else None
            if request.headroom:
                bench.base, left = near_limit(found, rows, request.headroom)
                for name in left:
                    tell(f"  without that headroom, and cannot be kept: {name}")
            order = [member for member in rank(bench.groups, rows, roots) if member not in bench.base]
            why = reasons_of(rows, roots, request.headroom)
            return Search(request, bench, order, costs, pair, held_out, tell, log, why)

        return _prepared(request.modes, prepare, tell).run()


def _split(samples: Sequence[Sample], share: float) -> tuple[Sequence[Sample], Sequence[Sample]]:
    """Every so-manieth input is held out, so that both parts look alike."""
    held = [number for number in range(len(samples)) if share and int((number + 1) * share) > int(number * share)]
    if len(held) == len(samples):
        held = []
    chosen = set(held)
    return [s for n, s in enumerate(samples) if n not in chosen], [samples[n] for n in held]


def _nothing_held_out(pair: Pair, samples: Sequence[Sample], share: float) -> str:
    if len(samples) == 1:
        firsts = [shape[0] for info, (_, shape) in zip(pair.inputs, pair.flatten(samples[0])) if info.shape and info.shape[0] is None and shape]
        several = " (--input_shape with a smaller first extent makes several of it)" if firsts and min(firsts) > 1 else ""
        return f"  one input cannot be shared out: give more{several}"
    return f"  --holdout={share:g} of {len(samples)} inputs is less than one: what is found is judged on no other input; give more, or a larger share"


def _prepared(modes: str, prepare: Callable[[bool], Search], tell: Teller) -> Search:
    """The search that can succeed: over dtypes alone, or over HF32, too."""
    if modes != "auto":
        return prepare(modes == "yes")
    try:
        search = prepare(False)
    except NothingToKeep as error:
        # No op has other dtypes than the model: HF32 may be what is left.
        try:
            return prepare(True)
        except NothingToKeep:
            raise error from None
    try:
        faults = search.fails_with_everything()
    except OutOfTrials:
        return search
    if not faults or not search.bench.candidates.has_hf32:
        return search
    tell("all dtypes kept: " + "; ".join(faults))
    tell("kept cube ops multiply as HF32: now they get enable_float_32_execution, too")
    return prepare(True)
