# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab search: a set that is tried by a run gives the bits that it gives when it is
compiled; the sets found are smallest; what is written heals."""

import csv
import hashlib
import itertools
import json
import os
import random
import re
import unittest
import warnings

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir import _core, _tensors
from ascend_mlir.lab.budgets import OutputErrors, parse_budget
from ascend_mlir.lab.decision import decide
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT


def normalizer():
    """Two sums of squares, of which one overflows and moves into the root behind it."""
    nodes = [
        helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
        helper.make_node("ReduceSum", ["a"], ["s"], name="sum", keepdims=1),
        helper.make_node("Mul", ["s", "half"], ["m"], name="mean"),
        helper.make_node("Sqrt", ["m"], ["r"], name="root"),
        helper.make_node("Div", ["x", "r"], ["n"], name="normal"),
        helper.make_node("Tanh", ["n"], ["t"], name="tanh"),
        helper.make_node("MatMul", ["t", "w"], ["f"], name="fc"),
        helper.make_node("Relu", ["f"], ["y"], name="relu"),
    ]
    w = np.random.default_rng(1).standard_normal((2000, 4)).astype(np.float32)
    return models.model_of(
        nodes,
        [("x", FLOAT, [1, 2000])],
        [("y", FLOAT, [1, 4])],
        [("half", np.array(0.0005, np.float32)), ("w", w)],
    )


def mixed():
    """Convolution, normalization, softmax, a product, integers."""
    rng = np.random.default_rng(2)
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], name="conv"),
        helper.make_node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"], name="bn"),
        helper.make_node("Relu", ["n"], ["r"], name="relu"),
        helper.make_node("Reshape", ["r", "shape"], ["q"], name="reshape"),
        helper.make_node("Softmax", ["q"], ["p"], name="softmax", axis=-1),
        helper.make_node("MatMul", ["p", "k"], ["f"], name="fc"),
        helper.make_node("ArgMax", ["f"], ["i"], name="argmax", axis=-1, keepdims=0),
        helper.make_node("Add", ["f", "f"], ["y"], name="twice"),
    ]
    arrays = {
        "w": rng.standard_normal((4, 3, 3, 3)).astype(np.float32),
        "s": np.ones(4, np.float32),
        "b": np.zeros(4, np.float32),
        "m": np.zeros(4, np.float32),
        "v": np.array([1, 9.8e7, 2, 3], np.float32),
        "k": rng.standard_normal((36, 5)).astype(np.float32),
        "shape": np.array([4, 36], np.int64),
    }
    return models.model_of(
        nodes,
        [("x", FLOAT, [1, 3, 8, 8])],
        [("y", FLOAT, [4, 5]), ("i", TensorProto.INT64, [4])],
        list(arrays.items()),
    )


def chains():
    """Elementwise ops one behind the other, of axes that are open and of none, with what overflows, is divided by 0,
    compared and chosen."""
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="exp"),
        helper.make_node("Mul", ["e", "e"], ["q"], name="square"),
        helper.make_node("ReduceMax", ["q"], ["m"], name="most", keepdims=0),
        helper.make_node("Sqrt", ["m"], ["r"], name="root"),
        helper.make_node("Div", ["q", "r"], ["d"], name="share"),
        helper.make_node("Relu", ["x"], ["z"], name="relu"),
        helper.make_node("Div", ["d", "z"], ["i"], name="infinite"),
        helper.make_node("Greater", ["d", "c"], ["g"], name="greater"),
        helper.make_node("Where", ["g", "i", "d"], ["w"], name="where"),
        helper.make_node("Add", ["w", "x"], ["y"], name="sum"),
    ]
    return models.model_of(nodes, [("x", FLOAT, ["n", 40])], [("y", FLOAT, None)], [("c", np.array(0.01, np.float32))])


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")

    def lab(self, *arguments, code=0):
        out, err = self.said("search", *arguments, code=code)
        return out + err if code else out

    def kept_of(self, folder):
        return (folder / "keep_dtype.cfg").read_text().split()


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
        for mode in "force_fp16", "allow_mix_precision_bf16":
            for model, inputs in (mixed(), image), (normalizer(), row):
                with self.subTest(mode=mode):
                    self.check(model, inputs, precision_mode=mode)
        self.check(chains(), rows, precision_mode="force_fp16")


class Search(Case):
    def setUp(self):
        super().setUp()
        onnx.save(normalizer(), self.model)
        x = np.random.default_rng(6).uniform(5, 7, (10, 2000)).astype(np.float32)
        np.savez(self.folder / "x.npz", x=x)
        self.arguments = [self.model, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]

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

    def decided(self, **options):
        return {row["name"]: (row["inputs"], row["outputs"], row["impl_mode"]["effective"]) for row in decide(self.model, options).report["ops"]}

    def test_other_files_do_the_same(self):
        """customize_dtypes decides every op alike; a type on the black list holds for all of it."""
        to = self.folder / "healed"
        text = self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("customize_dtypes.cfg: decides every op as keep_dtype.cfg does", text)
        kept, customized = (
            self.decided(precision_mode="force_fp16", **{option: str(to / f"{option}.cfg")})
            for option in ("keep_dtype", "customize_dtypes")
        )
        self.assertEqual(kept, customized)
        self.assertNotEqual(kept, self.decided(precision_mode="force_fp16"))
        self.assertFalse((to / "modify_mixlist.json").exists())
        mixed = [*self.arguments[:2], "--precision_mode=allow_mix_precision"]
        text = self.lab(*mixed, "--budget=relative<=2e-5", f"--to={to}")
        manifest = json.loads((to / "manifest.json").read_text())
        verdicts = {each["file"]: each for each in manifest["alternatives"]}
        for name in "keep_types.cfg", "modify_mixlist.json":
            self.assertEqual(verdicts[name]["is_written"], (to / name).exists())
        if verdicts["modify_mixlist.json"]["is_written"]:
            types = {op.type for op in decide(self.model, {"precision_mode": "allow_mix_precision"}).ops if op.name in manifest["kept"]}
            lists = json.loads((to / "modify_mixlist.json").read_text())
            self.assertEqual(lists["black-list"]["to-add"], sorted(types))
            listed = self.decided(precision_mode="allow_mix_precision", modify_mixlist=str(to / "modify_mixlist.json"))
            plain = self.decided(precision_mode="allow_mix_precision")
            self.assertTrue(all(listed[name] != plain[name] for name in manifest["kept"]))

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

    def test_goes_on(self):
        """A search that is stopped after any number of trials ends as one that is not."""
        to, whole = self.folder / "healed", self.folder / "whole"
        budget = "--budget=relative<=0.0007"
        self.lab(*self.arguments, budget, f"--to={whole}")
        wanted = json.loads((whole / "manifest.json").read_text())
        count = len((whole / "trials.jsonl").read_text().splitlines()) - 1
        self.assertGreater(count, 6)
        for trials in 3, count - 2:
            self.stop_after(trials, budget, to)
            text = self.lab(*self.arguments, budget, f"--to={to}", "--resume")
            self.assertIn(f"{trials} trials are taken over", text)
            self.assertEqual(json.loads((to / "manifest.json").read_text()), wanted)
        # Half a line is what a kill leaves.
        log = to / "trials.jsonl"
        log.write_text(log.read_text()[:-9])
        self.lab(*self.arguments, budget, f"--to={to}", "--resume")
        self.assertEqual(json.loads((to / "manifest.json").read_text()), wanted)
        for arguments, text in (
            ([budget, f"--to={to}", "--resume", "--holdout=0.1"], "is of another search"),
            ([budget, f"--to={self.folder / 'none'}", "--resume"], "cannot read"),
            ([budget, "--resume"], "has nothing to go on with"),
        ):
            self.assertIn(text, self.lab(*self.arguments, *arguments, code=2))
        # The command's own file is a part of the question.
        judge = self.folder / "judge.py"
        judge.write_text("raise SystemExit(0)\n")
        check = f"--check={os.sys.executable} {judge} {{outputs}}"
        self.lab(*self.arguments, check, f"--to={self.folder / 'c'}")
        judge.write_text("raise SystemExit(1)\n")
        said = self.lab(*self.arguments, check, f"--to={self.folder / 'c'}", "--resume", code=2)
        self.assertIn("is of another search", said)
        log.write_text(log.read_text().splitlines()[0] + '\n{"kept": [99], "passes": true, "error": 0, "faults": []}\n')
        self.assertIn("no such op", self.lab(*self.arguments, budget, f"--to={to}", "--resume", code=2))

    def test_weights_beside_the_model(self):
        """They are a part of the question, too."""
        onnx.save_model(normalizer(), self.model, save_as_external_data=True, location="weights.bin", size_threshold=0)
        to, weights = self.folder / "healed", self.folder / "weights.bin"
        arguments = [*self.arguments, "--budget=relative<=0.0007", f"--to={to}"]
        self.lab(*arguments)
        model = json.loads((to / "manifest.json").read_text())["model"]
        hashes = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in ("net.onnx", "weights.bin")}
        self.assertEqual(model, {"path": self.model, "sha256": hashes["net.onnx"], "external_data": {"weights.bin": hashes["weights.bin"]}})
        self.assertIn("trials are taken over", self.lab(*arguments, "--resume"))
        data = bytearray(weights.read_bytes())
        data[-1] ^= 1
        weights.write_bytes(data)
        self.assertIn("is of another search", self.lab(*arguments, "--resume", code=2))
        report = [self.model, f"--healed={to}", f"--report={self.folder / 'net.html'}"]
        self.assertIn("is of another model", self.said("report", *report, code=2)[1])
        weights.unlink()
        self.assertIn("weights.bin", self.lab(*arguments, "--resume", code=1))

    def test_nothing_need_be_kept(self):
        """It is judged on what was held out, too, and the folder says so."""
        data, to = self.folder / "two.npz", self.folder / "healed"
        x = np.random.default_rng(6).uniform(0.1, 0.2, (10, 2000)).astype(np.float32)
        x[[3, 6, 9]] *= 40
        np.savez(data, x=x)
        text = self.lab(self.model, f"--data={data}", "--precision_mode=force_fp16", "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("nothing need be kept: the budget holds as decided", text)
        self.assertIn("on 3 inputs that were held out: fails: y: ", text)
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
        self.assertIn("what --headroom=2.9 asks for is enough", text)
        text = self.lab(*arguments, "--headroom=2.9", "--budget=relative<=2e-4", f"--to={to}")
        self.assertLessEqual({"sum", "mean"}, set(self.kept_of(to)))
        self.assertGreater(len(self.kept_of(to)), 2)
        self.assertIn("each of them is needed", text)
        self.assertIn("is not more than 0", self.lab(*arguments, "--headroom=0", code=2))

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

    def test_a_command_that_cannot_tell(self):
        judge = self.folder / "judge.py"
        judge.write_text(
            "import sys, numpy as np\n"
            "ours, wanted = (np.load(path)['y'] for path in sys.argv[1:])\n"
            "error = np.abs(ours - wanted).max()\n"
            "sys.exit(1 if not error < 1 else 125 if error < LOW else 0)\n"
        )
        check = f"--check={os.sys.executable} {judge} {{outputs}} {{reference}}"
        code = judge.read_text()
        judge.write_text(code.replace("LOW", "9"))
        said = self.lab(*self.arguments, check, code=1)
        self.assertIn("cannot judge (125) what comes where everything is kept", said)
        judge.write_text(code.replace("1 if not error < 1 else 125 if error < LOW", "125 if not np.isfinite(error) or error > 0.5"))
        self.assertIn("where nothing is kept", self.lab(*self.arguments, check, code=1))
        # Between the ends it counts as a no that proves nothing.
        judge.write_text(code.replace("125 if error < LOW", "125 if error > 1e-3"))
        to = self.folder / "healed"
        text = self.lab(*self.arguments, check, f"--to={to}")
        self.assertRegex(" ".join(text.split()), r"as far as the command could tell: it could not judge [1-9]\d* sets")
        self.assertFalse(json.loads((to / "manifest.json").read_text())["is_minimal"])

    def test_the_curve_has_what_was_found(self):
        to = self.folder / "healed"
        self.lab(*self.arguments, "--budget=relative<=0.0007", f"--to={to}")
        kept = len(self.kept_of(to))
        with (to / "curve.csv").open() as file:
            (found,) = [point for point in csv.DictReader(file) if int(point["ops kept"]) == kept]
        worst = json.loads((to / "manifest.json").read_text())["search"]["outputs"]["y"]["relative"]
        self.assertEqual((float(found["relative error"]), found["passes"]), (worst, "True"))
        self.assertIn("`sum` (ReduceSum): its values come to ", (to / "README.md").read_text())
        self.assertIn("`mean` (Mul): it reads sum, whose values float16 does not hold", (to / "README.md").read_text())

    def test_one_input_is_told(self):
        np.savez(self.folder / "one.npz", x=np.load(self.folder / "x.npz")["x"][:1])
        text = self.lab(self.model, f"--data={self.folder / 'one.npz'}", "--precision_mode=force_fp16", "--budget=cosine>=0.999")
        self.assertIn("one input cannot be shared out", text)

    def stop_after(self, trials, budget, to):
        """As if it had been killed."""
        self.lab(*self.arguments, budget, f"--to={to}")
        log = to / "trials.jsonl"
        log.write_text("".join(line + "\n" for line in log.read_text().splitlines()[: trials + 1]))
        (to / "manifest.json").unlink()

    def test_files_of_the_user_stay(self):
        """What the folder of --to would write over is refused; what an earlier search left is taken away."""
        to = self.folder / "healed"
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}")
        for name, option in ("keep_dtype.cfg", "keep_dtype"), ("customize_dtypes.cfg", "customize_dtypes"):
            before = (to / name).read_text()
            said = self.lab(*self.arguments, f"--{option}={to / name}", "--budget=cosine>=0.999", f"--to={to}", code=2)
            self.assertIn(f"would write over the file of --{option}", said)
            self.assertEqual((to / name).read_text(), before)
        self.assertIn("nothing need be kept", self.lab(*self.arguments, "--budget=max>=0", f"--to={to}"))
        self.assertEqual(sorted(path.name for path in to.iterdir()), ["README.md", "curve.csv", "manifest.json", "trials.jsonl"])

    def test_costs_need_shapes(self):
        model = normalizer()
        model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "n"
        onnx.save(model, self.model)
        self.assertIn("give --input_shape", self.lab(*self.arguments, "--max_cost=1", code=2))

    def test_score_that_fails_is_told_at_once(self):
        score = self.folder / "score.py"
        score.write_text("import pathlib\npathlib.Path(__file__).with_name('ran').open('a').write('x')\nraise SystemExit(4)\n")
        said = self.lab(*self.arguments, f"--score={os.sys.executable} {score} {{outputs}}", "--min=1", code=2)
        self.assertIn("ended with 4", said)
        self.assertEqual((self.folder / "ran").read_text(), "x")

    def test_jobs_change_nothing(self):
        to, one = self.folder / "healed", self.folder / "one"
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={one}")
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}", "--jobs=3")
        self.assertEqual((one / "manifest.json").read_text(), (to / "manifest.json").read_text())

    def test_cost_is_bounded(self):
        """No op that costs more than the bound is kept."""
        text = self.lab(*self.arguments, "--max_cost=1e-9")
        self.assertIn("the least error that was found", text)
        found = self.number_kept(text)
        self.assertGreater(self.number_kept(self.lab(*self.arguments, "--max_cost=1000")), found)

    def number_kept(self, text):
        return int(re.search(r"^kept: (\d+) of", text, re.MULTILINE)[1])

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

    def test_users_own_lines_stay(self):
        own = self.folder / "own.cfg"
        own.write_text("sum\n")
        to = self.folder / "healed"
        text = self.lab(*self.arguments, f"--keep_dtype={own}", "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("kept: 1 of 7 ops", text)
        self.assertEqual(self.kept_of(to), ["sum", "mean"])

    def test_commands(self):
        score = self.folder / "score.py"
        score.write_text(
            "import sys, numpy as np\na, b = (np.load(path)['y'] for path in sys.argv[1:])\n"
            "assert a.shape == b.shape == (10, 4), a.shape\nprint('score:')\nprint(-np.abs(a - b).max())\n"
        )
        to = self.folder / "healed"
        command = f"{os.sys.executable} {score} {{outputs}} {{reference}}"
        self.lab(*self.arguments, "--holdout=0", f"--score={command}", "--min=-2", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        check = self.folder / "check.py"
        check.write_text("import sys, numpy as np\nsys.exit(int((np.load(sys.argv[1])['y'] == 0).all()))\n")
        self.lab(*self.arguments, f"--check={os.sys.executable} {check} {{outputs}}", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        for text, mend in (("raise SystemExit(3)", "ended with 3"), ("import nothing", "ended with 1")):
            check.write_text(text + "\n")
            said = self.lab(*self.arguments, f"--check={os.sys.executable} {check} {{outputs}}", code=2 if "3" in text else 1)
            self.assertTrue(mend in said or "no set of ops" in said, said)

    def test_ends(self):
        self.assertIn("nothing need be kept", self.lab(*self.arguments, "--budget=max>=0"))
        text = self.lab(*self.arguments, "--budget=max<0", code=1)
        self.assertIn("everything kept that can be: y: max is", text)
        self.assertIn("no set of ops holds the budget", text)
        self.assertIn("no set held the budget in 1 trials", self.lab(*self.arguments, "--budget=cosine>=0.999", "--max_trials=1", code=4))
        text = self.lab(*self.arguments, "--budget=cosine>=0.999", "--max_trials=3", "--max_ops=1")
        self.assertIn("the best so far", text)
        self.assertIn("more than --max_ops=1", text)

    def test_least_error_of_so_many_ops(self):
        to = self.folder / "healed"
        text = self.lab(*self.arguments, "--max_ops=2", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        self.assertIn("the least error that was found", text)
        for trials in 1, 2, 4:
            self.assertIn("kept: ", self.lab(*self.arguments, "--max_ops=2", f"--max_trials={trials}"))

    def test_refusals(self):
        (self.folder / "file").write_text("x")
        budget = "--budget=max<=1"
        for arguments, text in (
            ([], "nothing that must hold"),
            (["--budget=max"], "what is this?"),
            (["--score=x"], "--score and --min go together"),
            (["--min=1", budget], "--score and --min go together"),
            ([budget, "--holdout=1"], "is no share"),
            ([budget, "--holdout=-0.1"], "is no share"),
            ([budget, "--max_trials=0"], "is not more than 0"),
            ([budget, "--max_ops=0"], "is not more than 0"),
            ([budget, "--timeout=0"], "is not more than 0"),
            ([budget, "--jobs=0"], "is not more than 0"),
            (["--max_cost=nan"], "is not more than 0"),
            ([budget, f"--to={self.folder / 'file'}"], "is no folder"),
            ([budget, "--reference"], "leaves nothing to be kept"),
            ([budget, "--precision_mode=must_keep_origin_dtype"], "the decision changes none"),
            (["--check=/none/x {outputs}"], "cannot run"),
        ):
            with self.subTest(arguments=arguments):
                extra = [a for a in arguments if a.startswith("--precision_mode")]
                own = self.arguments[:2] if extra else self.arguments
                self.assertIn(text, self.lab(*own, *arguments, code=2))


if __name__ == "__main__":
    unittest.main()
