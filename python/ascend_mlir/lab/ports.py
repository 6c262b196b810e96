# ===- ports.py - Keeping some tensors of an op ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Lines of customize_dtypes for the tensors of one op. A kernel may take some of an op's tensors in the
dtypes of the model and not all of them: products of float16 with a float32 result, say."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import AscendError
from .decision import LARGEST, Decision, Op, Tensors, customize_line, decide
from .kept import Keeper

__all__ = ["Ports", "is_line"]

_MOST_BYTES = 1023
"""Of a line of customize_dtypes: CANN reads no more of it, and nothing behind it."""

_MOST_TENSORS = 6
"""Of more that change, those that go in and those that come out are kept together."""


def is_line(name: str, tensors: Tensors) -> bool:
    """Whether a line of customize_dtypes can give these dtypes to what has the name: that is what stands before the
    first colon, and the words behind it stand nowhere else."""
    text = customize_line(name, tensors)
    is_text = not set(name) & set(":\n\ufffd") and name == name.strip() and bool(name)
    return is_text and all(text.count(word) == 1 for word in ("InputDtype", "OutputDtype")) and len(text.encode(errors="replace")) <= _MOST_BYTES


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
    plain: Decision
    """Without what the keeper would keep."""
    _known: dict[Any, bool] = field(default_factory=dict)

    def of(self, op: Op, kept: Tensors) -> Iterator[Tensors]:
        """The dtypes between those of `op` and `kept` that a kernel takes: most of `kept` first, all of it included.
        None where a line would reach other ops, too."""
        if self._names[op.name] > 1:
            return iter(())
        return (tensors for tensors in _between(op.tensors(), kept) if is_line(op.name, tensors) and self._takes(op, tensors))

    @cached_property
    def _names(self) -> Counter[str]:
        """By name, how many kinds of ops have it."""
        return Counter(name for name, _ in {(op.name, _kind(op)) for op in self.plain.ops})

    def _takes(self, op: Op, tensors: Tensors) -> bool:
        # Ops of one kind have one answer.
        key = (_kind(op), tensors)
        if key not in self._known:
            self._known[key] = self._is_taken(op, tensors)
        return self._known[key]

    def _is_taken(self, op: Op, tensors: Tensors) -> bool:
        # What only names its operand anew cannot change what is in it, though CANN does not mind.
        if op.row["engine"] == "local" and len({word for word in itertools.chain(*tensors) if word in LARGEST}) > 1:
            return False
        lines = self.keeper.own("customize_dtypes") + customize_line(op.name, tensors) + "\n"
        try:
            decision = decide(self.model, {**self.keeper.options, "customize_dtypes": self.keeper.write("ports", lines)})
        except AscendError:
            return False
        same = [other for other in decision.ops if other.name == op.name]
        # Where no kernel of the AI Core takes them, CANN looks for one of the AI CPU.
        return bool(same) and all(other.tensors() == tensors and other.row["engine"] == op.row["engine"] for other in same)


def _kind(op: Op) -> tuple[Any, ...]:
    """What its kernels and what is decided of it depend on."""
    return op.type, op.row["engine"], op.tensors(), op.tensors("origin")
