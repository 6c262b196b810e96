# ===- real_run.py - What CANN did with a model ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What a file says that CANN left behind, whichever of its forms the file has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["RealFusion", "RealOp", "RealRun"]

# What runs on no unit of the chip, and what only changes formats.
_NOT_COMPARED = {
    "AippData", "AnnData", "Const", "Constant", "ConstPlaceHolder", "Data", "End", "FileConstant", "LabelGotoEx",
    "LabelSet", "LabelSwitchByIndex", "NetOutput", "NoOp", "PlaceHolder", "Recv", "RefData", "Send", "StreamActive",
    "StreamMerge", "StreamSwitch", "TransData", "Variable",
}  # fmt: skip
_INSERTED_CAST = "trans_Cast_"


@dataclass(frozen=True)
class RealOp:
    """An op of the compiled graph, or of a run of it."""

    name: str
    type: str
    inputs: tuple[str, ...] | None
    """CANN's words of its dtypes, absent inputs left out; None where the file is silent."""
    outputs: tuple[str, ...] | None
    stands_for: tuple[str, ...] = ()
    """Nodes of the original model, where the file names some."""
    is_made: bool = False
    """Whether the file says that it stands for no node of the model."""

    @property
    def is_inserted_cast(self) -> bool:
        """Whether it is a cast that CANN put in, and nothing else."""
        is_named_so = self.name.startswith(_INSERTED_CAST) and self.name[len(_INSERTED_CAST) :].isdigit()
        return self.type == "Cast" and (is_named_so or self.is_made)

    @property
    def is_compared(self) -> bool:
        """Whether a decision was made for it."""
        return self.type not in _NOT_COMPARED and not self.is_inserted_cast

    def dtypes(self) -> str:
        """As `float16, float16 > float`."""
        sides = (self.inputs, self.outputs)
        return " > ".join("?" if side is None else ", ".join(side) for side in sides if side != ())


@dataclass(frozen=True)
class RealFusion:
    """How often a pass found what it looks for, and how often it changed the graph."""

    name: str
    effects: int
    matches: int | None


@dataclass(frozen=True)
class RealRun:
    """One file."""

    kind: str
    """The option that names it."""
    path: str
    ops: Sequence[RealOp] = ()
    graph_fusions: Sequence[RealFusion] = ()
    ub_fusions: Sequence[RealFusion] = ()
    type_counts: Mapping[str, int] = field(default_factory=dict)
    """How many ops there were of a type, or of types that a + joins, when the passes looked."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the file says of itself: the chip, the version, ATC's command line."""
