# ===- verify_reasons.py - Why a real run may differ -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What is known of differences between CANN and this model of it: tables, and a sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .decision import Op
from .real_run import RealFusion, RealOp

__all__ = ["BEHIND_THE_JUDGE", "SILENT_PASSES", "TODAYS_NAMES", "why_fusion", "why_op"]

BEHIND_THE_JUDGE = {"TransposeD": "Transpose"}
"""Types that CANN changes when dtypes are decided, which leaves them: TransposedUpdateFusionPass
makes a perm that is an operand of the attribute again."""

SILENT_PASSES = {
    "ARefreshCubeC0FusionPass",
    "BatchNormPreprocessFusionPass",
    "CastReluCastFusionPass",
    "ConvCastFusionPass",
    "CubeTransFixpipeFusionPass",
    "FCTransdataMergePass",
    "FIXPIPEFUSIONPASS",
    "FixPipeAbilityProcessPass",
    "RefreshInt64ToInt32FusionPass",
    "TransdataCastFusionPass",
    "TransposedUpdateFusionPass",
    "V200NotRequantFusionPass",
}
"""Passes that set attributes alone, take off outputs that nobody reads, or run when dtypes are decided:
no decision shows them."""

TODAYS_NAMES = {"grufusionpass": "commongrufusionpass"}
"""Names of passes in CANN 5, in small letters, and what they are called today."""

# Types that graph passes of CANN make: seen in compiled models.
_MADE_BY = {
    "BNInferenceD": "HostBNFusionPass",
    "FullyConnection": "ConvToFullyConnectionFusionPass",
    "Mish": "SoftplusTanhMulPass",
    "ReduceMeanD": "Globalavgpoolpass before ConstToAttrPass",
    "SplitD": "ZSplitFusionPass",
    "SplitVD": "ZSplitVDFusionPass",
}


def why_fusion(there: RealFusion | None, here: int, modelled: bool) -> str:
    """`there` is None where the file does not name the pass."""
    if there is None:
        return "the run does not name it: it is switched off there, or that version of CANN has it not"
    if not modelled:
        return "it is not modelled"
    if not here:
        return "it is modelled and found nothing: another export, other weights or another version of CANN"
    return "other weights, options or another version of CANN; or its pattern here is not theirs"


def _why_missing(there: RealOp, passes: Mapping[str, bool]) -> str:
    made_by = _MADE_BY.get(there.type)
    if made_by is None:
        return "no op here has its name or type: a fusion, the folding of constants or a part of a node"
    if passes.get(made_by.split()[0].lower(), False):
        return f"{made_by} makes it there, and found nothing here: other weights, or another version of CANN"
    return f"{made_by} makes it there, which is not modelled"


def _has_model_dtypes(there: RealOp, here: Op) -> bool:
    """Whether the dtypes there are those that ours had before the decision."""
    inputs, outputs = (tuple(tensor["origin"] for tensor in here.row[kind] if tensor) for kind in ("inputs", "outputs"))
    return here.has_other_dtypes and (there.inputs or ())[: len(inputs)] == inputs and there.outputs == outputs


def why_op(
    there: RealOp, here: Op | None, by: str, passes: Mapping[str, bool], unmodelled: Sequence[Mapping[str, Any]]
) -> str:
    """One sentence; `by` is what paired them, `passes` whether a pass is modelled, `unmodelled`
    what the report says of passes that could have changed this graph."""
    if here is None:
        return _why_missing(there, passes)
    if here.type != there.type and BEHIND_THE_JUDGE.get(here.type) != there.type:
        if made_by := _MADE_BY.get(there.type):
            return f"{made_by} makes {there.type} of it there"
        if there.type == f"{here.type}D":
            return "there its constant operands became attributes, as by ConstToAttrPass, and here they did not"
        names = [str(fusion["pass"]) for fusion in unmodelled if here.type in fusion["types"]]
        if names:
            return f"{' or '.join(names)} may have made it, which is not modelled"
        return "a fusion gave it another type on one side"
    if _has_model_dtypes(there, here):
        return "it has the model's own dtypes there: other options, or a dump of before the judge"
    if here.row["rule"] == "aicpu_fallback":
        return "no kernel of the AI Core takes these dtypes in the op store here; that of another version may"
    if here.row["facts"] == "overlay":
        return f"CANN computes the dtypes of {here.type} when it compiles, and here they are from public knowledge"
    if by == "type":
        return "no name fits, and of this type it is the next: another order of ops, or a real difference"
    return "nothing is known that explains it: please report it"
