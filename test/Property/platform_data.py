# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What the oracle takes from the project's data files: chips, cube types,
implementation modes, GE's local types and the built-in stores."""

import copy
import functools
import json

from oracle import stores
from oracle.decide import Setting


@functools.cache
def store(path):
    """The operators of a file, which several chips share."""
    return stores.read(json.loads(path.read_text()))


class Platform:
    """The data under share/ascend."""

    def __init__(self, share):
        self.share = share
        self.socs = {soc["name"]: soc for soc in json.loads((share / "soc.json").read_text())}
        words = [line.partition("=")[2] for line in (share / "cube_ops.ini").read_text().splitlines()
                 if line.startswith("fp16.op_type")]
        self.cube = frozenset(words[0].split(","))
        self.lists = {path.stem: path.read_text() for path in (share / "impl_mode").glob("*.ini")}
        self.offered = {}
        for line in self.lists["all_ops_impl_mode"].splitlines():
            kind, equals, modes = line.partition("=")
            if equals and not line.startswith("#"):
                self.offered[kind.strip()] = [mode.strip() for mode in modes.split(",") if mode.strip() != "optional"]
        local = json.loads((share / "opstore" / "ge-local.json").read_text())
        self.local = frozenset(local["ge_local"] + local["rts"])

    @functools.cache
    def builtin(self, soc):
        """(AI Core, AI CPU) operators of a chip: its store, the overlay where
        that has no columns, then the stores that are assumed for it."""
        core, cpu = {}, {}
        for name in self.socs[soc]["stores"] + self.socs[soc]["assumedStores"]:
            parts = []
            for pattern in ("aic-*-ops-info.json", "overlay-*.json"):
                parts.append({})
                for path in sorted((self.share / "opstore" / name).glob(pattern)):
                    parts[-1].update(store(path)[0])
            merged, overlay = parts
            for kind, info in overlay.items():
                if kind not in merged:
                    merged[kind] = info
                elif not merged[kind].columns:
                    merged[kind] = copy.copy(merged[kind])
                    merged[kind].inputs, merged[kind].outputs = info.inputs, info.outputs
            for kind, info in merged.items():
                core.setdefault(kind, info)
        for name in ("aicpu_kernel", "tf_kernel"):
            for kind, kernels in store(self.share / "opstore" / "aicpu" / f"{name}.json")[1].items():
                cpu.setdefault(kind, []).extend(kernels)
        return core, cpu

    def setting(self, soc, core, cpu, options):
        return Setting(core, cpu, self.cube, self.offered, self.lists, frozenset(self.socs[soc]["abilities"]), options,
                       self.local)
