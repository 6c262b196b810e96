# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ascend-lab search can keep: ops by their lines, as far as the chip has kernels, at what the whole
model costs then."""

import contextlib
import itertools
import json
import pathlib
import re
import tempfile
import unittest

import ascend_mlir
import ascend_mlir.lab
import models
import numpy as np
import onnx
from ascend_mlir.lab.budgets import OutputErrors, parse_budget
from ascend_mlir.lab.decision import FLOAT_MODE, decide, is_mode_key
from ascend_mlir.lab.roofline import cost_of
from onnx import helper
from sampling import stretch
from search_case import FLOAT, Case

MODE = "--precision_mode=force_fp16"


def recurrent(kind):
    """A product, and a layer that GE makes several ops of."""
    rng = np.random.default_rng(5)
    gates = {"LSTM": 4, "GRU": 3}[kind]
    arrays = {
        "w": rng.standard_normal((1, gates * 12, 8)), "r": 0.3 * rng.standard_normal((1, gates * 12, 12)),
        "k": rng.standard_normal((12, 3)),
    }  # fmt: skip
    nodes = [
        helper.make_node("Relu", ["x"], ["p"], name="relu"),
        helper.make_node(kind, ["p", "w", "r"], ["h"], name="cell", hidden_size=12, **({} if kind == "LSTM" else {"linear_before_reset": 1})),
        helper.make_node("MatMul", ["h", "k"], ["y"], name="fc"),
    ]
    weights = [(name, array.astype(np.float32)) for name, array in arrays.items()]
    return models.model_of(nodes, [("x", FLOAT, [5, 1, 8])], [("y", FLOAT, [5, 1, 1, 3])], weights)


def normalized():
    """Two convolutions with what stands between them: what is kept together needs fewer casts."""
    rng = np.random.default_rng(2)
    nodes = [
        helper.make_node("Conv", ["x", "w0"], ["c"], name="c0", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"], name="r0"),
        helper.make_node("Conv", ["r", "w1"], ["d"], name="c1", pads=[1, 1, 1, 1]),
        helper.make_node("Sigmoid", ["d"], ["y"], name="mask"),
    ]
    weights = [("w0", rng.standard_normal((8, 3, 3, 3))), ("w1", 0.1 * rng.standard_normal((1, 8, 3, 3)))]
    shape = [1, 3, 16, 16]
    return models.model_of(nodes, [("x", FLOAT, shape)], [("y", FLOAT, [1, 1, 16, 16])], [(n, a.astype(np.float32)) for n, a in weights])


class Lines(Case):
    def search(self, *arguments, **options):
        return " ".join(self.lab(self.model, MODE, *arguments, **options).split())

    def test_no_kernel_for_one_of_a_line(self):
        """Nothing that the line of a refused op keeps has a line of keep_dtype; all else has."""
        for kind, chip, refused, part in (
            ("LSTM", "Ascend310P3", [], "cell/DynamicRNN (DynamicRNN): f16, f16, f32 > f32, f16, f32"),
            ("LSTM", "Ascend910A", [], "cell/DynamicRNN (DynamicRNN): f16, f16, f32 > f32, f16, f32"),
            ("GRU", "Ascend910B1", ["cell_splitD_layer (DynamicGRUV2)"], ""),
        ):
            with self.subTest(kind=kind, chip=chip):
                onnx.save(recurrent(kind), self.model)
                options = {"precision_mode": "force_fp16", "soc_version": chip}
                names = {op.name: op.keep_names for op in decide(self.model, options).ops if op.has_other_dtypes}
                cell = [name for name, lines in names.items() if lines == ("cell",)]
                self.assertGreater(len(cell), 1)
                text = self.search(f"--soc_version={chip}", "--budget=max<0", "--modes=no", code=1)
                self.assertIn("no set of ops holds the budget", text)
                self.assertEqual(re.findall(r"cannot be kept: (\S+ \(\w+\)): no kernel", text), refused)
                self.assertEqual(re.findall(r"can be kept in part: (.*?) nothing kept", text), [part] if part else [])
                ops = ascend_mlir.lab.explain(self.model, **options).ops
                offered = {name for op in ops for name in op.keep_names}
                self.assertEqual((offered, "relu" in offered), (set(names) - set(cell), True))
                self.assertTrue(all("`cell` keeps " in op.blocked for op in ops if op.name in cell and op.type.startswith("StridedSlice")))
                self.assertEqual([op.name for op in ops if op.blocked and not op.ports], [each.split()[0] for each in refused])
                text = self.search(f"--soc_version={chip}", "--max_ops=1", "--holdout=0", f"--to={self.folder / 'h'}")
                self.assertRegex(text, r"kept: [01] of \d ops")

    def test_ops_of_one_line_are_one(self):
        onnx.save(recurrent("LSTM"), self.model)
        to = self.folder / "healed"
        text = self.search("--budget=relative<=1e-5", "--holdout=0", f"--to={to}")
        self.assertIn("kept: 6 of 6 ops", text)
        self.assertIn("cell (DynamicRNN, Unsqueeze, 2 StridedSliceD)", text)
        self.assertIn("customize_dtypes.cfg: decides every op as keep_dtype.cfg does", text)
        self.assertIn(": the same 6 ops", text)
        trials = json.loads((to / "manifest.json").read_text())["trials"]
        cells = [sum("cell" in name for name in trial["kept"]) for trial in trials]
        self.assertEqual(set(cells), {0, 4})
        self.assertEqual((to / "README.md").read_text().count("- `cell`"), 1)
        # They count as what they are, and cost what all of them cost.
        self.assertIn("kept: 1 of 6 ops", self.search("--max_ops=3", "--holdout=0"))

    def test_nodes_of_one_name(self):
        nodes = [helper.make_node("Exp", [f"x{i}"], [f"x{i + 1}"], name="twice" if i < 2 else "once") for i in range(3)]
        onnx.save(models.model_of(nodes, [("x0", FLOAT, [4])], [("x3", FLOAT, [4])], []), self.model)
        np.savez(self.folder / "x.npz", x0=np.full(4, -1, np.float32))
        text = self.search(f"--data={self.folder / 'x.npz'}", "--budget=relative<=1e-6", f"--to={self.folder / 'h'}")
        self.assertIn("kept: 3 of 3 ops", text)
        self.assertIn("twice (2 Exp)", text)
        self.assertIn("keeps all ops of Exp: the same 3 ops", text)


class Names(Case):
    ODD = ("a=b", "#c", " d ", "e#f", "[ByOpType]", "[3]", "g:h", "OpType::i", "j k", "=l", "ünder")

    def setUp(self):
        super().setUp()
        rng = np.random.default_rng(3)
        values = [f"x{number}" for number in range(len(self.ODD) + 1)]
        nodes = [helper.make_node("MatMul", [a, "w"], [b], name=name) for name, a, b in zip(self.ODD, values, values[1:])]
        weights = [("w", np.linalg.qr(rng.standard_normal((4, 4)))[0].astype(np.float32))]
        onnx.save(models.model_of(nodes, [("x0", FLOAT, [4, 4])], [(values[-1], FLOAT, [4, 4])], weights), self.model)
        self.options = {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "1"}

    def test_what_is_a_key(self):
        """That which a line of op_precision_mode reaches."""
        ini = self.folder / "modes.ini"
        reached = set()
        for name in self.ODD:
            ini.write_text(f"[ByOpType]\nBatchMatMulV2=enable_hi_float_32_execution\n[ByNodeName]\n{name}={FLOAT_MODE}\n")
            with contextlib.suppress(ascend_mlir.AscendError):
                ops = decide(self.model, {**self.options, "op_precision_mode": str(ini)}).ops
                reached |= {op.name for op in ops if op.name == name and not op.is_hf32}
        self.assertEqual(reached, set(filter(is_mode_key, self.ODD)))
        self.assertTrue(all(name in reached for name in ("e#f", "g:h", "j k")))
        self.assertFalse(any(map(is_mode_key, ("", "a\nb", "a\ufffd"))))

    def test_what_no_line_names(self):
        """It is told, and counts as nothing that can be kept."""
        none = [name for name in self.ODD if not is_mode_key(name)]
        kept, count = "must_keep_origin_dtype", len(self.ODD)
        for mode, count, only in (kept, count - len(none), ""), ("force_fp16", count, "only its dtypes can: "):
            text = self.lab(self.model, f"--precision_mode={mode}", "--allow_hf32=true", "--modes=yes", "--budget=relative<=1e-9", code=1)
            text = " ".join(text.split())
            self.assertIn(f"{count} ops can be kept", text)
            for name in none:
                wanted = f"cannot be kept: {name} (BatchMatMulV2): {only}it multiplies float32 as HF32, and its name cannot stand in a file"
                self.assertIn(" ".join(wanted.split()), text)
            self.assertEqual(text.count("cannot stand in a file of op_precision_mode"), len(none))
            self.assertIn("these ops cannot be kept: a=b, #c, d , =l", text)


class TrueCosts(Case):
    """Of all sets of a model, each compiled and decided."""

    @classmethod
    def setUpClass(cls):
        cls.x = np.random.default_rng(7).uniform(-1, 1, (3, 3, 16, 16)).astype(np.float32)
        cls.sets = {}
        with tempfile.TemporaryDirectory() as folder:
            path, keep = f"{folder}/net.onnx", pathlib.Path(folder, "try.cfg")
            onnx.save(normalized(), path)
            options = {"precision_mode": "force_fp16"}
            plain = decide(path, options)
            reference = ascend_mlir.compile(path, reference=True)
            wanted = [reference.run([x[None]])["y"] for x in cls.x]
            names = [op.name for op in plain.ops]
            for members in itertools.chain.from_iterable(itertools.combinations(names, size) for size in range(len(names) + 1)):
                keep.write_text("".join(f"{name}\n" for name in members))
                kept = options | ({"keep_dtype": str(keep)} if members else {})
                model, errors = ascend_mlir.compile(path, **kept), OutputErrors()
                for x, want in zip(cls.x, wanted):
                    errors.add(model.run([x[None]])["y"], want)
                cost = cost_of(decide(path, kept)).total - cost_of(plain).total
                cls.sets[frozenset(members)] = errors, cost

    def setUp(self):
        super().setUp()
        onnx.save(normalized(), self.model)
        np.savez(self.folder / "x.npz", x=self.x)

    def kept(self, *arguments):
        to = self.folder / "healed"
        self.lab(self.model, f"--data={self.folder / 'x.npz'}", MODE, "--holdout=0", *arguments, f"--to={to}")
        return frozenset(json.loads((to / "manifest.json").read_text())["kept"])

    def test_casts_count(self):
        """The costs of ops one by one say nothing of those of sets."""
        costs = {members: cost for members, (_, cost) in self.sets.items()}
        self.assertTrue(any(costs[a | b] < costs[a] for a in costs for b in costs if len(b) == 1 and not b <= a))

    def test_budgets(self):
        means = sorted(errors.absolute / errors.compared for errors, _ in self.sets.values())
        sizes = set()
        for mean in stretch(means[1:-1:2], 2):
            budget = parse_budget(f"mean<={mean * 1.0001:.9g}", ["y"])
            holding = [(len(s), cost) for s, (errors, cost) in self.sets.items() if not budget.faults({"y": errors})]
            kept = self.kept(f"--budget={budget.text}")
            self.assertEqual((len(kept), self.sets[kept][1]), min(holding), budget.text)
            sizes.add(len(kept))
        self.assertGreater(len(sizes), 2)

    def test_bounds_on_costs(self):
        relative = {members: (errors.squares / errors.references) ** 0.5 for members, (errors, _) in self.sets.items()}
        costs = sorted(cost for _, cost in self.sets.values())
        for bound in stretch([each * 1.0001 for each in costs[1:-1:3] if each > 0], 2):
            allowed = [members for members, (_, cost) in self.sets.items() if cost <= bound]
            kept = self.kept(f"--max_cost={bound:.9g}")
            self.assertIn(kept, allowed)
            self.assertEqual(relative[kept], min(map(relative.__getitem__, allowed)))


if __name__ == "__main__":
    unittest.main()
