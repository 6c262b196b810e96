# RUN: %python %s %ascend_source
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""scripts/fidelity compares folders of real runs, here made by hand, as ascend-lab verify does; and
docs/Fidelity.md is what its numbers, the seen passes and the library give."""

import csv
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import models
import onnx
from ascend_mlir.errors import AscendError
from ascend_mlir.lab.real_folder import read_folder

SOURCE = pathlib.Path(sys.argv.pop())


def fidelity(*arguments):
    command = [sys.executable, SOURCE / "scripts" / "fidelity", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    return done.returncode, done.stdout, done.stderr


class Folders(unittest.TestCase):
    PAIR = {"soc": "Ascend910B1", "options": ["--precision_mode=force_fp16"], "about": "made (by hand; no run); really"}
    SUMMARY = (
        "Op Name,OP Type,Input Data Types,Output Data Types\n"
        "fc1,BatchMatMulV2,FLOAT16;FLOAT16,FLOAT16\nact,Relu,FLOAT16,FLOAT16\nfc2,BatchMatMulV2,FLOAT16;FLOAT16,FLOAT\n"
    )

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.folder = self.top / "net"
        self.folder.mkdir()
        onnx.save(models.perceptron()[0], self.folder / "model.onnx")
        self.write("pair.json", self.PAIR)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def test_files_by_their_names(self):
        self.write("op_summary_20260101.csv", self.SUMMARY)
        self.write("fusion_result.json", {"session_and_graph_id_0_0": {"graph_fusion": {"ConstToAttrPass": {"effect_times": "0", "match_times": "0"}}}})
        desc = {"input_desc": [{"dtype": "DT_FLOAT16"}] * 2, "output_desc": [{"dtype": "DT_FLOAT16"}]}
        self.write("net.om.json", {"graph": [{"op": [{"name": "fc1", "type": "BatchMatMulV2"} | desc]}]})
        self.write("ge_proto_00000000_Build.txt", 'graph { op { name: "act" type: "Relu" input_desc { dtype: DT_FLOAT16 } output_desc { dtype: DT_FLOAT16 } } }')
        code, out, err = fidelity(self.folder)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("net: force_fp16 on Ascend910B1: 5 of 6 equal", out)
        self.assertIn("1 models: 5 of 6 as in the real runs", out)
        self.assertIn("there BatchMatMulV2 f16, f16 > f32; here BatchMatMulV2 f16, f16 > f16", out)
        for name in ("fusion_result", "ge_dump", "atc_json", "op_summary"):
            self.assertIn(f"--{name}=", out)

    def test_what_pair_json_has_itself(self):
        (self.folder / "model.onnx.gz").write_bytes(gzip.compress((self.folder / "model.onnx").read_bytes()))
        (self.folder / "model.onnx").unlink()
        counts = {"modelled": {"ConstToAttrPass": 0}, "all_passes": {"ConvConcatFusionPass": [2, 3]}, "type_counts": {"Relu": 1, "MatMul+BatchMatMulV2": 2, "Mul": 1}}
        self.write("pair.json", self.PAIR | counts | {"om_ops": "net"})
        rows = self.top / "om_ops.csv"
        rows.write_text("model,node,type,original_names,inputs,outputs\nnet,fc1act,BatchMatMulV2,fc1;act,float16;float16,float16\nother,x,X,,,\n")
        code, out, _ = fidelity(f"--om_ops={rows}", self.folder)
        self.assertEqual(code, 0)
        self.assertIn("1 of 2 fusions equal; the other:\n  ConvConcatFusionPass: 2 there, 0 here", out)
        self.assertIn("2 of 3 counts of types equal; the other:\n  Mul: 1 there, 0 here", out)
        self.assertIn("the one op equal", out)

    def test_refusals(self):
        for pair, text in (
            ("{", "is no JSON"),
            ("[" * 10_000, "is no JSON"),
            ([], "it is no object"),
            ({}, "soc has to name the chip"),
            (self.PAIR | {"about": 3}, "about has to be a sentence"),
            (self.PAIR | {"options": ["force_fp16"]}, "options has to be"),
            (self.PAIR | {"modelled": {"P": -1}}, "modelled has to be counts"),
            (self.PAIR | {"modelled": {"P": True}}, "modelled has to be counts"),
            (self.PAIR | {"type_counts": [3]}, "type_counts has to be counts"),
            (self.PAIR | {"all_passes": {"P": [1]}}, "all_passes has to be"),
            (self.PAIR | {"om_ops": 3}, "om_ops has to be a string"),
            (self.PAIR | {"om_ops": "net"}, "give it as --om_ops"),
            (self.PAIR, "has nothing to compare with"),
        ):
            self.write("pair.json", pair)
            with self.subTest(text), self.assertRaises(AscendError) as error:
                read_folder(str(self.folder))
            self.assertIn(text, str(error.exception))
        rows = self.top / "om_ops.csv"
        self.write("pair.json", self.PAIR | {"om_ops": "net"})
        for content, text in (("model,node\n", "no column 'type'"), ("model,node,type,original_names,inputs,outputs\nx,,,,,\n", "no rows of 'net'")):
            rows.write_text(content)
            code, _, err = fidelity(f"--om_ops={rows}", self.folder)
            self.assertEqual(code, 1)
            self.assertIn(text, err)

    def test_models_that_are_none(self):
        self.write("op_summary.csv", self.SUMMARY)
        (self.folder / "model.onnx").unlink()
        folder = read_folder(str(self.folder))
        for content, text in ((None, "has no model"), (b"no gzip", "is no gzip file"), (gzip.compress(b"x" * 10_000)[:20], "is no gzip file")):
            if content is not None:
                (self.folder / "model.onnx.gz").write_bytes(content)
            with self.subTest(text), self.assertRaises(AscendError) as error, folder.model():
                self.fail("it has a model")
            self.assertIn(text, str(error.exception))

    def test_one_bad_folder_stops_no_other(self):
        self.write("op_summary.csv", self.SUMMARY)
        code, out, err = fidelity(self.top, self.folder)
        self.assertEqual(code, 1)
        self.assertIn("net: force_fp16", out)
        self.assertIn("No such file", err)


class Document(unittest.TestCase):
    def test_is_up_to_date(self):
        with tempfile.TemporaryDirectory() as folder:
            code, _, err = fidelity("--render", folder)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(pathlib.Path(folder, "Fidelity.md").read_text(), (SOURCE / "docs" / "Fidelity.md").read_text(), "run `ninja update-docs`")

    def test_reasons(self):
        """One is said of the model that differs alone; one of nothing is an error."""
        sys.path.append(str(SOURCE / "scripts"))
        import fidelity_doc

        differs = {"kind": "type", "name": "TransposeD", "there": 2, "here": 1, "why": "not known"}
        records = [{"name": name, "differences": [differs]} for name in ("a", "b")]
        text = "\n".join(fidelity_doc.differences(records, {("a", "TransposeD"): "because"}))
        self.assertIn("| TransposeD: 2 ops | 1 | a | because |", text)
        self.assertIn("| TransposeD: 2 ops | 1 | b | not known |", text)
        with self.assertRaisesRegex(SystemExit, "nothing differs like .*Reshape"):
            list(fidelity_doc.differences(records, {("a", "Reshape"): "because"}))

    def test_numbers_fit_each_other(self):
        for record in json.loads((SOURCE / "docs" / "results" / "fidelity.json").read_text()):
            kinds = [record[kind] for kind in ("ops", "fusions", "types")]
            self.assertEqual([record["equal"], record["compared"]], [sum(column) for column in zip(*kinds)])
            different = sum(each.get("times", 1) for each in record["differences"])
            self.assertEqual(different, record["compared"] - record["equal"])

    def test_passes_are_named_once(self):
        with open(SOURCE / "docs" / "results" / "real_passes.csv", newline="") as file:
            names = [row["pass"] for row in csv.DictReader(file)]
        self.assertEqual(len(names), len({name.lower() for name in names}))


class Columns(unittest.TestCase):
    def test_kernels_of_compiled_models_are_known(self):
        sys.path.append(str(SOURCE / "scripts"))
        import fidelity_columns

        rows, wrong = fidelity_columns.unknown_rows(SOURCE)
        self.assertGreater(len(rows), 30)
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
