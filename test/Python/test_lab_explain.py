# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab explain: what it says is what was decided, and what it offers as a mend
mends."""

import csv
import io
import json
import os
import pathlib
import unittest
from unittest import mock

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir.lab import table
from ascend_mlir.lab.decision import decide
from ascend_mlir.lab.roofline import cost_of
from lab_case import LabCase
from onnx import TensorProto, helper


def detector():
    """Conv, BatchNormalization whose mean passes 65504, Relu and a product; nodes
    c, bn, act, fc."""
    random = np.random.default_rng(1)
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], name="net/c"),
        helper.make_node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"], name="net/bn"),
        helper.make_node("Relu", ["n"], ["r"], name="net/act"),
        helper.make_node("GlobalAveragePool", ["r"], ["p"], name="net/pool"),
        helper.make_node("Flatten", ["p"], ["f"], name="net/flat"),
        helper.make_node("MatMul", ["f", "k"], ["y"], name="net/fc"),
    ]
    arrays = {
        "w": random.standard_normal((4, 3, 3, 3)),
        "s": np.ones(4),
        "b": np.zeros(4),
        "m": np.array([0, 9.8e7, 0, 0]),
        "v": np.ones(4),
        "k": random.standard_normal((4, 5)),
    }
    return models.model_of(
        nodes,
        [("x", TensorProto.FLOAT, [1, 3, 8, 8])],
        [("y", TensorProto.FLOAT, [1, 5])],
        [(name, array.astype(np.float32)) for name, array in arrays.items()],
    )


class Explain(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(detector(), self.model)

    def explain(self, *arguments, code=0):
        return self.lab("explain", *arguments, code=code)

    def records(self, *arguments):
        return json.loads(self.explain(self.model, *arguments, "--format=json"))["ops"]


class Says(Explain):
    def test_is_the_report(self):
        report = ascend_mlir.compile(self.model, precision_mode="allow_mix_precision").report
        records = self.records("--precision_mode=allow_mix_precision")
        self.assertEqual([row["name"] for row in report["ops"]], [record["name"] for record in records])
        for row, record in zip(report["ops"], records):
            for key in "type", "engine", "unit", "list", "facts", "rule", "source", "reason", "accumulate":
                self.assertEqual(row[key], record[key])
            self.assertEqual(
                record["changed"],
                any(t and t["origin"] != t["dtype"] for t in row["inputs"] + row["outputs"]),
            )

    def test_what_overflows_is_before_what_goes_subnormal(self):
        """Whichever runs first; and nothing else changes places."""
        constants = {"small": 1e-6, "large": 1e6, "tiny": 2e-6, "huge": 1e7}
        nodes = [helper.make_node("Mul", [f"x{n}", name], [f"x{n + 1}"], name=name) for n, name in enumerate(constants)]
        arrays = [(name, np.full((4,), value, np.float32)) for name, value in constants.items()]
        onnx.save(models.model_of(nodes, [("x0", TensorProto.FLOAT, [4])], [("x4", TensorProto.FLOAT, [4])], arrays), self.model)
        text = self.explain(self.model, "--precision_mode=force_fp16")
        places = [text.index(f"constant '{name}'") for name in ("large", "huge", "small", "tiny")]
        self.assertEqual(places, sorted(places), text)

    def test_first_what_overflows(self):
        text = self.explain(self.model, "--precision_mode=force_fp16", "--fusion_switch_file=" + self.switched_off())
        head = text.split("\n\n")[1]
        self.assertIn("net/bn", head)
        self.assertRegex(" ".join(head.split()), r"constant 'net/bn_BnHost/alpha' overflows float16 in 1 element: largest 9.8e\+07, 1,500 times the limit")

    def switched_off(self):
        path = self.folder / "fusion.cfg"
        path.write_text('{"Switch":{"GraphFusion":{"ALL":"off"}}}')
        return str(path)

    def test_hf32(self):
        for value, words in ("1", "f32 (HF32)"), ("0", "f32"):
            (record,) = self.records("--precision_mode=must_keep_origin_dtype", "--allow_hf32=" + value, "--op=net/fc")
            self.assertEqual(record["decided"], f"{words}, {words} > f32")
            self.assertEqual(record["hf32"], value == "1")

    def test_config_lines(self):
        (self.folder / "keep.cfg").write_text("net/akt\nOpType::Relu\n")
        text = self.explain(self.model, f"--keep_dtype={self.folder}/keep.cfg")
        self.assertRegex(" ".join(text.split()), r"keep.cfg:1: 'net/akt' matches no op, did you mean 'net/act'\?")
        self.assertNotIn("keep.cfg:2:", text.split("\n\n")[1])

    def test_width(self):
        long = max(map(len, self.explain(self.model).splitlines()))
        self.assertLessEqual(long, 100)
        os.environ["COLUMNS"] = "60"
        self.assertLessEqual(max(map(len, self.explain(self.model).splitlines())), 60)
        path = self.folder / "why.txt"
        self.explain(self.model, f"--report={path}")
        self.assertGreater(max(map(len, path.read_text().splitlines())), 100)

    def test_filters(self):
        names = lambda *arguments: [record["name"] for record in self.records("--precision_mode=allow_mix_precision", *arguments)]  # noqa: E731
        everything = names()
        self.assertEqual(names("--op=act"), ["net/act"])
        two = [record["type"] for record in self.records() if record["name"] in ("net/act", "net/pool")]
        self.assertEqual(names("--type=" + ",".join(two)), ["net/act", "net/pool"])
        keep = self.folder / "keep.cfg"
        keep.write_text("net/fc\n")
        # ReduceMeanD, which the pool becomes, is black and keeps its dtype anyway.
        self.assertEqual(set(everything) - set(names("--changed", f"--keep_dtype={keep}")), {"net/fc", "net/pool", "net/flat"})
        self.assertEqual(names("--sort=name"), sorted(everything))
        by_dtype = names("--dtype=float16")
        self.assertIn("net/fc", by_dtype)
        self.assertEqual(names("--dtype=f16"), by_dtype)
        for option, mend in ("--rule=nothing", "there are "), ("--type=Relu,Rellu", "did you mean Relu?"), ("--dtype=float15", "did you mean float16?"):
            said = self.explain(self.model, "--precision_mode=force_fp16", option, code=2)
            self.assertIn(f"{option.split('=')[0]}={option.split('=')[1].split(',')[-1]}: no op has it", said)
            self.assertIn(mend, said)
        self.assertIn("--group is of the text", self.explain(self.model, "--group", "--format=csv", code=2))

    def test_no_line_is_offered_that_is_refused(self):
        """Ascend310P3's cube has no float32."""
        options = ["--precision_mode=force_fp16", "--soc_version=Ascend310P3"]
        text = " ".join(self.explain(self.model, *options).split())
        self.assertIn("No line of keep_dtype keeps it: no kernel of the chip takes the model's dtypes. To keep what a kernel can: ", text)
        keep, kept = self.folder / "keep.cfg", 0
        for record in self.records(*options):
            for line in [*record["keep_dtype_names"], *(f"OpType::{name}" for name in record["keep_dtype_types"])]:
                keep.write_text(line + "\n")
                self.explain(self.model, *options, f"--keep_dtype={keep}")
                kept += record["changed"]
        self.assertGreater(kept, 0)

    def test_names_that_are_no_lines(self):
        names = ["#hash", " blanks ", "new\nline", "OpType::Relu", "plain"]
        nodes = [helper.make_node("Tanh", [f"x{i}"], [f"x{i + 1}"], name=name) for i, name in enumerate(names)]
        onnx.save(models.model_of(nodes, [("x0", TensorProto.FLOAT, [4])], [("x5", TensorProto.FLOAT, [4])], []), self.model)
        records = self.records("--precision_mode=force_fp16")
        self.assertEqual([record["keep_dtype_names"] for record in records], [[], [], [], [], ["plain"]])
        self.assertIn("To keep it: `OpType::Tanh` in keep_dtype, for all of its type.", " ".join(self.explain(self.model).split()))

    def test_nodes_of_one_name(self):
        nodes = [helper.make_node(kind, [f"x{i}"], [f"x{i + 1}"], name="twice") for i, kind in enumerate(("Tanh", "Exp"))]
        onnx.save(models.model_of(nodes, [("x0", TensorProto.FLOAT, [4])], [("x2", TensorProto.FLOAT, [4])], []), self.model)
        text = " ".join(self.explain(self.model, "--precision_mode=force_fp16").split())
        self.assertIn("To keep it: `twice` in keep_dtype, with 1 more op of that name; all of its type: `OpType::Tanh`.", text)
        text = self.lab("search", self.model, "--precision_mode=force_fp16", "--budget=relative<=1e-6")
        self.assertIn("  twice (Tanh, Exp): ", text)

    def test_wildcards(self):
        (self.folder / "keep.cfg").write_text("net/a*\n")
        text = " ".join(self.explain(self.model, f"--keep_dtype={self.folder}/keep.cfg").split())
        self.assertIn("keep.cfg:1: 'net/a*' matches no op: there are no wildcards: name each op, or its type", text)
        self.assertNotIn("did you mean", text)

    def test_groups(self):
        nodes = [helper.make_node("Relu", [f"x{i}"], [f"x{i + 1}"], name=f"r{i}") for i in range(5)]
        chain = models.model_of(nodes, [("x0", TensorProto.FLOAT, [4])], [("x5", TensorProto.FLOAT, [4])])
        onnx.save(chain, self.model)
        text = self.explain(self.model, "--group", "--precision_mode=force_fp16")
        self.assertIn("5 ops: ", text)
        self.assertIn("r0, r1, r2, r3, r4", text)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.explain(self.model, "--format=csv"))))
        self.assertEqual([row["name"] for row in rows], [record["name"] for record in self.records()])
        self.assertEqual(self.explain(self.model, "--format=csv", "--op=net/fc", "--type=Relu").count("\n"), 1)


class Mends(Explain):
    def test_each_line_keeps_its_op(self):
        """What a row offers for keep_dtype changes that row."""
        options = {"precision_mode": "force_fp16"}
        changed = [op for op in decide(self.model, options).ops if op.is_changed]
        self.assertGreater(len(changed), 2)
        for op in changed:
            for lines in [*([name] for name in op.keep_names), *([f"OpType::{t}"] for t in op.keep_types)]:
                path = self.folder / "keep.cfg"
                path.write_text("\n".join(lines) + "\n")
                again = decide(self.model, {**options, "keep_dtype": str(path)})
                self.assertEqual(again.report["config"][0]["status"], "applied", (op.name, lines))
                (row,) = [other for other in again.ops if other.name == op.name]
                self.assertEqual(row.row["rule"], "keep_dtype", (op.name, lines))


class Hints(Explain):
    """What a line that names nothing may have meant is taken when it is typed."""

    def line(self, line, option="keep_dtype"):
        path = self.folder / "lines"
        path.write_text(json.dumps({"black-list": {"to-add": [line]}}) if option == "modify_mixlist" else line + "\n")
        mode = "allow_mix_precision" if option == "modify_mixlist" else "force_fp16"
        decision = decide(self.model, {"precision_mode": mode, option: str(path)})
        (config,) = decision.report["config"]
        return config, " ".join(map(str, decision.warnings))

    def mended(self, word, hint, prefix="OpType::", option="keep_dtype"):
        config, warning = self.line(prefix + word, option)
        self.assertEqual((config["status"], config["did_you_mean"]), ("no_match", hint))
        self.assertIn(f"did you mean '{hint}'?", warning)
        self.assertEqual(self.line(hint, option)[0]["status"], "applied")

    def test_types_of_onnx(self):
        for onnx_type in "BatchNormalization", "MatMul", "Conv":
            (record,) = [each for each in self.records() if each["onnx"] == onnx_type]
            (type,) = record["keep_dtype_types"]
            for word in onnx_type, onnx_type.capitalize(), onnx_type[:-1]:
                self.mended(word, f"OpType::{type}")
            self.mended(onnx_type, f"OpType::{type}", prefix="")

    def test_types_that_a_fusion_made(self):
        (record,) = [each for each in self.records() if each["onnx"] == "BatchNormalization"]
        self.assertNotIn(record["type"], record["keep_dtype_types"])
        self.mended(record["type"], *(f"OpType::{type}" for type in record["keep_dtype_types"]))

    def test_mixlist(self):
        (record,) = [each for each in self.records() if each["onnx"] == "MatMul"]
        self.mended("MatMul", record["type"], prefix="", option="modify_mixlist")

    def test_wildcards(self):
        self.assertIn("there are no wildcards", self.line("net/*")[1])
        self.assertNotIn("wildcards", self.line("net/f")[1])


class Refuses(Explain):
    def test_options(self):
        for arguments, message in [
            (["--precision_mod=fp16"], "did you mean precision_mode"),
            (["two.onnx"], "one model is taken"),
            (["--precision_mode=a", "--precision_mode=b"], "given twice"),
            (["--precision_mode=fp8"], r"\[E10001\]"),
            (["--reference"], "nothing is decided"),
            (["--sort=colour"], "invalid choice"),
            (["--op=net/akt"], "--op=net/akt: no op has it\nnote: did you mean net/act"),
            # A part of a name is enough, and so it is here.
            (["--op=akt"], "--op=akt: no op has it\nnote: did you mean net/act"),
            (["--report="], "--report has no value"),
            (["--op", ""], "--op has no value"),
            (["--report=x.html"], "no form of a report"),
            (["--report=missing/x.csv"], "there is no folder"),
            (["--format=json", "--report=x.txt"], "x.txt is a report in text, and --format=json says another form\nnote: leave --format out"),
            (["--format=json", "--group"], "--group is of the text, not of json"),
        ]:
            self.assertRegex(self.explain(self.model, *arguments, code=2), message)

    def test_one_model(self):
        line = [f"--model={self.model}", "--framework=5", "--output=net", "--log=error"]
        self.assertEqual(self.explain(*line), self.explain(self.model))
        self.assertIn("no model is given", self.explain("--framework=5", code=2))
        self.assertIn("two models are given", self.explain(self.model, *line, code=2))
        self.assertFalse((pathlib.Path("net.asc")).exists())

    def test_model(self):
        self.assertRegex(self.explain("missing.onnx", code=1), "missing.onnx")

    def test_output(self):
        before = pathlib.Path(self.model).read_bytes()
        link = self.folder / "link.json"
        link.symlink_to(self.model)
        keep = self.folder / "keep.txt"
        keep.write_text("net/act\n")
        self.assertIn("write over", self.explain(self.model, f"--report={link}", code=2))
        self.assertIn("write over", self.explain(self.model, f"--keep_dtype={keep}", f"--report={keep}", code=2))
        self.assertEqual(pathlib.Path(self.model).read_bytes(), before)
        self.assertEqual(keep.read_text(), "net/act\n")

    def test_early(self):
        """A report that cannot be written is refused before a model is read."""
        self.assertIn("no form of a report", self.explain("missing.onnx", "--report=x", code=2))
        folder = self.folder / "d.json"
        folder.mkdir()
        self.assertIn(f"--report={folder}: that is a folder", self.explain("missing.onnx", f"--report={folder}", code=2))
        # Root may write anywhere.
        with mock.patch("os.access", lambda path, mode: (path, mode) != (str(folder), os.W_OK)):
            self.assertIn("the folder cannot be written", self.explain("missing.onnx", f"--report={folder}/x.json", code=2))


class Casts(LabCase):
    def test_merged(self):
        """Casts of the model that undo each other do not run: their reasons say so, they take no time, and are no ops."""
        node, half = helper.make_node, TensorProto.FLOAT16
        nodes = [
            node("Relu", ["x"], ["r"], name="relu"),
            node("Cast", ["r"], ["h"], name="down", to=half),
            node("Abs", ["h"], ["a"], name="abs"),
            node("Cast", ["a"], ["f"], name="up", to=TensorProto.FLOAT),
            node("Exp", ["f"], ["y"], name="exp"),
        ]
        model = str(self.folder / "net.onnx")
        onnx.save(models.model_of(nodes, [("x", TensorProto.FLOAT, [64, 64])], [("y", TensorProto.FLOAT, [64, 64])]), model)
        records = {each["name"]: each for each in json.loads(self.lab("explain", model, "--precision_mode=force_fp16", "--format=json"))["ops"]}
        for name in "down", "up":
            self.assertTrue(records[name]["reason"].endswith("it is merged with another cast, and does not run"), records[name])
        self.assertNotIn("does not run", records["abs"]["reason"])
        merged, kept = (decide(model, {"precision_mode": mode}) for mode in ("force_fp16", "must_keep_origin_dtype"))
        self.assertEqual([op.name for op in merged.ops if op.is_merged], ["down", "up"])
        self.assertEqual([op.name for op in kept.ops if op.is_merged], [])
        # Two tensors of 64 x 64 an op and an inserted cast: 2 + 2 bytes, or 4 + 2 at the casts.
        self.assertGreater(cost_of(kept).total, cost_of(merged).total)
        (setting,) = json.loads(self.lab("sweep", model, "--setting=force_fp16", "--format=json"))["settings"]
        self.assertEqual((setting["ops"], setting["npu_us"] > 0), ({"float16": 3}, True))
        profile = self.folder / "op_summary.csv"
        rows = [("relu", "Relu", "FLOAT16", "FLOAT16"), ("abs", "Abs", "FLOAT16", "FLOAT16"), ("exp", "Exp", "FLOAT16", "FLOAT16"),
                ("trans_Cast_0", "Cast", "FLOAT", "FLOAT16"), ("trans_Cast_1", "Cast", "FLOAT16", "FLOAT")]  # fmt: skip
        lines = [f'0,{name},{type},AI_CORE,"64,64",{read},{written}' for name, type, read, written in rows]
        profile.write_text("Device_id,Op Name,OP Type,Task Type,Input Shapes,Input Data Types,Output Data Types\n" + "\n".join(lines) + "\n")
        agrees = self.lab("verify", model, "--precision_mode=force_fp16", f"--op_summary={profile}", "--must_agree")
        self.assertIn("3 of 3 equal", agrees)
        both = "--a=force_fp16", "--b=--precision_mode=force_fp16 --merge_casts=never"
        differences = " ".join(self.lab("diff", model, *both).split())
        self.assertIn("down", differences)
        self.assertIn("it is merged with another cast, and does not run", differences)
        mixlist = self.folder / "mixlist.json"
        mixlist.write_text(json.dumps({"black-list": {"to-add": ["Cast"]}}, indent=0))
        said = self.lab("explain", model, "--precision_mode=allow_mix_precision", f"--modify_mixlist={mixlist}")
        self.assertIn("'Cast' gives way to the rule cast_keeps_dtypes", said)
        self.assertIn("can be kept", self.lab("search", model, "--precision_mode=force_fp16", "--max_cost=1"))

    def test_raised_to_float(self):
        """force_fp32 says where there is no float kernel."""
        nodes = [helper.make_node("AveragePool", ["x"], ["p"], name="pool", kernel_shape=[2, 2]), helper.make_node("Relu", ["p"], ["y"], name="relu")]
        shapes = [("x", TensorProto.FLOAT16, [1, 2, 4, 4])], [("y", TensorProto.FLOAT16, [1, 2, 3, 3])]
        model = str(self.folder / "net.onnx")
        onnx.save(models.model_of(nodes, *shapes), model)
        reasons = {op.name: op.row["reason"] for op in decide(model, {"precision_mode": "force_fp32"}).ops}
        self.assertIn("raises float16 and bfloat16 tensors to float, but AvgPoolV2 has no float kernel (kernels for float16", reasons["pool"])
        self.assertNotIn("has no float kernel", reasons["relu"])

    def test_lines_against_hf32(self):
        """They are read as they are offered: above one that says otherwise, and by type where a name cannot stand there."""
        for name, key in ("fc", "fc"), ("a=b", "BatchMatMulV2"), (" fc", "BatchMatMulV2"), ("#fc", "BatchMatMulV2"):
            model, lines = str(self.folder / "net.onnx"), self.folder / "modes.ini"
            weight = [("w", np.ones((4, 3), np.float32))]
            nodes = [helper.make_node("MatMul", ["x", "w"], ["y"], name=name)]
            onnx.save(models.model_of(nodes, [("x", TensorProto.FLOAT, [2, 4])], [("y", TensorProto.FLOAT, [2, 3])], weight), model)
            section = "ByNodeName" if key == name else "ByOpType"
            lines.write_text(f"[{section}]\n{key}=enable_hi_float_32_execution\n")
            options = {"precision_mode": "must_keep_origin_dtype", "op_precision_mode": str(lines)}
            (op,) = decide(model, options).ops
            self.assertIn(f"`{key}=enable_float_32_execution` below [{section}] in op_precision_mode, above {lines}:2", op.keep_hint())
            lines.write_text(f"[{section}]\n{key}=enable_float_32_execution\n{key}=enable_hi_float_32_execution\n")
            (op,) = decide(model, options).ops
            self.assertFalse(op.is_hf32)

    def test_lists_of_an_option(self):
        """What wins over a line is called as the user called it."""
        model, lines = str(self.folder / "net.onnx"), self.folder / "modes.ini"
        onnx.save(detector(), model)
        lines.write_text("Conv2D=enable_float_32_execution\n")
        said = " ".join(self.lab("explain", model, "--precision_mode=must_keep_origin_dtype", "--allow_hf32=true", f"--op_precision_mode={lines}").split())
        self.assertIn("'Conv2D=enable_float_32_execution' gives way to --allow_hf32 (built-in list allow_hf32_matmul_t_conv_t)", said)

    def test_lines_that_would_do_nothing(self):
        """CANN takes a line of keep_dtype for which it has no kernel: such a line is not offered, nor searched."""
        nodes = [helper.make_node("Floor", ["x"], ["f"], name="floor"), helper.make_node("Log", ["f"], ["y"], name="log")]
        model = str(self.folder / "net.onnx")
        shapes = ("x", TensorProto.BFLOAT16, [4]), ("y", TensorProto.BFLOAT16, [4])
        onnx.save(models.model_of(nodes, *([each] for each in shapes)), model)
        for chip, is_kept in ("Ascend310P3", False), ("Ascend910B1", True):
            arguments = [model, "--precision_mode=force_fp32", f"--soc_version={chip}"]
            said = " ".join(self.lab("explain", *arguments).split())
            self.assertEqual("To keep it: `log`" in said, is_kept)
            self.assertEqual("No line keeps it: no kernel takes the model's dtypes, and CANN leaves them as they are" in said, not is_kept)
            found = self.lab("search", *arguments, "--budget=lost<=1e9", code=0 if is_kept else 2)
            self.assertEqual("no op can be kept: no kernel takes" in found, not is_kept)


class Shortens(unittest.TestCase):
    def test_never_to_equal_ones(self):
        names = ["p/" + "a" * 20 + "1" + "b" * 20, "p/" + "a" * 20 + "2" + "b" * 20, "p/c"]
        prefix, short = table.shorten(names, 16)
        self.assertEqual(prefix, "p/")
        self.assertEqual(len(set(short)), 3)
        self.assertEqual(short[2], "c")

    def test_cut(self):
        self.assertEqual(table.shorten(["x" * 17], 17), ("", ["x" * 17]))
        self.assertEqual([len(name) for name in table.shorten(["x" * 18], 17)[1]], [17])


unittest.main()
