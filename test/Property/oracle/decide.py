# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The decision for a whole graph."""

from dataclasses import dataclass, field

from . import config, engines, impl_modes, modes
from .model import Refused, slots_of


@dataclass
class Setting:
    """What the decision depends on besides the graph."""

    core: dict  # type -> OpInfo
    cpu: dict  # type -> [(input slots, output slots)]
    cube: frozenset
    offered: dict  # type -> implementation modes
    lists: dict  # name -> text of a built-in ini file
    abilities: frozenset
    options: dict = field(default_factory=dict)
    local: frozenset = frozenset()  # types of GE's local engine


@dataclass
class Row:
    """The decision for one op."""

    engine: str
    column: int
    inputs: list
    outputs: list
    policy: str
    requested: str = "default"
    effective: str = "default"


def mode_of(options, abilities):
    """The precision mode in force."""
    old, new = options.get("precision_mode"), options.get("precision_mode_v2")
    if old and new:
        raise Refused("E10056")
    if old and old not in modes.MODES_V1 or new and new not in modes.MODES_V2:
        raise Refused("E10001")
    if old or new:
        mode = modes.MODES_V1[old] if old else modes.MODES_V2[new]
    elif options.get("graph_run_mode") == "1":
        mode = "must_keep" if "fp32_mmad" in abilities else "to_fp16"
    else:
        mode = "force_fp16"
    if mode in modes.BF16_MODES and "bf16" not in abilities:
        raise Refused("E20101")
    return mode


class Decision:
    """Decides every node of a graph: `rows` by node name."""

    def __init__(self, graph, setting):
        options = setting.options
        self.graph, self.setting, self.rows = graph, setting, {}
        refusals = []

        def attempt(read, *arguments):
            try:
                return read(*arguments)
            except Refused as refusal:
                refusals.append(refusal)
                return None

        def file(key, read, *arguments):
            return attempt(read, options[key], *arguments) if key in options else None

        self.mode = attempt(mode_of, options, setting.abilities)
        if "modify_mixlist" in options and self.mode and self.mode not in modes.MIX_MODES:
            refusals.append(Refused("E10001", "modify_mixlist without a mixed mode"))
        self.moves = file("modify_mixlist", config.read_mixlist) or {}
        self.kept = file("keep_dtype", config.read_keep, graph) or set()
        self.custom = file("customize_dtypes", config.read_customize) or ({}, {})
        attempt(impl_modes.check_hf32, options)
        self.names, self.types = attempt(
            impl_modes.select, options, setting.lists, "hf32" in setting.abilities) or ({}, {})
        # Which of several errors is told first is not a rule.
        if refusals:
            raise Refused(refusals[0].code, str(refusals[0]), [refusal.code for refusal in refusals])
        for node in graph.nodes:
            if not node.source:
                self.rows[node.name] = self.judge(node)

    def dtype(self, ref):
        """The decided dtype of a value."""
        where, _ = ref
        row = self.rows.get(where)
        return row.outputs[ref[1]] if row else self.graph.origin(ref)

    def policy(self, kind):
        info = self.setting.core.get(kind)
        return config.policy_after(info.policy if info else "gray", self.moves.get(kind, set()))

    def judge(self, node):
        origins = [None if ref is None else self.graph.origin(ref) for ref in node.inputs]
        entry = self.custom[0].get(node.name) or self.custom[1].get(node.type)
        info = self.setting.core.get(node.type)
        row = self.on_core(node, info, origins, entry) if info else None
        if row is None:
            row = self.elsewhere(node, info, origins, entry)
        row.requested = impl_modes.by_name(node, self.names) or self.types.get(node.type) or "default"
        row.effective = impl_modes.effective(row.requested, self.setting.offered.get(node.type, ()), "hf32" in self.setting.abilities)
        return row

    def elsewhere(self, node, info, origins, entry):
        """The AI CPU, or GE's local engine for a type without a kernel."""
        inputs, outputs = list(origins), list(node.outputs)
        for dtypes, wanted in zip((inputs, outputs), entry or ()):
            for index, dtype in enumerate(wanted[:len(dtypes)]):
                if dtype and dtypes[index]:
                    dtypes[index] = dtype
        row = Row("aicpu", None, inputs, outputs, self.policy(node.type))
        if info and not info.kernel and node.type in self.setting.local:
            row.engine = "local"
            return row
        for kernel in self.setting.cpu.get(node.type, ()):
            fits = []
            for slots, dtypes, groups in zip(kernel, (inputs, outputs), (node.groups, None)):
                # A tensor that the kernel does not name is not looked at.
                found = slots_of(slots, len(dtypes), groups) or slots
                fits.append(all(dtype is None or dtype in slot.dtypes for slot, dtype in zip(found, dtypes)))
            if all(fits):
                return row
        raise Refused("EZ3003", node.name)

    def on_core(self, node, info, origins, entry):
        """The AI Core's decision, or None where it does not take the op."""
        ins = slots_of(info.inputs, len(origins), node.groups)
        outs = slots_of(info.outputs, len(node.outputs))
        if ins is None or outs is None:
            return None
        policy, kept = self.policy(node.type), node.name in self.kept
        columns = list(range(info.columns))
        names = {}
        for index, slot in enumerate(ins):
            names.setdefault(slot.name, index)
        must_promote, complete, lists = engines.promotion(info, names, origins)

        present = [(slot, dtype) for slot, dtype in zip(ins, origins) if dtype]
        present += list(zip(outs, node.outputs))
        custom, specified = columns, False
        if entry:
            for wanted, slots, dtypes in ((entry[0], ins, origins), (entry[1], outs, node.outputs)):
                for slot, dtype, want in zip(slots, dtypes, wanted):
                    if want and dtype:
                        specified = True
                        custom = [k for k in custom if slot.dtypes[k] == want]
            if not custom:
                return None
        if node.type in ("Cast", "TransData"):
            if not any(all(slot.dtypes[k] == dtype for slot, dtype in present) for k in columns):
                return None
        elif not entry and not self.supported(ins, origins, outs, node.outputs, kept, policy,
                                               lists if must_promote and complete else []):
            return None
        if entry and not specified:
            raise Refused("E29999", node.name)

        start = custom if entry else []
        if must_promote:
            left = engines.promoted_columns(lists, ins, start or columns)
        else:
            left = self.narrow(node, info, policy, kept, (ins, outs), origins, columns, start)
        column = left[0] if left else start[0] if start else 0
        return Row("aicore" if info.kernel else "local", column,
                   [slot.dtypes[column] if dtype else None for slot, dtype in zip(ins, origins)],
                   [slot.dtypes[column] for slot in outs], policy)

    def supported(self, ins, origins, outs, outputs, kept, policy, lists):
        targets = {}
        for indices, target, _ in lists:
            for index in indices:
                targets.setdefault(index, target)
        for index, (slot, dtype) in enumerate(list(zip(ins, origins)) + list(zip(outs, outputs))):
            if dtype is None or any(
                    engines.accepts(dtype, stored, kept, policy == "black", self.mode) for stored in slot.dtypes):
                continue
            target = targets.get(index) if index < len(ins) else None
            if not target or not any(engines.promote(target, stored) == stored for stored in slot.dtypes):
                return False
        return True

    def narrow(self, node, info, policy, kept, slots, origins, columns, left):
        """Runs the mode over all tensors: inputs, constants last, then outputs."""
        ins, outs = slots
        view = modes.OpView(
            node.type, policy, node.type in self.setting.cube, kept,
            modes.is_sensitive(node.type, origins + node.outputs), info.kernel, node.inherit,
            bool(ins and outs and origins[0]) and any(
                one == "float16" and two == "float" for one, two in zip(ins[0].dtypes, outs[0].dtypes)))
        order = {}
        for index, ref in enumerate(node.inputs):
            late = ref is None or (ref[0] != "arg" and self.graph.by_name[ref[0]].source)
            order.setdefault(index + 255 if late else index, index)
        left = left or columns
        for priority in sorted(order):
            index = order[priority]
            if origins[index] is None:
                continue
            ref = node.inputs[index]
            tensor = modes.Tensor(origins[index], ins[index].dtypes, True, index, index in node.continuous,
                                  self.dtype(ref), self.through(ref, "float16", ("float", "bfloat16")),
                                  self.through(ref, "bfloat16", ("float", "float16")))
            left = modes.narrow(self.mode, view, tensor, left)
        # The outputs start again where the inputs left nothing.
        left = left or columns
        for index, slot in enumerate(outs):
            tensor = modes.Tensor(node.outputs[index], slot.dtypes, False, index)
            left = modes.narrow(self.mode, view, tensor, left)
        return left

    def through(self, ref, source, targets):
        """The dtype that a gray input sees: through one Cast from `source` to
        one of `targets` it is what the Cast's producer gives."""
        row = self.rows.get(ref[0])
        if row and self.graph.by_name[ref[0]].type == "Cast" and "Cast" in self.setting.core:
            if row.policy != "black" and row.inputs[0] == source and row.outputs[0] in targets:
                return self.dtype(self.graph.by_name[ref[0]].inputs[0])
        return self.dtype(ref)
