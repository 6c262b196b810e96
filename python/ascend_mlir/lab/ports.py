# ===- ports.py - Keeping some tensors of an op ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Lines of customize_dtypes for the tensors of one op. A kernel may take some of an op's tensors in the
dtypes of the model and not all of them: products of float16 with a float32 result, say."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import AscendError
from .decision import Op, Tensors, customize_line, decide
from .kept import Keeper

__all__ = ["Ports", "can_be_named"]

_MOST_BYTES = 800
"""Of a name: a line of customize_dtypes has 1,023 bytes, and dtypes stand in it, too."""

_MOST_TENSORS = 6
"""Of more that change, those that go in and those that come out are kept together."""


def can_be_named(name: str) -> bool:
    """Whether a line of customize_dtypes can begin with it: what stands before the first colon is the name."""
    is_text = not set(name) & set(":\n\ufffd") and name == name.strip()
    return is_text and 0 < len(name.encode(errors="replace")) <= _MOST_BYTES


def _parts(changed: Sequence[int], inputs: int) -> Iterator[set[int]]:
    """Sets of the tensors that change, of which the first `inputs` go in: the largest first, and of these
    what keeps more of the outputs."""
    if len(changed) > _MOST_TENSORS:
        yield set(changed)
        yield from ({place for place in changed if (place >= inputs) == is_output} for is_output in (True, False))
        return
    for size in range(len(changed), 0, -1):
        sets = (set(part) for part in itertools.combinations(changed, size))
        yield from sorted(sets, key=lambda part: (-sum(place >= inputs for place in part), sorted(part)))


def _between(decided: Tensors, kept: Tensors) -> Iterator[Tensors]:
    """Dtypes of which some are those of `kept`, most of them first, and the others as decided; all of them, too."""
    inputs = len(decided[0])
    pairs = list(zip(itertools.chain(*decided), itertools.chain(*kept)))
    for part in _parts([place for place, (one, other) in enumerate(pairs) if one != other], inputs):
        tensors = tuple(pair[place in part] for place, pair in enumerate(pairs))
        yield tensors[:inputs], tensors[inputs:]


@dataclass
class Ports:
    """What the kernels of a model's ops take, which the decision itself is asked for."""

    model: str
    keeper: Keeper
    _known: dict[Any, bool] = field(default_factory=dict)

    def options_with(self, options: Mapping[str, bool | str], lines: str) -> dict[str, bool | str]:
        """Options with these lines in customize_dtypes, behind the user's own."""
        return {**options, "customize_dtypes": self.keeper.write("ports", self.keeper.own("customize_dtypes") + lines)}

    def of(self, op: Op, kept: Tensors) -> Iterator[Tensors]:
        """The dtypes between those of `op` and `kept` that a kernel takes: most of `kept` first, all of it included."""
        return (tensors for tensors in _between(op.tensors(), kept) if self._takes(op, tensors))

    def _takes(self, op: Op, tensors: Tensors) -> bool:
        if not can_be_named(op.name):
            return False
        # Ops of one type that are decided alike have one answer.
        key = (op.type, op.row["engine"], op.tensors(), op.tensors("origin"), tensors)
        if key not in self._known:
            self._known[key] = self._is_taken(op, tensors)
        return self._known[key]

    def _is_taken(self, op: Op, tensors: Tensors) -> bool:
        try:
            decision = decide(self.model, self.options_with(self.keeper.options, customize_line(op.name, tensors) + "\n"))
        except AscendError:
            return False
        same = [other for other in decision.ops if other.name == op.name]
        # Where no kernel of the AI Core takes them, CANN looks for one of the AI CPU.
        return bool(same) and all(other.tensors() == tensors and other.row["engine"] == op.row["engine"] for other in same)
