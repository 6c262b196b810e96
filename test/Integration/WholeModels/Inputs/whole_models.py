# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""whole_models.py [NET…]: runs small whole models here and in onnxruntime,
each compiled once for all of its shapes: the reference run within 1e-5 of the
largest value, precision modes within 5 %. On a day a net has the reference run or,
in turn, a mode."""

import itertools
import sys

import ascend_mlir
import numpy as np
from nets import NETS
from sampling import turns
from sessions import session_of
from tally import Tally

MODES = ["force_fp16", "force_fp32", "cube_fp16in_fp32out", "allow_fp32_to_fp16", "allow_fp32_to_bf16", "must_keep_origin_dtype",
         "allow_mix_precision", "allow_mix_precision_fp16", "allow_mix_precision_bf16"]  # fmt: skip


def difference(have, want):
    if have.shape != want.shape:
        return np.inf
    have, want = have.astype(np.float64), want.astype(np.float64)
    return np.abs(have - want).max(initial=0) / max(np.abs(want).max(initial=0), 1e-30)


def run(tally, name, net, modes):
    peer = session_of(net["model"])
    random = np.random.default_rng(7)
    dtypes = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(bool)": np.bool_}
    types = {value.name: dtypes[value.type] for value in peer.get_inputs()}
    inputs = [{key: np.asarray(net["make"][key](random, shape), types[key]) for key, shape in shapes.items()}
              for shapes in net["runs"]]  # fmt: skip
    expected = [dict(zip([o.name for o in peer.get_outputs()], peer.run(None, values))) for values in inputs]
    for mode in modes:
        options, bound = ({"reference": True}, 1e-5) if mode == "reference" else ({"precision_mode": mode}, 0.05)
        compiled = ascend_mlir.compile(net["model"], **options)
        for number, (values, want) in enumerate(zip(inputs, expected)):
            with tally.case(f"{name} {mode} {number}"):
                have = compiled.run(values)
                for key, value in want.items():
                    # Rounding may move a row over the threshold.
                    if mode == "reference" or key not in net.get("rows", ()):
                        worst = difference(have[key], value)
                        assert worst <= bound, f"{key} of shape {value.shape} is off by {worst}"


def main():
    # Compiling takes a second or two.
    names, tally = sys.argv[1:], Tally("runs")
    for number, (name, make) in enumerate(NETS.items()):
        if not names or name in names:
            run(tally, name, make(), itertools.chain(*turns(number, (["reference"], turns(number, MODES, lasts=2)))))
    tally.end()


main()
