# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab search: a set that is tried by a run gives the bits that it gives when it is
compiled; the sets found are smallest; what is written heals."""

import collections
import csv
import itertools
import json
import os
import random
import re
import unittest
import warnings
from types import SimpleNamespace

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir import _core, _tensors
from ascend_mlir.lab.bench import rank
from ascend_mlir.lab.budgets import METRICS, OutputErrors, parse_budget
from ascend_mlir.lab.comparison import Row
from ascend_mlir.lab.decision import decide
from ascend_mlir.lab.minimize import OutOfTrials, Trials, least_error, minimize
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


class Minimize(unittest.TestCase):
    """Of random tests, monotone or not, against all sets."""

    def trials(self, test):
        return Trials(test, lambda members: (len(members), sum(members)))

    def test_monotone(self):
        choice = random.Random(1)
        for _ in range(300):
            count = choice.randint(1, 40)
            needed = frozenset(choice.sample(range(count), choice.randint(1, min(5, count))))
            ranked = choice.sample(range(count), count)
            trials = self.trials(lambda members, needed=needed: needed <= members)
            self.assertEqual(minimize(ranked, trials), needed)
            self.assertEqual(trials.count, len(trials.results))

    def test_well_ranked_takes_few_trials(self):
        """As many as the design counts: 300 ops, culprits first."""
        for culprits, most in (1, 12), (3, 24), (5, 30):
            needed = frozenset(range(culprits))
            trials = self.trials(lambda members, needed=needed: needed <= members)
            self.assertEqual(minimize(range(300), trials), needed)
            self.assertLessEqual(trials.count, most)

    def test_any_test_of_few(self):
        """Exact: no set that costs less passes, whatever the test is."""
        choice = random.Random(2)
        for _ in range(60):
            count = choice.randint(1, 8)
            subsets = [frozenset(s) for n in range(count + 1) for s in itertools.combinations(range(count), n)]
            passing = {s for s in subsets if choice.random() < 0.2} | {frozenset(range(count))}
            passing.discard(frozenset())
            trials = self.trials(passing.__contains__)
            found = minimize(choice.sample(range(count), count), trials)
            self.assertIn(found, passing)
            self.assertEqual(trials.cost(found), min(map(trials.cost, passing)))

    def test_not_monotone_of_many(self):
        """1-minimal where keeping an op alone moves an overflow into the next."""
        choice = random.Random(3)
        for _ in range(100):
            count = choice.randint(15, 60)
            pairs = [choice.sample(range(count), 2) for _ in range(3)]

            def passes(members, pairs=pairs):
                return all(b in members and (a in members or len(members) < 5) for a, b in pairs) or len(members) == count

            ranked = choice.sample(range(count), count)
            trials = self.trials(passes)
            found = minimize(ranked, trials)
            self.assertTrue(passes(found))
            for member in found:
                self.assertFalse(passes(found - {member}))
                self.assertIn(found - {member}, trials.results)

    def test_least_error(self):
        """Of few candidates exact; of many not worse than the best of the ranking."""
        choice = random.Random(4)
        for count in 1, 5, 9, 40:
            weights = [choice.random() for _ in range(count)]

            def error(members, weights=weights):
                pair = 0.5 if {0, count - 1} <= members else 1
                return pair * sum(weight for i, weight in enumerate(weights) if i not in members)

            ranked = sorted(range(count), key=lambda i: -weights[i])
            found = least_error(ranked, lambda members: True, error, 3)
            self.assertLessEqual(len(found), 3)
            if count < 15:
                every = (frozenset(s) for n in range(4) for s in itertools.combinations(range(count), n))
                self.assertEqual(error(found), min(map(error, every)))
            else:
                self.assertLessEqual(error(found), error(frozenset(ranked[:3])))

    def test_least_error_of_what_is_allowed(self):
        """Of few candidates the least of those that the bound on cost lets through."""
        choice = random.Random(5)
        for count in 6, 30:
            weights, costs = ([choice.random() for _ in range(count)] for _ in range(2))

            def cost(members, costs=costs):
                return sum(costs[i] for i in members)

            def error(members, weights=weights):
                return sum(weight for i, weight in enumerate(weights) if i not in members)

            found = least_error(range(count), lambda members: cost(members) <= 1, error, count)
            self.assertLessEqual(cost(found), 1)
            self.assertLess(error(found), error(frozenset()))
            if count < 15:
                every = (frozenset(s) for n in range(count + 1) for s in itertools.combinations(range(count), n))
                self.assertEqual(error(found), min(error(s) for s in every if cost(s) <= 1))

    def test_bounds(self):
        needed = frozenset({3, 17, 40})
        trials = Trials(lambda members: needed <= members, lambda members: (len(members),), most=9)
        with self.assertRaises(OutOfTrials):
            minimize(range(64), trials)
        self.assertEqual(trials.count, 9)
        self.assertTrue(trials.best is None or needed <= trials.best)
        late = Trials(lambda members: True, lambda members: (len(members),), seconds=-1)
        with self.assertRaises(OutOfTrials):
            late(frozenset())


class Budgets(unittest.TestCase):
    def errors(self, ours, wanted):
        errors = OutputErrors()
        errors.add(np.array(ours), np.array(wanted))
        return errors

    def test_metrics(self):
        ours, wanted = np.array([[1.0, 2, 4], [3, 1, 0]]), np.array([[1.0, 2, 3], [3, 4, 0]])
        values = {name: metric(self.errors(ours, wanted)) for name, metric in METRICS.items()}
        error = ours - wanted
        np.testing.assert_allclose(
            [values[name] for name in ("max", "mean", "rmse", "relative", "cosine", "argmax", "lost")],
            [3, 4 / 6, np.sqrt(10 / 6), np.linalg.norm(error) / np.linalg.norm(wanted),
             (ours * wanted).sum() / np.linalg.norm(ours) / np.linalg.norm(wanted), 0.5, 0],
        )  # fmt: skip

    def test_bounds_are_exact(self):
        errors = {"y": self.errors([2.0, 5.0], [1.0, 5.0])}
        for text, holds in ("max<=1", 1), ("max<1", 0), ("max>=1", 1), ("max>1", 0), ("y:max<=0.999", 0), ("y:mean<=0.5", 1):
            self.assertEqual(not parse_budget(text, ["y"]).faults(errors), bool(holds), text)

    def test_lost_breaks_any(self):
        errors = {"y": self.errors([np.inf, 5.0], [1.0, 5.0])}
        for text in "max<=9", "cosine>=-1", "rmse<=9", "lost<=0":
            self.assertTrue(parse_budget(text, ["y"]).faults(errors), text)
        self.assertFalse(parse_budget("lost<=1", ["y"]).faults(errors))

    def test_refusals(self):
        for text in "max", "max<=", "max=1", "largest<=1", "z:max<=1", "max<=1e", "":
            with self.assertRaises(ascend_mlir.ConfigurationError, msg=text):
                parse_budget(text, ["y"])


class Early(unittest.TestCase):
    """A budget that is lost stays lost: whatever else comes, it does not hold."""

    def test_against_all_that_may_come(self):
        rng = np.random.default_rng(8)
        found = collections.Counter()
        for _ in range(400):
            reference = rng.standard_normal((6, 4, 3))
            ours = reference + rng.standard_normal((6, 4, 3)) * rng.choice([0, 0.1, 1])
            ours[rng.random((6, 4, 3)) < rng.choice([0, 0.02])] = np.inf
            metric = rng.choice(["max", "lost", "argmax", "cosine", "rmse"])
            text = f"{metric}{rng.choice(['<=', '<', '>=', '>'])}{rng.choice([0, 0.5, 0.75, 1, 2])}"
            budget = parse_budget(text, ["y"])
            partial, whole = OutputErrors(), OutputErrors()
            count = rng.integers(1, 6)
            for a, b in zip(ours[:count], reference[:count]):
                partial.add(a, b)
            # The best that can come are the reference's own values.
            for a, b in zip(np.concatenate([ours[:count], reference[count:]]), reference):
                whole.add(a, b)
            is_lost = budget.is_lost({"y": partial}, {"y": 24})
            found[metric, is_lost] += 1
            if is_lost:
                self.assertTrue(budget.faults({"y": whole}), text)
        for metric in "max", "lost", "argmax":
            self.assertGreater(found[metric, True], 5, metric)
            self.assertGreater(found[metric, False], 5, metric)


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


class Ranking(unittest.TestCase):
    def ranked(self, *rows, roots=()):
        """Of ops (name, own error, largest value, operands) in float16, the names as they are tried."""
        rows = [
            Row({"op": name, "isolated": {"relative_norm": own}, "limit": 65504.0, "reference_range": {"largest": largest}, "operands": operands})
            for name, own, largest, operands in rows
        ]
        ops = [SimpleNamespace(name=row.op) for row in reversed(rows)]
        order = rank(ops, rows, [row for row in rows if row.op in roots])
        self.assertEqual(sorted(order), list(range(len(ops))))
        return [ops[place].name for place in order]

    def test_what_overflows_moves_into(self):
        """A sum of squares, some of which overflow, and another op where an overflow begins, ends."""
        rows = [
            ("far", 0.9, 1, []), ("square", None, 65505, [0]), ("sum", None, 1e6, [1]), ("mean", 1e-4, 65504, [2]), ("root", 0.5, 2, [3]),
            ("cube", None, 1e5, [0]), ("tanh", 1e-3, 1, [5]), ("other", 0.1, 3, [0]),
        ]  # fmt: skip
        first = ["square", "sum", "mean"], ["cube", "tanh"]
        self.assertEqual(self.ranked(*rows, roots=["square", "cube"]), ["square", "sum", "cube", "tanh", "mean", "far", "root", "other"])
        self.assertEqual(self.ranked(*rows, roots=["cube"]), [*first[1], *first[0], "far", "root", "other"])

    def test_by_own_errors(self):
        rows = [("a", 0.1, 1, []), ("b", 0.3, 65504, [0]), ("c", None, 1, [1]), ("d", 0.2, 1, [2])]
        self.assertEqual(self.ranked(*rows), ["b", "d", "a", "c"])


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
        return {row["name"]: (row["inputs"], row["outputs"], row["impl_mode"]) for row in decide(self.model, options).report["ops"]}

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
        self.assertEqual([path.name for path in to.iterdir()], ["trials.jsonl"])

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
