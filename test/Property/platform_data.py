# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What the oracle takes from the project's data files: chips, cube types,
implementation modes, GE's local types and the built-in stores."""

import json

from oracle.decide import Setting


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

    def setting(self, soc, core, cpu, options):
        return Setting(core, cpu, self.cube, self.offered, self.lists, frozenset(self.socs[soc]["abilities"]), options,
                       self.local)
