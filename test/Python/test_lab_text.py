# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab compare: each figure of its text is numpy's, and stands in its column; what numpy has no word for
(p99) or no digits for (cosine) is that of the JSON.

Seen to fail where the text has the error of the whole for an op's own or its ULP, shares without the factor 100,
of other elements or inverted, one element more that is lost, a column of another key, and of a metric the sum over
the inputs for their mean."""

import unittest

import numpy as np
from ascend_mlir.lab.table import percent
from compare_case import FLOAT, INT64, CompareCase, model_of
from onnx import helper

half = np.float16
LIMIT, THRESHOLD, FAR = 65504, 0.3, half(64)
METRIC = """import numpy as np
def worst(ours, wanted):
    return np.abs(ours.astype(float) - wanted)[np.isfinite(ours)].max()
"""


def number(value):
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits}e{int(exponent)}" if value else "0"


def errors_of(values, reference):
    """max, mean, rmse, the error of the size, and the most ULP of float16, of what is finite; and what is lost."""
    finite = np.isfinite(values)
    a, b = (array[finite].astype(np.float64) for array in (values, reference))
    error = np.abs(a - b)
    ulp = 2.0 ** (np.maximum(np.floor(np.log2(np.abs(b), where=b != 0, out=np.full(b.shape, -14.0))), -14) - 10)
    return {"max": error.max(), "mean": error.mean(), "rmse": np.sqrt((error**2).mean()), "ulp": (error / ulp).max(),
            "relative": np.linalg.norm(error) / np.linalg.norm(b), "lost": int((~finite).sum())}  # fmt: skip


class Figures(CompareCase):
    """A square and a sum, of which some overflow; a difference whose error is the whole's, and a share and a
    label behind it that err little by themselves."""

    def setUp(self):
        super().setUp()
        nodes = [
            helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
            helper.make_node("Add", ["a", "x"], ["y"], name="sum"),
            helper.make_node("Add", ["u", "far"], ["c"], name="up"),
            helper.make_node("Sub", ["c", "far"], ["d"], name="down"),
            helper.make_node("Mul", ["d", "d"], ["p"], name="share"),
            helper.make_node("ArgMax", ["p"], ["k"], name="label", axis=1, keepdims=0),
        ]
        x, u, y, p = ((name, FLOAT, [10, 24]) for name in "xuyp")
        path = self.save(model_of(nodes, [x, u], [y, p, ("k", INT64, [10])], far=np.float32(FAR)))
        self.arguments = [path, f"--data={self.folder}/x.npz", "--precision_mode=force_fp16"]

    def values(self, *large):
        """Writes data of two inputs; by op its type, and what it gives in the reference, as decided, and on the
        reference's operands."""
        random = np.random.default_rng(1)
        x, u = random.uniform(-4, 4, (20, 24)).astype(np.float32), random.uniform(0, 1, (20, 24)).astype(np.float32)
        x[3, : len(large)] = large
        x[4, 0] = 200
        # In float16 on the other side of the threshold.
        u[7, :5] = 0.54
        np.savez(self.folder / "x.npz", x=x, u=u)
        a, c = x * x, u + np.float32(FAR)
        d = c - np.float32(FAR)
        with np.errstate(over="ignore"):
            hx, hu, ha = half(x), half(u), half(x) * half(x)
            hd, label = hu + FAR - FAR, (d * d).argmax(1)
            return {
                "u/Cast_float16": ("Cast", u, hu, hu),
                "x/Cast_float16": ("Cast", x, hx, hx),
                "square/Square": ("Square", a, ha, ha),
                "sum": ("Add", a + x, ha + hx, half(a) + hx),
                "up": ("Add", c, hu + FAR, hu + FAR),
                "down": ("Sub", d, hd, half(c) - FAR),
                "share/Square": ("Square", d * d, hd * hd, half(d) * half(d)),
                "label_Output0CastAfter": ("Cast", label, (hd * hd).argmax(1), label),
            }

    def text(self, *arguments):
        """Lines of a text whose width has no bound."""
        self.lab(*self.arguments, *arguments, f"--report={self.folder}/r.txt")
        return (self.folder / "r.txt").read_text().splitlines()

    @staticmethod
    def table(lines, heading, count):
        (start,) = (number for number, line in enumerate(lines) if line.startswith(heading + " "))
        names, *rows = (line.split() for line in lines[start : start + 1 + count])
        return [dict(zip(names, row, strict=True)) for row in rows]

    def test_tables(self):
        # Of the last one, the sum is finite on the reference's operands.
        ops = self.values(*[300] * 7, -255.95)
        self.assertEqual([np.isfinite(each).sum() for each in ops["sum"][1:]], [480, 472, 473])
        (self.folder / "m.py").write_text(METRIC)
        lines = self.text("--all", f"--threshold={THRESHOLD}", f"--metric={self.folder}/m.py:worst")
        (table,) = self.json(*self.arguments)["tables"]
        known = {row["op"]: row["end_to_end"] for row in table["ops"] + table["outputs"]}
        self.assertGreater(known["y"]["max"], 2 * known["y"]["p99"])
        wanted, worst, wholes = [], {}, {}
        for name, (type, reference, decided, own) in ops.items():
            is_half = decided.dtype == half
            whole, mine = errors_of(decided, reference), errors_of(own, reference)
            wholes[name] = whole
            # Each input is a half of the data.
            first, second = (errors_of(*each)["max"] for each in zip(np.split(decided, 2), np.split(reference, 2)))
            worst[name] = (first + second) / 2
            share = 100 * np.abs(reference).max() / LIMIT
            limit = f"{share:.0f}" if share > 100 else f"{share:.2g}"
            of_half = {"ULP": number(mine["ulp"]), "limit%": limit, "worst": number(worst[name])}
            wanted.append({
                "op": name, "type": type, "dtype": "f16" if is_half else "int64",
                "own": number(mine["relative"]), "whole": number(whole["relative"]), "max": number(whole["max"]),
                "rmse": number(whole["rmse"]), "p99": number(known[name]["p99"]), "cosine": f"{known[name]['cosine']:.6f}",
                "lost": str(whole["lost"]), **(of_half if is_half else dict.fromkeys(of_half, "-")),
            })  # fmt: skip
        self.assertEqual(self.table(lines, "op", 8), wanted)
        names = {"y": "sum", "p": "share/Square", "k": "label_Output0CastAfter"}
        wanted = [{
            "output": output, "dtype": "int64" if output == "k" else "f32", "lost": str(wholes[name]["lost"]),
            **{key: number(wholes[name][key]) for key in ("max", "mean", "rmse", "relative")},
            "p99": number(known[output]["p99"]), "cosine": f"{known[output]['cosine']:.8f}",
        } for output, name in names.items()]  # fmt: skip
        self.assertEqual(self.table(lines, "output", 3), wanted)
        _, shares, decided, _ = ops["share/Square"]
        same = (shares.argmax(1) == decided.argmax(1)).mean()
        sides = ((shares > THRESHOLD) == (decided > THRESHOLD)).mean()
        self.assertTrue(0.5 < same < 1 and 0.5 < sides < 1, (same, sides))
        for line in (
            f"y: broken: {100 * 8 / 480:.3g} % of its elements are Inf, NaN or clipped where the reference's are not",
            f"p: the largest of a vector is the same in {100 * same:.4g} %; "
            f"{100 * sides:.4g} % of elements lie on the same side of {THRESHOLD}; "
            f"its error is {wholes['share/Square']['relative']:.2g} of its size",
            f"k: {100 * same:.4g} % of its elements are equal",
            *(f"{output}: worst {worst[names[output]]:.6g}" for output in "yp"),
        ):
            self.assertIn(f"  {line}", lines)

    def test_nothing_is_lost(self):
        ops = self.values(220)
        lines = self.text()
        limit = f"{100 * np.abs(ops['sum'][1]).max() / LIMIT:.2g} % of it"
        self.assertIn(f"no finite value becomes Inf or NaN; nearest to its limit is sum (Add, float16): {limit}", lines)
        own = {f"{name} ({type}, float16)": errors_of(mine, wanted)["relative"] for name, (type, wanted, _, mine) in ops.items()}
        start = lines.index("largest errors of an op's own:") + 1
        said = [f"  {name}: {number(own[name])} of its size" for name in sorted(own, key=own.get, reverse=True)[:3]]
        self.assertEqual(lines[start : start + 3], said)

    def test_elements(self):
        """Of one op those with the largest errors."""
        _, reference, decided, own = self.values(220)["share/Square"]
        lines = self.text("--op=share", "--top=3")
        start = lines.index("output 0 of share/Square (Square, float16):") + 1
        error = np.abs(decided.astype(np.float64) - reference)
        wanted = [["input", "index", "reference", "decided", "own", "error", "ULP"]]
        for row, column in (np.unravel_index(each, error.shape) for each in np.argsort(-error, None)[:3]):
            numbers = (f"{float(each[row, column]):.8g}" for each in (reference, decided, own, error))
            ulp = number(error[row, column] / 2 ** (np.floor(np.log2(reference[row, column])) - 10))
            wanted.append([str(row // 10), f"[{row % 10},", f"{column}]", *numbers, ulp])
        self.assertEqual([line.split() for line in lines[start : start + 4]], wanted)

    def test_shares(self):
        """100 is no less than all."""
        for part, whole, digits, text in (
            (1, 1, 4, "100"), (999_999, 10**6, 4, "99.99"), (999_999, 10**6, 3, "99.9"), (0.997, 1, 2, "99"), (0.5, 1, 2, "50"),
            (0, 3, 4, "0"), (1, 3, 4, "33.33"), (1, 10**7, 4, "1e-05"), (1.378, 1, 2, "138"),
        ):  # fmt: skip
            self.assertEqual(percent(part, whole, digits), text)


if __name__ == "__main__":
    unittest.main()
