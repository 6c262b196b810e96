# ===- verify_names.py - Which op of ours a name of CANN's means -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Names that CANN makes of the nodes' own: of the subgraph that a node becomes, and of the ops that
one kernel does."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

__all__ = ["nodes_in"]

# PartitionedCall_NODE_OP_NUMBER: what the parser made of a node that is several ops.
_SUBGRAPH = re.compile(r"PartitionedCall_(.+)_[A-Za-z0-9]+_\d+", re.DOTALL)
_LONGEST = 4096


def _splits(left: str, right: str) -> bool:
    """Whether one name may end and the next begin here: `Conv_5` is not in `Conv_52`."""
    return not (right and left[-1].isdigit() and right[0].isdigit())


def _first(text: str, known: Container[str]) -> str:
    """The longest known name that the text begins with, or an empty text."""
    for end in range(len(text), 0, -1):
        if text[:end] in known and _splits(text[:end], text[end:]):
            return text[:end]
    return ""


def nodes_in(name: str, known: Container[str]) -> Iterator[str]:
    """The known names that an op's name is made of, in order.

    >>> list(nodes_in("conv1relu1", {"conv1", "relu1", "relu"}))
    ['conv1', 'relu1']
    >>> list(nodes_in("PartitionedCall_gemm_MatMulV2_3", {"gemm"}))
    ['gemm']
    """
    name = name[:_LONGEST]
    if name in known:
        yield name
        return
    match = _SUBGRAPH.fullmatch(name)
    if match and match[1] in known:
        yield match[1]
        return
    while name and (node := _first(name, known)):
        yield node
        name = name[len(node) :]
