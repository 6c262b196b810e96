# ===- __init__.py - The accuracy laboratory ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which op hurts, why, and what heals it: docs/Lab.md. For the command line `ascend-lab`, whose
subcommands are in `commands`; for programs the functions here, which return data.

>>> from ascend_mlir import lab
>>> lab.explain(relu_model, precision_mode="force_fp16").ops[0].dtypes()
'f16 > f16'
"""

from .api import compare, diff, explain, extract, report, search, sweep, verify
from .comparing import Comparison
from .comparison import Row
from .decision import Decision, Op
from .differences import Difference
from .extract_result import Extract
from .outcomes import Outcome
from .records import records
from .report_data import ReportData
from .searching import Healing
from .sweeping import Sweep
from .verifying import Verification

__all__ = [
    "Comparison",
    "Decision",
    "Difference",
    "Extract",
    "Healing",
    "Op",
    "Outcome",
    "ReportData",
    "Row",
    "Sweep",
    "Verification",
    "compare",
    "diff",
    "explain",
    "extract",
    "records",
    "report",
    "search",
    "sweep",
    "verify",
]
