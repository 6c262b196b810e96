# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab search: a set that is tried by a run gives the bits that it gives when it is
compiled; the sets found are smallest; what is written heals."""

import csv
import itertools
import json
import random
import unittest
import warnings

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir import _core, _tensors
from ascend_mlir.lab.budgets import OutputErrors, parse_budget
from ascend_mlir.lab.decision import decide
from onnx import helper
from sampling import turns
from search_case import FLOAT, Case, SearchCase, chains, mixed, normalizer


class SameBits(Case):
    def check(self, model, inputs, **options):
        """Random sets, tried by a run and compiled."""
        onnx.save(model, self.model)
        ops = [op for op in decide(self.model, options).ops if op.is_changed]
        keep = self.folder / "all.cfg"
        keep.write_text("".join(f"{name}\n" for op in ops for name in op.keep_names))
        core = _core.choose_file(self.model, list(options.items()), [("keep_dtype", str(keep))])
        infos = _tensors.describe(core.inputs)
        outputs = _tensors.describe(core.outputs)
        choice = random.Random(4)
        self.assertGreaterEqual(len(core.choices()), 2)
        differ = set()
        for size in (1, 1, 2, (len(ops) + 1) // 2, len(ops) - 1, len(ops)):
            members = choice.sample(ops, size)
            part = self.folder / "part.cfg"
            part.write_text("".join(f"{name}\n" for op in members for name in op.keep_names))
            values = [*(inputs[info.name] for info in infos[:-1]), np.array(core.find_forms([("keep_dtype", str(part))]))]
            results = core.run([_tensors.flatten(v, info) for v, info in zip(values, infos)], 0, None)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ascend_mlir.AscendWarning)
                wanted = ascend_mlir.compile(self.model, **options, keep_dtype=str(part)).run(inputs)
            for info, (data, _) in zip(outputs, results):
                self.assertEqual(data.tobytes(), wanted[info.name].tobytes(), (info.name, [op.name for op in members]))
            differ.add(tuple(data.tobytes() for data, _ in results))
        self.assertGreater(len(differ), 1)

    def test_models_and_modes(self):
        rng = np.random.default_rng(5)
        image = {"x": rng.standard_normal((1, 3, 8, 8)).astype(np.float32)}
        row = {"x": rng.standard_normal((1, 2000)).astype(np.float32)}
        rows = {"x": rng.uniform(-3, 7, (7, 40)).astype(np.float32)}
        for number, (model, inputs) in enumerate([(mixed(), image), (normalizer(), row)]):
            for mode in turns(number, ["force_fp16", "allow_mix_precision_bf16"]):
                with self.subTest(mode=mode):
                    self.check(model, inputs, precision_mode=mode)
        self.check(chains(), rows, precision_mode="force_fp16")


class NoSet(Case):
    def test_is_said(self):
        """Options that change more than whether an op is kept: no run has its form."""
        nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="fc"), helper.make_node("Exp", ["h"], ["y"], name="exp")]
        model = models.model_of(nodes, [("x", FLOAT, [4, 4])], [("y", FLOAT, [4, 4])], [("w", np.ones((4, 4), np.float32))])
        onnx.save(model, self.model)
        keep = self.folder / "all.cfg"
        keep.write_text("fc\nexp\n")
        core = _core.choose_file(self.model, [("precision_mode", "force_fp16")], [("keep_dtype", str(keep))])
        for option, op in (("precision_mode", "allow_mix_precision_bf16"), "fc"), (("op_select_implmode", "high_precision"), "exp"):
            with self.assertRaises(ascend_mlir.AscendError) as raised:
                core.find_forms([option])
            said = f"the sets of ops cannot be tried by runs: '{op}' has a third form where this set is kept"
            self.assertEqual(str(raised.exception), said)
        self.assertEqual(core.find_forms([]), [False, False])
        self.assertEqual(core.find_forms([("keep_dtype", str(keep))]), [True, True])


class Search(SearchCase):
    def test_finds_what_an_overflow_moves_into(self):
        to = self.folder / "healed"
        text = self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        self.assertIn("kept: 2 of 8 ops", text)
        self.assertIn("on 3 inputs that were held out: holds", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        manifest = json.loads((to / "manifest.json").read_text())
        self.assertEqual(manifest["kept"], ["sum", "mean"])
        self.assertTrue(manifest["is_minimal"])
        # The proof: without one of them the budget does not hold.
        tried = {frozenset(trial["kept"]): trial["passes"] for trial in manifest["trials"]}
        self.assertFalse(tried[frozenset({"sum"})] or tried[frozenset({"mean"})])
        with (to / "curve.csv").open() as file:
            curve = list(csv.DictReader(file))
        self.assertEqual([point["passes"] for point in curve if point["ops kept"] in ("0", "8")], ["False", "True"])
        # What was written heals, and the same comes again.
        healed = ascend_mlir.compile(self.model, precision_mode="force_fp16", keep_dtype=str(to / "keep_dtype.cfg"))
        wanted = ascend_mlir.compile(self.model, reference=True)
        x = np.load(self.folder / "x.npz")["x"][:1]
        np.testing.assert_allclose(healed.run([x])["y"], wanted.run([x])["y"], rtol=0.02)
        again = self.folder / "again"
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={again}")
        self.assertEqual((again / "manifest.json").read_text(), (to / "manifest.json").read_text())
        self.assertIn(f"--keep_dtype={to / 'keep_dtype.cfg'}", (to / "README.md").read_text())

    def test_hf32(self):
        """Where HF32 is all that is left, ops get a mode, not a dtype."""
        onnx.save(mixed(), self.model)
        np.savez(self.folder / "x.npz", x=np.random.default_rng(7).standard_normal((6, 3, 8, 8)).astype(np.float32))
        to = self.folder / "healed"
        arguments = [self.model, f"--data={self.folder / 'x.npz'}", "--budget=y:relative<=1e-6", f"--to={to}"]
        origin = ["--precision_mode=must_keep_origin_dtype", "--allow_hf32=true"]
        text = self.lab(*arguments, *origin)
        self.assertIn("not as HF32", text)
        self.assertFalse((to / "keep_dtype.cfg").exists())
        ini = (to / "op_precision.ini").read_text()
        kept = json.loads((to / "manifest.json").read_text())["kept"]
        for name in kept:
            self.assertIn(f"{name}=enable_float_32_execution\n", ini)
        healed = self.decided(precision_mode="must_keep_origin_dtype", allow_hf32="1", op_precision_mode=str(to / "op_precision.ini"))
        plain = self.decided(precision_mode="must_keep_origin_dtype", allow_hf32="1")
        self.assertEqual({name for name in plain if plain[name] != healed[name]}, set(kept))
        # Both at once: dtypes alone do not hold the budget.
        text = self.lab(*arguments, "--precision_mode=force_fp16", "--allow_hf32=true")
        self.assertIn("all dtypes kept: y: relative is", text)
        self.assertTrue((to / "keep_dtype.cfg").exists() and (to / "op_precision.ini").exists())
        self.assertIn("no set of ops holds", self.lab(*arguments, "--precision_mode=force_fp16", "--allow_hf32=true", "--modes=no", code=1))

    def test_nothing_need_be_kept(self):
        """It is judged on what was held out, too, and the folder says so."""
        data, to = self.folder / "two.npz", self.folder / "healed"
        x = np.random.default_rng(6).uniform(0.1, 0.2, (10, 2000)).astype(np.float32)
        x[[3, 6, 9]] *= 40
        np.savez(data, x=x)
        text = self.lab(self.model, f"--data={data}", "--precision_mode=force_fp16", "--budget=cosine>=0.999", f"--to={to}", code=1)
        self.assertIn("nothing need be kept: the budget holds as decided", text)
        self.assertIn("on 3 inputs that were held out: fails: y: ", text)
        self.assertIn("error: what was found does not hold on all inputs: y: ", text)
        manifest = json.loads((to / "manifest.json").read_text())
        self.assertEqual((manifest["kept"], len(manifest["held_out"]["faults"])), ([], 1))
        self.assertIn("Nothing need be kept", (to / "README.md").read_text())

    def test_headroom(self):
        """What comes near to its limit is kept, with what reads it, whether or not the budget asks for it."""
        np.savez(self.folder / "low.npz", x=np.random.default_rng(6).uniform(3, 4, (10, 2000)).astype(np.float32))
        arguments = [self.model, f"--data={self.folder / 'low.npz'}", "--precision_mode=force_fp16"]
        to = self.folder / "healed"
        # The sum is about 24,600, three eighths of 65,504.
        for headroom, kept in ("2.4", []), ("2.9", ["sum", "mean"]):
            text = self.lab(*arguments, f"--headroom={headroom}", f"--to={to}")
            self.assertEqual(self.kept_of(to) if kept else [], kept)
            self.assertEqual(json.loads((to / "manifest.json").read_text())["headroom"], float(headroom))
            self.assertNotIn("budget", text)
            self.assertEqual("nothing need be kept: nothing that can be comes nearer to its limit than --headroom=2.4 allows" in text, not kept)
        self.assertIn("what --headroom=2.9 asks for is enough", text)
        self.assertNotIn("the error is spread", text)
        why = "values come to 0.38 times the limit of float16, nearer than --headroom=2.9 allows"
        self.assertIn(f"- `sum` (ReduceSum): its {why};", (to / "README.md").read_text())
        self.assertIn(f"- `mean` (Mul): it reads sum, whose {why};", (to / "README.md").read_text())
        text = self.lab(*arguments, "--headroom=2.9", "--budget=relative<=2e-4", "--budget=max<=9", "--holdout=0", f"--to={to}")
        # As of nothing and of everything, all errors are told of what is in every set.
        self.assertRegex(text, r"kept what --headroom=2.9 asks for: y: relative is \S+, not <= 0.0002\n")
        self.assertNotIn("the error is spread", self.lab(*arguments, "--headroom=1e9"))
        self.assertLessEqual({"sum", "mean"}, set(self.kept_of(to)))
        self.assertGreater(len(self.kept_of(to)), 2)
        self.assertIn("each of them is needed", text)
        for headroom, said in (
            ("0", "--headroom=0.0 is not more than 0"),
            ("inf", "--headroom=inf is not finite"),
            ("0.5", "--headroom=0.5 is less than 1, and lets values go past the limit"),
        ):
            self.assertIn(said, self.lab(*arguments, f"--headroom={headroom}", code=2))

    def test_bodies(self):
        """Ops of a branch can be kept, though one build does not hold both of their forms."""
        value = lambda name: helper.make_tensor_value_info(name, FLOAT, [2, 64])  # noqa: E731
        square = helper.make_graph([helper.make_node("Mul", ["x", "x"], ["s"], name="square")], "then", [], [value("s")])
        same = helper.make_graph([helper.make_node("Identity", ["x"], ["t"], name="same")], "else", [], [value("t")])
        nodes = [
            helper.make_node("ReduceMax", ["x"], ["m"], name="most", keepdims=0),
            helper.make_node("Greater", ["m", "zero"], ["g"], name="greater"),
            helper.make_node("If", ["g"], ["i"], name="if", then_branch=square, else_branch=same),
            helper.make_node("Exp", ["i"], ["y"], name="exp"),
        ]
        onnx.save(models.model_of(nodes, [("x", FLOAT, [2, 64])], [("y", FLOAT, [2, 64])], [("zero", np.array(0, np.float32))]), self.model)
        np.savez(self.folder / "b.npz", x=np.random.default_rng(1).uniform(1, 2, (6, 64)).astype(np.float32))
        to = self.folder / "healed"
        text = self.lab(self.model, f"--data={self.folder / 'b.npz'}", "--precision_mode=force_fp16", "--budget=relative<=3e-4", f"--to={to}")
        self.assertIn("square", self.kept_of(to))
        self.assertNotIn("other bits", text)

    def test_is_as_small_as_can_be(self):
        """All sets of the eight ops, compiled."""
        names = ["square", "sum", "mean", "root", "normal", "tanh", "fc", "relu"]
        x = np.load(self.folder / "x.npz")["x"]
        wanted = ascend_mlir.compile(self.model, reference=True)
        reference = [wanted.run([row[None]])["y"] for row in x]
        budget = parse_budget("relative<=0.0007", ["y"])

        def holds(members):
            keep = self.folder / "try.cfg"
            keep.write_text("".join(f"{name}\n" for name in members))
            model = ascend_mlir.compile(self.model, precision_mode="force_fp16", keep_dtype=str(keep))
            errors = OutputErrors()
            for row, want in zip(x, reference):
                errors.add(model.run([row[None]])["y"], want)
            return not budget.faults({"y": errors})

        to = self.folder / "healed"
        self.lab(*self.arguments, "--budget=relative<=0.0007", "--holdout=0", f"--to={to}")
        kept = self.kept_of(to)
        self.assertTrue(holds(kept))
        self.assertGreater(len(kept), 2)
        for members in itertools.combinations(names, len(kept) - 1):
            self.assertFalse(holds(members), members)

    def test_one_input_is_told(self):
        np.savez(self.folder / "one.npz", x=np.load(self.folder / "x.npz")["x"][:1])
        text = self.lab(self.model, f"--data={self.folder / 'one.npz'}", "--precision_mode=force_fp16", "--budget=cosine>=0.999")
        self.assertIn("one input cannot be shared out", text)

    def test_ends(self):
        self.assertIn("nothing need be kept: the budget holds as decided", self.lab(*self.arguments, "--budget=lost<=1e9"))
        text = self.lab(*self.arguments, "--budget=max<0", code=1)
        self.assertIn("everything kept that can be: y: max is", text)
        self.assertIn("no set of ops holds the budget", text)
        self.assertIn("no set held the budget in 1 trial\n", self.lab(*self.arguments, "--budget=cosine>=0.999", "--max_trials=1", code=4))
        text = self.lab(*self.arguments, "--budget=cosine>=0.999", "--max_trials=3", "--max_ops=1")
        self.assertIn("the best so far", text)
        self.assertIn("more than --max_ops=1", text)

    def test_jobs_change_nothing(self):
        to, one = self.folder / "healed", self.folder / "one"
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={one}")
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}", "--jobs=3")
        self.assertEqual((one / "manifest.json").read_text(), (to / "manifest.json").read_text())


if __name__ == "__main__":
    unittest.main()
