# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab diff and sweep: what two settings decide differently is what two decisions
say; a sweep's numbers are numpy's, and what it marks is beaten by none."""

import csv
import io
import json
import os
import unittest
import warnings
from typing import get_args, get_type_hints

import ascend_mlir
import ascend_mlir.lab
import models
import numpy as np
import onnx
from ascend_mlir.lab.settings import MODES, setting_of
from ascend_mlir.lab.sweep_report import text_of
from ascend_mlir.options import Options
from lab_case import LabCase


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(models.perceptron()[0], self.model)


class Diff(Case):
    def diff(self, a, b, *arguments):
        return json.loads(self.lab("diff", self.model, f"--a={a}", f"--b={b}", *arguments, "--format=json"))

    def test_is_what_both_decide(self):
        for a, b in ("force_fp16", "allow_mix_precision"), ("force_fp16", "must_keep_origin_dtype"), ("force_fp16", "force_fp16"):
            reports = [ascend_mlir.compile(self.model, precision_mode=mode).report for mode in (a, b)]
            rows = [{row["name"]: row for row in report["ops"]} for report in reports]
            keys = "type", "inputs", "outputs", "accumulate", "engine", "impl_mode"
            wanted = {name for name in rows[0] if any(rows[0][name][key] != rows[1][name][key] for key in keys)}
            groups = self.diff(a, b)["groups"]
            self.assertEqual({name for group in groups for name in group["ops"]}, wanted)
            for group in groups:
                for side, row in zip("ab", rows):
                    self.assertEqual(group[side]["rule"], row[group["ops"][0]]["rule"])
                    self.assertEqual(group[side]["reason"], row[group["ops"][0]]["reason"])

    def test_line_of_a_file_is_named(self):
        keep = self.folder / "keep.cfg"
        keep.write_text("fc1\n")
        (group,) = self.diff("", f"--keep_dtype={keep}", "--precision_mode=force_fp16")["groups"]
        self.assertEqual(group["ops"], ["fc1"])
        self.assertIn("keep.cfg:1", group["b"]["source"] + group["b"]["reason"])
        text = self.lab("diff", self.model, "--a=", f"--b=--keep_dtype={keep}", "--precision_mode=force_fp16")
        self.assertIn("1 of 3 ops is different", text)
        self.assertIn(f"({keep}:1): ", " ".join(text.split()))
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_one_reason_is_said_once(self):
        """Whatever the types of the ops are that it decided."""
        groups = self.diff("force_fp16", "must_keep_origin_dtype")["groups"]
        self.assertGreater(len({group["a"]["type"] for group in groups}), 1)
        text = self.lab("diff", self.model, "--a=force_fp16", "--b=must_keep_origin_dtype")
        for said in "A: force_fp16: force_fp16 lowers float tensors to float16; it has a float16 kernel", "B: must_keep: ":
            self.assertEqual(text.count(said), 1, text)
        for name in (name for group in groups for name in group["ops"]):
            self.assertIn(name, text)

    def test_most_ops_come_first(self):
        """Of reasons, and of groups: they may be of one reason."""
        node, weight = onnx.helper.make_node, [("k", np.ones((4, 4), np.float32))]
        nodes = [node(type, [str(number), *["k"] * (type == "MatMul")], [str(number + 1)], name=f"{type}{number}")
                 for number, type in enumerate(["Tanh", "Exp", "Neg", "MatMul", "MatMul"])]  # fmt: skip
        onnx.save(models.model_of(nodes, [("0", 1, [4, 4])], [("5", 1, [4, 4])], weight), self.model)
        difference = ascend_mlir.lab.diff(self.model, "force_fp16", "cube_fp16in_fp32out")
        vector, cube = [["Tanh0"], ["Exp1"], ["Neg2"]], ["MatMul3", "MatMul4"]
        self.assertEqual([group.names for group in difference.groups], [cube, *vector])
        self.assertEqual([[group.names for group in groups] for _, groups in difference.by_reasons()], [vector, [cube]])

    def test_where_a_mode_comes_from(self):
        """Where only the mode is different its source is said, and no rule of dtypes."""
        ini = self.folder / "modes.ini"
        ini.write_text("[ByNodeName]\nfc1=enable_hi_float_32_execution\n")
        mode = "--precision_mode=must_keep_origin_dtype"
        (group,) = self.diff("", f"--op_precision_mode={ini}", mode)["groups"]
        self.assertEqual([group[side]["impl_mode_source"] for side in "ab"], ["allow_hf32", f"{ini}:2"])
        said = " ".join(self.lab("diff", self.model, "--a=", f"--b=--op_precision_mode={ini}", mode).split())
        self.assertIn(f"A: mode enable_float_32_execution, by allow_hf32=10 (chip Ascend910B1) B: mode enable_hi_float_32_execution, by {ini}:2", said)
        self.assertNotIn("must_keep:", said)
        said = self.lab("diff", self.model, "--a=force_fp16", f"--b=--op_precision_mode={ini} {mode}")
        for each in "A: force_fp16: ", "A: mode enable_float", "B: must_keep: ", "B: mode enable_hi":
            self.assertIn(each, said)

    def test_nothing_differs(self):
        self.assertIn("all 3 ops are decided alike", self.lab("diff", self.model, "--a=force_fp16", "--b=--precision_mode_v2=fp16"))

    def test_ops_that_one_has_not(self):
        """Fusions may be switched off in one of them."""
        node = onnx.helper.make_node
        biased = models.model_of(
            [node("MatMul", ["x", "w"], ["a"], name="mm"), node("Add", ["a", "b"], ["y"], name="bias")],
            [("x", 1, [4, 8])],
            [("y", 1, [4, 6])],
            [("w", np.ones((8, 6), np.float32)), ("b", np.ones(6, np.float32))],
        )
        onnx.save(biased, self.model)
        switch = self.folder / "switch.json"
        switch.write_text(json.dumps({"Switch": {"GraphFusion": {"ALL": "off"}}}))
        groups = self.diff("force_fp16", f"--precision_mode=force_fp16 --fusion_switch_file={switch}")["groups"]
        self.assertTrue(any(group["a"] is None for group in groups), groups)
        self.assertIn("not there", self.lab("diff", self.model, "--a=force_fp16", f"--b=--precision_mode=force_fp16 --fusion_switch_file={switch}"))

    def test_refusals(self):
        for arguments, text in (
            (["--a=force_fp16"], "give --a and --b"),
            (["--a=fp17", "--b=force_fp16"], "what is 'fp17'?"),
            (["--a=force_fp16", "--b=fp16", "--names", "--format=json"], "--names is of the text, not of json"),
            (["--a='", "--b=force_fp16"], "close the quotes"),
            (["--a=--precision_mode=none", "--b=force_fp16"], "[E10001] A: "),
            (["--a=force_fp16", "--b=--precision_mode=none"], "[E10001] B: "),
            (["--a=force_fp16", "--b=fp16", "--soc_version=none"], "[E10001] Value none for"),
            (["--a=--soc_version=none", "--b=--precision_mode=none"], "\nerror: [E10001] B: "),
            (["--a=--reference", "--b=force_fp16"], "A: with --reference nothing is decided"),
            (["--a=force_fp16", "--b=force_fp16", "--report=x.csv"], "is no form of a report"),
        ):
            self.assertIn(text, self.lab("diff", self.model, *arguments, code=2))


    def test_words_of_precision_mode_v2(self):
        """All that it has are modes; what both options have is of the older one."""
        (words,) = (get_args(each) for each in get_args(get_type_hints(Options)["precision_mode_v2"]) if get_args(each))
        self.assertIn("origin", words)
        for word in words:
            option = "precision_mode" if word in MODES else "precision_mode_v2"
            self.assertEqual(setting_of("--a", word, {"x": "1"}).options, {"x": "1", option: word})
        self.assertEqual(self.diff("origin", "must_keep_origin_dtype")["groups"], [])
        self.assertEqual(self.diff("fp16", "--precision_mode_v2=fp16")["groups"], [])
        # Either takes the place of the mode behind the model.
        for mode in "--precision_mode=force_fp16", "--precision_mode_v2=fp16":
            for word in "origin", "must_keep_origin_dtype":
                ops, wanted = ([group["ops"] for group in each["groups"]] for each in (self.diff("", word, mode), self.diff("fp16", "origin")))
                self.assertEqual(ops, wanted)
        said = json.loads(self.lab("sweep", self.model, "--setting=origin", "--setting=mixed_float16", "--format=json"))["settings"]
        self.assertEqual([(each["setting"], each["refused"]) for each in said], [("origin", None), ("mixed_float16", None)])
        # So do options that name one.
        difference = ascend_mlir.lab.diff(self.model, {"precision_mode_v2": "mixed_float16"}, "fp16", precision_mode="force_fp16")
        self.assertEqual([each.report["precision_mode"] for each in difference.decisions], ["mixed_float16", "fp16"])
        self.assertEqual(self.diff("--precision_mode_v2=mixed_float16", "mixed_float16", "--precision_mode=force_fp16")["groups"], [])
        arguments = "--setting=fp16", "--across=precision_mode=force_fp32", "--precision_mode_v2=origin", "--format=json"
        (said,) = json.loads(self.lab("sweep", self.model, *arguments))["settings"]
        self.assertEqual(said["refused"], None)
        difference = ascend_mlir.lab.diff(self.model, "fp16", "origin", precision_mode="allow_mix_precision")
        self.assertEqual([each.report["precision_mode"] for each in difference.decisions], ["fp16", "origin"])


class Sweep(Case):
    def setUp(self):
        super().setUp()
        self.x = np.random.default_rng(1).standard_normal((8, 16)).astype(np.float32)
        np.savez(self.folder / "x.npz", x=self.x)

    def sweep(self, *arguments):
        return json.loads(self.lab("sweep", self.model, f"--data={self.folder / 'x.npz'}", *arguments, "--format=json"))

    def test_files(self):
        """One that is not there is told before anything runs; lines that do nothing stand below the table."""
        keep = self.folder / "keep.cfg"
        arguments = ["sweep", self.model, f"--data={self.folder / 'x.npz'}", "--setting=force_fp16", f"--setting=--precision_mode=force_fp16 --keep_dtype={keep}"]
        said = self.lab(*arguments, code=2)
        self.assertIn(f"the file of keep_dtype, {keep}, is not there", said)
        keep.write_text("fc9\n")
        text = " ".join(self.lab(*arguments).split())
        self.assertIn("keep.cfg:1: 'fc9' matches no op, did you mean 'fc1'?", text)
        faults = [setting["faults"] for setting in self.sweep(*arguments[3:])["settings"]]
        self.assertEqual([len(each) for each in faults], [0, 1])

    def test_width(self):
        long = "--precision_mode=force_fp16 --op_select_implmode=high_precision --allow_hf32=true --soc_version=Ascend910B1"
        os.environ["COLUMNS"] = "80"
        text = self.lab("sweep", self.model, f"--data={self.folder / 'x.npz'}", "--setting=force_fp16", f"--setting={long}")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def run_alone(self, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ascend_mlir.AscendWarning)
            model = ascend_mlir.compile(self.model, **options)
        return np.concatenate([model.run([self.x[at : at + 4]])["y"] for at in (0, 4)]).astype(np.float64)

    def test_numbers(self):
        said = self.sweep()
        self.assertEqual([setting["setting"] for setting in said["settings"]], list(MODES))
        self.assertEqual(said["inputs"], 2)
        wanted = self.run_alone(reference=True)
        for setting in said["settings"]:
            ours = self.run_alone(precision_mode=setting["setting"])
            np.testing.assert_allclose(setting["max"], np.abs(ours - wanted).max())
            np.testing.assert_allclose(setting["relative"], np.linalg.norm(ours - wanted) / np.linalg.norm(wanted))
            report = ascend_mlir.compile(self.model, precision_mode=setting["setting"]).report
            self.assertEqual(setting["casts"], len([cast for cast in report["casts"] if not cast["folded"]]))
            self.assertEqual(sum(setting["ops"].values()), len(report["ops"]))
        # A setting that is marked has, for its time, the least error.
        best = [s for s in said["settings"] if s["is_best"]]
        for one in best:
            for other in said["settings"]:
                if other["npu_us"] <= one["npu_us"]:
                    self.assertGreaterEqual((other["relative"], other["npu_us"]), (one["relative"], 0))
        self.assertIn("must_keep_origin_dtype", [setting["setting"] for setting in best])

    def test_cube_work_and_time(self):
        """The products of both layers, by dtype; the least time from the chip's facts, by hand."""
        (half,) = self.sweep("--setting=force_fp16")["settings"]
        self.assertEqual(half["cube_work"], {"float16": 1.0})
        (hf32,) = self.sweep("--setting=--precision_mode=must_keep_origin_dtype --allow_hf32=true")["settings"]
        self.assertEqual(hf32["cube_work"], {"float (HF32)": 1.0})
        (full,) = self.sweep("--setting=--precision_mode=must_keep_origin_dtype --allow_hf32=false")["settings"]
        self.assertEqual(full["cube_work"], {"float": 1.0})
        report = ascend_mlir.compile(self.model, precision_mode="must_keep_origin_dtype", allow_hf32=False).report
        chip = report["chip"]
        time = 0.0
        for row in report["ops"]:
            tensors = [tensor for tensor in row["inputs"] + row["outputs"] if tensor]
            moved = sum(4 * np.prod(tensor["shape"]) for tensor in tensors)
            times = [moved / (chip["memory_gb_per_s"] * 1e3)]
            if row["unit"] == "cube":
                (rows, depth), (_, columns) = (tensor["shape"] for tensor in row["inputs"][:2])
                self.assertEqual(row["multiply_adds"], rows * depth * columns)
                times.append(row["multiply_adds"] / (4096 / 4 * chip["cube_cores"] * chip["megahertz"]))
            else:
                self.assertIsNone(row["multiply_adds"])
                elements = max(np.prod(tensor["shape"]) for tensor in tensors)
                times.append(elements / (chip["vector_lanes"] / 2 * chip["vector_cores"] * chip["megahertz"]))
            time += max(times)
        self.assertAlmostEqual(full["npu_us"], time, delta=1e-9 * time)

    def test_across(self):
        said = self.sweep("--setting=force_fp16", "--across=soc_version=Ascend910B1,Ascend310P3", "--across=cube_k_block=0,16")
        names = [setting["setting"] for setting in said["settings"]]
        self.assertEqual(len(names), 4)
        self.assertEqual(names[1], "force_fp16 soc_version=Ascend910B1 cube_k_block=16")
        hf32 = self.sweep("--setting=must_keep_origin_dtype", "--across=allow_hf32=true,false")["settings"]
        self.assertEqual([list(setting["cube_work"]) for setting in hf32], [["float (HF32)"], ["float"]])
        self.assertEqual(self.sweep("--setting=--precision-mode=force_fp16")["settings"][0]["refused"], None)
        for text in "soc_version", "=x", "soc_version=a,,b":
            self.assertIn("what is this?", self.lab("sweep", self.model, f"--across={text}", code=2))

    def test_score(self):
        """The command's number stands in the table, and decides what is best."""
        score = self.folder / "score.py"
        score.write_text("import sys, numpy as np\na, b = (np.load(p)['y'] for p in sys.argv[1:])\nprint(-np.abs(a - b).max())\n")
        command = f"--score={os.sys.executable} {score} {{outputs}} {{reference}}"
        said = self.sweep(command, "--setting=force_fp16", "--setting=must_keep_origin_dtype")
        for setting in said["settings"]:
            np.testing.assert_allclose(setting["score"], -setting["max"], rtol=1e-6)
        score.write_text("print('none')\n")
        self.assertIn("is no number", self.lab("sweep", self.model, command, "--setting=force_fp16", code=2))

    def test_short_times(self):
        """At least two digits that say something; no exponent of a long one."""
        sweep = ascend_mlir.lab.sweep(self.model, {"x": self.x[:4]}, ["force_fp16"])
        for time, said in (0.0035123, "0.0035"), (0.51, "0.51"), (1.2345, "1.23"), (1234.567, "1234.57"):
            sweep.outcomes[0].milliseconds = time
            heading, row = (line.split() for line in text_of(sweep, None).splitlines() if line.split()[-1:] in (["ms"], [said]))
            self.assertEqual((heading[-2:], row[-1]), (["CPU", "ms"], said))

    def test_plot(self):
        text = self.lab("sweep", self.model, f"--data={self.folder / 'x.npz'}")
        plot = [line.partition("|")[2] for line in text.splitlines() if "|" in line]
        self.assertEqual(len(plot), 12)
        self.assertTrue(any("b" in line or "+" in line for line in plot), text)
        self.assertNotIn("|", self.lab("sweep", self.model, "--setting=force_fp16"))

    def test_refused_settings_stand(self):
        said = self.sweep("--setting=force_fp16", "--setting=--precision_mode=allow_mix_precision_bf16 --soc_version=Ascend310P3")
        self.assertIsNone(said["settings"][0]["refused"])
        self.assertIn("E20101", said["settings"][1]["refused"])

    def test_forms(self):
        arguments = ["sweep", self.model, f"--data={self.folder / 'x.npz'}"]
        report = self.folder / "r.csv"
        self.lab(*arguments, f"--report={report}")
        self.assertEqual([row["setting"] for row in csv.DictReader(io.StringIO(report.read_text()))], list(MODES))
        text = self.lab(*arguments)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.assertIn("not evidence", " ".join(self.lab("sweep", self.model, "--setting=force_fp16").split()))
        self.assertIn("--precision_mode names one", self.lab(*arguments, "--precision_mode=force_fp16", code=2))
        self.assertIn("not at least 1", self.lab(*arguments, "--limit=0", code=2))
        for setting in "--setting=--reference", "--across=reference=on":
            self.assertIn("with --reference nothing is decided", self.lab(*arguments, "--setting=fp16", setting, code=2))

    def test_settings(self):
        self.assertEqual(setting_of("--a", "force_fp16", {"x": "1"}).options, {"x": "1", "precision_mode": "force_fp16"})
        quoted = setting_of("--a", "--keep_dtype='a b.cfg' --allow_hf32", {})
        self.assertEqual(quoted.options, {"keep_dtype": "a b.cfg", "allow_hf32": True})


if __name__ == "__main__":
    unittest.main()
