# ===- report_page.py - A report as one file ------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One page with all that it needs in it. Names of a model are untrusted: the template escapes them,
scripts take them as data alone, and the page's policy runs no other script and fetches nothing."""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import json
import math
import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from .. import __version__
from ..errors import _usage_error
from .compare_text import NOT_MODELLED
from .report_data import ReportData
from .report_layout import BOX
from .report_plots import COLORS, ERRORS, figures_of

__all__ = ["check_packages", "page_of"]

_PACKAGES = ("fast_sugiyama", "jinja2", "plotly")


def check_packages() -> None:
    """Before anything runs: what a report is made with is there."""
    missing = []
    for name in _PACKAGES:
        try:
            import_module(name)
        except ImportError:
            missing.append(name)
    if missing:
        raise _usage_error(f"a report needs {', '.join(missing)}", "pip install ascend-mlir[report]")


def _plain(value: Any) -> Any:
    """For JSON, which has no word for what is not finite."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


def _json(value: Any) -> str:
    """JSON that ends no element of HTML, whatever is in it."""
    text = json.dumps(_plain(value), allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _own(name: str) -> str:
    return (importlib.resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def _graph(data: ReportData) -> dict[str, Any]:
    """What the scripts draw: items by their places, edges by those of `drawn`."""
    layout = data.layout
    kept = {id(item) for item in data.kept_items()}
    return {
        "items": [item.record(data.histograms) for item in data.items],
        "drawn": data.drawn,
        "places": [[round(x, 1), round(y, 1)] for x, y in layout.places],
        "edges": [
            [edge.source, edge.target, [round(number, 1) for bend in edge.bends for number in bend], edge.is_far] for edge in layout.edges
        ],
        "size": [layout.width, layout.height],
        "box": BOX,
        "roots": data.roots,
        "kept": [place for place, item in enumerate(data.items) if id(item) in kept],
        "colors": COLORS,
        "errors": [[limit if math.isfinite(limit) else None, color] for limit, color in ERRORS],
    }


def _config_rows(data: ReportData) -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = data.decision.report["config"]
    return [{**row, "ops": data.decided_by(row)} for row in rows]


def page_of(data: ReportData) -> str:
    """The HTML. It opens from a file, without a network."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ascend_mlir.lab", "page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    scripts = [import_module("plotly.offline").get_plotlyjs(), _own("graph.js"), _own("page.js")]
    policy = f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; style-src 'unsafe-inline'; img-src data: blob:"
    in_force = data.decision.report["options_in_force"]
    return environment.get_template("report.html.j2").render(
        data=data,
        report=data.decision.report,
        title=os.path.basename(data.model),
        version=__version__,
        not_modelled=NOT_MODELLED,
        policy=policy,
        style=_own("page.css"),
        scripts=scripts,
        graph=_json(_graph(data)),
        figures=_json(figures_of(data)),
        config=_config_rows(data),
        options=[row for row in in_force if row["from"] != "default" or row["without_effect"]],
        other_options=data.healing.in_force.others(data.decision.report) if data.healing else "",
        other_points=data.points_in_force.others(data.decision.report) if data.points_in_force else "",
    )
