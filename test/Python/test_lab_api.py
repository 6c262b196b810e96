# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend_mlir.lab: functions that give the very data of ascend-lab; options given as lists and
dicts do what their files do, and leave nothing behind."""

import csv
import gc
import io
import json
import os
import tempfile
import unittest
import unittest.mock
import warnings

import ascend_mlir
import models
import numpy as np
import onnx
import pandas
from ascend_mlir import lab
from lab_case import LabCase
from onnx import TensorProto, helper


def exp_and_sum():
    """The sum of exp(11) + exp(10) passes float16."""
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="net/exp"),
        helper.make_node("ReduceSum", ["e", "axes"], ["s"], name="net/sum"),
        helper.make_node("Sqrt", ["s"], ["y"], name="net/root"),
    ]
    axes = [("axes", np.array([1], np.int64))]
    return models.model_of(nodes, [("x", TensorProto.FLOAT, [2, 3])], [("y", TensorProto.FLOAT, [2, 1])], axes)


X = np.array([[0, 1, 2], [10, 11, 0]], np.float32)
FP16 = {"precision_mode": "force_fp16"}
REFERENCE = {"reference": True}


class ApiCase(LabCase):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("error", ascend_mlir.AscendWarning)
        self.net = exp_and_sum()
        self.path = self.folder / "net.onnx"
        onnx.save(self.net, self.path)
        np.savez(self.folder / "x.npz", x=X)

    def csv(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.lab(*arguments, "--format=csv"))))

    def as_csv(self, records):
        """Records as a CSV file has them."""
        out = io.StringIO()
        pandas.DataFrame(records)  # what is ragged or nested in keys, pandas does not take
        for record in records:
            for key, value in record.items():
                record[key] = "; ".join(value) if isinstance(value, list) else value
        writer = csv.DictWriter(out, list(dict.fromkeys(key for record in records for key in record)), restval="")
        writer.writeheader()
        writer.writerows(records)
        return list(csv.DictReader(io.StringIO(out.getvalue())))


class SameAsCommand(ApiCase):
    def test_explain(self):
        decision = lab.explain(self.path, **FP16)
        self.assertEqual(self.as_csv(lab.records(decision)), self.csv("explain", self.path, "--precision_mode=force_fp16"))
        self.assertEqual([op.name for op in decision.ops], ["net/exp", "net/sum", "net/root"])

    def test_compare(self):
        data = self.folder / "x.npz"
        wanted = self.csv("compare", self.path, f"--data={data}", "--precision_mode=force_fp16")
        for given in (data, [str(data)], {"x": X}, iter([{"x": X}])):
            found = lab.compare(self.path, given, **FP16)
            got = self.as_csv(lab.records(found))
            for row in got:
                row.pop("isolated", None)
            self.assertEqual(got, wanted)
            self.assertEqual([row.op for row in found.roots], ["net/sum"])
            self.assertTrue(found.source.is_evidence)
        self.assertFalse(lab.compare(self.path, **FP16).source.is_evidence)
        self.assertEqual(len(lab.compare(self.path, limit=2, seed=5, **FP16).tables[0].samples), 2)

    def test_compare_metric_and_elements(self):
        found = lab.compare(
            self.net, {"x": X}, metrics={"least": lambda ours, wanted: float(ours.min())}, op="net/sum", top=1, **FP16
        )
        (row,) = [row for row in found.ops if row.op == "net/sum"]
        self.assertEqual([element["index"] for element in row.data["worst"]], [1])
        (row,) = [row for row in found.ops if row.op == "net/exp"]
        self.assertAlmostEqual(row.data["metrics"]["least"], 1.0)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "there is a column 'rmse' already"):
            lab.compare(self.net, {"x": X}, metrics={"rmse": lambda ours, wanted: 0.0})

    def test_compare_with_outputs_from_elsewhere(self):
        with np.errstate(over="ignore"):
            np.savez(self.folder / "y.npz", y=np.sqrt(np.exp(X.astype(np.float64)).sum(1, keepdims=True)))
        found = lab.compare(self.net, {"x": X}, reference_outputs=self.folder / "y.npz", **FP16)
        self.assertLess(found.own.record()["y"]["our_reference"]["relative"], 1e-6)
        self.assertEqual(found.own.record()["y"]["decided"]["lost"], 1)

    def test_sweep(self):
        data = self.folder / "x.npz"
        wanted = json.loads(self.lab("sweep", self.path, f"--data={data}", "--format=json"))["settings"]
        done = []
        found = lab.sweep(self.path, data, progress=done.append)
        self.assertEqual(done, list(range(len(wanted) + 1)))

        def timeless(records):
            return [{key: value for key, value in record.items() if key != "cpu_ms"} for record in records]

        self.assertEqual(timeless(json.loads(json.dumps(lab.records(found)))), timeless(wanted))
        self.assertEqual([each.setting.name for each in found.best], [each["setting"] for each in wanted if each.get("is_best")])

    def test_sweep_is_checked_before_anything_runs(self):
        done = []
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "there is no metric 'nosuch'\nnote: take one of max, "):
            lab.sweep(self.net, {"x": X}, ["force_fp16"], metric="nosuch", progress=done.append)
        self.assertEqual(done, [])
        # None is an option that is not given.
        self.assertEqual(len(lab.sweep(self.net, {"x": X}, precision_mode=None).outcomes), len(lab.sweep(self.net, {"x": X}).outcomes))

    def test_diff(self):
        wanted = json.loads(self.lab("diff", self.path, "--a=force_fp16", "--b=must_keep_origin_dtype", "--format=json"))
        found = lab.diff(self.path, "force_fp16", {"precision_mode": "must_keep_origin_dtype"})
        self.assertEqual([group.names for group in found.groups], [group["ops"] for group in wanted["groups"]])
        self.assertEqual([row["op"] for row in lab.records(found)], [name for group in wanted["groups"] for name in group["ops"]])
        self.assertEqual(lab.diff(self.path, "force_fp16", {}, **FP16).count, 0)

    def test_search(self):
        to = self.folder / "healed"
        told = []
        found = lab.search(self.path, {"x": X}, budget="relative<=1e-3", to=to, tell=told.append, **FP16)
        self.assertEqual(found.keep_dtype, (to / "keep_dtype.cfg").read_text().splitlines())
        manifest = json.loads((to / "manifest.json").read_text())
        self.assertEqual([op.name for op in found.kept], manifest["kept"])
        self.assertEqual((found.is_minimal, found.holds), (True, True))
        self.assertEqual(told, list(found.lines))
        self.assertIn("--data=INPUTS", (to / "README.md").read_text())
        # It heals.
        healed = ascend_mlir.compile(self.net, keep_dtype=found.keep_dtype, **FP16)
        self.assertTrue(np.isfinite(healed.run(X)["y"]).all())
        # Nothing is to be healed.
        self.assertEqual(lab.search(self.path, {"x": X / 100}, budget="relative<=1e-1", **FP16).kept, [])
        with self.assertRaises(ascend_mlir.ConfigurationError) as caught:
            lab.search(self.path, {"x": X}, budget="relative<=0", check="false", **FP16)
        self.assertEqual(caught.exception.exit_code, 1)

    def test_resume_knows_other_arrays(self):
        to = self.folder / "healed"
        lab.search(self.path, {"x": X}, budget="relative<=1e-3", to=to, **FP16)
        lab.search(self.path, {"x": X}, budget="relative<=1e-3", to=to, resume=True, **FP16)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "of another search"):
            lab.search(self.path, {"x": X + 1}, budget="relative<=1e-3", to=to, resume=True, **FP16)

    def test_report(self):
        to, page = self.folder / "healed", self.folder / "page.html"
        lab.search(self.path, {"x": X}, budget="relative<=1e-3", holdout=0, to=to, **FP16)
        swept = lab.sweep(self.path, {"x": X}, ["force_fp16", "must_keep_origin_dtype"])
        made = lab.report(self.path, page, {"x": X}, healed=to, swept=swept, **FP16)
        text = page.read_text()
        self.assertIn("net/sum", text)
        self.assertEqual([point.setting for point in made.points], ["force_fp16", "must_keep_origin_dtype"])
        self.assertEqual(made.healing.kept, ("net/sum", "net/root"))
        other = self.folder / "other.onnx"
        onnx.save(models.perceptron()[0], other)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "swept is of another model"):
            lab.report(other, page, swept=swept, **FP16)
        lab.report(self.path, page, keep_dtype=["net/sum"], **FP16)
        self.assertNotIn(tempfile.gettempdir() + "/ascend_mlir.", page.read_text())
        for name, error in (("page.txt", "is no form"), ("none/page.html", "there is no folder")):
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, error):
                lab.report(self.path, self.folder / name, **FP16)

    def test_extract(self):
        found = lab.extract(self.path, "net/sum", self.folder / "part", {"x": X}, **FP16)
        wanted = {row["op"]: row for row in lab.records(lab.compare(self.path, {"x": X}, **FP16))}
        rows = lab.records(found)
        self.as_csv(rows)
        self.assertEqual([(row["name"], row["is_same"]) for row in rows], [(op.name, op.is_same) for op in found.ops])
        for row, op in zip(rows, found.ops):
            self.assertEqual(row["in_model.lost"], wanted[row["name"]]["isolated.lost"])
            self.assertEqual(row["in_extract.max"], op.in_extract["max"])
        self.assertEqual(sum(row["whole.lost"] for row in rows if row["name"] == "net/sum"), 1)

    def summary(self):
        file = self.folder / "op_summary.csv"
        heading = "Op Name,OP Type,Task Type,Input Shapes,Input Data Types,Output Data Types"
        file.write_text(f'{heading}\nnet/exp,Exp,AI_VECTOR_CORE,"2,3",FLOAT16,FLOAT16\n')
        return file

    def test_verify(self):
        passes = {"MatMulBiasAddFusionPass": {"effect_times": "1", "match_times": "1"}}
        file = self.folder / "fusion_result.json"
        file.write_text(json.dumps({"session_and_graph_id_0_0": {"graph_fusion": passes}}))
        (found,) = lab.verify(self.path, fusion_result=file)
        rows = [(row["name"], row["there"], row["here"], row["equal"]) for row in lab.records(found)]
        self.assertEqual(rows, [("ConstToAttrReduceSumFusion", 0, 1, False), ("MatMulBiasAddFusionPass", 1, 0, False)])
        both = lab.verify(self.path, fusion_result=file, op_summary=self.summary())
        self.assertEqual(lab.records(both), [row for each in both for row in lab.records(each)])
        self.assertEqual({row["option"] for row in lab.records(both)}, {"fusion_result", "op_summary"})
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "nothing is given to compare with"):
            lab.verify(self.path)


class ListsAndDicts(ApiCase):
    """What stands in for a file decides as the file does."""

    def same(self, option, value, text, **options):
        file = self.folder / f"{option}.file"
        file.write_text(text)
        by_file = lab.explain(self.path, **{option: file}, **options)
        by_value = lab.explain(self.path, **{option: value}, **options)
        plain = lab.explain(self.path, **options)

        def facts(decision):
            return [(op.type, op.dtypes(), op.mode, op.row["rule"], op.row["list"]) for op in decision.ops]

        self.assertEqual(facts(by_value), facts(by_file))
        self.assertNotEqual(facts(by_value), facts(plain), "the option does nothing here")
        self.assertEqual(by_value.report["options"][option], option)
        self.assertNotIn(tempfile.gettempdir(), json.dumps(by_value.report))

    def test_keep_dtype(self):
        self.same("keep_dtype", ["net/sum", "OpType::Sqrt"], "net/sum\nOpType::Sqrt\n", **FP16)

    def test_customize_dtypes(self):
        line = "InputDtype:float,OutputDtype:float"
        self.same("customize_dtypes", {"net/exp": line}, f"net/exp:{line}\n", **FP16)

    def test_modify_mixlist(self):
        lists = {"white-list": {"to-add": ["Sqrt"]}}
        self.same("modify_mixlist", lists, json.dumps(lists), precision_mode="allow_mix_precision")

    def test_op_precision_mode(self):
        modes = {"ByNodeName": {"net/exp": "high_precision"}, "ByOpType": {"Sqrt": "high_performance"}}
        self.same("op_precision_mode", modes, "[ByNodeName]\nnet/exp=high_precision\n[ByOpType]\nSqrt=high_performance\n", **FP16)

    def test_fusion_switch_file(self):
        nodes = [helper.make_node("MatMul", ["x", "w"], ["m"], name="mul"), helper.make_node("Add", ["m", "b"], ["y"], name="add")]
        constants = [("w", np.ones((3, 4), np.float32)), ("b", np.ones(4, np.float32))]
        onnx.save(
            models.model_of(nodes, [("x", TensorProto.FLOAT, [2, 3])], [("y", TensorProto.FLOAT, [2, 4])], constants), self.path
        )
        switches = {"Switch": {"GraphFusion": {"MatMulBiasAddFusionPass": "off"}}}
        self.same("fusion_switch_file", switches, json.dumps(switches), **FP16)

    def test_ops_info(self):
        formats = {"input0": {"name": "x", "dtype": "float"}, "output0": {"name": "y", "dtype": "float"}}
        store = {"Sqrt": {**formats, "precision_reduce": {"flag": "false"}}}
        self.same("ops_info", store, json.dumps(store), **FP16)

    def test_lists_of_names(self):
        self.assertEqual(ascend_mlir.compile(self.net, input_fp16_nodes=["x"], **FP16).inputs[0].dtype, np.float16)
        self.assertEqual([info.name for info in ascend_mlir.compile(self.net, out_nodes=["net/exp:0"]).outputs], ["e"])
        fast = lab.explain(self.net, optypelist_for_implmode=["Exp", "Sqrt"], op_select_implmode="high_precision")
        self.assertEqual(
            [op.row["impl_mode"]["requested"] for op in fast.ops], ["high_precision", "default", "high_precision"]
        )
        ascend_mlir.compile(self.net, input_shape={"x": (2, 3)})

    def test_model_lives_on(self):
        model = ascend_mlir.compile(self.net, keep_dtype=["net/sum", "net/root"], **FP16)
        model.run(X, dump=self.folder / "dump")
        model.save(self.folder / "net.asc")
        self.assertEqual(ascend_mlir.load(self.folder / "net.asc").run(X)["y"].tobytes(), model.run(X)["y"].tobytes())
        self.assertNotIn(tempfile.gettempdir(), model.ir + model.report_text() + json.dumps(model.report))

    def test_nothing_is_left(self):
        # A folder of its own: other tests work in the machine's.
        folder = self.folder / "temporary"
        folder.mkdir()
        self.enterContext(unittest.mock.patch.object(tempfile, "tempdir", str(folder)))
        ascend_mlir.compile(self.net, keep_dtype=["net/sum"], **FP16)
        lab.search(self.net, {"x": X}, budget="relative<=1e-3", **FP16)
        with self.assertRaises(ascend_mlir.AscendError):
            lab.explain(self.net, customize_dtypes={"net/exp": "InputDtype:float17,OutputDtype:float"})
        gc.collect()
        self.assertEqual(os.listdir(folder), [])

    def test_errors_name_the_option(self):
        cases = [
            ({"customize_dtypes": {"net/exp": "InputDtype:float17,OutputDtype:float"}}, "E20003", "customize_dtypes:1:"),
            ({"keep_dtype": ["net/summ"], "strict": "config", **FP16}, "", "keep_dtype:1"),
            ({"modify_mixlist": {"blak-list": {}}, "precision_mode": "allow_mix_precision"}, "", "modify_mixlist"),
        ]
        for options, code, text in cases:
            with self.assertRaises(ascend_mlir.ConfigurationError) as caught, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ascend_mlir.compile(self.net, **options)
            self.assertIn(code, caught.exception.code)
            self.assertIn(text, str(caught.exception))
            self.assertNotIn(tempfile.gettempdir(), str(caught.exception) + repr(caught.exception))

    def test_what_no_file_can_hold(self):
        cases = [
            ({"keep_dtype": ["a\nb"]}, ascend_mlir.ConfigurationError, "ends it in the file"),
            ({"keep_dtype": [3]}, TypeError, "holds 3"),
            ({"keep_dtype": {"a": "b"}}, TypeError, "cannot be a dict"),
            ({"keep_dtype": 3.5}, TypeError, "cannot be a float"),
            ({"modify_mixlist": {"a": object()}}, TypeError, "cannot be JSON"),
            ({"modify_mixlist": {"a": float("nan")}}, TypeError, "cannot be JSON"),
            ({"op_precision_mode": {"ByOpType": "x"}}, TypeError, "sections"),
            ({"op_precision_mode": {"a]": {}}}, ascend_mlir.ConfigurationError, "']'"),
            ({"op_precision_mode": {"ByOpType": {"a=b": "c"}}}, ascend_mlir.ConfigurationError, "'='"),
            ({"input_fp16_nodes": ["a;b"]}, ascend_mlir.ConfigurationError, "';'"),
        ]
        for options, error, text in cases:
            with self.assertRaisesRegex(error, text.replace("[", "\\[")):
                ascend_mlir.compile(self.net, **options)

    def test_bad_calls(self):
        cases = [
            (lambda: lab.explain(3), TypeError, "a model is a path"),
            (lambda: lab.explain(self.net, reference=True), ascend_mlir.ConfigurationError, "nothing is decided"),
            (lambda: lab.compare(self.net, 3), TypeError, "data are paths or dicts"),
            (lambda: lab.compare(self.net, X), TypeError, "data are paths or dicts"),
            (lambda: lab.compare(self.net, [X]), TypeError, "no dict of arrays"),
            (lambda: lab.compare(self.net, []), ascend_mlir.ConfigurationError, "there is no input"),
            (lambda: lab.compare(self.net, {"z": X}), ascend_mlir.ModelError, "'z'"),
            (lambda: lab.compare(self.net, "no.npz"), ascend_mlir.ConfigurationError, "no such file"),
            (lambda: lab.compare(self.net, limit=0), ascend_mlir.ConfigurationError, "limit=0"),
            (lambda: lab.compare(self.net, reference_outputs=self.folder), ascend_mlir.ConfigurationError, "is no .npz"),
            (lambda: lab.compare(self.net, top=0), ascend_mlir.ConfigurationError, "top=0"),
            (lambda: lab.sweep(self.net, settings=[]), ascend_mlir.ConfigurationError, "no setting"),
            (lambda: lab.sweep(self.net, settings="force_fp16"), ascend_mlir.ConfigurationError, "'force_fp16' is one setting"),
            (lambda: lab.sweep(self.net, settings=FP16), ascend_mlir.ConfigurationError, "is one setting"),
            (lambda: lab.sweep(self.net, **FP16), ascend_mlir.ConfigurationError, "--precision_mode names one"),
            (lambda: lab.sweep(self.net, precision_mode_v2="fp16"), ascend_mlir.ConfigurationError, "--precision_mode_v2 names one"),
            (lambda: lab.sweep(self.net, settings=["x", REFERENCE]), ascend_mlir.ConfigurationError, "^reference=True: with --ref"),
            (lambda: lab.diff(self.net, REFERENCE, {}), ascend_mlir.ConfigurationError, "^A: with --reference nothing is decided"),
            (lambda: lab.search(self.net), ascend_mlir.ConfigurationError, "nothing that must hold"),
            (lambda: lab.records(3), TypeError, "int is no result"),
        ]
        for call, error, text in cases:
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
