# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs, operators of a store, and errors."""

from dataclasses import dataclass, field

FLOATS = ("float", "float16", "bfloat16")
COMPLEX = ("complex32", "complex64", "complex128")
CONSTANT_TYPES = ("Const", "Constant", "Variable")


class Refused(Exception):
    """The decision ends with an error; `code` is CANN's, or "" for none."""

    def __init__(self, code, message="", others=()):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.codes = {code, *others}


@dataclass
class Slot:
    """One input or output in a store: `dtypes[k]` is its dtype in column k."""

    name: str
    dtypes: list
    kind: str = "required"  # required, optional or dynamic


@dataclass
class OpInfo:
    """One operator type of the AI Core store."""

    inputs: list
    outputs: list
    policy: str = "gray"
    kernel: bool = True
    promote: list = field(default_factory=list)  # lists of input names

    @property
    def columns(self):
        slots = self.inputs + self.outputs
        return len(slots[0].dtypes) if slots else 0


@dataclass
class Node:
    """One op. An input is None (absent), ("arg", k) or (node name, output)."""

    name: str
    type: str
    inputs: list
    outputs: list  # dtypes of the model
    groups: list = None  # number of operands of each input slot
    originals: tuple = ()
    inherit: bool = False
    continuous: tuple = ()  # indices of inputs with format_continuous
    # Sources are Const, Constant and Variable: never judged.

    @property
    def source(self):
        return self.type in CONSTANT_TYPES


@dataclass
class Graph:
    """Nodes in topological order; results are what the function returns."""

    args: list
    nodes: list
    results: list = field(default_factory=list)

    def __post_init__(self):
        self.by_name = {node.name: node for node in self.nodes}

    def origin(self, ref):
        """The dtype of a value in the model."""
        where, index = ref
        return self.args[index] if where == "arg" else self.by_name[where].outputs[index]


def slots_of(slots, count, groups=None):
    """The slot of each operand or result; None where they do not fit."""
    if groups is not None:
        if len(groups) > len(slots) or sum(groups) != count:
            return None
        return [slot for slot, size in zip(slots, groups) for _ in range(size)]
    dynamic = [k for k, slot in enumerate(slots) if slot.kind == "dynamic"]
    if not dynamic:
        return list(slots[:count]) if count <= len(slots) else None
    if len(dynamic) > 1:
        return None
    first = dynamic[0]
    spread = count - (len(slots) - 1)
    if spread < 0:
        # Trailing optional slots were left out.
        return list(slots[:count])
    return slots[:first] + [slots[first]] * spread + slots[first + 1:]
