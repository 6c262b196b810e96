# ===- api.py - The laboratory from Python --------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""`ascend_mlir.lab`: what `ascend-lab` does, as functions that return data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Union, Unpack

from .._given import Given, given_options, path_text
from ..errors import _usage_error
from ..options import Options
from . import arguments, sweep_report
from . import decision as decisions
from .cluster import cluster_at
from .comparing import Comparison, check_numbers, compare_pair
from .comparison import Pair
from .data import Data, source_from
from .decision import Decision
from .keepable import with_blocked
from .differences import Difference, differ
from .extract_folder import write_extract
from .extract_result import Extract
from .healing import search_model
from .metrics import Function, metrics_of
from .outcomes import Outcome
from .reference import check_file
from .report_data import ReportData, build_report
from .report_extras import check_model, healing_of, points_of
from .report_page import check_packages, page_of
from .request import Request
from .searching import Healing, Teller
from .settings import Setting, combined, with_mode
from .sweeping import Sweep, checked, sweep_settings
from .table import plural
from .verify_files import read_runs
from .verifying import Verification
from .verifying import verify as verify_decision

if TYPE_CHECKING:
    import onnx

__all__ = ["compare", "diff", "explain", "extract", "report", "search", "sweep", "verify"]

ModelFile = Union[str, "os.PathLike[str]", "onnx.ModelProto"]
"""The path of an .onnx, .mlir or .mlirbc file or of a graph of GE, or a model in memory."""
Path = Union[str, "os.PathLike[str]"]


class _Call:
    """A model and options while a call lasts."""

    def __init__(self, model: ModelFile, given: Given) -> None:
        self.given = given
        if hasattr(model, "SerializeToString"):
            self.model = given.write_model(model.SerializeToString())
        elif isinstance(model, (str, os.PathLike)):
            self.model = path_text(model)
        else:
            raise TypeError("a model is a path or an onnx.ModelProto, not " + type(model).__name__)

    @property
    def options(self) -> Mapping[str, bool | str]:
        return self.given.values

    def decide(self) -> Decision:
        """With the call's files by the options' names."""
        decision = decisions.decide(self.model, self.options)
        return with_blocked(decision, self.model, self.options).renamed(self.given.named)

    def pair(self) -> Pair:
        pair = Pair(self.model, self.options)
        pair.rename(self.given.named)
        return pair


@contextmanager
def _call(model: ModelFile, options: Mapping[str, Any]) -> Iterator[_Call]:
    if options.get("reference") in (True, "on"):
        raise _usage_error("with reference=True nothing is decided", "leave it out")
    with given_options(options) as given:
        yield _Call(model, given)


def explain(model: ModelFile, **options: Unpack[Options]) -> Decision:
    """Decides the dtypes of a model's ops; nothing is compiled.

    Args:
      model: a path, or an onnx.ModelProto.
      options: as of `ascend_mlir.compile`.

    Returns: a `Decision`: `ops` with dtypes, rule and reason each, `casts`, `warnings`, `report`.
      `records()` are rows for pandas.

    Raises: as `ascend_mlir.compile`.

    >>> decision = lab.explain(relu_model, precision_mode="force_fp16")
    >>> [(op.type, op.dtypes(), op.is_changed) for op in decision.ops]
    [('Relu', 'f16 > f16', True)]
    """
    with _call(model, options) as call:
        return call.decide()


def diff(model: ModelFile, a: Options | str, b: Options | str, **options: Unpack[Options]) -> Difference:
    """Which ops two settings decide differently, and why.

    Args:
      a, b: options, or the word of a precision mode, for one side each.
      options: common ones.

    >>> difference = lab.diff(relu_model, "force_fp16", "must_keep_origin_dtype")
    >>> difference.count, difference.groups[0].names
    (1, ['n'])
    """
    with _call(model, options) as call, _settings([a, b], options) as (first, second):
        return differ(call.model, first, second)


@contextmanager
def _settings(settings: Sequence[Options | str], common: Mapping[str, Any]) -> Iterator[list[Setting]]:
    """Options, or the word of a precision mode, each: behind those that are common."""
    with ExitStack() as stack:
        made = []
        for setting in settings:
            if isinstance(setting, str):
                options, name = with_mode(setting, common), setting
            else:
                options, name = combined(common, setting), " ".join(f"{key}={value}" for key, value in setting.items())
            given = stack.enter_context(given_options(options))
            made.append(Setting(name or "as given", given.values, given.named))
        yield made


def compare(
    model: ModelFile,
    data: Data = None,
    *,
    limit: int | None = None,
    seed: int = 0,
    threshold: float = 0.5,
    metrics: Mapping[str, Function] | None = None,
    reference_outputs: Path | None = None,
    op: str | None = None,
    top: int = 10,
    scheduler: str | None = None,
    jobs: int | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Runs a model as decided and in its own dtypes, op by op.

    Args:
      data: a path as --data has it or several, a dict of arrays for one run, an iterable of dicts;
        None: random inputs of `seed`, which are no evidence.
      limit: at most so many inputs.
      threshold: of outputs between 0 and 1.
      metrics: functions of your own, (decided, reference) -> number, by name.
      reference_outputs: an .npz of outputs that you have from elsewhere.
      scheduler: the address of a dask.distributed cluster whose workers run the inputs.
      jobs: inputs that run at the same time, each in work memory of its own; None: as many as
        there are CPUs, up to four.
      op, top: the `top` elements of this op with the largest errors are kept, as `worst` in its row;
        of its name a part is enough that no other op has.

    Returns: a `Comparison`: `outputs`, `ops` in the order in which they run, `roots` where finite
      values are lost first; `records()` are rows for pandas, with the keys of the CSV (docs/Lab.md).

    >>> comparison = lab.compare(relu_model, {"x": np.array([[1, -2, 70000]], np.float32)}, precision_mode="force_fp16")
    >>> [(row.op, row.lost) for row in comparison.roots]
    [('x/Cast_float16', 1)]
    """
    check_numbers(threshold, top, jobs)
    source = source_from(data, limit, seed)
    source.check()
    if reference_outputs is not None:
        check_file(path_text(reference_outputs))
    with _call(model, options) as call, cluster_at(scheduler) as cluster:
        pair = call.pair()
        return compare_pair(
            pair,
            source,
            threshold=threshold,
            metrics=metrics_of(metrics or {}),
            reference_outputs=None if reference_outputs is None else path_text(reference_outputs),
            watch=(pair.op_of(op), top) if op else None,
            cluster=cluster,
            jobs=jobs,
        )


def extract(
    model: ModelFile,
    op: Sequence[str] | str,
    output: Path,
    data: Data = None,
    *,
    to: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    tell: Callable[[str], None] = lambda line: None,
    **options: Unpack[Options],
) -> Extract:
    """Writes a folder with the smallest ONNX model that shows the error of an op, or of several.

    Args:
      op: names of nodes, or of ops that were made of them.
      output: the folder to make; it must not be there, or be empty.
      data: as of `compare`; the input with the worst error is taken.
      to: the last op of a range, of which `op` is the first one.
      tell: called with a line for each step.

    Returns: an `Extract`: `nodes`, `inputs`, `ops` with their errors in the model and in the folder,
      and the lines for ATC and `ascend-lab compare`.
    """
    source = source_from(data, limit, seed)
    with _call(model, options) as call:
        ops = [op] if isinstance(op, str) else op
        result = write_extract(call.model, call.options, ops, source, path_text(output), to=to, say=tell)
        return replace(result, warnings=tuple(map(call.given.say, result.warnings)))


def report(
    model: ModelFile,
    file: Path,
    data: Data = None,
    *,
    healed: Path | None = None,
    swept: Sweep | None = None,
    limit: int | None = None,
    seed: int = 0,
    **options: Unpack[Options],
) -> ReportData:
    """Writes one page for a browser: verdicts, graph, errors, ranges, what to write into which file.

    Args:
      file: what to write, .html; whole or not at all.
      data: as of `compare`.
      healed: the folder that `search` wrote: the healing set.
      swept: what `sweep` gave: the plot of errors and times.

    Raises: ConfigurationError where plotly, jinja2 or fast-sugiyama is not installed.
    """
    path = path_text(file)
    arguments.ending_of(path, [".html"])
    check_packages()
    source = source_from(data, limit, seed)
    with _call(model, options) as call:
        if swept:
            check_model("swept", {"model": swept.model}, call.model)
        made = build_report(
            call.model,
            call.options,
            source,
            points=points_of({"settings": sweep_report.records_of(swept)}) if swept else (),
            points_source=f"on {plural(swept.inputs, 'input')} ({swept.source.text})" if swept else "",
            healing=None if healed is None else healing_of(path_text(healed), call.model),
        )
        inputs = [call.model, *source.paths, *(value for value in call.options.values() if isinstance(value, str))]
        arguments.write_whole(path, call.given.named(page_of(made)), inputs)
    return made


def sweep(
    model: ModelFile,
    data: Data = None,
    settings: Sequence[Options | str] | None = None,
    *,
    limit: int | None = None,
    seed: int = 0,
    metric: str = "relative",
    score: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    scheduler: str | None = None,
    **options: Unpack[Options],
) -> Sweep:
    """What each setting costs and what error it has.

    Args:
      settings: options each, or words of precision modes; None: all modes.
      metric: what is judged: a key of `METRICS` in docs/Lab.md.
      score: a command that prints a number, more is better.
      progress: called with how many settings are done.
      scheduler: the address of a dask.distributed cluster whose workers try the settings.
      options: common ones.

    Returns: a `Sweep`: `outcomes` in the order of the settings, `best` of which none is beaten.
    """
    source = source_from(data, limit, seed)
    source.check()
    named = checked(settings, options, metric)
    with _call(model, options) as call, _settings(named, options) as each, cluster_at(scheduler) as cluster:
        return sweep_settings(
            call.model, each, call.options, source, metric=metric, score=score, progress=progress, cluster=cluster
        )


def search(
    model: ModelFile,
    data: Data = None,
    *,
    budget: Sequence[str] | str = (),
    score: str | None = None,
    min: float | None = None,
    check: str | None = None,
    headroom: float | None = None,
    max_ops: int | None = None,
    max_cost: float | None = None,
    modes: str = "auto",
    max_trials: int | None = None,
    timeout: float | None = None,
    holdout: float = 0.3,
    to: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    limit: int | None = None,
    seed: int = 0,
    tell: Callable[[str], None] = lambda line: None,
    scheduler: str | None = None,
    **options: Unpack[Options],
) -> Healing:
    """The smallest set of ops to keep in the model's dtypes so that a budget holds. The arguments
    are the options of `ascend-lab search` (docs/Lab.md).

    Args:
      budget: what must hold: "cosine>=0.999", "boxes:max<=2".
      to: a folder for the files; without it nothing is written.
      tell: called with each line that the command would print.

    Returns: a `Healing`: `kept`, the ops; `keep_dtype`, the lines; `outcome`, the errors on the
      inputs of the search and on those that were held out.

    Raises: ConfigurationError with exit_code 1 where no set holds the budget; with 4 where none was
      found in the trials and time that are allowed.
    """
    source = source_from(data, limit, seed)
    with _call(model, options) as call, cluster_at(scheduler) as cluster:
        request = Request(
            call.model, call.options, source, [budget] if isinstance(budget, str) else budget, score, min, check,
            headroom, max_ops, max_cost, modes, max_trials, timeout, holdout, None if to is None else path_text(to), resume, jobs,
        )  # fmt: skip
        return search_model(request, Teller(lambda line: tell(call.given.named(line)), shows_progress=False), cluster)


def verify(
    model: ModelFile,
    *,
    fusion_result: Path | None = None,
    ge_dump: Path | None = None,
    atc_json: Path | None = None,
    op_summary: Path | None = None,
    **options: Unpack[Options],
) -> list[Verification]:
    """Our decision against what the real ATC or a device did: one `Verification` for each file, which
    `agrees` where nothing differs and nothing of ours is missing.

    Args:
      fusion_result: what CANN counted of its fusions: fusion_result.json.
      ge_dump: the compiled graph: ge_proto_*_Build.txt.
      atc_json: the .om as JSON, by atc --mode=1.
      op_summary: what ran on a device: op_summary_*.csv of msprof.
    """
    named = {"fusion_result": fusion_result, "ge_dump": ge_dump, "atc_json": atc_json, "op_summary": op_summary}
    runs = read_runs({name: path_text(path) for name, path in named.items() if path is not None})
    with _call(model, options) as call:
        decision = call.decide()
    return [verify_decision(decision, run) for run in runs]
