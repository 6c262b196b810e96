# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What force_fp16 decides for nodes in a Loop and in the branches of an If, alone,
with keep_dtype and with customize_dtypes, and whether the results stay right."""

import pathlib
import tempfile

import ascend_mlir
import numpy as np
import onnx.parser
from sessions import session_of

MODEL = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
g (int64 n, bool c, float[2,4] x) => (float[2,4] y, float[2,4] z)
    <float[4,4] w = {1,0.5,0,0.25, 0,1,0.5,0, 0.125,0,1,0, 0,0,0.5,1}> {
  y = Loop (n, , x) <body = b (int64 i, bool d, float[2,4] s) => (bool d, float[2,4] t) {
    [product] p = MatMul(s, w) [sine] q = Sin(p) [bend] t = Tanh(q) }>
  z = If (c) <then_branch = t () => (float[2,4] a) { [yes] a = Sin(x) },
              else_branch = e () => (float[2,4] a) { [no] a = Cos(x) }>
}""").SerializeToString()
RUNS = [{"n": np.array(n), "c": np.array(n % 2 == 1), "x": np.linspace(-2, 2, 8, dtype=np.float32).reshape(2, 4)} for n in (0, 3)]


def main():
    peer = session_of(MODEL)
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "keep.cfg").write_text("sine\nyes\n")
    custom = "::InputDtype:float32,OutputDtype:float32\n"
    (folder / "customize.cfg").write_text("bend" + custom + "no" + custom)
    for word, options in (("mode alone", {}), ("keep_dtype", {"keep_dtype": str(folder / "keep.cfg")}),
                          ("customize_dtypes", {"customize_dtypes": str(folder / "customize.cfg")})):  # fmt: skip
        compiled = ascend_mlir.compile(MODEL, precision_mode="force_fp16", **options)
        decided = {op["name"]: op["outputs"][0]["dtype"] for op in compiled.report["ops"]}
        is_right = True
        for run in RUNS:
            have, want = compiled.run(run), dict(zip("yz", peer.run(None, run)))
            is_right &= all(np.abs(have[key] - want[key]).max() < 0.01 for key in "yz")
        names = ("product", "sine", "bend", "yes", "no")
        print(f"{word}:", *(f"{name}={decided.get(name)}" for name in names), end=", right\n" if is_right else ", WRONG\n")


main()
